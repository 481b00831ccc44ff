"""How the reader of one seat fares, from what it is heard to say: counters as they grow, losses, cards that cannot be read.

Pure: seconds of any clock are handed in.
"""
from __future__ import annotations

from collections import deque
from typing import Final

from companion.health.since import Tally
from companion.signals import BADCODE, DIRTY, SLOTS, UNSTABLE, Counters, ReaderReport

RECENT: Final = 300.0
"""Seconds back in which frames count."""
LONG: Final = 600.0
"""Seconds back in which losses and unreadable cards count."""
LYING: Final = 3.0
"""Seconds from which on a card that cannot be read is no card that is just being pushed in."""
MOST: Final = 1000
"""So much of each kind is remembered, even if nobody asks."""
UNREADABLE: Final = (BADCODE, DIRTY, UNSTABLE)


class SeatTally:
    """What is known of the reader of a seat."""

    def __init__(self, seat: int) -> None:
        """Nothing yet."""
        self._seat = seat
        self._link: tuple[str, Counters] | None = None
        self._grown: deque[tuple[float, int, int, int]] = deque(maxlen=MOST)
        self._losses: deque[tuple[float, str]] = deque(maxlen=MOST)
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
            self._grown.append((now, counters.frames - was.frames, counters.resends - was.resends, counters.damaged - was.damaged))

    def lost(self, now: float, reason: str) -> None:
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
        return Tally(self._seat, frames, resends, damaged, tuple(reason for at, reason in self._losses if now - at <= LONG), unreadable)
