"""Readers with bad links in play are shown in the status bar and recorded, until they are quiet.

No page has to be open for that.
"""

from __future__ import annotations

from pathlib import Path
from time import monotonic

import pytest

from companion.app.loop import open_session
from companion.gallery.computer import machine
from companion.health.base import checks, run_checks
from companion.health.checks.readers import CABLE
from companion.health.monitored_table import PERIOD, MonitoredTable
from companion.health.process_facts import ProcessFacts, ReaderStatistics, SettledSize
from companion.health.watch import FILE, ROOM
from companion.health.watch import HealthWatch as HealthWatch
from companion.signals import (
    ASIDE,
    DIRTY,
    EMPTY,
    FLOODING,
    OK,
    REST,
    Counters,
    Deed,
    Lamps,
    ReaderBack,
    ReaderLost,
    ReaderReport,
    Signal,
    SlotRead,
    SlotReport,
    SwapReaders,
    TableProblem,
    Watch,
)
from companion.table.urls import table_for_url
from companion.table.virtual import VirtualTable
from companion.words import NOTHING, text
from tests.recorded import recorded
from tests.table.reader_stand import await_true


class Wired:
    """A table with one reader, at seat 2; it reports once for each `Watch(True)`, a poll later."""

    sign = text("1 card reader")
    touch_seats: frozenset[int] = frozenset()

    def __init__(self) -> None:
        self.counters = Counters(100, 0, 0, 0.1)
        self.waiting: list[Signal] = []
        self.deeds: list[Deed] = []
        self.kind = "usb"

    def open(self) -> None:
        """Do nothing."""

    def poll(self) -> tuple[Signal, ...]:
        """Return what waits."""
        waiting, self.waiting = tuple(self.waiting), []
        return waiting

    def show(self, lamps: Lamps) -> None:
        """Ignore lamps, which it lacks."""

    def do(self, deed: Deed) -> None:
        """Report on request."""
        self.deeds.append(deed)
        if deed == Watch(True):
            slots = (SlotReport(EMPTY, None, 0),) * 5
            self.waiting.append(
                ReaderReport(2, self.kind, "E6614C775B4A2137", "1.0", REST, slots, self.counters)
            )

    def close(self) -> None:
        """Do nothing."""


class Stand:
    """A monitored table and a watch over its counters, with one clock moved by hand."""

    def __init__(self, folder: Path) -> None:
        self.seconds = 0.0
        self.inner = Wired()
        self.table = MonitoredTable(self.inner, lambda: self.seconds)
        self.world = machine(folder, since=ProcessFacts(self.table.tallies))
        self.watch = HealthWatch(self.world, lambda: self.seconds, (checks()["counters"],))

    def play(
        self, seconds: float, frames: int = 2, damaged: int = 0, resends: int = 0
    ) -> list[TableProblem]:
        """Return what is news within so many seconds, with so many frames each."""
        problems: list[TableProblem] = []
        for _ in range(int(seconds)):
            self.seconds += 1
            was = self.inner.counters
            self.inner.counters = Counters(
                was.frames + frames, was.resends + resends, was.damaged + damaged, 0.1
            )
            assert not [signal for signal in self.table.poll() if isinstance(signal, ReaderReport)]
            self.watch.look()
            problems += self.watch.poll()
        return problems


def test_a_cable_that_damages_is_told_recorded_and_over_when_it_is_quiet(tmp_path: Path) -> None:
    """Name seat, finding and remedy of a bad cable, without the table test, until it is quiet."""
    stand = Stand(tmp_path)
    assert stand.play(600) == []
    (trouble,) = stand.play(600, damaged=1)
    assert trouble.place == "health counters"
    words = str(trouble.words)
    assert (
        words.startswith("Seat 2: ")
        and words == recorded("messages-damaged-in-5-minutes")
        and words.endswith(str(CABLE))
    )
    assert stand.play(600) == [TableProblem("health counters", NOTHING)]
    assert [line[20:33] for line in (stand.world.state / FILE).read_text("utf-8").splitlines()] == [
        "counters bad:",
        "counters fine",
    ]


