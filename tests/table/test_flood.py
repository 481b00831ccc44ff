"""A reader that sends without end is not used, with a sentence; the others play on.

It comes back whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import pytest

import companion.app.loop
from companion.app.loop import ROUND, open_session
from companion.bench.flooder import FLOODS, Flooder
from companion.session.messages import Begin, Confirm, Go, Message
from companion.session.session import Result, Session
from companion.session.steps import step
from companion.session.view import PROGRAM
from companion.signals import (
    FLOODING,
    OK,
    PULL,
    REST,
    SLOTS,
    Deed,
    HandleMoved,
    InsertCard,
    MoveHandle,
    ReaderBack,
    ReaderLost,
    SetAside,
    SlotRead,
    TakeCard,
)
from companion.table.screen_fallback import ScreenFallback
from companion.table.serial import SerialTable
from companion.table.serial.discovery import ReaderPort
from companion.table.serial.port import BREATHER, LIMIT, MOUTHFUL, Rate
from tests.recorded import NUMBER, recorded
from tests.table.fallback_table import Listener
from tests.table.reader_stand import Stand, await_true, uid_of

MAD, SANE = 1, 2


class Table:
    """Seat 1 has a reader that floods when released, seat 2 a good one, as fast as time.

    `flooder` is None once it is unplugged.
    """

    def __init__(self, flood: str) -> None:
        self.stand = Stand((MAD, SANE), plugged=False)
        with self.stand.lock:
            self.stand.boxes[SANE].plug()
        self.flooder: Flooder | None = Flooder(uid_of(MAD), flood)
        self.path = self.flooder.path
        self.serial = SerialTable(self.find, self.stand.seats(), self.stand.clock)
        self.table = ScreenFallback(self.serial, clock=self.stand.clock)

    def find(self) -> tuple[ReaderPort, ...]:
        """Return the ports of both."""
        flooder = self.flooder
        return (
            *self.stand.find(),
            *([] if flooder is None else [ReaderPort(flooder.path, flooder.uid, "Card reader")]),
        )

    def unplug(self) -> None:
        """Pull the cable of the flooding one."""
        flooder, self.flooder = self.flooder, None
        if flooder is not None:
            flooder.close()

    def replace(self) -> None:
        """Plug a good one in, under the present name of its port."""
        self.unplug()
        with self.stand.lock:
            self.stand.boxes[MAD].plug()

    def close(self) -> None:
        """Close everything."""
        self.table.close()
        self.unplug()
        self.stand.close()


@pytest.fixture
def laid() -> Iterator[Callable[[str], Table]]:
    """Return what makes tables with one reader that floods."""
    with ExitStack() as stack:

        def lay(flood: str) -> Table:
            table = Table(flood)
            stack.callback(table.close)
            return table

        yield lay


def let_go(table: Table) -> None:
    assert table.flooder is not None
    table.flooder.flood()


@pytest.mark.parametrize("flood", FLOODS)
def test_a_flood_of_any_kind_is_stopped_and_the_reader_beside_it_heard(
    flood: str, laid: Callable[[str], Table]
) -> None:
    """Stop valid events, valid answers, noise and an endless line.

    The port is named with its seat and what to do, and is not read any more.
    """
    table = laid(flood)
    table.table.open()
    listener = Listener(table.table)
    listener.until(ReaderBack(MAD), ReaderBack(SANE))
    let_go(table)
    table.stand.do(MoveHandle(SANE, PULL))
    listener.until(HandleMoved(SANE, PULL), HandleMoved(SANE, REST), ReaderLost(MAD, FLOODING))
    listener.until_true(lambda: bool(listener.trouble(table.path)))
    words = listener.trouble(table.path) or ""
    assert words == recorded("it-floods", seat=MAD, path=table.path, rate=NUMBER)
    assert table.flooder is not None
    begun, ended, size = table.flooder.flooded()
    # There is one mouthful for each breather at most, except those before the limit, and what the
    # line itself holds.
    assert size <= (ended - begun) / BREATHER * MOUTHFUL + 65_536 + LIMIT * 120
    listener.forget()
    table.stand.do(InsertCard(SANE, 1, 5))
    listener.until(SlotRead(SANE, 1, OK, 5))
    assert not listener.said(ReaderLost(SANE, FLOODING))


def test_slots_that_change_without_end_wait_as_few(laid: Callable[[str], Table]) -> None:
    """Keep one reading of each slot, and the reason, while a flood is not fetched."""
    table = laid("slots")
    table.serial.open()
    listener = Listener(table.serial)
    listener.until(ReaderBack(MAD), ReaderBack(SANE))
    listener.until_true(lambda: len(listener.of(MAD)) > SLOTS)
    listener.forget()
    let_go(table)
    assert table.flooder is not None
    table.flooder.flooded()
    await_true(
        lambda: table.path not in (table.serial._loop.lines if table.serial._loop else ()),
        "the port is let go of",
    )
    waiting = table.serial.poll()
    assert len([signal for signal in waiting if isinstance(signal, SlotRead)]) <= SLOTS
    assert ReaderLost(MAD, FLOODING) in waiting and len(waiting) <= SLOTS + 2


def test_a_reader_that_flooded_is_used_again_when_people_say_so(
    laid: Callable[[str], Table],
) -> None:
    """Use a reader again on request on the table test, with its plug in, and not before."""
    table = laid("slots")
    table.table.open()
    listener = Listener(table.table)
    listener.until(ReaderBack(MAD), ReaderBack(SANE))
    let_go(table)
    listener.until(ReaderLost(MAD, FLOODING))
    assert table.flooder is not None
    table.flooder.flooded()
    listener.forget()
    listener.do(SetAside(MAD, False))
    listener.until(ReaderBack(MAD))
    assert listener.trouble(table.path) == ""


class Evening:
    """A race of two people, whose rounds are counted.

    `rounds` has the messages that each has handled. Its clock moves by a thousandth at each look:
    after so many looks a round is over.
    """

    def __init__(self, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        self.rounds, self._now = [0], count()
        monkeypatch.setattr(companion.app.loop, "step", self._step)
        self.loop, looks = open_session(table.table, seed=1, players=("person", "person")), count()
        self.loop.clock = lambda: next(looks) / 1000
        # Before there was a clock everything that was heard went through in one round.
        self.rounds = [0]

    def _step(self, session: Session, message: Message) -> Result:
        self.rounds[-1] += 1
        return step(session, message)

    def until(self, true: Callable[[Session], bool], what: str) -> None:
        """Run rounds until a condition holds."""

        def so() -> bool:
            self.rounds.append(0)
            self.loop.poll(float(next(self._now)))
            return true(self.loop.session)

        await_true(
            so,
            lambda: f"{what}: {self.loop.session.readers} on {self.loop.session.page}",
        )

    def say(self, *messages: Message | Deed) -> None:
        """Send messages one by one, each handled before the next."""
        for message in messages:
            self.rounds.append(0)
            self.loop.send(message)
            self.until(lambda _: not self.loop.behind, "all is understood")


def test_the_race_goes_on_beside_a_flood(
    laid: Callable[[str], Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keep rounds short during a flood; play seat 1 on the screen, seat 2 at its reader.

    Plugged in again and good, seat 1 has its reader back.
    """
    table = laid("events")
    evening = Evening(table, monkeypatch)
    evening.until(lambda session: str(session.config.table) == "2 card readers", "both answer")
    evening.say(Go("rules"), Begin())
    while evening.loop.session.page != PROGRAM:
        evening.say(Confirm(evening.loop.session.revision))
    let_go(table)
    evening.until(
        lambda session: session.readers.by_seat[MAD].lost == FLOODING, "it is not used now"
    )
    evening.until(
        lambda session: "messages a second" in str(session.readers.troubles.get(table.path, "")),
        "it is named",
    )
    table.stand.do(MoveHandle(SANE, PULL))
    # Without cards the pull finds a fault, which says that it was heard and understood.
    evening.until(
        lambda session: session.match is not None and SANE in session.match.question.problems,
        "the pull at the sane one",
    )
    codes = [*range(100, 105)]
    for slot, code in enumerate(codes, 1):
        evening.say(TakeCard(MAD, slot), InsertCard(MAD, slot, code))
    evening.until(
        lambda session: [read.code for read in session.readers.by_seat[MAD].row] == codes,
        "cards on the screen",
    )
    table.replace()
    evening.until(
        lambda session: (
            session.readers.by_seat[MAD].lost == "" and table.path not in session.readers.troubles
        ),
        "it is back",
    )
    table.stand.do(InsertCard(MAD, 3, 33))
    evening.until(
        lambda session: (
            [read.code for read in session.readers.by_seat[MAD].row] == [None, None, 33, None, None]
        ),
        "its own card",
    )
    # The clock is read once a message; sums of thousandths may be a little under the end of the
    # round.
    assert max(evening.rounds) <= ROUND * 1000 + 1
    evening.loop.close()


