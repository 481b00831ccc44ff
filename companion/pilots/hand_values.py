"""The value of poses if all cards of a hand are played: the turns left, on average over hands.

With few cards only their order is chosen. A register cannot be considered by itself, as `values`
does. Instead each of some hands is walked completely from every pose, and the values are iterated
over turns, one leg after the other from the last. Hands have many cards in common, and the effect
of the same cards is the same for all of them, so all hands are walked together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.engine.solo_table import GONE, NO_MOVE, SoloTable
from companion.named_tuples import NamedTuple

_FAR: Final = 8.0
"""The value from which the iteration begins, in turns."""
_ENOUGH: Final = 0.01
"""Turns by which values may still change when the iteration ends."""
_ROUNDS: Final = 60
_LOST: Final = 3.0
"""Turns that a pose off the board costs, in addition to the way from the start."""


class _PlayedCards(NamedTuple):
    """Some cards of a hand that have been played, in so many registers."""

    register: int
    before: Sequence[tuple[int, int]]
    """The cards played before, by their index in the plan, and the move of the last one."""


class _HandWalk(NamedTuple):
    """The plan for walking all hands: everything that can be played, and the ends of each hand."""

    played: Sequence[_PlayedCards]
    ends: Sequence[Sequence[int]]


class HandValues:
    """The turns left at the start of a turn, by the number of the next marker and the pose."""

    def __init__(self, solo_table: SoloTable) -> None:
        """Solve all legs, which takes a moment, since every hand is walked from every pose."""
        self._lone, self._last, self._wide = solo_table, len(solo_table.flags), solo_table.poses + 1
        # By place: marker and pose as one number. The pose after the last one is off the board.
        self._turns = [0.0] * ((self._last + 2) * self._wide)
        self._done = (self._last + 1) * self._wide
        self._led: dict[tuple[int, int, int], tuple[int, bool]] = {}
        plans: dict[tuple[tuple[int, ...], ...], _HandWalk] = {}
        for goal in range(self._last, 0, -1):
            hands = solo_table.hands(goal)
            if hands not in plans:
                plans[hands] = self._planned(hands)
            self._solve(goal, plans[hands])

    def turns(self, goal: int, pose: int) -> float:
        """Return the turns left at the start of a turn; 0 if every marker is touched."""
        return self._turns[goal * self._wide + pose] if 0 < goal <= self._last else 0.0

    def _solve(self, goal: int, plan: _HandWalk) -> None:
        """Iterate over all poses until the values hardly change."""
        turns, first, poses = self._turns, goal * self._wide, self._lone.poses
        gone, start = first + poses, first + self._lone.start
        turns[first:gone] = [_FAR] * poses
        turns[gone] = _LOST + _FAR
        ways = [list(self._ways(plan, place)) for place in range(first, gone)]
        for _ in range(_ROUNDS):
            change = 0.0
            for place, hands in enumerate(ways, first):
                found = 1.0 + sum([min([turns[end] for end in ends]) for ends in hands]) / len(
                    hands
                )
                change = max(change, abs(found - turns[place]))
                turns[place] = found
                if place == start:
                    turns[gone] = _LOST + found
            if change < _ENOUGH:
                return

    def _ways(self, plan: _HandWalk, start: int) -> Iterator[tuple[int, ...]]:
        """Yield for each hand the places where it can lead from a place."""
        size = len(self._turns)
        alive: list[set[int]] = [{start}]
        over: list[set[int]] = [set()]
        for played in plan.played[1:]:
            going, ended = set[int](), set[int]()
            for before, move in played.before:
                ended |= over[before]
                for state in alive[before]:
                    after, is_over = self._after(played.register, move, state)
                    (ended if is_over else going).add(after)
            alive.append(going)
            over.append(ended)
        for ends in plan.ends:
            yield tuple(
                {place for end in ends for place in (*over[end], *(s % size for s in alive[end]))}
            )

    def _after(self, register: int, move: int, state: int) -> tuple[int, bool]:
        """Return the state after a move, and whether the turn ends there.

        A state is a place plus the damage times the number of places.
        """
        key = self._lone.alike(register), move, state
        found = self._led.get(key)
        if found is not None:
            return found
        damage, place = divmod(state, len(self._turns))
        goal, pose = divmod(place, self._wide)
        after, hits, heals, _ = self._lone.step(register, move, pose)
        touched = goal + self._lone.touches(register, move, pose, goal)
        # A piece that has touched the last marker has won, regardless of the rest of this register.
        if touched > self._last:
            found = self._done, True
        elif after == GONE or damage + hits >= self._lone.deadly:
            found = touched * self._wide + self._lone.poses, True
        else:
            left = max(0, damage + hits - heals)
            found = left * len(self._turns) + touched * self._wide + after, False
        self._led[key] = found
        return found

    def _planned(self, hands: Sequence[tuple[int, ...]]) -> _HandWalk:
        """Return all that can be played of some hands.

        Slots are empty if the cards do not last.
        """
        nothing = (0,) * len(hands[0])
        places, before = {(0, nothing): 0}, list[dict[tuple[int, int], None]]([{}])
        registers = [0]
        for register in range(1, self._lone.registers + 1):
            for hand in hands:
                for (then, used), place in [*places.items()]:
                    if then != register - 1 or not _can_be(hand, then, used):
                        continue
                    for move, after in _next(used, hand):
                        at = places.setdefault((register, after), len(places))
                        if at == len(before):
                            before.append({})
                            registers.append(register)
                        before[at][place, move] = None
        ends = [
            [
                place
                for (register, used), place in places.items()
                if register == self._lone.registers and _can_be(hand, register, used)
            ]
            for hand in hands
        ]
        return _HandWalk([*map(_PlayedCards, registers, map(tuple, before))], ends)


def _can_be(hand: tuple[int, ...], registers: int, used: tuple[int, ...]) -> bool:
    """Say whether some cards of a hand are played after so many registers."""
    return sum(used) == min(registers, sum(hand)) and all(map(int.__le__, used, hand))


def _next(used: tuple[int, ...], hand: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
    """Return the moves that can follow some cards of a hand, each with all cards played then."""
    return [
        (move, (*used[:move], used[move] + 1, *used[move + 1 :]))
        for move in range(len(hand))
        if used[move] < hand[move]
    ] or [(NO_MOVE, used)]
