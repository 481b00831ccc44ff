"""A table that is observed during games: readers report now and then, unnoticed by the session."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from threading import Lock
from typing import Final

from companion.health.process_facts import LONG, RECENT, ReaderStatistics
from companion.signals import (
    ASIDE,
    BADCODE,
    DIRTY,
    NO_READER,
    SLOTS,
    UNSTABLE,
    Counters,
    Deed,
    FreeSeat,
    GiveSeat,
    ReaderLost,
    ReaderReport,
    Signal,
    SlotRead,
    SwapReaders,
    Watch,
)
from companion.table.base import Table, TableWrapper
from companion.words import Text

PERIOD: Final = 120.0
"""Seconds between two requests to all readers."""
SOON: Final = 5.0
"""Seconds until the first request, and until one after a reader has had trouble."""
PATIENCE: Final = 2.0
"""Seconds in which readers report after a request."""
LYING: Final = 3.0
"""Seconds after which an unreadable card is not just being inserted."""
MOST: Final = 1000
"""Maximum number of remembered events of each kind."""
UNREADABLE: Final = (BADCODE, DIRTY, UNSTABLE)


class MonitoredTable(TableWrapper):
    """Passes everything on to `inner` and from it, except reports that the session did not ask for.

    Reports are requested with the table's own `Watch`, for one round; if the session watches the
    table itself, its reports are used. `clock` is in seconds. `tallies` may be called from any
    thread.
    """

    def __init__(self, inner: Table, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(inner)
        self._clock = clock
        self._watched = False
        self._asked: float | None = None
        self._answered = False
        self._due = clock() + SOON
        self._seats: dict[int, _SeatTally] = {}
        self._lock = Lock()

    def open(self) -> None:
        """Open the inner table; nobody watches it at first."""
        self._watched, self._asked, self._due = False, None, self._clock() + SOON
        super().open()

    def poll(self) -> tuple[Signal, ...]:
        """Return the signals of the table, without reports that only this class asked for."""
        signals, now = super().poll(), self._clock()
        reported = False
        for signal in signals:
            if isinstance(signal, (ReaderReport, ReaderLost, SlotRead)):
                reported |= isinstance(signal, ReaderReport)
                self._hear(signal, now)
        if self._watched or not reported:
            polled = signals
        else:
            polled = tuple(signal for signal in signals if not isinstance(signal, ReaderReport))
        self._ask(now, reported)
        return polled

    def do(self, deed: Deed) -> None:
        """Pass the deed on. Readers that change seats start a new tally."""
        if isinstance(deed, Watch):
            # The session's own wish counts: it ends a round of ours.
            self._watched, self._asked = deed.on, None
        elif isinstance(deed, (SwapReaders, GiveSeat, FreeSeat)):
            with self._lock:
                self._seats.clear()
        super().do(deed)

    def tallies(self) -> tuple[ReaderStatistics, ...]:
        """Return the recent tally of each reader, by seat."""
        with self._lock:
            return tuple(
                self._seats[seat].statistics(self._clock()) for seat in sorted(self._seats)
            )

    def _hear(self, signal: ReaderReport | ReaderLost | SlotRead, now: float) -> None:
        """Note a signal; a reader in trouble is asked soon."""
        troubled = False
        with self._lock:
            seat = self._seats.setdefault(signal.seat, _SeatTally(signal.seat))
            if isinstance(signal, ReaderReport):
                seat.report(now, signal)
            elif isinstance(signal, SlotRead):
                troubled = signal.status in UNREADABLE
                seat.slot(now, signal.slot, signal.status)
            # A seat without a reader, or with one set aside, has no cable to blame.
            elif signal.reason not in (NO_READER, ASIDE):
                troubled = True
                seat.lost(now, signal.reason)
        if troubled:
            self._due = min(self._due, now + SOON)

    def _ask(self, now: float, reported: bool) -> None:
        """Start or end a round of reports when it is time."""
        if self._asked is not None:
            # All readers report in the same poll or the next: the first poll without reports after
            # some is the end.
            over = now - self._asked >= PATIENCE or (self._answered and not reported)
            self._answered |= reported
            if over:
                self._asked = None
                self.inner.do(Watch(False))
        elif now >= self._due:
            self._due = now + PERIOD
            if not self._watched:
                self._asked, self._answered = now, False
                self.inner.do(Watch(True))


class _SeatTally:
    """The tally of one seat's reader: growth of counters, losses, unreadable cards.

    Pure: seconds of any clock are passed in.
    """

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._link: tuple[str, Counters] | None = None
        self._grown: deque[tuple[float, int, int, int]] = deque(maxlen=MOST)
        self._losses: deque[tuple[float, Text | str]] = deque(maxlen=MOST)
        self._bad_since: dict[int, float] = {}
        self._unreadable: deque[tuple[float, int]] = deque(maxlen=MOST)

    def report(self, now: float, report: ReaderReport) -> None:
        """Add a report's counters; growth counts from the first ones of each link.

        A reader without counters adds nothing.
        """
        counters, before = report.counters, self._link
        if counters is None:
            return
        self._link = (report.uid, counters)
        # Another reader, or fewer frames than before: a new link with new counters, so there is
        # nothing to compare.
        if before is not None and before[0] == report.uid and before[1].frames <= counters.frames:
            was = before[1]
            self._grown.append(
                (
                    now,
                    counters.frames - was.frames,
                    counters.resends - was.resends,
                    counters.damaged - was.damaged,
                )
            )

    def lost(self, now: float, reason: Text | str) -> None:
        """Note a loss, with the reason in half a sentence."""
        # The cards are reported again when it comes back.
        self._bad_since.clear()
        self._losses.append((now, reason))

    def slot(self, now: float, slot: int, status: str) -> None:
        """Note a slot's status; a slot that was unreadable for a while counts when that ends."""
        since = self._bad_since.get(slot)
        if status in UNREADABLE:
            self._bad_since.setdefault(slot, now)
        elif since is not None:
            del self._bad_since[slot]
            if now - since >= LYING:
                self._unreadable.append((now, slot))

    def statistics(self, now: float) -> ReaderStatistics:
        """Return the recent tally."""
        grown = [frames for at, *frames in self._grown if now - at <= RECENT]
        # The zeros are for a reader without recent reports.
        frames, resends, damaged = (sum(part) for part in zip((0, 0, 0), *grown, strict=True))
        lying = [slot for slot, since in self._bad_since.items() if now - since >= LYING]
        slots = [*lying, *(slot for at, slot in self._unreadable if now - at <= LONG)]
        unreadable = tuple(slots.count(slot) for slot in range(1, SLOTS + 1))
        return ReaderStatistics(
            self._seat,
            frames,
            resends,
            damaged,
            tuple(reason for at, reason in self._losses if now - at <= LONG),
            unreadable,
        )
