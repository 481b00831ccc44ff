"""Parts of a table with its own thread: orders from the app, troubles and waiting times."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from companion.signals import Deed, Lamps, Signal, TableProblem
from companion.words import NOTHING, Text

LONGEST_WAIT: Final = 0.5
"""Seconds of the longest single wait, so that a jumping clock is noticed."""
UNKNOWN: Final = 0.02
"""Longest wait in seconds while the speed of the clock is unknown."""


class OrderQueue:
    """Orders from the app's thread to the table's thread.

    The app's thread calls `show`, `order` and `stop`, which never wait; the table's thread calls
    the rest. No lock is needed: one thread appends to the deques, the other empties them.
    """

    def __init__(self) -> None:
        self.stopping = False
        self._deeds: deque[Deed] = deque()
        self._lamps: deque[Lamps] = deque(maxlen=1)
        self._ear, self._bell = os.pipe()
        for end in (self._ear, self._bell):
            os.set_blocking(end, False)

    def show(self, lamps: Lamps) -> None:
        """Set the lamps; this replaces an earlier picture that was not fetched yet."""
        self._lamps.append(lamps)
        self._ring()

    def order(self, deed: Deed) -> None:
        """Queue a deed; deeds are done in the order of the calls."""
        self._deeds.append(deed)
        self._ring()

    def stop(self) -> None:
        """Ask the thread to end soon."""
        self.stopping = True
        self._ring()

    def fileno(self) -> int:
        """Return the file that a selector watches for the bell."""
        return self._ear

    def hush(self) -> None:
        with suppress(BlockingIOError):
            os.read(self._ear, 4096)

    def deeds(self) -> tuple[Deed, ...]:
        """Return the deeds since the last call."""
        return tuple(self._deeds.popleft() for _ in range(len(self._deeds)))

    def lamps(self) -> Lamps | None:
        """Return the latest picture, or None if none has come since the last call."""
        return self._lamps.pop() if self._lamps else None

    def close(self) -> None:
        """Close the bell. Call it when the thread has ended."""
        os.close(self._ear)
        os.close(self._bell)

    def _ring(self) -> None:
        # A full pipe rings already.
        with suppress(BlockingIOError):
            os.write(self._bell, b"!")


class OpenTroubles:
    """The present troubles by place; changes are passed to `tell`."""

    def __init__(self, tell: Callable[[Signal], None]) -> None:
        self._tell = tell
        self._words: dict[str, Text | str] = {}

    def say(self, place: str, words: Text | str) -> None:
        """Set the trouble of a place; NOTHING ends it."""
        if self._words.get(place, NOTHING) != words:
            self._tell(TableProblem(place, words))
        self._words[place] = words

    def words(self, place: str) -> Text | str:
        """Return the trouble of a place, NOTHING for none."""
        return self._words.get(place, NOTHING)


class Tempo:
    """Measures the speed of a clock (monotonic seconds) against real time."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._since, self._real_since = clock(), time.monotonic()
        self._rate: float | None = 1.0 if clock is time.monotonic else None

    def wait(self, due: float) -> float:
        """Return the real seconds until the clock shows `due`, between 0 and LONGEST_WAIT."""
        now, real = self._clock(), time.monotonic()
        if self._clock is not time.monotonic and real - self._real_since >= UNKNOWN:
            self._rate = max((now - self._since) / (real - self._real_since), 0.0)
            self._since, self._real_since = now, real
        if due <= now:
            return 0.0
        # A clock that has stopped has a rate of 0.
        return min((due - now) / self._rate, LONGEST_WAIT) if self._rate else UNKNOWN
