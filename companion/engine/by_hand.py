"""What people have changed in a race by hand, as events (rulebook 12); they are told like everything else that happens (`events`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from companion.geometry import Heading, Square
from companion.words import Text

# A board knows beams, which are events, and changes know boards.
if TYPE_CHECKING:
    from companion.engine.changes import BoardChange


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
    change: BoardChange | None = None
    rule: str = "12.1"


class FlagMoved(NamedTuple):
    """People have laid a flag on another square."""

    flag: int
    start: Square
    end: Square
    rule: str = "12.1"


HandEvent: TypeAlias = PlacedByHand | ParkedByHand | SetByHand | FlagMoved
HAND_EVENTS: Final = (PlacedByHand, ParkedByHand, SetByHand, FlagMoved)
