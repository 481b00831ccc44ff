"""The drawing of a board: wall lines and square lines in turn, the northernmost row first.

Walls and codes are all that it knows; whether they may stand where they are is for `board` to say.

A row ends with its last square. Blanks at its end may be missing, since many editors take them away, so that a row which ends early is floor
from there on. But where the other rows show that this drawing writes its floor, a row that ends early has lost squares, and is a fault.
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from companion.engine.board import Board
from companion.engine.element import Element
from companion.engine.geometry import LARGEST, E, N, S, W, Heading, Square, column_row, square_name
from companion.formats.entries import code_of, read_code
from companion.formats.misread import Misread, shown

SMALLEST: Final = 2
CELL: Final = 5
"""Characters from one vertical edge to the next: the edge itself and four for the square."""

_WALL_LINE: Final = re.compile(r"\+(?:(?:----|    )\+)+")
_EXAMPLE: Final = "a wall line such as '+----+    +'"
_SQUARES: Final = "'|' or a blank on each edge and four characters for each square between"


class Drawn(NamedTuple):
    """One thing that a drawing shows: an element or a walled edge, and the line of the drawing it stands on, from 0."""

    line: int
    element: Element | None
    wall: tuple[Square, Heading] | None


class Drawing(NamedTuple):
    """What a drawing shows: its size and everything on it, in the order in which it is read."""

    columns: int
    rows: int
    things: tuple[Drawn, ...]


def read_drawing(text: str, kept: bool = False) -> Drawing:
    """Read a drawing; Misread names the line within it, from 0.

    The first line says how many columns there are, the number of lines how many rows. `kept`: it was drawn by `draw`, perhaps in an earlier
    version, which left out blanks at the ends of rows whatever stood in the others.
    """
    # Only blanks: a tab has no width that people would agree on, and is named where it stands.
    raw = text.split("\n")
    lines = [line.rstrip(" ") for line in raw]
    # The closing quotes of the text usually stand on a line of their own.
    while lines and not lines[-1]:
        lines.pop()
    columns, rows = _size(lines)
    things: list[Drawn] = []
    for number, line in enumerate(lines):
        row = rows - 1 - number // 2
        if number % 2:
            things += _squares(line, number, row, columns)
        else:
            things += _walls(line, number, row, columns)
    # Last: what else is wrong with a line says more.
    if not kept:
        _check_ends(raw[1 : len(lines) : 2], columns)
    return Drawing(columns, rows, tuple(things))


def _size(lines: list[str]) -> tuple[int, int]:
    """Columns and rows, from the first line and the number of lines, which are wall lines and square lines in turn."""
    if not lines:
        raise Misread("an empty drawing", f"lines that begin with {_EXAMPLE}", line=0)
    # A line too many or too few shows here, at its own place, before all the lines below it look wrong.
    for number, line in enumerate(lines):
        if line.startswith("+") and number % 2:
            raise Misread(f"{shown(line)} where a line of squares is due", _SQUARES, line=number)
        if not (line.startswith("+") or number % 2):
            raise Misread(f"{shown(line)} where a wall line is due", _EXAMPLE, line=number)
    _check_wall_line(lines[0], 0)
    if len(lines) % 2 == 0:
        raise Misread(f"{shown(lines[-1])} at the end of the drawing", f"{_EXAMPLE} below the last row of squares", line=len(lines) - 1)
    # The last edge of a line has no square behind it, and the last wall line no row: both drop out in the division.
    columns, rows = len(lines[0]) // CELL, len(lines) // 2
    if not (SMALLEST <= columns <= LARGEST and SMALLEST <= rows <= LARGEST):
        raise Misread(f"a board of {columns} columns and {rows} rows", f"a board from {SMALLEST}×{SMALLEST} to {LARGEST}×{LARGEST}", line=0)
    return columns, rows


def _check_wall_line(line: str, number: int) -> None:
    if _WALL_LINE.fullmatch(line) is None:
        raise Misread(shown(line), "'+' at each corner with '----' or four blanks between", line=number)


def _walls(line: str, number: int, row: int, columns: int) -> Iterator[Drawn]:
    """The walls of a wall line; `row` is the row of squares below it, -1 below the last."""
    _check_wall_line(line, number)
    if len(line) != columns * CELL + 1:
        raise Misread(f"a wall line over {len(line) // CELL} squares", f"{columns} squares as in the first line", line=number)
    for column in range(columns):
        if line[column * CELL + 1] == "-":
            # Below the last row there is no square to note the wall on, so it is the south side of the one above.
            wall = (square_name(column, row), N) if row >= 0 else (square_name(column, 0), S)
            yield Drawn(number, None, wall)


def _squares(line: str, number: int, row: int, columns: int) -> Iterator[Drawn]:
    """The walls and codes of a square line."""
    width = columns * CELL + 1
    if "\t" in line:
        raise Misread("a tab", f"blanks, and {_SQUARES}", line=number)
    if len(line) > width:
        raise Misread(f"a line of {len(line)} characters", f"{width}, for {columns} squares as in the first line", line=number)
    line = line.ljust(width)
    for column in range(columns + 1):
        yield from _edge(line, number, row, column)
        if column < columns:
            yield from _code(line, number, row, column)


def _check_ends(rows: list[str], columns: int) -> None:
    """Misread for the first row that ends before its last square in a drawing whose other rows show that squares are missing there.

    They show it where they are the most, two at least, and each of them reaches the eastern edge or has no square left blank.
    """
    last = (columns - 1) * CELL
    whole = [row for row in rows if len(row) > last + 1]
    drawn_to_the_edge = all(len(row) > columns * CELL for row in whole)
    drawn_in_dots = not any(row[column * CELL + 1 : column * CELL + CELL].strip(" ") == "" for row in whole for column in range(columns))
    if len(whole) < 2 or 2 * len(whole) <= len(rows) or not (drawn_to_the_edge or drawn_in_dots):
        return
    for number, row in enumerate(rows):
        if len(row) <= last + 1:
            squares = -(-len(row.rstrip(" ")) // CELL)
            expected = f"{columns} squares as in the other rows; '.' is a square of floor"
            raise Misread(f"a row of {squares} square{'' if squares == 1 else 's'}", expected, line=2 * number + 1)


def _edge(line: str, number: int, row: int, column: int) -> Iterator[Drawn]:
    mark = line[column * CELL]
    if mark == "|":
        yield Drawn(number, None, (square_name(column - 1, row), E) if column else (square_name(0, row), W))
    elif mark != " ":
        raise Misread(f"{shown(mark)} in column {column * CELL + 1} of the drawing", _SQUARES, line=number)


def _code(line: str, number: int, row: int, column: int) -> Iterator[Drawn]:
    code = line[column * CELL + 1 : column * CELL + CELL].strip(" ")
    if "|" in code:
        raise Misread(f"'|' within square {square_name(column, row)}", _SQUARES, line=number)
    try:
        element = read_code(code, square_name(column, row))
    except Misread as wrong:
        raise Misread(wrong.found, wrong.expected, wrong.near, number) from None
    if element is not None:
        yield Drawn(number, element, None)


def draw(board: Board, walls: set[tuple[Square, Heading]]) -> tuple[str, tuple[Element, ...]]:
    """The drawing of a board with these walls, and the elements that it has no room or no code for.

    A square shows one code; of several elements the first one on the board has it. `walls` are edges as `one_place` notes them.
    """
    cells: dict[Square, str] = {}
    left = []
    for element in board.elements:
        code = code_of(element)
        if code is None or element.square in cells:
            left.append(element)
        else:
            cells[element.square] = code
    lines = [_drawn_walls(board, board.rows - 1, walls)]
    for row in reversed(range(board.rows)):
        lines += [_drawn_squares(board, row, walls, cells), _drawn_walls(board, row - 1, walls)]
    return "\n".join(lines), tuple(left)


def _drawn_walls(board: Board, row: int, walls: set[tuple[Square, Heading]]) -> str:
    side, row = (N, row) if row >= 0 else (S, 0)
    edges = ("----" if (square_name(column, row), side) in walls else "    " for column in range(board.columns))
    return f"+{'+'.join(edges)}+"


def _drawn_squares(board: Board, row: int, walls: set[tuple[Square, Heading]], cells: dict[Square, str]) -> str:
    parts = ["|" if (square_name(0, row), W) in walls else " "]
    for column in range(board.columns):
        square = square_name(column, row)
        # The last one is never left blank, so that nobody takes a row for cut off.
        code = cells.get(square, "." if column == board.columns - 1 else "")
        parts.append(f" {code}".ljust(CELL - 1) if len(code) < CELL - 1 else code)
        parts.append("|" if (square, E) in walls else " ")
    return "".join(parts).rstrip()


def one_place(square: Square, side: Heading) -> tuple[Square, Heading]:
    """The one place at which a walled edge is noted: the square south or west of it; on the south and west border its only square (2.4)."""
    column, row = column_row(square)
    if side == S and row > 0:
        return square_name(column, row - 1), N
    if side == W and column > 0:
        return square_name(column - 1, row), E
    return square, side
