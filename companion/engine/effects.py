"""The closed set of what elements and cards may ask for; `moving`, and on extended boards `extended`, carry it out and tell it as events.

An effect names no clank: it concerns the one for whom the hook was called, or, within `Upon`, whoever stands on a square. A new element asks
for these; it never changes anything itself. Base boards need the first five only.
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
    """Move one square that way. Clanks in the way are pushed, except those on squares with the trait `spares` ("" pushes everybody).

    `rule` stands for the clank itself, `push_rule` for those it pushes. Asked for by `act` it is one wish of a beat, to be weighed with all
    the others (7.4); asked for by any other hook it is a step of its own, at once (7.3), in which `spares` does not count.
    """

    heading: Final[Heading]
    cause: Final[str]
    spares: Final[str]
    rule: Final[str]
    push_rule: Final[str]

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
    """Turn by some quarters with the clock."""

    quarters: Final[int]
    cause: Final[str]
    rule: Final[str]

    def __init__(self, quarters: int, cause: str, rule: str) -> None:
        self.quarters, self.cause, self.rule = quarters, cause, rule


@dataclass(init=False, unsafe_hash=True)
class Hurt:
    """Take so many points of damage, from the element on square `by` or the clank of that seat."""

    points: Final[int]
    cause: Final[str]
    by: Final[int | Square]
    rule: Final[str]

    def __init__(self, points: int, cause: str, by: int | Square, rule: str) -> None:
        self.points = points
        self.cause = cause
        self.by = by
        self.rule = rule


@dataclass(init=False, unsafe_hash=True)
class Heal:
    """Lose up to so many points of damage."""

    points: Final[int]
    cause: Final[str]
    rule: Final[str]

    def __init__(self, points: int, cause: str, rule: str) -> None:
        self.points, self.cause, self.rule = points, cause, rule


@dataclass(init=False, unsafe_hash=True)
class Destroy:
    """Be destroyed, whatever the damage is."""

    cause: Final[str]
    rule: Final[str]

    def __init__(self, cause: str, rule: str) -> None:
        self.cause, self.rule = cause, rule


# ---- What only extended boards ask for ---------------------------------------------------------------------------------------


NOBODY: Final = "nobody"
"""For `Shift.spares`: whoever is in the way is not pushed. Not a trait of any element."""


class HurtOnce(NamedTuple):
    """As `Hurt`, at most once for a piece in one card or beat; `once` names what is counted together, such as "deep water" (3.7)."""

    points: int
    cause: str
    by: int | Square
    rule: str
    once: str


class Go(NamedTuple):
    """Steps in one direction, each complete before the next; at a beat in rounds, one square each, for all who go (C12b).

    `shift.spares` NOBODY pushes nobody. With `on`, a trait, the piece goes on only while the square on which it stands has it, and pushes only
    pieces on squares with it (oil), unless NOBODY is spared. `squares` is the most it goes.
    """

    shift: Shift
    squares: int
    on: str = ""


class Jump(NamedTuple):
    """Be on another square at once; nothing between counts, `enter` acts there unless `enters` is False (B5, B22, C13, C14, F2).

    `square` may be "" for over the edge (destroyed), or a square above ("D4+"). `way` is the direction that `enter` is told. Whoever stands on
    the square is pushed one square `way` where `pushes`, or nobody jumps; without, an occupied square forbids the jump. Jumps of one beat
    exchange places as one; who cannot jump is not turned by `quarters` either.
    """

    square: Square
    way: Heading
    cause: str
    rule: str
    pushes: bool = False
    quarters: int = 0
    enters: bool = True


class Dash(NamedTuple):
    """Be shot along a track, a square for each of `ways`; the shortest way first. `enter` acts only where it ends.

    Barriers, borders that are walls and pieces end it early, for one point of damage (C1).
    """

    ways: tuple[Heading, ...]
    cause: str
    rule: str


class Halt(NamedTuple):
    """The rest of the movement under way is lost: of the card, the slide, the throw."""

    rule: str


class Spend(NamedTuple):
    """The movement under way loses so many of the squares that it has left; at most once a card where `eased` (B7)."""

    squares: int
    rule: str
    eased: bool = False


class Again(NamedTuple):
    """Execute the movement card of this register once more, as a whole card, by priority, after the beat (B33)."""

    rule: str


class Upon(NamedTuple):
    """An effect on whoever stands on a square (of the ground, or above: "D4+"), solid, flying or virtual; only on who is `solid`, if so wanted."""

    square: Square
    effect: Effect
    solid: bool = False


class Remember(NamedTuple):
    """Keep a value until the end of the CARD (or beat), REGISTER, TURN or GAME; "" forgets it.

    `owner` is a square, "group …", a seat ("3"), or None for the piece that the hook was called for.
    """

    word: str
    value: str
    until: str
    rule: str
    owner: str | None = None


CARD_LONG: Final = "card"
REGISTER_LONG: Final = "register"
TURN_LONG: Final = "turn"
GAME_LONG: Final = "game"


class Begin(NamedTuple):
    """The piece gets a status (see `statuses`), for so many register phases, 0 for until something ends it; `later` phases begin with the next one."""

    status: str
    rule: str
    phases: int = 0
    later: bool = False
    value: str = "1"


class End(NamedTuple):
    """The piece loses a status, if it has it."""

    status: str
    rule: str


class DrawCards(NamedTuple):
    """Cards of these slots are given up and random ones drawn for them, the lowest slot first; locked slots keep theirs (A1)."""

    slots: tuple[int, ...]
    rule: str


class SetCard(NamedTuple):
    """A slot gets this card (E3)."""

    slot: int
    card: Card
    rule: str


class SwapCards(NamedTuple):
    """The cards of two slots change places (B20)."""

    slot: int
    other: int
    rule: str


class Spawn(NamedTuple):
    """A piece comes to be: a COPY of the piece that the hook was called for, on a square (B26)."""

    kind: str
    square: Square
    heading: Heading
    rule: str


class Ask(NamedTuple):
    """Something that the rules cannot know: a question whose answer is recorded; `then` says what comes of it, in effects on the same piece.

    `kind` is CARD_DRAWN (a random card; the engine knows which can be), SLOT_DRAWN (one of `options`), or CHOICE of the player, where the first
    option is what an unanswered question means. `what` is the word by which screens tell what it is about. `options` may be a function that is asked
    when the question is put, where earlier answers of the beat count.
    """

    kind: str
    what: str
    options: tuple[str, ...] | Callable[[], tuple[str, ...]]
    then: Callable[[str], tuple[Effect, ...]]
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
    | Go
    | Jump
    | Dash
    | Halt
    | Spend
    | Again
    | Upon
    | Remember
    | Begin
    | End
    | DrawCards
    | SetCard
    | SwapCards
    | Spawn
    | Ask
)
