"""The row of cells on a card's face that a reader sees: where each cell lies, and a word as black on white."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from companion.errors import PressFault
from companion.formats.reader_plan import ReaderPlan
from companion.press.marks import BLACK, Box, Mark, Plate


def cell_box(cell: int, plan: ReaderPlan) -> Box:
    """Where a cell (from 1, on the left) lies, in millimetres from the card's lower left corner.

    The outermost cells go on to the card's sides, where a card that lies a little beside its place is seen.
    """
    middle, half = plan.card.width / 2 + plan.code.middle(cell), plan.code.pitch / 2
    left = 0.0 if cell == 1 else middle - half
    right = plan.card.width if cell == plan.code.cells else middle + half
    return left, plan.code.from_edge, right, plan.code.from_edge + plan.code.height


def code_row(word: int, plan: ReaderPlan, colour: str = BLACK) -> tuple[Mark, ...]:
    """The black cells of a word, whose first cell is the highest bit and where white is 1; PressFault for a word that has no room.

    Blacks that lie side by side are one: a seam between them could shine.

    8 cells, of which the valid words have 3 or 5 white ones (hardware facts 2); here every word of the plan's length is drawn, for test
    strips too.
    """
    if not 0 <= word < 1 << plan.code.cells:
        raise PressFault(f"code {word}: found a number of no card, expected one of 0 to {(1 << plan.code.cells) - 1}")
    return tuple(_bar(first, last, plan, colour) for first, last in _blacks(word, plan.code.cells))


def _blacks(word: int, cells: int) -> Iterator[tuple[int, int]]:
    """The first and the last cell of everything black."""
    for white, run in groupby(range(1, cells + 1), key=lambda cell: word >> (cells - cell) & 1):
        found = [*run]
        if not white:
            yield found[0], found[-1]


def _bar(first: int, last: int, plan: ReaderPlan, colour: str) -> Plate:
    (left, bottom, _, top), (_, _, right, _) = cell_box(first, plan), cell_box(last, plan)
    return Plate(left, bottom, right - left, top - bottom, 0, colour)
