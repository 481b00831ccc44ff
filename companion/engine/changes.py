"""Corrections of a race by hand as plain values, and the events that report them (rulebook 12).

A change states a wish and checks nothing: a saved game may hold any value in it. `changing` refuses
what is impossible.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from companion.geometry import Heading, Square
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple
from companion.words import Text


@kept_as("PutOn seat square heading")
class PutOn(NamedTuple):
    """Put a clank on a square with a heading (12.2).

    It may be on the board already, or parked with a life left. A parked clank comes back undamaged
    (12.3).
    """

    seat: int
    square: Square
    heading: Heading
    """0-3 for N E S W."""


@kept_as("Park seat")
class Park(NamedTuple):
    """Send a clank to the parking row. It loses no life and comes back in the next cleanup."""

    seat: int


@kept_as("SetDamage seat damage")
class SetDamage(NamedTuple):
    """Set a clank's damage, 0-9; locks follow at the next deal."""

    seat: int
    damage: int


@kept_as("SetLives seat lives")
class SetLives(NamedTuple):
    """Set a clank's lives, None for no limit.

    A clank that was out is parked when it gets a life; a parked one without lives is out.
    """

    seat: int
    lives: int | None


@kept_as("SetNextFlag seat flag")
class SetNextFlag(NamedTuple):
    """Set the flag that a clank must touch next, from 1 to the number of flags."""

    seat: int
    flag: int


@kept_as("SetTouched seat flag touched")
class SetTouched(NamedTuple):
    """Give a clank a flag or take it away, in modes where flags count in any order."""

    seat: int
    flag: int
    touched: bool


@kept_as("SetCheckpoints seat checkpoints")
class SetCheckpoints(NamedTuple):
    """Set the places where a clank comes back, as (square, heading).

    The one touched last is at the end.
    """

    seat: int
    checkpoints: tuple[tuple[Square, Heading], ...]


@kept_as("SetPower seat down announced")
class SetPower(NamedTuple):
    """Set whether a clank rests this turn, and whether it has announced a rest for the next one."""

    seat: int
    down: bool
    announced: bool


@kept_as("MoveFlag flag square")
class MoveFlag(NamedTuple):
    """Move a flag to another square of the board; flags count from 1."""

    flag: int
    square: Square


ClankChange: TypeAlias = (
    PutOn | Park | SetDamage | SetLives | SetNextFlag | SetTouched | SetCheckpoints | SetPower
)
BoardChange: TypeAlias = ClankChange | MoveFlag


# ---- Events --------------------------------------------------------------------------------------


class PlacedByHand(NamedTuple):
    """People put a clank on a square (12.2, 12.3)."""

    seat: int
    start: Square | None
    """None for the parking row."""
    square: Square
    before: Heading
    heading: Heading
    damage: int
    """Its damage now."""
    rule: str = "12.2"


class ParkedByHand(NamedTuple):
    """People sent a clank to the parking row."""

    seat: int
    start: Square
    rule: str = "12.1"


class SetByHand(NamedTuple):
    """People set a value."""

    seat: int | None
    """None if it concerns the whole race."""
    what: Text
    """The name of the value."""
    before: Text
    after: Text
    change: object = None
    """The change itself if it is about a clank, for readers that need the plain value."""
    rule: str = "12.1"


class FlagMoved(NamedTuple):
    """People moved a flag to another square."""

    flag: int
    start: Square
    end: Square
    rule: str = "12.1"


HandEvent: TypeAlias = PlacedByHand | ParkedByHand | SetByHand | FlagMoved
HAND_EVENTS: Final = (PlacedByHand, ParkedByHand, SetByHand, FlagMoved)
