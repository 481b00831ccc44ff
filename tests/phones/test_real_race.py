"""A race at emulated readers with the real firmware, with phones; a lost phone does no harm.

Each phone sees its own reader as it reads.
"""

from __future__ import annotations

from companion.app.loop import open_session
from companion.games.parts import Preview
from companion.session.messages import Begin, Confirm
from companion.session.session import Session
from companion.signals import PULL, InsertCard, MoveHandle, TakeCard
from companion.table.urls import table_for_url
from tests.phones.looking import Phone, Table, looked_at
from tests.session.evenings import asked, yard
from tests.typed import present


def test_two_turns_at_emulated_readers() -> None:
    """Extend the path with each read card; lose the phone of seat 1, and end on that of seat 2."""
    loop = open_session(
        table_for_url("rig:2?pace=6"), seed=2, boards=(yard(),), players=("person", "person")
    )
    with looked_at(loop) as table:
        table.until(
            lambda: all(not loop.session.readers.by_seat[seat].lost for seat in (1, 2)),
            "all readers answer",
        )
        loop.send(Begin())
        loop.send(Confirm(loop.session.revision))
        table.until(lambda: loop.session.page == "program", "cards can be dealt")
        mine, other, everybody = table.phone(1), table.phone(2), table.phone()
        assert "Your hand" in _first_turn(table, mine)
        mine.close()
        loop.send(MoveHandle(2, PULL))
        table.until(lambda: loop.session.page == "play", "the turn begins")
        while loop.session.page == "play":
            loop.send(Confirm(loop.session.revision))
        assert "Your statistics" in other.until("Your statistics")
        everybody.until("Standings")
        loop.send(Confirm(loop.session.revision))
        for seat in (1, 2):
            for slot in range(1, 6):
                loop.send(TakeCard(seat, slot))
        table.until(lambda: loop.session.page == "program", "the next cards can be dealt")
        assert table.phone(1).until("Turn 2")


def _first_turn(table: Table, mine: Phone) -> str:
    """Fill both readers, and pull the handle of seat 1; return what its phone shows then."""
    loop = table.loop
    hands = {seat: (asked(loop.session, seat).hand.codes or ())[:5] for seat in (1, 2)}
    for seat, codes in hands.items():
        for slot, code in enumerate(codes, 1):
            loop.send(InsertCard(seat, slot, code))
    table.until(
        lambda: all(_reads(loop.session, seat) == [*codes] for seat, codes in hands.items()),
        "all cards are read",
    )
    match = loop.session.match
    assert match is not None
    way = present(Preview.of(loop.session.config.game)).foreseen(match.position, 1, hands[1])
    page = mine.until(str(way[-1].words) if way else "Put a card")
    loop.send(MoveHandle(1, PULL))
    table.until(
        lambda: loop.session.match is not None and 1 in loop.session.match.question.answers,
        "seat 1 is ready",
    )
    assert "The way if nobody else moves" in page
    return mine.until("ready")


def _reads(session: Session, seat: int) -> list[int | None]:
    """Return the codes that the app reads in a reader."""
    return [reading.code for reading in session.readers.by_seat[seat].row]
