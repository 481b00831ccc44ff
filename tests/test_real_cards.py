"""Real cards end to end: two people at emulated readers with the real firmware, and a pilot.

They play two turns and the deal between them.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from companion.app.loop import open_session
from companion.games.programmed.deck import CODES
from companion.session.lobby.arrangement import BoardEntry
from companion.session.messages import Begin, Confirm
from companion.session.view import DealPage
from companion.signals import (
    BLINK,
    OK,
    PLUG,
    PULL,
    SMUDGED,
    UNPLUG,
    InsertCard,
    Mischief,
    MoveHandle,
    SettleCard,
    TakeCard,
)
from companion.table.base import TableWrapper
from companion.table.urls import table_for_url
from tests.recorded import recorded
from tests.session.evenings import yard

PATIENCE = 200.0


class Unseen(TableWrapper):
    """Emulated readers without touch seats, so that the app does not deal to them."""

    @property
    def touch_seats(self) -> frozenset[int]:
        """Return no seats."""
        return frozenset()


class Evening:
    """A session of people with real cards: hands of the rig move them, and the app only reads."""

    def __init__(self, board: BoardEntry | None = None) -> None:
        # A faster pace would lose the emulated readers on a busy machine.
        self.table = Unseen(table_for_url("rig:3?pace=2"))
        self.loop = open_session(
            self.table, seed=2, boards=(board or yard(),), players=("person", "person", "random")
        )

    def until(self, condition: Callable[[], bool], what: str) -> None:
        """Wait for a condition.

        Raises:
            AssertionError: It does not come true in time.
        """
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, (
                f"waited in vain until {what}; page {self.loop.session.page}"
            )
            self.loop.poll(time.monotonic())
            time.sleep(0.002)

    def reads(self, seat: int) -> list[int | None]:
        """Return the codes that the app reads in a reader."""
        return [reading.code for reading in self.loop.session.readers.by_seat[seat].row]

    def put(self, seat: int, codes: tuple[int, ...]) -> None:
        """Put cards in from slot 1, and wait until they are read."""
        for slot, code in enumerate(codes, 1):
            self.loop.send(InsertCard(seat, slot, code))
        self.until(lambda: self.reads(seat) == list(codes), f"seat {seat} is read")

    def on(self, page: str) -> bool:
        """Say whether this page is shown."""
        return self.loop.session.page == page

    def all_answer(self) -> bool:
        """Say whether no reader of a person is lost; the pilot's is set aside while it plays."""
        return all(not self.loop.session.readers.by_seat[seat].lost for seat in (1, 2))

    def ready(self, seat: int) -> bool:
        """Say whether a seat is ready."""
        match = self.loop.session.match
        return match is not None and seat in match.question.answers


def test_two_turns_with_real_cards() -> None:
    """Play two turns with a smudged card and a lost cable; deal only when every card is out.

    The pilot programs last.
    """
    room = Evening()
    try:
        _two_turns(room)
    finally:
        room.loop.close()


