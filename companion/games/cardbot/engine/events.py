"""All events of a race, for instructions, recaps and explanations.

Each event has the number of the rule or ruling behind it as `rule`. Squares are names, headings are
0 to 3 for N E S W, seats 1 to 8.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from companion.engine.changes import PlacedByHand, SetByHand
from companion.games.cardbot.engine.cards import Card
from companion.geometry import Heading, Square
from companion.named_tuples import NamedTuple

MOVE, SHOVE, PING, SLIDE, BELT, TELEPORT = "move", "shove", "ping", "slide", "belt", "teleport"
"""The causes by which a robot gets to another place (`Moved.cause`)."""
EDGE, BLOCKED, STICKY, NOTHING = "edge", "blocked", "sticky", "nothing"
"""The reasons for which a robot stays as it is (`Stayed.reason`).

- EDGE: it is at the top or bottom.
- BLOCKED: there is no empty place for the robot in its way.
- STICKY: it would turn on a sticky place.
- NOTHING: its card is a full turn.
"""


class RoundBegan(NamedTuple):
    round: int
    first: int
    """The seat that counts as first among equals (CBR02)."""
    rule: str = "CB01"


class CommandBegan(NamedTuple):
    """All robots act on this command, 1 to 5."""

    command: int
    rule: str = "CB05"


class CardPlayed(NamedTuple):
    """A robot's card is played."""

    seat: int
    card: Card
    enactor: int
    """The seat whose player plays it."""
    place: int
    """Its place in the order of acting, from 1."""
    rule: str = "CB05"


class Turned(NamedTuple):
    """A robot changes its heading."""

    seat: int
    square: Square
    before: Heading
    after: Heading
    rule: str = "CB08"


class Moved(NamedTuple):
    """A robot moves to another place."""

    seat: int
    start: Square
    end: Square
    direction: Heading | None
    """The direction, None for a teleport."""
    cause: str
    mover: int
    """The robot whose move it is: another one for a shove or ping, otherwise itself."""
    rule: str


class Stayed(NamedTuple):
    """A robot should move or turn, and cannot."""

    seat: int
    square: Square
    direction: Heading
    """The direction in which it would have moved, its heading for a turn."""
    reason: str
    rule: str
    cause: str = MOVE
    """The cause of the move: MOVE for any card, SLIDE or BELT."""


class PingChosen(NamedTuple):
    """A robot is pinged to one of two empty sides."""

    mover: int
    side: Heading
    """The side, a direction of the grid."""
    chosen: bool
    """Whether a player chose it. If not, it is the right-hand side of the mover's direction."""
    rule: str = "CB11"


class Visited(NamedTuple):
    """A robot was on its next target, 1 to 3; it counts at the end of the round."""

    seat: int
    square: Square
    target: int
    rule: str = "CB17"


class CardsReturned(NamedTuple):
    """The five played cards go back under the pile of their seat, the first command on top."""

    seat: int
    enactor: int
    """The seat that has the cards."""
    cards: tuple[Card, ...]
    rule: str = "CB16"


class TargetReached(NamedTuple):
    """A target counts: its card leaves the seat's pile and is put face up under the target."""

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
    """Robots win, several together in some cases."""

    seats: tuple[int, ...]
    rule: str = "CB18"


class CardsByHand(NamedTuple):
    """A correction moves cards of targets out of a pile or back."""

    seat: int
    targets: int
    """The number of targets after the correction."""
    cards: tuple[tuple[Card, Square], ...]
    """The cards, each with the place of its target."""
    out: bool
    """Whether they leave the pile."""
    rule: str = "CB17"


class ShuffledByHand(NamedTuple):
    """A correction shuffles a pile; its holder does that."""

    seat: int
    rule: str = "CB17"


HandEvent: TypeAlias = PlacedByHand | CardsByHand | ShuffledByHand | SetByHand
HAND_EVENTS: Final = (PlacedByHand, CardsByHand, ShuffledByHand, SetByHand)
"""The events of corrections."""
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
"""Any event of a race, by its rules or by a correction."""
