"""The parking row on paper: eight bays, and beside them the board's name, its north, its scale and its licence.

Lengths are in millimetres from the board's south-west corner, so everything here lies below zero.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from companion.content.livery import COLOURS, LETTER_AT, OUTLINES, SHAPES, TINTS
from companion.engine.art import gear
from companion.engine.board import Board
from companion.press.board_floor import SQUARE
from companion.press.letters import centred, fitting, wide
from companion.press.marks import Box, Circle, Fill, Mark, Plate, Stroke, Words
from companion.press.paint import painted, placed
from companion.press.palette import BRASS, BRASS_DARK, GREY, GROUND, GROUND_DARK, GROUND_LINE, INK, PLATE

BAYS: Final = 8
NAMEPLATE, LONGEST = 4, 5
"""Squares that the name wants beside the bays, and gets at most."""
LOST: Final = 4.7
"""What a printer may lose at the rim of a sheet: no word lies within it."""
RULES_LICENCE: Final = "Rules after Clockwork Derby by Ytec3D, CC BY-SA 4.0"


class Parking(NamedTuple):
    """Where things lie: bays as (column, row), rows counted from 0 downward, and the nameplate as column, row and squares."""

    rows: int
    bays: tuple[tuple[int, int], ...]
    name: tuple[int, int, int]


def parking(columns: int) -> Parking:
    """The parking row of a board so wide; in more rows than one where eight bays and the name need them.

    Squares of bays and nameplate are counted from the west; `rows` is how many the whole takes.
    """
    bays = tuple((place % columns, place // columns) for place in range(BAYS))
    column, row = BAYS % columns, BAYS // columns
    # Too few squares are left beside the last bay: the name begins a row of its own.
    if column and columns - column < NAMEPLATE:
        column, row = 0, row + 1
    return Parking(row + 1, bays, (column, row, min(columns - column, LONGEST)))


def depth(board: Board) -> float:
    """How far the parking row reaches south of the board."""
    return parking(board.columns).rows * SQUARE


def licence_line(board: Board) -> str:
    """Whose board it is, and under which licence it is printed.

    Both are named: the board's author with its licence, and the rules', which are CC BY-SA.
    """
    author = f"Board by {board.author}" if board.author else "Board"
    own = f"{author}, {board.licence.replace('CC-BY-SA-', 'CC BY-SA ')}. " if board.licence else f"{author}. " if board.author else ""
    return f"{own}{RULES_LICENCE}"


def parking_row(board: Board) -> Iterator[Mark]:
    """The whole row, with the line along the board that nobody crosses."""
    plan, width = parking(board.columns), board.columns * SQUARE
    yield Plate(0, -plan.rows * SQUARE, width, plan.rows * SQUARE, 0, GROUND)
    yield from _wheels(plan, board.columns)
    for place, (column, row) in enumerate(plan.bays):
        yield from _bay(place, column * SQUARE, -(row + 1) * SQUARE)
    column, row, squares = plan.name
    # The nameplate keeps off the rims of the row, which lie at the rim of the sheet.
    right = (column + squares) * SQUARE - (LOST if column + squares == board.columns else 1.2)
    left = column * SQUARE + (1.2 if column else LOST)
    yield from _nameplate(board, (left, -(row + 1) * SQUARE + LOST, right, -row * SQUARE - 2.2))
    # Drawn last, over plates and bays alike. This edge is a wall on every board (7.2.5).
    yield Stroke(((0, 0), (width, 0)), INK, 1.5)
    yield Stroke(((0, 0), (width, 0)), BRASS, 0.75)


def _wheels(plan: Parking, columns: int) -> Iterator[Mark]:
    """Wheels in each other's teeth where nothing else lies, hardly darker than the ground."""
    first, last, squares = plan.name
    taken = {*plan.bays, *((first + at, last) for at in range(squares))}
    for row in range(plan.rows):
        for column in range(columns):
            if (column, row) not in taken:
                side = SQUARE * (1.06 if (column + row) % 2 else 0.94)
                x, y = (column + 0.5) * SQUARE, -(row + 0.5) * SQUARE
                yield from painted((gear(12, 0.5, 0.41, "ink"),), x - side / 2, y - side / 2, side, {"ink": GROUND_DARK})
                yield Circle((x, y), side * 0.29, GROUND)
                yield Circle((x, y), side * 0.1, GROUND_DARK)


def _bay(place: int, x: float, y: float) -> Iterator[Mark]:
    """A bay with its seat's number in the seat's shape and colour."""
    yield Plate(x + 1.2, y + 2.4, SQUARE - 2.4, SQUARE - 4.6, 2, f"{PLATE}e0", GROUND_LINE, 0.4)
    shape, side = SHAPES[place], 15.6
    left, low = x + (SQUARE - side) / 2, y + 5.0
    yield Fill(placed(OUTLINES[shape], left, low, side), TINTS[COLOURS[place]], INK, 0.55)
    height, size = LETTER_AT.get(shape, (0.5, 0.62))
    yield centred(str(place + 1), left + side / 2, low + height * side, size * side, INK)


def _nameplate(board: Board, box: Box) -> Iterator[Mark]:
    """A brass plate with the board's name, and below it what must be known about the sheet."""
    left, low, right, top = box
    yield Plate(left, low, right - left, top - low, 2, PLATE, BRASS_DARK, 0.5)
    yield Plate(left + 0.9, low + 0.9, right - left - 1.8, top - low - 1.8, 1.3, "", BRASS, 0.35)
    north = left + 9.2
    yield from _north(north, (low + top) / 2)
    words = north + 8.4
    middle, width = (words + right - 3) / 2, right - 3 - words
    name = board.name or "A board"
    size = fitting(name.upper(), 9.4, width, bold=True)
    yield centred(name.upper(), middle, top - 5.9, size, INK)
    yield Stroke(((words, low + 8.1), (right - 3, low + 8.1)), BRASS, 0.35)
    beyond = "a wall all around" if board.edge == "wall" else "a pit beyond its sides"
    facts = f"{board.columns} × {board.rows} squares of {SQUARE} mm, {beyond}"
    yield _line(facts, middle, low + 4.9, 3.1, width, INK)
    yield _line(licence_line(board), middle, low + 2.0, 2.5, width, GREY)


def _line(text: str, middle: float, y: float, size: float, width: float, ink: str) -> Words:
    size = fitting(text, size, width)
    return Words(text, middle - wide(text, size) / 2, y, size, ink)


def _north(x: float, y: float) -> Iterator[Mark]:
    """A wheel with a hand that points north."""
    side = 14.2
    yield from painted((gear(12, 0.5, 0.42, "steel"),), x - side / 2, y - side / 2, side, {"steel": BRASS})
    yield Circle((x, y), side * 0.34, PLATE, BRASS_DARK, 0.3)
    yield Fill(((x, y + 4.5), (x + 1.9, y - 0.9), (x, y + 0.2), (x - 1.9, y - 0.9)), INK)
    yield centred("N", x, y - 2.7, 3.4, INK)