def _two_turns(room: Evening) -> None:
    loop = room.loop
    room.until(
        lambda: all(not loop.session.readers.by_seat[seat].lost for seat in (1, 2, 3)),
        "all readers answer",
    )
    loop.send(Begin())
    loop.send(Confirm(loop.session.revision))
    assert loop.session.match is not None and loop.session.match.cards_are_real
    first, second = tuple(CODES[40:45]), tuple(CODES[50:55])
    room.until(lambda: room.on("program"), "cards can be dealt")
    room.put(1, first)
    loop.send(Mischief(1, SMUDGED, 2))
    room.until(
        lambda: room.loop.session.readers.by_seat[1].row[1].status != OK, "the smudge is read"
    )
    room.until(
        lambda: (
            loop.session.readers.by_seat[1].model is not None
            and any(loop.session.readers.by_seat[1].model.bulbs[1])
        ),
        "its light shines",
    )
    assert loop.session.readers.lamps.lit[1][1] == BLINK
    loop.send(MoveHandle(1, PULL))
    room.until(
        lambda: loop.session.match is not None and 1 in loop.session.match.question.problems,
        "the pull is refused",
    )
    loop.send(SettleCard(1, 2))
    room.until(lambda: room.reads(1) == list(first), "the card is clean")
    loop.send(MoveHandle(1, PULL))
    room.until(lambda: room.ready(1), "seat 1 is ready")
    assert room.reads(3) == [None] * 5
    loop.send(Mischief(1, UNPLUG))
    room.until(lambda: bool(loop.session.readers.by_seat[1].lost), "the cable is missed")
    assert room.ready(1) and room.reads(1) == list(first)
    loop.send(Mischief(1, PLUG))
    room.put(2, second)
    room.until(lambda: not loop.session.readers.by_seat[1].lost, "the reader is back")
    loop.send(MoveHandle(2, PULL))
    room.until(lambda: room.on("play"), "the turn begins")
    lying = [code for seat in (1, 2, 3) for code in room.reads(seat)]
    assert len(set(lying)) == 15 and lying[:10] == [*first, *second]
    while not room.on("summary"):
        loop.send(Confirm(loop.session.revision))
    # A busy machine may have lost one for a moment.
    room.until(room.all_answer, "all readers answer")
    loop.send(Confirm(loop.session.revision))
    room.until(lambda: room.on("deal"), "the cards are to be taken out")
    assert isinstance(loop.view.body, DealPage)
    room.until(
        lambda: loop.session.readers.lamps.lit[2] == (BLINK,) * 5, "the lights of full slots blink"
    )
    for seat in (1, 2):
        for slot in range(1, 6):
            loop.send(TakeCard(seat, slot))
    room.until(lambda: room.on("program"), "the next cards can be dealt")
    assert room.reads(1) == room.reads(2) == room.reads(3) == [None] * 5


def test_every_empty_slot_blinks_at_a_real_reader() -> None:
    """Name three empty slots in one sentence, and blink just these at the real firmware.

    After two cards only the last one blinks.
    """
    room = Evening()
    try:
        _three_gaps(room)
    finally:
        room.loop.close()


def _three_gaps(room: Evening) -> None:
    loop, lit = room.loop, set[int]()
    room.until(
        lambda: all(not loop.session.readers.by_seat[seat].lost for seat in (1, 2, 3)),
        "all readers answer",
    )
    loop.send(Begin())
    loop.send(Confirm(loop.session.revision))
    room.until(lambda: room.on("program"), "cards can be dealt")
    for slot in (1, 3):
        loop.send(InsertCard(1, slot, CODES[40 + slot]))
    room.until(
        lambda: room.reads(1) == [CODES[41], None, CODES[43], None, None], "two cards are read"
    )
    loop.send(MoveHandle(1, PULL))
    room.until(
        lambda: loop.session.match is not None and 1 in loop.session.match.question.problems,
        "the pull is refused",
    )
    assert loop.session.match is not None and str(
        loop.session.match.question.problems[1]
    ) == recorded("slots-2-4-and-5-are")

    def burning() -> set[int]:
        model = loop.session.readers.by_seat[1].model
        shining = {slot for slot in range(1, 6) if model is not None and any(model.bulbs[slot - 1])}
        # The lamps of before the pull may still be on their way; lamps that stay wrong never match
        # this.
        if shining <= {2, 4, 5}:
            lit.update(shining)
        else:
            lit.clear()
        return lit

    room.until(lambda: burning() == {2, 4, 5}, "these three, and no other, shine now and then")
    for slot in (2, 5):
        loop.send(InsertCard(1, slot, CODES[40 + slot]))
    room.until(
        lambda: (
            loop.session.match is not None
            and "slot 4: no card" in str(loop.session.match.question.problems.get(1, ""))
        ),
        "one slot is left",
    )
    assert loop.session.readers.lamps.lit == {1: (0, 0, 0, BLINK, 0)}
