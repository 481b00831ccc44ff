"""Changes of a race by hand, as plain values, and the events that tell them (rulebook 12).

A change says what somebody wants and checks nothing: a kept game may hold any value in it, and `changing` refuses what cannot be.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from companion.geometry import Heading, Square
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple
from companion.words import Text


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
    checkpoints: tuple[tuple[Square, Heading], ...]


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


# ---- Events ----------------------------------------------------------------------------------------------------------------


class PlacedByHand(NamedTuple):
    """People have put a clank on a square, from `start` or (None) from the parking row; `damage` is what it has now (12.2, 12.3)."""

    seat: int
    start: Square | None
    square: Square
    before: Heading
    heading: Heading
    damage: int
    rule: str = "12.2"


class ParkedByHand(NamedTuple):
    """People have sent a clank to the parking row."""

    seat: int
    start: Square
    rule: str = "12.1"


class SetByHand(NamedTuple):
    """People have set something: `what` it is called, its values `before` and `after` in words; `seat` is None for the whole race.

    `change` is what people wanted, where it is about a clank: whoever needs the value finds it there.
    """

    seat: int | None
    what: Text
    before: Text
    after: Text
    change: object = None
    rule: str = "12.1"


class FlagMoved(NamedTuple):
    """People have laid a flag on another square."""

    flag: int
    start: Square
    end: Square
    rule: str = "12.1"


HandEvent: TypeAlias = PlacedByHand | ParkedByHand | SetByHand | FlagMoved
HAND_EVENTS: Final = (PlacedByHand, ParkedByHand, SetByHand, FlagMoved)
