"""How long to wait really until a clock shows a time: an emulated table's clock runs faster than time."""
from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

LONGEST: Final = 0.5
"""Seconds. Nobody waits longer in one go, so that a clock that jumps is noticed."""
UNKNOWN: Final = 0.02
"""Seconds waited at most while it is not known how fast the clock runs."""


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
        return min((due - now) / self._rate, LONGEST) if self._rate else UNKNOWN

    def _measure(self, now: float) -> None:
        real = time.monotonic()
        if self._clock is not time.monotonic and real - self._real_since >= UNKNOWN:
            self._rate = max((now - self._since) / (real - self._real_since), 0.0)
            self._since, self._real_since = now, real
