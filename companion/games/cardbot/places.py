"""The places of a grid as elements of a board, so that everything that draws boards can draw grids.

They are pictures with words. Their effects are in the rules of this game (`engine`), and board
files of the engine do not know them. A tag in the corner shows the playing card on the place. Grids
and boards convert into each other without loss.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin
from typing import ClassVar, Final

from companion.art import (
    Arc,
    Band,
    Caption,
    Disc,
    Heading,
    Line,
    Motion,
    Point,
    Polygon,
    Shape,
    box,
    chevron,
    facing,
    moving,
    on_circle,
    shrunk,
    tip,
)
from companion.engine.board import Board, board_of
from companion.engine.element import BARRIER, CARRIER, FLOOR, BoardView, Element
from companion.engine.keys import Key
from companion.games.cardbot.engine.cards import TARGET_CARDS
from companion.games.cardbot.engine.grid import (
    ALL_SQUARES,
    ARROWS,
    FACE_DOWN,
    SECOND_JACK,
    SIZE,
    STARTS,
    CardbotGrid,
)
from companion.games.cardbot.look import SUIT_WORDS, TINTS, suit_art
from companion.geometry import column_row, square_name
from companion.words import WAYS, Text, text

SUITS: Final[Mapping[str, str]] = {"H": "hearts", "C": "clubs", "D": "diamonds", "S": "spades"}


def _legend_key(name: str, write: Callable[[str], str] = str) -> Key:
    """Return a key that distinguishes places of one kind in a legend; no file has it."""
    return Key(name, str, write, None, "")


SUIT: Final = _legend_key("suit", SUITS.__getitem__)


# ---- Drawings ------------------------------------------------------------------------------------


def tag(suit: str, letter: str = "") -> tuple[Shape, ...]:
    """Return the card on a place as a tag for the upper right corner of the square."""
    left = 0.6 if letter else 0.76
    plate = (
        box(left - 0.02, 0.71, 0.985, 0.985, TINTS[suit]),
        box(left, 0.73, 0.965, 0.965, "card"),
    )
    sign = shrunk(suit_art(suit), 0.18, (0.865, 0.848))
    if letter:
        return *plate, *sign, Caption(letter, (0.69, 0.848), 0.155, TINTS[suit])
    return *plate, *sign


BED: Final = 0.76
"""The width of a belt between its rails."""


def belt_art(first: bool) -> tuple[Shape, ...]:
    """Return a piece of belt to the north: rails, bed, arrow, and the drum at its beginning."""
    return (
        box(0.05, 0, 0.12, 1, "rail"),
        box(0.88, 0, 0.95, 1, "rail"),
        box(0.12, 0, 0.88, 1, "belt"),
        chevron((0.5, 0.53 if first else 0.5), 0, 0.52, "arrow"),
        *(_DRUM if first else ()),
    )


_DRUM: Final[tuple[Shape, ...]] = (
    box(0.12, 0.05, 0.88, 0.19, "arrow"),
    box(0.12, 0.1, 0.88, 0.14, "belt"),
)
_MIDDLE: Final[Point] = (0.5, 0.5)
TELEPORT_ART: Final[tuple[Shape, ...]] = (
    Disc(_MIDDLE, 0.45, "portal_dark"),
    Disc(_MIDDLE, 0.42, "portal", 0.33),
    Disc(_MIDDLE, 0.25, "portal", 0.16),
    Disc(_MIDDLE, 0.075, "portal"),
)


def _blot(radius: float) -> tuple[Point, ...]:
    """Return a puddle with seven lobes."""
    angles = [2 * pi * step / 56 for step in range(56)]
    return tuple(
        (0.5 + r * sin(a), 0.48 + r * cos(a))
        for a in angles
        for r in (radius * (1 + 0.11 * cos(7 * a) + 0.05 * sin(3 * a)),)
    )


_TIP: Final = on_circle((0.5, 0.48), 0.2, 96)
STICKY_ART: Final[tuple[Shape, ...]] = (
    Polygon(_blot(0.425), "glue_dark"),
    Polygon(_blot(0.385), "glue"),
    # A crossed-out turn: turn cards have no effect here.
    Arc((0.5, 0.48), 0.2, -130, 70, "glue_dark", 0.1),
    tip((_TIP[0], _TIP[1] + 0.01), 178, 0.27, "glue_dark"),
    Line(((0.22, 0.2), (0.78, 0.76)), "glue", 0.17),
    Line(((0.22, 0.2), (0.78, 0.76)), "goal", 0.09),
)


def _skid(left: float) -> Line:
    """Return the track of a sliding wheel."""
    return Line(
        tuple(
            (left + 0.09 * sin(2 * pi * step / 24), 0.2 + 0.56 * step / 24) for step in range(25)
        ),
        "ice_dark",
        0.085,
    )


SLIPPERY_ART: Final[tuple[Shape, ...]] = (
    Disc(_MIDDLE, 0.45, "ice_dark"),
    Disc(_MIDDLE, 0.405, "ice"),
    _skid(0.37),
    _skid(0.63),
)


def target_art(number: int, live: bool = True) -> tuple[Shape, ...]:
    """Return a large figure on a red disc, or in a dashed ring if the settings decide."""
    if not live:
        dashes = (Arc(_MIDDLE, 0.4, start, start + 26, "goal", 0.05) for start in range(0, 360, 45))
        return *dashes, Caption(str(number), (0.48, 0.48), 0.4, "goal")
    return (
        Disc(_MIDDLE, 0.46, "card"),
        Disc(_MIDDLE, 0.425, "goal"),
        Caption(str(number), (0.48, 0.48), 0.48, "card"),
    )


# ---- Places --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BeltPlace(Element):
    """A place of a belt of black cards (CB13)."""

    heading: Heading
    """The direction in which it runs."""
    suit: str
    first: bool = False
    """Whether it is the ace, where the belt begins."""

    word = "belt"
    noun = text("Belt")
    layer = CARRIER
    sided = "heading"
    keys = (SUIT,)
    about = text(
        "After each command it carries the robot that stands here one place along the arrow. "
        "The robot does not turn."
    )
    rule = "CB13"

    def title(self) -> Text:
        return text(
            "Belt of {suit} to the {way}", suit=SUIT_WORDS[self.suit], way=WAYS[self.heading]
        )

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        return *facing(belt_art(self.first), self.heading), *self._tag()

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Return the band moving on by one place."""
        face = (
            box(0, 0, 1, 1, "belt"),
            chevron((0.5, 0.53 if self.first else 0.5), 0, 0.52, "arrow"),
        )
        band = Band(Line(((0.5, 0), (0.5, 1)), "", BED), face)
        drum = _DRUM if self.first else ()
        return *moving((band, *drum), self.heading), *self._tag()

    def _tag(self) -> tuple[Shape, ...]:
        return tag(self.suit, "A" if self.first else "")


