"""The best races alone against the clock of turns: how long each took, and where its piece stood after every round, so that a ghost can be drawn."""
from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from companion.engine.geometry import Heading, Square

Spot: TypeAlias = tuple[int, int, Square, Heading]
"""Turn, round, and where the piece stood then; "" for a place off the board."""
KEPT: Final = 3
"""As many are kept of each course: a record that is taken back has one behind it."""


class Trial(NamedTuple):
    """A race alone that reached its end: on which course (a mark of board, flags and settings), in how many turns and rounds of the last one, and whose it was.

    `person` is a number of `companion.records.book`, 0 for nobody in particular.
    """

    course: str
    turns: int
    rounds: int
    person: int
    track: tuple[Spot, ...]

    @property
    def took(self) -> tuple[int, int]:
        """What is compared: less is better."""
        return self.turns, self.rounds

    def at(self, turn: int, round: int) -> Spot | None:
        """Where its piece stood last at this moment; None before its first round."""
        return next((spot for spot in reversed(self.track) if spot[:2] <= (turn, round)), None)


def with_trial(trials: tuple[Trial, ...], trial: Trial) -> tuple[Trial, ...]:
    """With one more, once; the best of each course are kept, of equal ones the earlier."""
    own = sorted((*(other for other in trials if other.course == trial.course and other != trial), trial), key=lambda one: one.took)
    return (*(other for other in trials if other.course != trial.course), *own[:KEPT])


def without_trial(trials: tuple[Trial, ...], trial: Trial) -> tuple[Trial, ...]:
    """Without this one."""
    return tuple(other for other in trials if other != trial)


def best_of(trials: tuple[Trial, ...], course: str, but: Trial | None = None) -> Trial | None:
    """The best race on a course, other than one; None where there is none yet."""
    return min((trial for trial in trials if trial.course == course and trial != but), key=lambda one: one.took, default=None)
