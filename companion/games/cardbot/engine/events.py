"""The closed set of what can happen; instructions, recap and explanations are written against these.

Every event carries `rule`, the number of the rule or ruling that caused it. Squares are names, headings 0 to 3 for N E S W, seats 1 to 8.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from companion.engine.changes import PlacedByHand, SetByHand
from companion.games.cardbot.engine.cards import Card
from companion.geometry import Heading, Square
from companion.named_tuples import NamedTuple

MOVE: Final = "move"
SHOVE: Final = "shove"
PING: Final = "ping"
SLIDE: Final = "slide"
BELT: Final = "belt"
TELEPORT: Final = "teleport"
CAUSES: Final = (MOVE, SHOVE, PING, SLIDE, BELT, TELEPORT)
"""The ways in which a robot comes onto another place."""

EDGE: Final = "edge"
BLOCKED: Final = "blocked"
STICKY: Final = "sticky"
NOTHING: Final = "nothing"
REASONS: Final = (EDGE, BLOCKED, STICKY, NOTHING)
"""Why a robot stays as it is: the top or bottom, no empty place for who is in the way, a turn on a sticky place, a card that turns it right round."""


class RoundBegan(NamedTuple):
    """A round begins; `first` is the seat that counts as first among equals (CBR02)."""

    round: int
    first: int
    rule: str = "CB01"


class CommandBegan(NamedTuple):
    """All robots act on this command, 1 to 5."""

    command: int
    rule: str = "CB05"


class CardPlayed(NamedTuple):
    """A robot's card is played: `enactor` is the seat whose player plays it, `place` counts from 1 in the order of acting."""

    seat: int
    card: Card
    enactor: int
    place: int
    rule: str = "CB05"


class Turned(NamedTuple):
    """A robot heads elsewhere."""

    seat: int
    square: Square
    before: Heading
    after: Heading
    rule: str = "CB08"


class Moved(NamedTuple):
    """A robot is on another place: from `start` to `end`, one of the CAUSES; `way` is the direction, None for a teleport.

    `mover` is the robot whose move it is: another one for a shove and a ping, the robot itself otherwise.
    """

    seat: int
    start: Square
    end: Square
    way: Heading | None
    cause: str
    mover: int
    rule: str


class Stayed(NamedTuple):
    """A robot would have moved or turned, and does not: one of the REASONS; `way` is where it would have gone, its heading for a turn.

    `cause` is what would have moved it: MOVE for a card, also one that turns, SLIDE or BELT.
    """

    seat: int
    square: Square
    way: Heading
    reason: str
    rule: str
    cause: str = MOVE


class PingChosen(NamedTuple):
    """Both sides were empty: the robot in the way goes to this side of the mover's way, chosen or, in default of that, the right-hand one."""

    mover: int
    side: Heading
    chosen: bool
    rule: str = "CB11"


class Visited(NamedTuple):
    """A robot was on its next target, 1 to 3; it counts at the end of the round."""

    seat: int
    square: Square
    target: int
    rule: str = "CB17"


class CardsReturned(NamedTuple):
    """The five cards go back under the pile of the seat whose robot played them, first command uppermost; `enactor` is the seat that has them."""

    seat: int
    enactor: int
    cards: tuple[Card, ...]
    rule: str = "CB16"


class TargetReached(NamedTuple):
    """A target counts: this card leaves the pile of the seat and lies face up under the target on the square."""

    seat: int
    target: int
    card: Card
    square: Square
    rule: str = "CB17"


class PileShuffled(NamedTuple):
    """The rest of a pile is shuffled, after all cards for targets have left it."""

    seat: int
    rule: str = "CB17"


class Won(NamedTuple):
    """These robots win, by their seats; several may win together."""

    seats: tuple[int, ...]
    rule: str = "CB18"


class CardsByHand(NamedTuple):
    """Cards of targets leave a pile and lie under their targets, or go back: each with the place of its target; `targets` are those reached by then."""

    seat: int
    targets: int
    cards: tuple[tuple[Card, Square], ...]
    out: bool
    rule: str = "CB17"


class ShuffledByHand(NamedTuple):
    """People want a pile shuffled; its holder does that."""

    seat: int
    rule: str = "CB17"


HandEvent: TypeAlias = PlacedByHand | CardsByHand | ShuffledByHand | SetByHand
HAND_EVENTS: Final = (PlacedByHand, CardsByHand, ShuffledByHand, SetByHand)
"""What people change by hand."""
Event: TypeAlias = (
    RoundBegan
    | CommandBegan
    | CardPlayed
    | Turned
    | Moved
    | Stayed
    | PingChosen
    | Visited
    | CardsReturned
    | TargetReached
    | PileShuffled
    | Won
)
GameEvent: TypeAlias = Event | HandEvent
"""What is told of a race: what its rules do, and what people change by hand."""
