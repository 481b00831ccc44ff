"""What hands may change in a race through the debugging menu, as plain values (rulebook 12).

They say what somebody wants and check nothing: a kept game may hold any value in them, and `changing` refuses what cannot be.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from companion.engine.state import Checkpoint
from companion.geometry import Heading, Square
from companion.kept_names import kept_as


@kept_as("PutOn seat square heading")
class PutOn(NamedTuple):
    """Put a clank on a square with a heading: one that is bumped, one that is parked and has a life left, or one that is only turned (12.2).

    `heading` is 0-3 for N E S W. A parked clank comes onto the board undamaged by it (12.3).
    """

    seat: int
    square: Square
    heading: Heading


@kept_as("Park seat")
class Park(NamedTuple):
    """Send a clank to the parking row; no life is lost, and it comes back in the next cleanup."""

    seat: int


@kept_as("SetDamage seat damage")
class SetDamage(NamedTuple):
    """Give a clank so many points of damage, 0-9; locks follow at the next deal."""

    seat: int
    damage: int


@kept_as("SetLives seat lives")
class SetLives(NamedTuple):
    """Give a clank so many lives, None for no limit; one that was out is parked when it gets a life, one without any is out."""

    seat: int
    lives: int | None


@kept_as("SetNextFlag seat flag")
class SetNextFlag(NamedTuple):
    """The flag that a clank must touch next, from 1 to the number of flags."""

    seat: int
    flag: int


@kept_as("SetTouched seat flag touched")
class SetTouched(NamedTuple):
    """Give a clank a flag, or take it away, where flags count in any order."""

    seat: int
    flag: int
    touched: bool


@kept_as("SetCheckpoints seat checkpoints")
class SetCheckpoints(NamedTuple):
    """The places where a clank comes back, as (square, heading), the one touched last at the end."""

    seat: int
    checkpoints: tuple[Checkpoint, ...]


@kept_as("SetPower seat down announced")
class SetPower(NamedTuple):
    """Whether a clank sits this turn out, and whether it has announced to sit the next one out."""

    seat: int
    down: bool
    announced: bool


@kept_as("MoveFlag flag square")
class MoveFlag(NamedTuple):
    """Lay a flag on another square of the board; flags count from 1."""

    flag: int
    square: Square


ClankChange: TypeAlias = (
    PutOn | Park | SetDamage | SetLives | SetNextFlag | SetTouched | SetCheckpoints | SetPower
)
BoardChange: TypeAlias = ClankChange | MoveFlag
