"""Cards side by side on sheets, fronts and backs for both sides of the paper, with cutting marks.

The sheet stands upright and is turned over its long edge, like a page of a book: left in front is
right behind.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Final, TypeAlias

from companion.errors import PressError
from companion.formats.reader_plan import CardPlan
from companion.named_tuples import NamedTuple
from companion.press.letters import text_width, wrap_text
from companion.press.marks import (
    BLACK,
    RIGHT,
    Box,
    Circle,
    Mark,
    MarkGroup,
    SheetSide,
    Stroke,
    TextLine,
)
from companion.press.paper import GREY, Paper
from companion.press.scale_bar import CUT_WORDS, HIGH, SCALE_BAR, scale_bar, standing_bar

Side: TypeAlias = tuple[Mark, ...]
"""The drawing of one side of a card, from its lower left corner."""

GAP, MARK, HAIR = 0.8, 4.0, 0.12
"""Distance of the cutting marks from a card, their length, and their thickness."""
CROSS: Final = 1.8
"""Radius of the marks for comparing front and back."""
LETTERS: Final = 2.4


class Grid(NamedTuple):
    """The arrangement of cards on a paper."""

    paper: Paper
    card: CardPlan
    columns: int
    rows: int
    lying: bool
    """Whether cards are sideways, with their upper ends to the left in front."""

    @property
    def room(self) -> int:
        """The number of cards on a sheet."""
        return self.columns * self.rows

    @property
    def place(self) -> tuple[float, float]:
        """Width and height of a card's place."""
        if self.lying:
            return self.card.height, self.card.width
        return self.card.width, self.card.height

    @property
    def box(self) -> Box:
        """The box of all places, in the middle of the paper."""
        (wide, high), paper = self.place, self.paper
        left, bottom = (
            (paper.width - self.columns * wide) / 2,
            (paper.height - self.rows * high) / 2,
        )
        return left, bottom, paper.width - left, paper.height - bottom

    def put(self, number: int, side: Side, behind: bool) -> MarkGroup:
        """Put a side of a card in its place: numbers count from 0 at the upper left in front.

        `behind` is the paper's back. It is mirrored, since the sheet is turned over its long edge.
        Sideways cards are turned the other way there, so that front and back have their upper ends
        at the same edge.
        """
        row, column = divmod(number, self.columns)
        (wide, high), (left, _, _, top) = self.place, self.box
        x = left + (self.columns - 1 - column if behind else column) * wide
        y = top - (row + 1) * high
        clip = (0.0, 0.0, self.card.width, self.card.height)
        if not self.lying:
            return MarkGroup(side, x, y, clip=clip)
        if behind:
            return MarkGroup(side, x, y + high, 90, clip=clip)
        return MarkGroup(side, x + wide, y, -90, clip=clip)


