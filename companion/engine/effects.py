"""The closed set of effects that elements and cards may ask for.

`moving`, and on extended boards `extended`, carry them out and emit events. An effect names no
clank: it concerns the one for whom the hook was called, or, within `Upon`, the piece on a square.
Elements only ask for effects; they never change anything themselves. Base boards need the first
five.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.engine.cards import Card
from companion.geometry import Heading, Square
from companion.named_tuples import NamedTuple


@dataclass(init=False, unsafe_hash=True)
class Shift:
    """Move one square.

    Asked for by `act` it is one claim of a beat, weighed with all the others (7.4); asked for by
    any other hook it is a step of its own, taken immediately (7.3), in which `spares` does not
    count.
    """

    heading: Final[Heading]
    cause: Final[str]
    spares: Final[str]
    """Clanks in the way are pushed, except those on squares with this trait; "" pushes everybody.
    """
    rule: Final[str]
    """The rule for the clank itself."""
    push_rule: Final[str]
    """The rule for the clanks it pushes."""

    def __init__(
        self, heading: Heading, cause: str, spares: str, rule: str, push_rule: str
    ) -> None:
        self.heading = heading
        self.cause = cause
        self.spares = spares
        self.rule = rule
        self.push_rule = push_rule


@dataclass(init=False, unsafe_hash=True)
class Spin:
    """Turn by clockwise quarters."""

    quarters: Final[int]
    cause: Final[str]
    rule: Final[str]

    def __init__(self, quarters: int, cause: str, rule: str) -> None:
        self.quarters, self.cause, self.rule = quarters, cause, rule


@dataclass(init=False, unsafe_hash=True)
class Hurt:
    """Take points of damage."""

    points: Final[int]
    cause: Final[str]
    by: Final[int | Square]
    """The square of the element or the seat of the clank that does the damage."""
    rule: Final[str]

    def __init__(self, points: int, cause: str, by: int | Square, rule: str) -> None:
        self.points = points
        self.cause = cause
        self.by = by
        self.rule = rule


@dataclass(init=False, unsafe_hash=True)
class Heal:
    """Lose up to `points` of damage."""

    points: Final[int]
    cause: Final[str]
    rule: Final[str]

    def __init__(self, points: int, cause: str, rule: str) -> None:
        self.points, self.cause, self.rule = points, cause, rule


@dataclass(init=False, unsafe_hash=True)
class Destroy:
    """Be destroyed at any damage."""

    cause: Final[str]
    rule: Final[str]

    def __init__(self, cause: str, rule: str) -> None:
        self.cause, self.rule = cause, rule


# ---- What only extended boards ask for -----------------------------------------------------------


NOBODY: Final = "nobody"
"""For `Shift.spares`: clanks in the way are not pushed. Not a trait of any element."""


class HurtOnce(NamedTuple):
    """As `Hurt`, but at most once for a piece in one card or beat (3.7)."""

    points: int
    cause: str
    by: int | Square
    rule: str
    once: str
    """The damage that is counted together, such as "deep water"."""


class TakeSteps(NamedTuple):
    """Take steps in one direction, each complete before the next.

    At a beat the steps are taken in rounds, one square each, for all who go (C12b).
    """

    shift: Shift
    """With `spares` NOBODY nobody is pushed."""
    squares: int
    """The most squares that the piece goes."""
    on: str = ""
    """A trait: the piece goes on only while its square has it, and pushes only pieces on such
    squares (oil), unless NOBODY is spared."""


class Jump(NamedTuple):
    """Move to another square directly; nothing between counts (B5, B22, C13, C14, F2).

    Jumps of one beat exchange places as one. A piece that cannot jump is not turned by `quarters`
    either.
    """

    square: Square
    """Empty for over the edge (destroyed), or an upper square ("D4+")."""
    direction: Heading
    """The direction that `enter` gets."""
    cause: str
    rule: str
    pushes: bool = False
    """Whether a piece on the square is pushed one square in `direction`. If it cannot be pushed,
    nobody jumps. Without, an occupied square forbids the jump."""
    quarters: int = 0
    enters: bool = True
    """Whether `enter` acts on the square."""


class Dash(NamedTuple):
    """Be shot along a track, shortest way first; `enter` acts only where the dash ends.

    Barriers, borders that are walls and pieces end it early, for one point of damage (C1).
    """

    ways: tuple[Heading, ...]
    """One heading for each square."""
    cause: str
    rule: str


class Halt(NamedTuple):
    """Lose the rest of the movement under way: of the card, the slide, the throw."""

    rule: str


class Spend(NamedTuple):
    """Lose squares of the movement under way (B7)."""

    squares: int
    rule: str
    eased: bool = False
    """At most once per card."""


class RepeatCard(NamedTuple):
    """Execute this register's movement card once more, as a whole card by priority after the beat.

    See B33.
    """

    rule: str


class Upon(NamedTuple):
    """Apply an effect to the piece on a square, be it solid, flying or virtual."""

    square: Square
    """On the ground, or above ("D4+")."""
    effect: Effect
    solid: bool = False
    """Only if the piece is solid."""


class Remember(NamedTuple):
    """Keep a value until the end of the CARD (or beat), REGISTER, TURN or GAME."""

    word: str
    value: str
    """An empty one forgets it."""
    until: str
    rule: str
    owner: str | None = None
    """A square, "group …", a seat ("3"), or None for the piece that the hook was called for."""


CARD_LONG: Final = "card"
REGISTER_LONG: Final = "register"
TURN_LONG: Final = "turn"
GAME_LONG: Final = "game"


class GiveStatus(NamedTuple):
    """Give the piece a status (see `statuses`)."""

    status: str
    rule: str
    phases: int = 0
    """The number of register phases, 0 for until something ends it."""
    later: bool = False
    """Count the phases from the next one."""
    value: str = "1"


class End(NamedTuple):
    """End a status of the piece, if it has it."""

    status: str
    rule: str


class DrawCards(NamedTuple):
    """Give up the cards of these slots and draw random ones, lowest slot first (A1).

    Locked slots keep theirs.
    """

    slots: tuple[int, ...]
    rule: str


class SetCard(NamedTuple):
    """Put a card into a slot (E3)."""

    slot: int
    card: Card
    rule: str


class SwapCards(NamedTuple):
    """Swap the cards of two slots (B20)."""

    slot: int
    other: int
    rule: str


class Spawn(NamedTuple):
    """Create a piece: a COPY of the one that the hook was called for, on a square (B26)."""

    kind: str
    square: Square
    heading: Heading
    rule: str


class AskQuestion(NamedTuple):
    """Ask a question that the rules cannot answer; the answer is recorded."""

    kind: str
    """CARD_DRAWN (a random card; the engine knows the possible ones), SLOT_DRAWN (one of
    `options`), or CHOICE of the player, where the first option counts if nobody answers."""
    what: str
    """The word by which screens say what the question is about."""
    options: tuple[str, ...] | Callable[[], tuple[str, ...]]
    """A function is called when the question is asked, so that earlier answers of the beat count.
    """
    then: Callable[[str], tuple[Effect, ...]]
    """Returns the effects of an answer, on the same piece."""
    rule: str
    slot: int = 0


CARD_DRAWN: Final = "card"
SLOT_DRAWN: Final = "slot"
CHOICE: Final = "choice"


Effect: TypeAlias = (
    Shift
    | Spin
    | Hurt
    | Heal
    | Destroy
    | HurtOnce
    | TakeSteps
    | Jump
    | Dash
    | Halt
    | Spend
    | RepeatCard
    | Upon
    | Remember
    | GiveStatus
    | End
    | DrawCards
    | SetCard
    | SwapCards
    | Spawn
    | AskQuestion
)
