"""The closed set of what can happen in a race; screen, instructions, journal and statistics are written against these.

Every event carries `rule`, the number of the rule that caused it (rulebook section, or a case such as E152 where that says more).
Squares are names, headings 0-3 for N E S W, seats 1-8. `cause` is one of the CAUSES.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from companion.engine.cards import Card
from companion.engine.geometry import Heading, Square
from companion.words import Text

# A board knows beams, which are events, and changes know boards.
if TYPE_CHECKING:
    from companion.engine.changes import BoardChange

CARD, PUSH, BELT, PUSHER, ROTATOR, LASER, SHOT, PIT, EDGE, CRUSHER, REPAIR, POWER = (
    "card", "push", "belt", "pusher", "rotator", "laser", "shot", "pit", "edge", "crusher", "repair", "power down",
)
MOVEMENTS: Final = frozenset((CARD, PUSH, BELT, PUSHER))
"""The causes by which a clank can come onto a square."""
BEAM: Final = "beam"
"""What crosses an edge where a beam or a shot does; barriers may let it pass where they stop clanks. No event has this cause."""
CAUSES: Final = (CARD, PUSH, BELT, PUSHER, ROTATOR, LASER, SHOT, PIT, EDGE, CRUSHER, REPAIR, POWER)


class TurnBegan(NamedTuple):
    """A turn begins; power downs take effect now (6.5.4)."""

    turn: int
    rule: str = "5"


class PoweredDown(NamedTuple):
    """A clank sits this turn out and has lost all its damage (6.5.1, 6.5.4)."""

    seat: int
    repaired: int
    rule: str


class PowerDownAnnounced(NamedTuple):
    """A player has pushed the handle: the clank will sit out the next turn (6.5.2)."""

    seat: int
    rule: str = "6.5.2"


class Dealt(NamedTuple):
    """A player is dealt so many cards; `locked` are the slots whose cards stay (6.2, 6.3)."""

    seat: int
    # Every tuple has a method of this name, which nobody asks of an event.
    count: int  # type: ignore[assignment]
    locked: tuple[int, ...]
    rule: str


class RegisterBegan(NamedTuple):
    """A register begins (7.1)."""

    turn: int
    register: int
    rule: str = "7.1"


class BeatBegan(NamedTuple):
    """A part of the register begins in which something acts: `name` is such as "fast belts" (7.1)."""

    name: str
    rule: str = "7.1"


class CardPlayed(NamedTuple):
    """A clank plays a card; what follows until the next card is its doing (7.2.1)."""

    seat: int
    card: Card
    rule: str = "7.2.1"


class Turned(NamedTuple):
    """A clank now has another heading."""

    seat: int
    square: Square
    before: Heading
    after: Heading
    cause: str
    rule: str


class Moved(NamedTuple):
    """A clank came from a square to the next one in direction `way`; `heading` is the way it faces, `by` the seat that pushed it or None."""

    seat: int
    start: Square
    end: Square
    heading: Heading
    way: Heading
    cause: str
    by: int | None
    rule: str


class Stopped(NamedTuple):
    """A clank could not leave `square` in direction `way`, for a `reason` of REASONS; `other` is the seat that is in the way, or None."""

    seat: int
    square: Square
    way: Heading
    reason: str
    other: int | None
    rule: str


WALL, ROW, JAM, CLAIM, TORN = "wall", "row", "jam", "claim", "torn"
REASONS: Final = (WALL, ROW, JAM, CLAIM, TORN)
"""A wall; a row of clanks that cannot move; a clank that stays; two wishes for one square; two pushers on one square."""


class Damaged(NamedTuple):
    """A clank was hit for `points` and now has `damage`; `by` is the seat that shot or the square of the emitter."""

    seat: int
    square: Square
    points: int
    damage: int
    cause: str
    by: int | Square | None
    rule: str


class Healed(NamedTuple):
    """A clank lost `points` of damage and now has `damage`."""

    seat: int
    square: Square
    points: int
    damage: int
    cause: str
    rule: str


class Destroyed(NamedTuple):
    """A clank was destroyed on (or off) `square` and goes to the parking row; `lives` are those left, None without limit (8.3)."""

    seat: int
    square: Square
    cause: str
    lives: int | None
    rule: str


class FlagTouched(NamedTuple):
    """A clank touched its next flag, number `flag` (7.11.1)."""

    seat: int
    flag: int
    square: Square
    rule: str


class CheckpointTouched(NamedTuple):
    """A clank will come back here, with this heading, if it can (7.11.2)."""

    seat: int
    square: Square
    heading: Heading
    rule: str


class Won(NamedTuple):
    """A clank has touched the last flag: the race is over (10.1)."""

    seat: int
    rule: str


class NobodyWon(NamedTuple):
    """Every clank is out: the race is over without a winner (10.4)."""

    rule: str = "10.4"


class Respawned(NamedTuple):
    """A parked clank is back on the board, undamaged (9.2, 9.3)."""

    seat: int
    square: Square
    heading: Heading
    rule: str


class StayedParked(NamedTuple):
    """All checkpoints of a parked clank are occupied; it is tried again in the next cleanup (9.4)."""

    seat: int
    rule: str = "9.4"


class TurnEnded(NamedTuple):
    """The cleanup is over (9)."""

    turn: int
    rule: str = "9"


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


Event: TypeAlias = (
    TurnBegan | PoweredDown | PowerDownAnnounced | Dealt | RegisterBegan | BeatBegan | CardPlayed | Turned | Moved | Stopped | Damaged
    | Healed | Destroyed | FlagTouched | CheckpointTouched | Won | NobodyWon | Respawned | StayedParked | TurnEnded | PlacedByHand
    | ParkedByHand | SetByHand | FlagMoved
)


def _quickly(kind: type[Any]) -> Callable[[tuple[Any, ...]], Any]:
    """The constructor of an event that takes its fields as one tuple, in half the time: for the few that a register tells by the dozen.

    Nobody counts the fields, and defaults are not filled in: every field must be given, `rule` included.
    """
    return partial(tuple.__new__, kind)


dealt, card_played, turned, moved, damaged = (_quickly(kind) for kind in (Dealt, CardPlayed, Turned, Moved, Damaged))