@dataclass(frozen=True, slots=True)
class Target(Element):
    """A red jack, queen or king: target 1, 2 or 3 (CB17).

    The jack of diamonds is a second target 1 (CBR33).
    """

    number: int
    suit: str = "H"
    live: bool = True
    """Whether it counts; the settings decide that for the second target 1."""

    word = "target"
    noun = text("Target")
    layer = FLOOR
    keys = (
        _legend_key("number"),
        Key("live", str, lambda live: "+" if live else "-", "+", "", {"optional": "-"}),
    )
    about = text(
        "A robot reaches this target if it is here at any time in a round and this is its next "
        "target. The order is 1, 2, 3: a robot with all three at the end of a round wins.",
    )
    rule = "CB17"

    def title(self) -> Text:
        if self.live:
            return text("Target {number}", number=str(self.number))
        return text("Second target 1, if the settings say so")

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        return *target_art(self.number, self.live), *tag(self.suit, TARGET_CARDS[self.number - 1])

    def corner(self, board: BoardView) -> tuple[Shape, ...]:
        """Return the figure, large in the disc, so that it can be read at a small size."""
        if self.live:
            return (
                Disc(_MIDDLE, 0.5, "card"),
                Disc(_MIDDLE, 0.45, "goal"),
                Caption(str(self.number), (0.48, 0.48), 0.7, "card"),
            )
        return ()


@dataclass(frozen=True, slots=True)
class CourtPlace(Element):
    """A black court card, which does something to a robot on it."""

    suit: str

    layer = CARRIER
    keys = (SUIT,)
    letter: ClassVar[str]
    """The value of the card."""
    picture: ClassVar[tuple[Shape, ...]]
    """The drawing of the place."""

    def title(self) -> Text:
        return self.noun

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        return *self.picture, *tag(self.suit, self.letter)


class Teleport(CourtPlace):
    """A black jack, which sends robots to the other one (CBR26)."""

    __slots__ = ()
    word = "teleport"
    noun = text("Teleport")
    about = text(
        "Takes the robot that stands here after each command to the other teleport. Two robots "
        "change places."
    )
    rule = "CBR26"
    letter, picture = "J", TELEPORT_ART


class Sticky(CourtPlace):
    """A black king, on which robots cannot turn (CBR35)."""

    __slots__ = ()
    word = "sticky"
    noun = text("Sticky place")
    about = text(
        "Cards that turn do nothing for a robot that stands here. Cards that move it work as "
        "elsewhere."
    )
    rule = "CBR35"
    letter, picture = "K", STICKY_ART


