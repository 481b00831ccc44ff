"""The best races alone against the clock of turns: how long each took, and where its piece stood after every round, so that a ghost can be drawn."""

from __future__ import annotations

from typing import Final, TypeAlias

from companion.geometry import Heading, Square
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple

Spot: TypeAlias = tuple[int, int, Square, Heading]
"""Turn, round, and where the piece stood then; "" for a place off the board."""
KEPT: Final = 3
"""As many are kept of each course: a record that is taken back has one behind it."""


@kept_as("Trial course turns rounds person track key")
class Trial(NamedTuple):
    """A race alone that reached its end: on which course (a mark of board, flags and settings), in how many turns and rounds of the last one, and whose it was.

    `person` is a number of `companion.records.book`, 0 for nobody in particular; `key` is that of the race, "" until somebody says so.
    """

    course: str
    turns: int
    rounds: int
    person: int
    track: tuple[Spot, ...]
    key: str = ""

    @property
    def took(self) -> tuple[int, int]:
        """What is compared: less is better."""
        return self.turns, self.rounds

    def at(self, turn: int, round: int) -> Spot | None:
        """Where its piece stood last at this moment; None before its first round."""
        return next((spot for spot in reversed(self.track) if spot[:2] <= (turn, round)), None)


def with_trial(trials: tuple[Trial, ...], trial: Trial) -> tuple[Trial, ...]:
    """With one more, once; the best of each course are kept, of equal ones the earlier."""
    others = without_trial(trials, trial.key)
    if any(_alike(other, trial) for other in others):
        return others
    own = sorted(
        (*(other for other in others if other.course == trial.course), trial),
        key=lambda one: one.took,
    )
    return (*(other for other in others if other.course != trial.course), *own[:KEPT])


def without_trial(trials: tuple[Trial, ...], key: str) -> tuple[Trial, ...]:
    """Without that of the race of this key, if there is one."""
    return tuple(trial for trial in trials if not key or trial.key != key)


def best_of(trials: tuple[Trial, ...], course: str, but: Trial | None = None) -> Trial | None:
    """The best race on a course, other than one, whatever its key; None where there is none yet."""
    return min(
        (
            trial
            for trial in trials
            if trial.course == course and (but is None or not _alike(trial, but))
        ),
        key=lambda one: one.took,
        default=None,
    )


def _alike(one: Trial, other: Trial) -> bool:
    """Whether they are the same but for their keys."""
    return one._replace(key=other.key) == other
