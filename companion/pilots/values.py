"""The value of poses: the turns left to the last marker, on average over the hands to come.

All hands of all turns to come are too many to walk. So each register is considered by itself: a
move can be chosen if one of a few cards has it, and the best of those that can be chosen is played.
That is a Markov decision process over poses and registers, solved by value iteration, one leg after
the other from the last.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from companion.engine.solo_table import GONE, SoloTable
from companion.games.kit.pilot import Solo
from companion.named_tuples import NamedTuple
from companion.pilots.hand_values import HandValues

DEATH: Final = 1.2
"""Turns that a death costs, in addition to the way from the place where the piece comes back."""
LIFE: Final = 2.5
"""Turns that the last life but one is worth; the value of the others is this divided by their
number."""
_SLOWER: Final[tuple[float, ...]] = (0.0, 0.07, 0.2, 0.42, 1.1, 2.4, 5.5, 8.0, 9.0, 9.0)
"""By which share of the turns left the way becomes longer with so many points of damage, by fewer
cards and locked slots. Measured in races alone."""
REST: Final = 1.0
"""Turns that a rest costs; damage never costs more by itself, except for the danger of the next
hit."""
_DANGER: Final = 0.03
"""The additional cost of each point, a little more than nothing, since destruction is nearer."""
_HIT: Final = 0.15
"""Turns that a hit costs while ways are valued, when the damage is unknown."""
_ENOUGH: Final = 0.01
"""Turns by which values may still change when the iteration ends."""
_ROUNDS: Final = 80
_FAR: Final = 12.0
"""The value from which the iteration begins, and the distance to a marker without a way to it."""
_NOTE: Final = "values"


class _LegMove(NamedTuple):
    """A move in one register of one leg."""

    pose: int
    """The pose after it, or GONE."""
    cost: float
    """The turns that its hits cost."""
    touched: int
    """The number of markers that it touches."""
    chance: float
    """The probability that it can be played."""


class Values:
    """The turns left, by the number of the next marker, the next register, and the pose."""

    def __init__(self, solo_table: SoloTable) -> None:
        """Solve every leg of the race, which takes a moment."""
        self._lone = solo_table
        # How likely one of a few cards has a move.
        self._chances = tuple(
            1.0 - (1.0 - share) ** solo_table.choice for share in solo_table.shares
        )
        last = len(solo_table.flags)
        # A destroyed piece usually comes back on the marker before.
        self._homes = [solo_table.start, *(solo_table.pose(flag, 0) for flag in solo_table.flags)]
        done = [[0.0] * solo_table.poses for _ in range(self._lone.registers)]
        self._turns = [done] * (last + 2)
        for goal in range(last, 0, -1):
            self._turns[goal] = [[_FAR] * solo_table.poses for _ in range(self._lone.registers)]
            self._solve(goal)

    def turns(self, goal: int, pose: int) -> float:
        """Return the turns left at the start of a turn; 0 if every marker is touched."""
        return self._turns[min(goal, len(self._turns) - 1)][0][pose]

    def _solve(self, goal: int) -> None:
        """Sweep over all poses, from the last register to the first, until values hardly change."""
        ways = self._ways(goal)
        turns = self._turns[goal]
        for _ in range(_ROUNDS):
            death = DEATH + turns[0][self._homes[goal - 1]]
            if (
                max(
                    [
                        self._sweep(goal, register, ways[register], death)
                        for register in reversed(range(self._lone.registers))
                    ]
                )
                < _ENOUGH
            ):
                return

    def _sweep(self, goal: int, register: int, ways: list[list[_LegMove]], death: float) -> float:
        """Update every pose in a register, counted from 0, from the next one.

        Return the largest change.
        """
        then, turn = (register + 1, 0.0) if register + 1 < self._lone.registers else (0, 1.0)
        mine, after, change = self._turns[goal][register], self._turns[goal][then], 0.0
        for pose, moves in enumerate(ways):
            found = sorted(
                [
                    (
                        (
                            death
                            if end == GONE
                            else turn
                            + (self._after(goal + touched, then, end) if touched else after[end])
                        )
                        + cost,
                        chance,
                    )
                    for end, cost, touched, chance in moves
                ]
            )
            value, open_ = 0.0, 1.0
            for turns, chance in found:
                value += open_ * chance * turns
                open_ *= 1.0 - chance
            # Some card is played, even if it is the worst.
            value += open_ * found[-1][0]
            change = max(change, abs(value - mine[pose]))
            mine[pose] = value
        return change

    def _after(self, goal: int, register: int, pose: int) -> float:
        # The turn in which the last marker is touched does not count to its end.
        if goal < len(self._turns) - 1:
            return self._turns[goal][register][pose]
        if register == 0:
            return -1.0
        return 0.0

    def _ways(self, goal: int) -> list[list[list[_LegMove]]]:
        """Return the moves of every pose, by register from 0.

        Registers that are alike share them.
        """
        solo_table, found = self._lone, list[list[list[_LegMove]]]()
        for register in range(1, self._lone.registers + 1):
            like = solo_table.alike(register)
            found.append(
                found[like - 1]
                if like < register
                else [self._moves(goal, register, pose) for pose in range(solo_table.poses)]
            )
        return found

    def _moves(self, goal: int, register: int, pose: int) -> list[_LegMove]:
        ways = []
        for move, chance in enumerate(self._chances):
            end, hits, _, _ = self._lone.step(register, move, pose)
            ways.append(
                _LegMove(end, hits * _HIT, self._lone.touches(register, move, pose, goal), chance)
            )
        return ways


Worth: TypeAlias = Values | HandValues
"""The values of poses, as computed for the game that is played."""


def values_of(solo_table: SoloTable) -> Worth:
    """Return the values of a race, solved on first use and kept with it."""
    found = solo_table.notes.get(_NOTE)
    if not isinstance(found, (Values, HandValues)):
        found = solo_table.notes[_NOTE] = (
            HandValues(solo_table) if solo_table.hands(1) else Values(solo_table)
        )
    return found


def damage_cost(damage: int, turns: float) -> float:
    """Return the turns that damage costs: a longer way, or a rest if that is cheaper."""
    return min(_SLOWER[damage] * turns, REST) + _DANGER * damage if turns else 0.0


def death_cost(solo: Solo) -> float:
    """Return the turns that a death costs, in addition to the way.

    The last life is worth more than the whole rest of the race.
    """
    if solo.lives is None:
        return DEATH
    return DEATH + (LIFE / (solo.lives - 1) if solo.lives > 1 else 100.0)


def wants_rest(damage: int, turns: float) -> bool:
    """Say whether a rest pays: the damage would cost more than the turn."""
    return _SLOWER[damage] * turns > REST