def test_a_plug_that_was_out_for_an_instant_is_noticed(
    laid: Callable[[str], Table], tmp_path: Path
) -> None:
    """Notice a replugged port under the same name although no look came in between."""
    table, place = laid("pongs"), tmp_path / "reader"
    place.symlink_to(table.path)
    serial = SerialTable(
        lambda: (ReaderPort(str(place), uid_of(MAD), "Card reader"),),
        table.stand.seats(),
        table.stand.clock,
    )
    serial.open()
    try:
        listener = Listener(serial)
        listener.until(ReaderBack(MAD))
        let_go(table)
        listener.until(ReaderLost(MAD, FLOODING))
        listener.forget()
        with table.stand.lock:
            table.stand.boxes[MAD].plug()
        (tmp_path / "other").symlink_to(table.stand.boxes[MAD].path)
        (tmp_path / "other").replace(place)
        listener.until(ReaderBack(MAD))
        assert listener.trouble(str(place)) == ""
    finally:
        serial.close()


def test_the_rate_of_a_line() -> None:
    """Count more than the limit over a whole second as a flood, but no burst or busy reader."""
    rate = Rate(0.0)
    assert rate.count(b":\n" * 3 * LIMIT, 0.1) == 0 and rate.over
    assert rate.count(b":\n", 9.0) == 0
    assert rate.count(b":\n", 9.1) == 0 and not rate.over
    assert Rate(0.0).count(b":\n" * LIMIT, 1.0) == 0
    assert Rate(0.0).count(b":\n" * 850, 1.0) == 850
    assert Rate(0.0).count(b"x" * 60 * 300, 1.0) == 300
