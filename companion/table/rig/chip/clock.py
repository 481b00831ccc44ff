"""The chip's own time, in which every look at a pin takes as long as it would take in CircuitPython on the real chip.

Time runs ahead of the world while the firmware works, and the process sleeps when it is ahead far enough: many short waits become one,
so that eight readers are a light load, and a scan takes as long as on the bench, however fast this machine is.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

SECOND: Final = 1_000_000_000
QUANTUM, LONGEST_QUANTUM = 6_000_000, 20_000_000
"""How far ahead the chip may run: nanoseconds of the world, and of its own time where that is less. Late enough to be cheap, soon enough
that whatever happens at the pins is noticed as if at once."""

DIGITAL, CONVERSION, PORT = 15_000, 200_000, 30_000
"""Nanoseconds of the chip that it takes to set or read a pin, to convert a voltage, to look at the port: with the byte code around it."""


class ChipClock:
    """Nanoseconds since the chip was powered (`now`), `pace` times as fast as time. `wait(seconds)` is how the process passes time."""

    def __init__(
        self,
        pace: float,
        wait: Callable[[float], None],
        world: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self.now = 0
        self.pace = pace
        self._wait, self._world = wait, world
        self._begun = world()
        self._ahead = min(round(QUANTUM * pace), LONGEST_QUANTUM)
        self._settled = self._ahead

    def spend(self, nanoseconds: int) -> None:
        """The chip is busy for so long."""
        self.now += nanoseconds
        if self.now >= self._settled:
            self.settle()

    def settle(self) -> None:
        """Let the world catch up, and listen to it; a chip that has fallen behind loses the time."""
        self._wait(max(0.0, (self.now - self.world_now()) / self.pace / SECOND))
        self.now = max(self.now, self.world_now())
        self._settled = self.now + self._ahead

    def world_now(self) -> int:
        """What the time would be for a chip that is neither ahead nor behind."""
        return round((self._world() - self._begun) * self.pace)

    def sleep(self, seconds: float) -> None:
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        self.spend(round(seconds * SECOND))

    def monotonic(self) -> float:
        self.spend(DIGITAL)
        return self.now / SECOND

    def monotonic_ns(self) -> int:
        self.spend(DIGITAL)
        return self.now
