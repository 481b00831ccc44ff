"""What a table needs that works in a thread of its own: orders from the app, troubles that are told once, and how long to wait."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from companion.signals import Deed, Lamps, Signal, Trouble
from companion.words import NOTHING, Text

LONGEST_WAIT: Final = 0.5
"""Seconds. Nobody waits longer in one go, so that a clock that jumps is noticed."""
UNKNOWN: Final = 0.02
"""Seconds waited at most while it is not known how fast the clock runs."""


class Orders:
    """`show`, `order` and `stop` are for the app's thread and never wait; everything else is for the table's thread.

    There is no lock: both queues are appended to by the one thread and emptied by the other, which a deque bears.
    """

    def __init__(self) -> None:
        self.stopping = False
        self._deeds: deque[Deed] = deque()
        self._lamps: deque[Lamps] = deque(maxlen=1)
        self._ear, self._bell = os.pipe()
        for end in (self._ear, self._bell):
            os.set_blocking(end, False)

    def show(self, lamps: Lamps) -> None:
        """The lamps are to burn like this from now on; an earlier picture that was not fetched yet is not wanted any more."""
        self._lamps.append(lamps)
        self._ring()

    def order(self, deed: Deed) -> None:
        """This is to be done soon, in the order of the calls."""
        self._deeds.append(deed)
        self._ring()

    def stop(self) -> None:
        """The thread is to end soon."""
        self.stopping = True
        self._ring()

    def fileno(self) -> int:
        """What a selector watches to hear the bell."""
        return self._ear

    def hush(self) -> None:
        """The bell was heard."""
        with suppress(BlockingIOError):
            os.read(self._ear, 4096)

    def deeds(self) -> tuple[Deed, ...]:
        """What was ordered since the last call."""
        return tuple(self._deeds.popleft() for _ in range(len(self._deeds)))

    def lamps(self) -> Lamps | None:
        """The latest picture, None where none has come since the last call."""
        return self._lamps.pop() if self._lamps else None

    def close(self) -> None:
        """Take the bell down; call it when the thread has ended."""
        os.close(self._ear)
        os.close(self._bell)

    def _ring(self) -> None:
        # A full pipe rings already.
        with suppress(BlockingIOError):
            os.write(self._bell, b"!")


class OpenTroubles:
    """The troubles of now, by place; what is new goes into `tell`."""

    def __init__(self, tell: Callable[[Signal], None]) -> None:
        self._tell = tell
        self._words: dict[str, Text | str] = {}

    def say(self, place: str, words: Text | str) -> None:
        """This is wrong at a place, or nothing is (NOTHING)."""
        if self._words.get(place, NOTHING) != words:
            self._tell(Trouble(place, words))
        self._words[place] = words

    def words(self, place: str) -> Text | str:
        """What is wrong at a place, NOTHING for nothing."""
        return self._words.get(place, NOTHING)


class Tempo:
    """Measures a clock (seconds, monotonic) against time, all the while."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._since, self._real_since = clock(), time.monotonic()
        self._rate: float | None = 1.0 if clock is time.monotonic else None

    def wait(self, due: float) -> float:
        """Real seconds until the clock shows `due`, 0 where it already does, and never more than is wise to wait in one go (LONGEST)."""
        now = self._clock()
        self._measure(now)
        if due <= now:
            return 0.0
        # A clock that stands has a rate of 0.
        return min((due - now) / self._rate, LONGEST_WAIT) if self._rate else UNKNOWN

    def _measure(self, now: float) -> None:
        real = time.monotonic()
        if self._clock is not time.monotonic and real - self._real_since >= UNKNOWN:
            self._rate = max((now - self._since) / (real - self._real_since), 0.0)
            self._since, self._real_since = now, real
