"""A table that is listened to while people play: readers are asked now and then how they fare, and nobody at the table notices."""
from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock
from typing import Final

from companion.health.since import Tally
from companion.health.tallies import UNREADABLE, SeatTally
from companion.signals import ASIDE, NO_READER, Deed, FreeSeat, GiveSeat, ReaderLost, ReaderReport, Signal, SlotRead, SwapReaders, Watch
from companion.table.base import Around, Table

PERIOD: Final = 120.0
"""Seconds between two questions to all readers."""
SOON: Final = 5.0
"""Seconds until they are asked at first, and once one of them is in trouble."""
PATIENCE: Final = 2.0
"""Seconds in which readers report, once they are asked."""


class Overheard(Around):
    """Hands everything on to `inner` and from it, but for reports that nobody at the table has asked for.

    Reports are asked for with the table's own `Watch`, for as long as one round of them takes; where the evening watches the table
    itself, its reports are listened to. `clock` tells seconds. `tallies` may be asked from any thread.
    """

    def __init__(self, inner: Table, clock: Callable[[], float] = time.monotonic) -> None:
        """Nothing is asked yet."""
        super().__init__(inner)
        self._clock = clock
        self._watched = False
        self._asked: float | None = None
        self._answered = False
        self._due = clock() + SOON
        self._seats: dict[int, SeatTally] = {}
        self._lock = Lock()

    def open(self) -> None:
        """Open the inner table, at which nobody watches then."""
        self._watched, self._asked, self._due = False, None, self._clock() + SOON
        super().open()

    def poll(self) -> tuple[Signal, ...]:
        """What has happened at the table, but for reports that only we have asked for."""
        signals, now = super().poll(), self._clock()
        reported = False
        for signal in signals:
            if isinstance(signal, (ReaderReport, ReaderLost, SlotRead)):
                reported |= isinstance(signal, ReaderReport)
                self._hear(signal, now)
        told = signals if self._watched or not reported else tuple(signal for signal in signals if not isinstance(signal, ReaderReport))
        self._ask(now, reported)
        return told

    def do(self, deed: Deed) -> None:
        """Hand the deed on. Readers that change seats are tallied afresh."""
        if isinstance(deed, Watch):
            # The evening's own wish counts: a round of ours is over with it, whichever it was.
            self._watched, self._asked = deed.on, None
        elif isinstance(deed, (SwapReaders, GiveSeat, FreeSeat)):
            with self._lock:
                self._seats.clear()
        super().do(deed)

    def tallies(self) -> tuple[Tally, ...]:
        """How each reader has fared lately, by seat."""
        with self._lock:
            return tuple(self._seats[seat].told(self._clock()) for seat in sorted(self._seats))

    def _hear(self, signal: ReaderReport | ReaderLost | SlotRead, now: float) -> None:
        """Take it down; who is in trouble is asked soon."""
        troubled = False
        with self._lock:
            seat = self._seats.setdefault(signal.seat, SeatTally(signal.seat))
            if isinstance(signal, ReaderReport):
                seat.report(now, signal)
            elif isinstance(signal, SlotRead):
                troubled = signal.status in UNREADABLE
                seat.slot(now, signal.slot, signal.status)
            # A seat without a reader, or with one that people have set aside, has no cable that could be blamed.
            elif signal.reason not in (NO_READER, ASIDE):
                troubled = True
                seat.lost(now, signal.reason)
        if troubled:
            self._due = min(self._due, now + SOON)

    def _ask(self, now: float, reported: bool) -> None:
        """Begin or end a round of reports, when it is time; each reader is heard in the same poll or the next."""
        if self._asked is not None:
            # All readers report in the same poll or the next one: the first poll without reports after some is the end.
            over = now - self._asked >= PATIENCE or self._answered and not reported
            self._answered |= reported
            if over:
                self._asked = None
                self.inner.do(Watch(False))
        elif now >= self._due:
            self._due = now + PERIOD
            if not self._watched:
                self._asked, self._answered = now, False
                self.inner.do(Watch(True))
