"""The chip's time: every access to a pin takes as long as in CircuitPython on the real chip.

The chip's time runs ahead while the firmware works; the process sleeps when it is far enough ahead.
Many short waits become one, so that eight readers are a light load, and a scan takes as long as on
real hardware on any machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

SECOND: Final = 1_000_000_000
QUANTUM, LONGEST_QUANTUM = 6_000_000, 20_000_000
"""The longest lead of the chip: nanoseconds of the world, and of its own time if that is less.

Long enough to be cheap, short enough for prompt reactions to the pins.
"""

DIGITAL, CONVERSION, PORT = 15_000, 200_000, 30_000
"""Nanoseconds to access a pin, convert a voltage and access the port, byte code included."""


class ChipClock:
    """Nanoseconds since power-up (`now`), `pace` times as fast as real time.

    `wait(seconds)` lets the process wait.
    """

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
        """Let the chip be busy for this long."""
        self.now += nanoseconds
        if self.now >= self._settled:
            self.settle()

    def settle(self) -> None:
        """Wait for the world and take in its messages; a chip that is behind loses the time."""
        self._wait(max(0.0, (self.now - self.world_now()) / self.pace / SECOND))
        self.now = max(self.now, self.world_now())
        self._settled = self.now + self._ahead

    def world_now(self) -> int:
        """Return the time of a chip that is neither ahead nor behind."""
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