def grid(paper: Paper, card: CardPlan) -> Grid:
    """Return the arrangement with most cards on a paper, upright if equal.

    Nothing is between the cards, so that one cut serves two.

    Raises:
        PressError: Not one card fits.
    """
    width, height = paper.width - 2 * paper.margin, paper.height - 2 * paper.margin
    upright = Grid(paper, card, int(width // card.width), int(height // card.height), False)
    lying = Grid(paper, card, int(width // card.height), int(height // card.width), True)
    # The first of equals: upright.
    best = max(upright, lying, key=lambda way: way.room)
    if not best.room:
        raise PressError(
            f"paper {paper.name}: found no room for a card of {card.width:g} × {card.height:g} mm,"
            " expected larger paper"
        )
    return best


def card_sheets(
    where: Grid, fronts: Sequence[Side], backs: Sequence[Side], title: str
) -> tuple[SheetSide, ...]:
    """Return sheets with cards in order, front and back pages in turn; `title` is in the margin.

    `fronts` and `backs` are of one length. The cards of a partial last sheet are at the upper left
    in front.
    """
    starts = range(0, len(fronts), where.room)
    sheets = [
        (fronts[start : start + where.room], backs[start : start + where.room]) for start in starts
    ]
    pages = []
    for number, sheet in enumerate(sheets, 1):
        for behind, sides in enumerate(sheet):
            placed = (where.put(place, side, bool(behind)) for place, side in enumerate(sides))
            note = f"{title} · sheet {number} of {len(sheets)}, {'back' if behind else 'front'}"
            bar = () if behind else (_scale_bar(where),)
            pages.append(
                SheetSide(
                    where.paper.width,
                    where.paper.height,
                    (*placed, *cutting_marks(where), *crosses(where), *bar, _note(where, note)),
                )
            )
    return tuple(pages)


def cutting_marks(where: Grid) -> tuple[Mark, ...]:
    """Draw hairs outside of the cards, in line with every cut; one cut serves two cards."""
    (wide, high), (left, bottom, right, top) = where.place, where.box
    across = [left + column * wide for column in range(where.columns + 1)]
    up = [bottom + row * high for row in range(where.rows + 1)]
    return (
        *(
            _hair((x, y), (x, y + way * MARK))
            for x in across
            for y, way in ((bottom - GAP, -1), (top + GAP, 1))
        ),
        *(
            _hair((x, y), (x + way * MARK, y))
            for y in up
            for x, way in ((left - GAP, -1), (right + GAP, 1))
        ),
    )


def crosses(where: Grid) -> tuple[Mark, ...]:
    """Draw a mark beside the cards on the left and on the right, in the same places on both sides.

    Held against the light they show whether the backs are aligned.
    """
    left, bottom, right, _ = where.box
    y = bottom + where.place[1] / 2
    return tuple(mark for x in (left / 2, (where.paper.width + right) / 2) for mark in cross(x, y))


def cross(x: float, y: float, radius: float = CROSS) -> tuple[Mark, ...]:
    """Draw a ring with a cross of hairs through a point."""
    long = radius * 1.5
    return (
        Circle((x, y), radius, "", BLACK, HAIR),
        _hair((x - long, y), (x + long, y)),
        _hair((x, y - long), (x, y + long)),
    )


def _hair(start: tuple[float, float], end: tuple[float, float]) -> Stroke:
    return Stroke((start, end), BLACK, HAIR)


def _room_below(where: Grid) -> bool:
    """Return whether a line of words fits below the cutting marks."""
    return where.box[1] - GAP - MARK - where.paper.margin >= HIGH + 0.5


def _scale_bar(where: Grid) -> MarkGroup:
    """Draw the bar below the cutting marks, or upright in the right margin.

    There its words are between the marks if rows are high enough.
    """
    left, _, right, top = where.box
    if _room_below(where):
        return MarkGroup(scale_bar(), left, where.paper.margin + 0.3)
    row = where.place[1]
    rows = ceil((SCALE_BAR + 2) / row)
    start = rows * row / 2 + SCALE_BAR / 2
    pieces = wrap_text(CUT_WORDS, 2.2, row - 1)
    # Positions from the lower end of the bar: the middles of the rows that have the words, upper
    # row first in reading order.
    first = (rows - len(pieces)) // 2
    middles = [start - (rows - first - number - 0.5) * row for number in range(len(pieces))]
    return MarkGroup((standing_bar(middles, pieces),), right + GAP, top - start)


def _note(where: Grid, text: str) -> MarkGroup:
    """Draw words in the left margin, along one or more rows of cards; else below on the right."""
    left, _, right, top = where.box
    if left - GAP < where.paper.margin + LETTERS and _room_below(where):
        return MarkGroup(
            (TextLine(text, 0, 0, LETTERS, GREY, align=RIGHT),), right, where.paper.margin + 0.8
        )
    low = min(top - where.place[1] + 6, top - text_width(text, LETTERS))
    return MarkGroup(
        (TextLine(text, 0, 0, LETTERS, GREY),),
        max(left - GAP, where.paper.margin + LETTERS),
        low,
        -90,
    )