class Slippery(CourtPlace):
    """A black queen, from which robots slide on (CBR12)."""

    __slots__ = ()
    word = "slippery"
    noun = text("Slippery place")
    about = text(
        "A robot that comes here slides on at once in the direction in which it came, until "
        "something stops it."
    )
    rule = "CBR12"
    letter, picture = "Q", SLIPPERY_ART


@dataclass(frozen=True, slots=True)
class StartPlace(Element):
    """The place where the robot of a seat begins (CBR29)."""

    seat: int

    word = "start"
    noun = text("Starting place")
    layer = FLOOR
    keys = (_legend_key("seat"),)
    traits = frozenset({"start"})
    once = "seat"
    about = text(
        "The robot of this seat starts here, facing up. During the game this is a plain place."
    )
    rule = "CBR29"

    def begins(self) -> tuple[int, Heading] | None:
        return self.seat, 0

    def title(self) -> Text:
        return text("Start of seat {seat}", seat=self.seat)

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Return a ring with the number of the seat and a tip in the direction of the robot."""
        return (
            Disc(_MIDDLE, 0.38, "start", 0.32),
            tip((0.5, 0.9), 0, 0.2, "start"),
            Caption(str(self.seat), _MIDDLE, 0.36, "start"),
        )


@dataclass(frozen=True, slots=True)
class Border(Element):
    """A side of a place on the rim.

    It is closed at the top and bottom (CBR04) and open in the west and east, which are one seam.
    """

    side: Heading

    word = "border"
    noun = text("Border")
    layer = BARRIER
    sided = "side"
    keys = (_legend_key("open", lambda direction: "open" if direction else "solid"),)
    about = text(
        "The top and the bottom are closed. Left and right are open: a robot that leaves on "
        "one side comes in on the other."
    )
    rule = "CB07"

    @property
    def open(self) -> bool:
        """Return whether robots can pass it."""
        return self.side % 2 == 1

    def title(self) -> Text:
        return (
            text("Open side, leads round to the other side") if self.open else text("Closed side")
        )

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Return a wall beyond the place, or an arrow tip through a dashed line."""
        if not self.open:
            return facing((box(0, 0.985, 1, 1.09, "ink"), box(0, 1.0, 1, 1.075, "wall")), self.side)
        dashes = (box(at, 0.955, at + 0.16, 1.0, "steel") for at in (0.04, 0.28, 0.56, 0.8))
        return facing((*dashes, tip((0.5, 0.995), 0, 0.13, "steel")), self.side)


# ---- Grid and board ------------------------------------------------------------------------------


_KINDS: Final = {kind.letter: kind for kind in (Teleport, Sticky, Slippery)}
"""The kinds of black court cards."""


@lru_cache(maxsize=64)
def board_of_grid(
    grid: CardbotGrid,
    name: str = "",
    author: str = "",
    licence: str = "",
    *,
    drawn: bool = False,
    seats: tuple[int, ...] = tuple(STARTS),
) -> Board:
    """Return a grid as a board with a place for each card that is face up, starts and sides.

    Equal arguments give the same value. `drawn` says that the settings have not yet been applied.
    """
    elements: list[Element] = [
        BeltPlace(place, belt.direction, belt.suit, place == belt.places[0])
        for belt in grid.belts
        for place in belt.places
    ]
    for square in grid.squares:
        code = grid.code(square)
        number = grid.target_on(square)
        if number is not None:
            elements.append(Target(square, number, code[1], not drawn or code != SECOND_JACK))
        elif code[0] in _KINDS:
            elements.append(_KINDS[code[0]](square, code[1]))
    elements += [StartPlace(STARTS[seat], seat) for seat in seats]
    for square in ALL_SQUARES:
        column, row = column_row(square)
        for side, there in enumerate((row == SIZE - 1, column == SIZE - 1, row == 0, column == 0)):
            if there:
                elements.append(Border(square, side))
    return board_of(
        SIZE,
        SIZE,
        elements,
        edge="wall",
        name=name,
        author=author,
        licence=licence,
        parking=False,
        joined=True,
    )


def grid_of_board(board: Board) -> CardbotGrid:
    """Return the grid that a board was made from, without anything that is no place of a grid."""
    codes = {element.square: code for element in board.elements if (code := _code(element))}
    return CardbotGrid(
        tuple(
            tuple(codes.get(square_name(column, row), FACE_DOWN) for column in range(SIZE))
            for row in reversed(range(SIZE))
        )
    )


def _code(element: Element) -> str:
    """Return the code of an element in a drawing, "" if it has none."""
    if isinstance(element, BeltPlace):
        return ARROWS[element.heading] + element.suit
    if isinstance(element, Target):
        return TARGET_CARDS[element.number - 1] + element.suit
    if isinstance(element, CourtPlace):
        return element.letter + element.suit
    return ""