def test_reports_are_asked_for_seldom_and_never_left_on(tmp_path: Path) -> None:
    """Request reports once a period for a moment, and hide them from the session."""
    stand = Stand(tmp_path)
    stand.play(5 * PERIOD)
    rounds = stand.inner.deeds
    assert rounds == [Watch(True), Watch(False)] * (len(rounds) // 2)
    assert 5 <= len(rounds) // 2 <= 6


def test_a_reader_that_reports_nothing_is_not_waited_for(tmp_path: Path) -> None:
    """End a round without reports by itself."""
    stand = Stand(tmp_path)
    stand.inner.counters = Counters(0, 0, 0, 0.0)
    stand.play(PERIOD, frames=0)
    assert stand.inner.deeds[-1] == Watch(False)


def test_the_table_test_keeps_its_reports(tmp_path: Path) -> None:
    """Pass reports while the session watches the table, and do not switch them off."""
    stand = Stand(tmp_path)
    stand.table.do(Watch(True))
    assert [type(signal) for signal in stand.table.poll()] == [ReaderReport]
    for _ in range(300):
        stand.seconds += 1
        stand.table.poll()
    assert stand.inner.deeds == [Watch(True)]
    stand.table.do(Watch(False))
    stand.play(PERIOD)
    assert stand.inner.deeds[:2] == [Watch(True), Watch(False)] and stand.inner.deeds[-1] == Watch(
        False
    )


def test_everything_else_passes_untouched() -> None:
    """Pass all else in order, except a report that was not requested."""
    inner = Wired()
    table = MonitoredTable(inner, lambda: 0.0)
    said: list[Signal] = [
        ReaderBack(2),
        SlotRead(2, 1, OK, 31),
        ReaderLost(2, "its cable is unplugged"),
    ]
    inner.waiting = [*said]
    assert list(table.poll()) == said
    table.do(SwapReaders(1, 2))
    assert inner.deeds == [SwapReaders(1, 2)] and (table.sign, table.touch_seats) == (
        inner.sign,
        inner.touch_seats,
    )
    table.show(Lamps({}))
    table.open()
    table.close()


def test_a_reader_that_comes_and_goes_is_told(tmp_path: Path) -> None:
    """Report three losses within ten minutes with the reason, not a reader set aside."""
    stand = Stand(tmp_path)
    for reason in (ASIDE, "its cable is unplugged", ASIDE, "its cable is unplugged"):
        stand.inner.waiting.append(ReaderLost(2, reason))
        assert stand.play(30) == []
    stand.inner.waiting.append(ReaderLost(2, "its cable is unplugged"))
    (trouble,) = stand.play(30)
    assert str(trouble.words) == recorded("lost-3-times-in-10-minutes")
    assert TableProblem("health counters", NOTHING) in stand.play(700)


def test_a_reader_that_floods_is_told_at_once(tmp_path: Path) -> None:
    """Report a flooding reader the first time, without blaming its cable."""
    stand = Stand(tmp_path)
    stand.inner.waiting.append(ReaderLost(2, FLOODING))
    (trouble,) = stand.play(30)
    assert str(trouble.words) == recorded("Seat-2-reader-not-used-lately")


def test_a_slot_that_cannot_read_again_and_again_is_told(tmp_path: Path) -> None:
    """Report a slot with five unreadable cards, but not cards that are being inserted."""
    stand = Stand(tmp_path)
    problems: list[TableProblem] = []
    for lying in (1, 1, 1, 1, 1, 10, 10, 10, 10, 10):
        stand.inner.waiting.append(SlotRead(2, 4, DIRTY))
        problems += stand.play(lying)
        stand.inner.waiting.append(SlotRead(2, 4, OK, 31))
        problems += stand.play(20)
    assert [str(trouble.words)[:46] for trouble in problems] == [
        "Seat 2, slot 4: cards not read 5 times in 10 m"
    ]


def test_readers_that_change_seats_are_tallied_afresh(tmp_path: Path) -> None:
    """Count readers from zero after a swap of seats."""
    stand = Stand(tmp_path)
    stand.inner.waiting += [ReaderLost(2, "its cable is unplugged")] * 2
    stand.play(10)
    stand.table.do(SwapReaders(2, 3))
    assert stand.table.tallies() == ()


def test_a_new_link_begins_at_nothing(tmp_path: Path) -> None:
    """Count a returned reader from zero, without damage while it was plugged in."""
    stand = Stand(tmp_path)
    stand.play(200)
    stand.inner.counters = Counters(3, 2, 50, 0.1)
    assert stand.play(300) == []


@pytest.mark.parametrize(
    ("tally", "words"),
    [
        (ReaderStatistics(1, 600), "Seat 1: all messages of the reader arrive."),
        (ReaderStatistics(3, 600, 12, 4), "Seat 3: all messages of the reader arrive."),
        (ReaderStatistics(3, 600, 61, 0), "61 messages sent again"),
        (ReaderStatistics(3, 600, 0, 13), "13 of 613 messages damaged"),
    ],
)
def test_a_few_are_no_trouble(tmp_path: Path, tally: ReaderStatistics, words: str) -> None:
    """Report more than a sensible share only, in status bar and doctor."""
    (finding,) = run_checks(machine(tmp_path, since=ProcessFacts(lambda: (tally,))), ("counters",))
    assert words in str(finding.words)


def test_real_firmware_on_a_bad_cable_is_counted_while_nobody_watches() -> None:
    """Count damage of every tenth frame by the real firmware, with no report in the session."""
    start = monotonic()
    table = MonitoredTable(
        table_for_url("rig:2?pace=12&faults=corrupt=10%"), lambda: (monotonic() - start) * 100
    )
    heard: list[Signal] = []

    def counted() -> bool:
        heard.extend(table.poll())
        return [tally.seat for tally in table.tallies() if tally.frames and tally.damaged] == [1, 2]

    table.open()
    try:
        await_true(counted, lambda: f"damaged frames in {table.tallies()}")
    finally:
        table.close()
    assert ReaderBack(1) in heard
    assert not [signal for signal in heard if isinstance(signal, ReaderReport)]


def test_many_seats_are_one_short_sentence(tmp_path: Path) -> None:
    """Show many seats in one short sentence, and record all."""
    tallies = tuple(
        ReaderStatistics(seat, 60, 9, 6, ("its cable is unplugged",) * 3) for seat in (1, 2, 5)
    )
    world = machine(tmp_path, since=ProcessFacts(lambda: tallies))
    watch = HealthWatch(world, lambda: 0.0, (checks()["counters"],))
    watch.look()
    (trouble,) = watch.poll()
    assert str(trouble.words) == recorded("Seats-1-2-5-reader-lost", CABLE=CABLE)
    assert len(str(trouble.words)) <= ROOM
    assert (world.state / FILE).read_text("utf-8") == recorded("6-of-66-messages-damaged")


def test_growth_counts_from_where_it_has_settled() -> None:
    """Count growth from the settled level, not from the start."""
    seconds = 0.0
    settled = SettledSize(lambda: seconds, after=300.0)
    assert settled(100) is None
    seconds = 301.0
    assert settled(180) == settled(190) == 180


def test_an_evening_is_played_over_an_overheard_table_as_over_its_own(tmp_path: Path) -> None:
    """Play a real session over a monitored table."""
    from companion.ui.app import usual_session

    loop = usual_session(tmp_path)
    assert isinstance(loop.table, MonitoredTable)
    assert loop.table.sign == open_session(VirtualTable()).table.sign
    assert any("The app uses" in str(found.words) for found in loop.host.examine())
    loop.close()
