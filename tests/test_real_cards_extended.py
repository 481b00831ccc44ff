"""Random cards at emulated readers with the real firmware: what is read is what is played."""

from __future__ import annotations

from functools import partial

from companion.engine.events import CardDrawn, CardsSwapped
from companion.gallery.elements import cell, fair
from companion.games.programmed.deck import CARD_OF_CODE, CODES
from companion.session.commands import RecordEvents
from companion.session.messages import Begin, Confirm
from companion.signals import BLINK, PULL, InsertCard, MoveHandle, TakeCard
from tests.test_real_cards import Evening
from tests.typed import present


def test_random_cards_are_read_in_their_slots() -> None:
    """Play a person on a randomizer, one in peace, and a pilot in fog, with the deal after it."""
    room = Evening(
        fair(*cell("A1", "A1 randomizer next_turn=none"), *cell("B1"), *cell("C1", "C1 fog"))
    )
    try:
        _a_turn(room)
    finally:
        room.loop.close()


def _a_turn(room: Evening) -> None:
    loop, happened = room.loop, list[object]()
    loop.on_events = lambda played: (
        happened.extend(played.events) if isinstance(played, RecordEvents) else None
    )
    room.until(
        lambda: all(not loop.session.readers.by_seat[seat].lost for seat in (1, 2, 3)),
        "all readers answer",
    )
    loop.send(Begin())
    loop.send(Confirm(loop.session.revision))
    room.until(lambda: room.on("program"), "cards can be dealt")
    room.put(1, tuple(CODES[40:45]))
    room.put(2, tuple(CODES[50:55]))
    for seat in (1, 2):
        loop.send(MoveHandle(seat, PULL))
    room.until(lambda: about(room).startswith("draws"), "random cards are asked for")
    # The first register draws five, and each later one those that are left.
    for register in range(1, 6):
        room.until(
            partial(lambda at: about(room).startswith(f"draws {at}."), register),
            f"register {register} asks",
        )
        slots = tuple(range(register, 6))
        room.until(
            partial(
                lambda slots: (
                    set(slots)
                    == {
                        slot
                        for slot, lamp in enumerate(loop.session.readers.lamps.lit.get(1, ()), 1)
                        if lamp == BLINK
                    }
                ),
                slots,
            ),
            "the old cards blink",
        )
        ask, lying = (
            present(loop.session.match).ask(1),
            {code for seat in (1, 2, 3) for code in room.reads(seat)},
        )
        cards = [code for code in present(ask).hand.among or () if code not in lying][: len(slots)]
        for slot, code in zip(slots, cards, strict=True):
            loop.send(TakeCard(1, slot))
            loop.send(InsertCard(1, slot, code))
        room.until(
            partial(lambda at, cards: room.reads(1)[at:] == [*cards], register - 1, cards),
            "the new cards are read",
        )
        loop.send(MoveHandle(1, PULL))
        room.until(lambda: room.on("play") or room.on("summary"), "the register is played")
        drawn = [event.card for event in happened if isinstance(event, CardDrawn)][-len(slots) :]
        assert drawn == [CARD_OF_CODE[code] for code in cards]
        while room.on("play"):
            loop.send(Confirm(loop.session.revision))
    assert any(isinstance(event, CardsSwapped) and event.seat == 3 for event in happened)
    assert room.on("summary")


def about(room: Evening) -> str:
    """Return the kind of the open question."""
    match = room.loop.session.match
    return getattr(match.next_step, "about", "") if match is not None else ""
