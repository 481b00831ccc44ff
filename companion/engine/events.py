"""The closed set of events of a race; screen, instructions, journal and statistics rely on it.

Every event carries `rule`, the number of the rule that caused it (a rulebook section, or a case
such as E152 where that says more). Squares are names, headings 0-3 for N E S W, seats 1-8. `cause`
is one of the CAUSES. Events are never changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.engine.cards import Card
from companion.engine.changes import FlagMoved, HandEvent, PlacedByHand
from companion.geometry import Heading, Square
from companion.named_tuples import NamedTuple

# Most events are named tuples. Frequent ones are classes with constructors, which compiled code
# makes in a quarter of the time.


class TurnBegan(NamedTuple):
    """A turn begins; power downs take effect now (6.5.4)."""

    turn: int
    rule: str = "5"


class PoweredDown(NamedTuple):
    """A clank sits this turn out and lost all its damage (6.5.1, 6.5.4)."""

    seat: int
    repaired: int
    rule: str


class PowerDownAnnounced(NamedTuple):
    """A player pushed the handle: the clank will sit out the next turn (6.5.2)."""

    seat: int
    rule: str = "6.5.2"


@dataclass(init=False, unsafe_hash=True)
class Dealt:
    """A player is dealt cards (6.2, 6.3)."""

    seat: Final[int]
    count: Final[int]
    locked: Final[tuple[int, ...]]
    """The slots whose cards stay."""
    rule: Final[str]

    def __init__(self, seat: int, count: int, locked: tuple[int, ...], rule: str) -> None:
        self.seat = seat
        self.count = count
        self.locked = locked
        self.rule = rule


@dataclass(init=False, unsafe_hash=True)
class RegisterBegan:
    turn: Final[int]
    register: Final[int]
    rule: Final[str]

    def __init__(self, turn: int, register: int, rule: str = "7.1") -> None:
        self.turn, self.register, self.rule = turn, register, rule


class BeatBegan(NamedTuple):
    """A part of the register begins in which something acts (7.1)."""

    name: str
    """For example "fast belts"."""
    rule: str = "7.1"


@dataclass(init=False, unsafe_hash=True)
class CardPlayed:
    """A clank plays a card; all until the next card is its effect (7.2.1)."""

    seat: Final[int]
    card: Final[Card]
    rule: Final[str]

    def __init__(self, seat: int, card: Card, rule: str = "7.2.1") -> None:
        self.seat, self.card, self.rule = seat, card, rule


@dataclass(init=False, unsafe_hash=True)
class Turned:
    """A clank has another heading now."""

    seat: Final[int]
    square: Final[Square]
    before: Final[Heading]
    after: Final[Heading]
    cause: Final[str]
    rule: Final[str]

    def __init__(
        self, seat: int, square: Square, before: Heading, after: Heading, cause: str, rule: str
    ) -> None:
        self.seat = seat
        self.square = square
        self.before = before
        self.after = after
        self.cause = cause
        self.rule = rule


@dataclass(init=False, unsafe_hash=True)
class Moved:
    """A clank came from a square to the next one."""

    seat: Final[int]
    start: Final[Square]
    end: Final[Square]
    heading: Final[Heading]
    """The way it faces."""
    direction: Final[Heading]
    """The direction of movement."""
    cause: Final[str]
    by: Final[int | None]
    """The seat that pushed it."""
    rule: Final[str]

    def __init__(
        self,
        seat: int,
        start: Square,
        end: Square,
        heading: Heading,
        direction: Heading,
        cause: str,
        by: int | None,
        rule: str,
    ) -> None:
        self.seat = seat
        self.start = start
        self.end = end
        self.heading = heading
        self.direction = direction
        self.cause = cause
        self.by = by
        self.rule = rule


@dataclass(init=False, unsafe_hash=True)
class Stopped:
    """A clank could not leave a square."""

    seat: Final[int]
    square: Final[Square]
    direction: Final[Heading]
    reason: Final[str]
    """One of the REASONS."""
    other: Final[int | None]
    """The seat that is in the way."""
    rule: Final[str]

    def __init__(
        self,
        seat: int,
        square: Square,
        direction: Heading,
        reason: str,
        other: int | None,
        rule: str,
    ) -> None:
        self.seat = seat
        self.square = square
        self.direction = direction
        self.reason = reason
        self.other = other
        self.rule = rule


@dataclass(init=False, unsafe_hash=True)
class Damaged:
    """A clank was hit."""

    seat: Final[int]
    square: Final[Square]
    points: Final[int]
    damage: Final[int]
    """Its damage afterwards."""
    cause: Final[str]
    by: Final[int | Square | None]
    """The seat that shot or the square of the emitter."""
    rule: Final[str]

    def __init__(
        self,
        seat: int,
        square: Square,
        points: int,
        damage: int,
        cause: str,
        by: int | Square | None,
        rule: str,
    ) -> None:
        self.seat = seat
        self.square = square
        self.points = points
        self.damage = damage
        self.cause = cause
        self.by = by
        self.rule = rule


class Healed(NamedTuple):
    """A clank was repaired."""

    seat: int
    square: Square
    points: int
    damage: int
    """Its damage afterwards."""
    cause: str
    rule: str


class Destroyed(NamedTuple):
    """A clank was destroyed and goes to the parking row (8.3)."""

    seat: int
    square: Square
    """The square on which, or off which, it was destroyed."""
    cause: str
    lives: int | None
    """The lives left, None without limit."""
    rule: str


class FlagTouched(NamedTuple):
    """A clank touched its next flag (7.11.1)."""

    seat: int
    flag: int
    square: Square
    rule: str


class CheckpointTouched(NamedTuple):
    """A clank touched the place where it will come back, with this heading (7.11.2)."""

    seat: int
    square: Square
    heading: Heading
    rule: str


class Won(NamedTuple):
    """A clank touched the last flag: the race is over (10.1)."""

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
    """All checkpoints of a parked clank are occupied; it tries again in the next cleanup (9.4)."""

    seat: int
    rule: str = "9.4"


class TurnEnded(NamedTuple):
    """The cleanup is over (9)."""

    turn: int
    rule: str = "9"


# ---- What only extended boards tell --------------------------------------------------------------


class Jumped(NamedTuple):
    """A piece went directly to another square, perhaps far away or above ("D4+")."""

    seat: int
    start: Square
    end: Square
    heading: Heading
    """The way it faces now."""
    cause: str
    rule: str


class CardVoid(NamedTuple):
    """A card had no effect."""

    seat: int
    card: Card
    reason: str
    """A status or the word of an element."""
    square: Square
    """The square of that element, or of the piece with that status."""
    rule: str


class StatusBegan(NamedTuple):
    """A piece has a status now (see `statuses`), or another value of it."""

    seat: int
    status: str
    value: str
    rule: str


class StatusEnded(NamedTuple):
    """A piece lost a status."""

    seat: int
    status: str
    rule: str


class CardDrawn(NamedTuple):
    """A random card was drawn for a slot."""

    seat: int
    slot: int
    """0 for a card that is shown and put away (F2, ghosts)."""
    before: Card | None
    card: Card
    rule: str


class CardSet(NamedTuple):
    """A player took a card of choice for a slot."""

    seat: int
    slot: int
    """0 for a card among those of the next deal (E3, F4)."""
    before: Card | None
    card: Card
    rule: str


class CardsSwapped(NamedTuple):
    """The cards of two slots changed places (B20)."""

    seat: int
    slot: int
    other: int
    rule: str


class Remembered(NamedTuple):
    """An element, or a group of them, changed."""

    owner: str
    """A square or "group …"."""
    word: str
    """The name of the remembered value."""
    before: str
    """Empty for none, as is `value`."""
    value: str
    rule: str


class PieceCame(NamedTuple):
    """A copy or a ghost came onto the board.

    Seats 11 to 18 are copies, 21 to 28 ghosts, of the seats 1 to 8.
    """

    seat: int
    square: Square
    heading: Heading
    rule: str


class PieceGone(NamedTuple):
    """A copy or a ghost left the board."""

    seat: int
    square: Square
    rule: str


Event: TypeAlias = (
    TurnBegan
    | PoweredDown
    | PowerDownAnnounced
    | Dealt
    | RegisterBegan
    | BeatBegan
    | CardPlayed
    | Turned
    | Moved
    | Stopped
    | Damaged
    | Healed
    | Destroyed
    | FlagTouched
    | CheckpointTouched
    | Won
    | NobodyWon
    | Respawned
    | StayedParked
    | TurnEnded
    | Jumped
    | CardVoid
    | StatusBegan
    | StatusEnded
    | CardDrawn
    | CardSet
    | CardsSwapped
    | Remembered
    | PieceCame
    | PieceGone
    | HandEvent
)

_OF_NO_PIECE: Final = (
    TurnBegan,
    RegisterBegan,
    BeatBegan,
    NobodyWon,
    TurnEnded,
    Remembered,
    FlagMoved,
)
_ON_A_SQUARE: Final = (
    Turned,
    Stopped,
    Damaged,
    Healed,
    Destroyed,
    FlagTouched,
    CheckpointTouched,
    Respawned,
    CardVoid,
    PieceCame,
    PieceGone,
    PlacedByHand,
)


def seat_of(event: Event) -> int | None:
    """Return the seat of the piece that an event is about, None for none."""
    return None if isinstance(event, _OF_NO_PIECE) else event.seat


def square_of(event: Event) -> Square | None:
    """Return the square on which an event happened, None if it names none or more than one."""
    return event.square if isinstance(event, _ON_A_SQUARE) else None
