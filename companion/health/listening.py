"""A table that is listened to while people play: readers are asked now and then how they fare, and nobody at the table notices."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from threading import Lock
from typing import Final

from companion.health.since import LONG, RECENT, Tally
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
from companion.table.base import Around, Table
from companion.words import Text

PERIOD: Final = 120.0
"""Seconds between two questions to all readers."""
SOON: Final = 5.0
"""Seconds until they are asked at first, and once one of them is in trouble."""
PATIENCE: Final = 2.0
"""Seconds in which readers report, once they are asked."""
LYING: Final = 3.0
"""Seconds from which on a card that cannot be read is no card that is just being pushed in."""
MOST: Final = 1000
"""So much of each kind is remembered, even if nobody asks."""
UNREADABLE: Final = (BADCODE, DIRTY, UNSTABLE)


class Overheard(Around):
    """Hands everything on to `inner` and from it, but for reports that nobody at the table has asked for.

    Reports are asked for with the table's own `Watch`, for as long as one round of them takes; where the session watches the table
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
        self._seats: dict[int, _SeatTally] = {}
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
        told = (
            signals
            if self._watched or not reported
            else tuple(signal for signal in signals if not isinstance(signal, ReaderReport))
        )
        self._ask(now, reported)
        return told

    def do(self, deed: Deed) -> None:
        """Hand the deed on. Readers that change seats are tallied afresh."""
        if isinstance(deed, Watch):
            # The session's own wish counts: a round of ours is over with it, whichever it was.
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
            seat = self._seats.setdefault(signal.seat, _SeatTally(signal.seat))
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
    """How the reader of one seat fares, from what it is heard to say: counters as they grow, losses, cards that cannot be read.

    Pure: seconds of any clock are handed in.
    """

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._link: tuple[str, Counters] | None = None
        self._grown: deque[tuple[float, int, int, int]] = deque(maxlen=MOST)
        self._losses: deque[tuple[float, Text | str]] = deque(maxlen=MOST)
        self._bad_since: dict[int, float] = {}
        self._unreadable: deque[tuple[float, int]] = deque(maxlen=MOST)

    def report(self, now: float, report: ReaderReport) -> None:
        """Its counters, whose growth is counted from the first ones of each link; a reader without any adds nothing.

        `now` in seconds, as for all that follows.
        """
        counters, before = report.counters, self._link
        if counters is None:
            return
        self._link = (report.uid, counters)
        # Another reader, or fewer frames than before: a link has begun anew and its counters with it, so there is nothing to compare with.
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
        """It does not answer any more; half a sentence says why."""
        # What lies in its slots is told anew when it comes back.
        self._bad_since.clear()
        self._losses.append((now, reason))

    def slot(self, now: float, slot: int, status: str) -> None:
        """A slot shows something else; one that could not be read for a while counts once that is over."""
        since = self._bad_since.get(slot)
        if status in UNREADABLE:
            self._bad_since.setdefault(slot, now)
        elif since is not None:
            del self._bad_since[slot]
            if now - since >= LYING:
                self._unreadable.append((now, slot))

    def told(self, now: float) -> Tally:
        """How it has fared lately."""
        grown = [frames for at, *frames in self._grown if now - at <= RECENT]
        # The zeros are for a reader that has not been heard lately.
        frames, resends, damaged = (sum(part) for part in zip((0, 0, 0), *grown, strict=True))
        lying = [slot for slot, since in self._bad_since.items() if now - since >= LYING]
        slots = [*lying, *(slot for at, slot in self._unreadable if now - at <= LONG)]
        unreadable = tuple(slots.count(slot) for slot in range(1, SLOTS + 1))
        return Tally(
            self._seat,
            frames,
            resends,
            damaged,
            tuple(reason for at, reason in self._losses if now - at <= LONG),
            unreadable,
        )
