"""What a spot is worth where all cards of a hand are played: how many turns a piece needs from there, on average over the hands that it may hold.

With few cards nothing but their order is chosen. Then a register cannot be thought of by itself, as `values` does; instead each of some hands is walked whole
from every spot, and the values are iterated over turns, one leg after the other from the last.
"""

from __future__ import annotations

from typing import Final

from companion.games.foresight import GONE, Lone
from companion.pilots.search import endings

_FAR: Final = 8.0
"""Where the iteration begins."""
_ENOUGH: Final = 0.01
"""Turns by which values may still change when the iteration ends."""
_ROUNDS: Final = 60
_LOST: Final = 3.0
"""Turns that a spot off the board costs, besides the way from the start."""


class HandValues:
    """The turns that are left at the start of a turn, by the number of the marker to touch next and the spot."""

    def __init__(self, lone: Lone) -> None:
        """It takes a moment, since every hand is walked from every spot."""
        last = len(lone.flags)
        self._lone, self._turns = lone, dict[int, list[float]]()
        for goal in range(last, 0, -1):
            self._solve(goal, last)

    def turns(self, goal: int, spot: int) -> float:
        """How many turns are left at the start of a turn; 0 where every marker is touched."""
        return self._turns[goal][spot] if goal in self._turns else 0.0

    def _solve(self, goal: int, last: int) -> None:
        """Iterate over all spots until nothing changes much any more."""
        ways = [self._ways(goal, spot) for spot in range(self._lone.spots)]
        mine = self._turns[goal] = [_FAR] * self._lone.spots
        for _ in range(_ROUNDS):
            change = 0.0
            for spot, hands in enumerate(ways):
                found = 1.0 + sum(
                    [
                        min([self._after(touched, end, last) for touched, end in ends])
                        for ends in hands
                    ]
                ) / len(hands)
                change = max(change, abs(found - mine[spot]))
                mine[spot] = found
            if change < _ENOUGH:
                return

    def _after(self, goal: int, spot: int, last: int) -> float:
        if goal > last:
            return 0.0
        return (
            _LOST + self._turns[goal][self._lone.start] if spot == GONE else self._turns[goal][spot]
        )

    def _ways(self, goal: int, spot: int) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Where each hand can lead: pairs of the marker that is next then, and the spot."""
        lone = self._lone
        free = (None,) * lone.registers
        found = (endings(lone, (spot, 0, goal), hand, free) for hand in lone.hands(goal))
        return tuple(tuple({(ending.goal, ending.spot): None for ending in ends}) for ends in found)
