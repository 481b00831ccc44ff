"""The best time trials: how long each took, and the piece's places, to draw a ghost from."""

from __future__ import annotations

from typing import Final, TypeAlias

from companion.geometry import Heading, Square
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple

Spot: TypeAlias = tuple[int, int, Square, Heading]
"""Turn, round, and the place of the piece then; the square is empty off the board."""
KEPT: Final = 3
"""How many are kept of each course: a record that is taken back has another one after it."""


@kept_as("Trial course turns rounds person track key")
class Trial(NamedTuple):
    """A race alone that reached its end."""

    course: str
    """A hash of board, flags and settings."""
    turns: int
    rounds: int
    """The rounds of the last turn."""
    person: int
    """A number of `companion.records.book`, 0 for a guest."""
    track: tuple[Spot, ...]
    key: str = ""
    """That of the race, empty until set."""

    @property
    def took(self) -> tuple[int, int]:
        """The values to compare: less is better."""
        return self.turns, self.rounds

    def at(self, turn: int, round: int) -> Spot | None:
        """Return the last place of its piece at this moment, None before its first round."""
        return next((spot for spot in reversed(self.track) if spot[:2] <= (turn, round)), None)


def with_trial(trials: tuple[Trial, ...], trial: Trial) -> tuple[Trial, ...]:
    """Return the trials with one more, once; the best of each course are kept.

    Of equal ones the earlier is kept.
    """
    others = without_trial(trials, trial.key)
    if any(_alike(other, trial) for other in others):
        return others
    own = sorted(
        (*(other for other in others if other.course == trial.course), trial),
        key=lambda one: one.took,
    )
    return (*(other for other in others if other.course != trial.course), *own[:KEPT])


def without_trial(trials: tuple[Trial, ...], key: str) -> tuple[Trial, ...]:
    """Return the trials without that of the race of this key, if there is one."""
    return tuple(trial for trial in trials if not key or trial.key != key)


def best_of(trials: tuple[Trial, ...], course: str, but: Trial | None = None) -> Trial | None:
    """Return the best race on a course except `but`, None without one."""
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
    """Say whether they are equal except for their keys."""
    return one._replace(key=other.key) == other
