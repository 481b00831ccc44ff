"""Cables that somebody stumbles over: by chance one of the readers loses its cable, and gets it back a moment later."""
from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

SHORTEST, LONGEST = 1.0, 3.0
"""Seconds that a cable is out."""

NEVER: Final = float("inf")


class Cables:
    """When which cable is pulled, and put back. `mean` is the time between two pulls at the whole table, in seconds; 0: never."""

    def __init__(self, mean: float, random: Random) -> None:
        self._mean, self._random = mean, random
        self._next: float | None = None
        self._out: dict[int, float] = {}

    def turn(self, now: float, plugged: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The seats whose cable is pulled now, one at most, and those who get theirs back, in seconds; `plugged` have one in."""
        back = tuple(seat for seat, until in self._out.items() if now >= until)
        for seat in back:
            del self._out[seat]
        if self._next is None:
            self._next = self._following(now)
        if now < self._next or not plugged:
            return (), back
        self._next = self._following(now)
        seat = self._random.choice(plugged)
        self._out[seat] = now + self._random.uniform(SHORTEST, LONGEST)
        return (seat,), back

    def _following(self, now: float) -> float:
        # Nobody stumbles by the clock: the next time does not depend on when the last one was.
        return now + self._random.expovariate(1 / self._mean) if self._mean else NEVER
