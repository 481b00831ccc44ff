"""Board files: a drawing, a list of elements and a few facts, read and written.

Writing keeps the meaning. A drawing has wall lines and square lines in turn, the northernmost row
first. A row ends with its last square. Blanks at its end may be missing, since many editors remove
them, so a row that ends early continues with floor. But if the other rows show that this drawing
writes its floor, a row that ends early has lost squares, which is a fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from companion.engine.board import PIT, WALL, Board, board_of
from companion.engine.element import Element, may_share
from companion.engine.elements.wall import Wall
from companion.engine.survey import board_faults
from companion.formats.entries import (
    code_of,
    read_code,
    read_entries,
    read_square,
    squares_of_entry,
)
from companion.formats.misread_error import MisreadError, quote_value
from companion.formats.toml_text import LARGEST as LARGEST_FILE
from companion.formats.toml_text import LONGEST_NAME, KeyPath, TomlTable, TomlText
from companion.geometry import (
    LARGEST,
    E,
    Heading,
    N,
    S,
    Square,
    W,
    column_row,
    opposite,
    square_name,
)
from companion.named_tuples import NamedTuple

Edge: TypeAlias = tuple[Square, Heading]
Namers: TypeAlias = Mapping[Edge, set[Square | None]]
"""The walled edges, each as `one_place` notes it, with the squares that name its wall; None stands
for the picture of the board."""

WALL_WORD: Final = "wall"
"""The one element that the drawing shows by lines instead of codes."""
TURNING: Final = "room"
"""The trait of blocks that turn with everything named on their squares."""


def one_place(square: Square, side: Heading) -> Edge:
    """Return the one place at which a walled edge is noted (2.4).

    It is the square south or west of it, or on the south and west border its only square.
    """
    column, row = column_row(square)
    if side == S and row > 0:
        return square_name(column, row - 1), N
    if side == W and column > 0:
        return square_name(column - 1, row), E
    return square, side


def walls_of(namers: Namers, board: Board) -> list[Wall]:
    """Return the walls of these edges for a board with these elements.

    Away from rooms a wall is the same however it was noted. At a room it keeps the square that
    named it: named in the room it turns with it; named from outside, or drawn, it stays (C14).
    """
    rooms = _rooms(board.elements)
    walls = []
    for (square, side), names in namers.items():
        beyond = board.next(square, side)
        places: dict[Square | None, Edge] = (
            {square: (square, side)}
            if beyond is None
            else {square: (square, side), beyond: (beyond, opposite(side))}
        )
        inside = [place for place in places if place in rooms]
        outside = [place for place in places if place not in rooms]
        if not inside:
            walls.append(Wall(square, side))
            continue
        named = [name for name in names if name in inside]
        if len(named) < len(names):
            walls.append(Wall(*places[outside[0]]) if outside else Wall(square, side, True))
        # Between two squares of one room both mean the same.
        if named and len(inside) == 2 and rooms[square] == rooms[beyond or ""]:
            named = [square]
        walls += [Wall(*places[name]) for name in named]
    return walls


def namers_of(walls: Iterable[Wall], elements: Iterable[Element]) -> dict[Edge, set[Square | None]]:
    """Return the squares that name walls: those in rooms.

    All other walls might be drawn as well.
    """
    rooms = _rooms(elements)
    found: dict[Edge, set[Square | None]] = {}
    for wall in walls:
        named = wall.square in rooms and not wall.stays
        found.setdefault(one_place(wall.square, wall.side), set()).add(
            wall.square if named else None
        )
    return found


def renote_walls(before: Board, after: Board) -> Board:
    """Note the walls of a changed board so that each turns, or stays, as before.

    A room may have come or gone.
    """
    walls = [element for element in after.elements if isinstance(element, Wall)]
    rest = after.changed([element for element in after.elements if not isinstance(element, Wall)])
    return rest.changed([*rest.elements, *walls_of(namers_of(walls, before.elements), rest)])


def _rooms(elements: Iterable[Element]) -> dict[Square | None, Square]:
    """Return every square in a room, with the room's corner."""
    return {
        square: element.square
        for element in elements
        if TURNING in element.traits
        for square in element.covers()
    }


DRAWING_KEYS: Final = ("edge", "board", "elements")
"""The keys that scenarios and board files share."""
KEYS: Final = ("name", "author", "licence", *DRAWING_KEYS, "suggested_flags")
SMALLEST: Final = 2
CELL: Final = 5
"""Characters from one vertical edge to the next: the edge itself and four for the square."""

_WALL_LINE: Final = re.compile(r"\+(?:(?:----|    )\+)+")
_EXAMPLE: Final = "a wall line such as '+----+    +'"
_SQUARES: Final = "'|' or a blank on each edge and four characters for each square between"


def parse_board(text: str, source: str, kept: bool = False, finished: bool = True) -> Board:
    """Return the board that the text of a board file describes.

    Each wall is noted in one place, so that boards are equal however their walls were written
    (2.4); at rooms walls keep the squares that name them (C14).

    Args:
        text: The content of the file.
        source: The name of the file in faults.
        kept: Whether the app itself has written the text, perhaps in an earlier version. Its
            rows may end early, and its names are not checked.
        finished: Whether the rules of section 5 about several squares hold (`board_faults`). A
            board that is still being painted may break them.

    Raises:
        FormatError: Anything is wrong with the text.
    """
    toml = TomlText(text, source)
    return read_board(TomlTable(toml, (), toml.data, KEYS), kept, finished)


def read_board(table: TomlTable, kept: bool = False, finished: bool = True) -> Board:
    """Read a board from the known keys of a table, which may be of a scenario.

    Raises:
        FormatError: Something is wrong, with its line.
    """
    edge = table.word("edge", PIT, (PIT, WALL))
    with table.text.reading(*table.path, "board"):
        drawing = _read_drawing(table.lines("board"), kept)
    squares = BoardBuilder(drawing.columns, drawing.rows)
    for thing in drawing.things:
        with table.text.reading(*table.path, "board"):
            squares.put(thing.element, thing.wall, thing.line)
    # After the drawing: if two elements cannot share a square, the fault is at the entry and not at
    # the code.
    written: dict[Element, int] = {}
    for number, entry in enumerate(table.strings("elements")):
        with table.text.reading(*table.path, "elements", number):
            for element in squares.put_entry(entry):
                written.setdefault(element, number)
    longest = LARGEST_FILE if kept else LONGEST_NAME
    facts = {
        key: table.string(key, longest=longest)
        for key in ("name", "author", "licence")
        if key in table
    }
    flags = read_flags(table, "suggested_flags", drawing.columns, drawing.rows)
    board = board_of(
        drawing.columns,
        drawing.rows,
        squares.elements(),
        edge=edge,
        suggested_flags=flags,
        name=facts.get("name", ""),
        author=facts.get("author", ""),
        licence=facts.get("licence", ""),
    )
    for element, fault in board_faults(board) if finished else ():
        path: KeyPath = ("elements", written[element]) if element in written else ("board",)
        with table.text.reading(*table.path, *path):
            raise MisreadError(fault.found, fault.expected)
    return board


class BoardBuilder:
    """The squares of a board while it fills; it refuses what the rules do not allow.

    Walls are kept apart as edges: noted on both sides, or drawn and listed, they are one (2.4
    [E003, E004]), except at rooms (`walls_of`).
    """

    def __init__(self, columns: int, rows: int) -> None:
        """Create an empty board of this size."""
        self._grid = Board(columns, rows)
        self._there: dict[Square, list[Element]] = {}
        self._walls: dict[Edge, set[Square | None]] = {}
        self._once: dict[tuple[str, object], Element] = {}
        self._all: list[Element] = []

    def put(
        self, element: Element | None, wall: Edge | None = None, line: int | None = None
    ) -> None:
        """Add an element or a walled edge, drawn on this line or listed (2.3 [E188]).

        Raises:
            MisreadError: The rules do not allow it.
        """
        if wall is not None:
            self._walls.setdefault(one_place(*wall), set()).add(None)
        # A listed wall joins the drawn ones, so that it counts once wherever it is noted.
        elif isinstance(element, Wall):
            check_on_board(element.square, self._grid.columns, self._grid.rows)
            self._walls.setdefault(one_place(element.square, element.side), set()).add(
                element.square
            )
        elif element is not None:
            check_on_board(element.square, self._grid.columns, self._grid.rows)
            there = [other for square in element.covers() for other in self._there.get(square, ())]
            for other in there:
                if not may_share(element, other):
                    raise MisreadError(
                        f'"{element.entry()}" beside "{other.entry()}"',
                        "elements that may share a square (rulebook 2.3): move one of them, or "
                        "take it away",
                        line=line,
                    )
            self._check_once(element, line)
            self._all.append(element)
            for square in element.covers():
                self._there.setdefault(square, []).append(element)

    def put_entry(self, entry: str) -> tuple[Element, ...]:
        """Add what an entry of the element list describes.

        Raises:
            MisreadError: The rules do not allow it; if it fills several squares, the entry is
            named.
        """
        elements = read_entries(entry)
        for square in squares_of_entry(entry):
            if not self._grid.has(square):
                raise MisreadError(
                    f'square {square} of "{entry.strip()}"',
                    f"a square of the board, from A1 to {self._grid.squares[-1]}",
                )
        for element in elements:
            try:
                self.put(element)
            except MisreadError as wrong:
                if len(elements) > 1:
                    raise MisreadError(
                        f'{wrong.found}, by "{entry.strip()}"', wrong.expected, wrong.near
                    ) from None
                raise
        return elements

    def _check_once(self, element: Element, line: int | None) -> None:
        if element.once:
            value = getattr(element, element.once)
            other = self._once.setdefault((element.word, value), element)
            if other is not element:
                raise MisreadError(
                    f'"{element.entry()}" although {other.square} has {element.once} {value} '
                    f"already",
                    f"each {element.once} on one {element.word} only",
                    line=line,
                )

    def elements(self) -> list[Element]:
        """Return everything on the board, walls as elements."""
        return [*walls_of(self._walls, self._grid.changed(self._all)), *self._all]


def check_on_board(square: Square, columns: int, rows: int) -> None:
    """Check that a square is on a board of this size.

    Raises:
        MisreadError: It is not.
    """
    grid = Board(columns, rows)
    if not grid.has(square):
        raise MisreadError(
            f"square {square}", f"a square of the board, from A1 to {grid.squares[-1]}"
        )


def read_flags(table: TomlTable, key: str, columns: int, rows: int) -> tuple[Square, ...]:
    """Return the flags under a key, all on the board and no two on one square (2.6 [E190])."""
    flags: list[Square] = []
    for number, word in enumerate(table.strings(key)):
        path: KeyPath = (*table.path, key, number)
        with table.text.reading(*path):
            check_on_board(read_square(word), columns, rows)
            if word in flags:
                raise MisreadError(
                    f"flag {number + 1} on {word}, where flag {flags.index(word) + 1} lies",
                    "each flag on a square of its own",
                )
        flags.append(word)
    return tuple(flags)


def write_board(board: Board) -> str:
    """Return the text of a board file; reading it gives an equal board again.

    This holds for boards read from files. A board made in code may note a wall in two places, which
    come back as one. Walls are drawn, except those that turn with a room.
    """
    walls = [element for element in board.elements if isinstance(element, Wall)]
    namers = namers_of(walls, board.elements)
    drawing, left = _draw(board, {edge for edge, squares in namers.items() if None in squares})
    lines = [
        f"{key} = {_toml_string(value)}"
        for key in ("name", "author", "licence")
        if (value := getattr(board, key))
    ]
    lines.append(f'edge = "{board.edge}"')
    if board.suggested_flags:
        lines.append(f"suggested_flags = [{', '.join(map(_toml_string, board.suggested_flags))}]")
    lines += ["", "board = '''", drawing, "'''"]
    turning = {square for squares in namers.values() for square in squares}
    entries = [
        element.entry()
        for element in left
        if not isinstance(element, Wall) or (element.square in turning and not element.stays)
    ]
    if entries:
        lines += ["elements = [", *(f"  {_toml_string(entry)}," for entry in entries), "]"]
    return "\n".join(lines) + "\n"


def _toml_string(text: str) -> str:
    """Return a text as a TOML string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return (
        '"'
        + "".join(
            f"\\u{ord(mark):04X}" if mark < " " or mark == "\x7f" else mark for mark in escaped
        )
        + '"'
    )


# ---- Drawings ------------------------------------------------------------------------------------


class _DrawnElement(NamedTuple):
    """One thing in a drawing: an element or a walled edge."""

    line: int
    """The line of the drawing, from 0."""
    element: Element | None
    wall: tuple[Square, Heading] | None


class _Drawing(NamedTuple):
    """The size of a drawing and everything on it, in reading order."""

    columns: int
    rows: int
    things: tuple[_DrawnElement, ...]


def _read_drawing(text: str, kept: bool) -> _Drawing:
    """Read a drawing.

    The first line gives the number of columns, the number of lines that of rows. `kept` says that
    `draw` drew it, perhaps in an earlier version, which left out blanks at the ends of all rows.

    Raises:
        MisreadError: Something is wrong; its line counts from 0.
    """
    # Only blanks: a tab has no width that people agree on, and is reported where it is.
    raw = text.split("\n")
    lines = [line.rstrip(" ") for line in raw]
    # The closing quotes of the text are usually on a separate line.
    while lines and not lines[-1]:
        lines.pop()
    columns, rows = _size(lines)
    things: list[_DrawnElement] = []
    for number, line in enumerate(lines):
        row = rows - 1 - number // 2
        if number % 2:
            things += _squares(line, number, row, columns)
        else:
            things += _walls(line, number, row, columns)
    # Last: any other fault of a line says more.
    if not kept:
        _check_ends(raw[1 : len(lines) : 2], columns)
    return _Drawing(columns, rows, tuple(things))


def _size(lines: list[str]) -> tuple[int, int]:
    """Return columns and rows, from the first line and the number of lines.

    The lines are wall lines and square lines in turn.
    """
    if not lines:
        raise MisreadError("an empty drawing", f"lines that begin with {_EXAMPLE}", line=0)
    # A line too many or too few is found here, at its own place, before all the lines below it look
    # wrong.
    for number, line in enumerate(lines):
        if line.startswith("+") and number % 2:
            raise MisreadError(
                f"{quote_value(line)} where a line of squares is due", _SQUARES, line=number
            )
        if not (line.startswith("+") or number % 2):
            raise MisreadError(
                f"{quote_value(line)} where a wall line is due", _EXAMPLE, line=number
            )
    _check_wall_line(lines[0], 0)
    if len(lines) % 2 == 0:
        raise MisreadError(
            f"{quote_value(lines[-1])} at the end of the drawing",
            f"{_EXAMPLE} below the last row of squares",
            line=len(lines) - 1,
        )
    # The last edge of a line has no square after it, and the last wall line no row: both drop out
    # in the division.
    columns, rows = len(lines[0]) // CELL, len(lines) // 2
    if not (SMALLEST <= columns <= LARGEST and SMALLEST <= rows <= LARGEST):
        raise MisreadError(
            f"a board of {columns} columns and {rows} rows",
            f"a board from {SMALLEST}×{SMALLEST} to {LARGEST}×{LARGEST}",
            line=0,
        )
    return columns, rows


def _check_wall_line(line: str, number: int) -> None:
    if _WALL_LINE.fullmatch(line) is None:
        raise MisreadError(
            quote_value(line), "'+' at each corner with '----' or four blanks between", line=number
        )


def _walls(line: str, number: int, row: int, columns: int) -> Iterator[_DrawnElement]:
    """Yield the walls of a wall line; `row` is the row of squares below it, -1 below the last."""
    _check_wall_line(line, number)
    if len(line) != columns * CELL + 1:
        raise MisreadError(
            f"a wall line over {len(line) // CELL} squares",
            f"{columns} squares as in the first line",
            line=number,
        )
    for column in range(columns):
        if line[column * CELL + 1] == "-":
            # Below the last row there is no square to note the wall on, so it is the south side of
            # the one above.
            wall = (square_name(column, row), N) if row >= 0 else (square_name(column, 0), S)
            yield _DrawnElement(number, None, wall)


def _squares(line: str, number: int, row: int, columns: int) -> Iterator[_DrawnElement]:
    """Yield the walls and codes of a square line."""
    width = columns * CELL + 1
    if "\t" in line:
        raise MisreadError("a tab", f"blanks, and {_SQUARES}", line=number)
    if len(line) > width:
        raise MisreadError(
            f"a line of {len(line)} characters",
            f"{width}, for {columns} squares as in the first line",
            line=number,
        )
    line = line.ljust(width)
    for column in range(columns + 1):
        mark = line[column * CELL]
        if mark == "|":
            wall = (square_name(column - 1, row), E) if column else (square_name(0, row), W)
            yield _DrawnElement(number, None, wall)
        elif mark != " ":
            found = f"{quote_value(mark)} in column {column * CELL + 1} of the drawing"
            raise MisreadError(found, _SQUARES, line=number)
        if column == columns:
            return
        square = square_name(column, row)
        code = line[column * CELL + 1 : column * CELL + CELL].strip(" ")
        if "|" in code:
            raise MisreadError(f"'|' within square {square}", _SQUARES, line=number)
        try:
            element = read_code(code, square)
        except MisreadError as wrong:
            raise MisreadError(wrong.found, wrong.expected, wrong.near, number) from None
        if element is not None:
            yield _DrawnElement(number, element, None)


def _check_ends(rows: list[str], columns: int) -> None:
    """Refuse a row that ends early in a drawing whose other rows show that squares are missing.

    They show it if they are the majority, at least two, and each of them reaches the eastern edge
    or has no blank square.

    Raises:
        MisreadError: For the first such row.
    """
    last = (columns - 1) * CELL
    whole = [row for row in rows if len(row) > last + 1]
    drawn_to_the_edge = all(len(row) > columns * CELL for row in whole)
    drawn_in_dots = not any(
        row[column * CELL + 1 : column * CELL + CELL].strip(" ") == ""
        for row in whole
        for column in range(columns)
    )
    if len(whole) < 2 or 2 * len(whole) <= len(rows) or not (drawn_to_the_edge or drawn_in_dots):
        return
    for number, row in enumerate(rows):
        if len(row) <= last + 1:
            squares = -(-len(row.rstrip(" ")) // CELL)
            expected = f"{columns} squares as in the other rows; '.' is a square of floor"
            raise MisreadError(
                f"a row of {squares} square{'' if squares == 1 else 's'}",
                expected,
                line=2 * number + 1,
            )


def _draw(board: Board, walls: set[tuple[Square, Heading]]) -> tuple[str, tuple[Element, ...]]:
    """Return the drawing of a board, and the elements without room or code in it.

    A square shows one code, that of its first element with a code. `walls` are edges as `one_place`
    notes them.
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
        parts = ["|" if (square_name(0, row), W) in walls else " "]
        for column in range(board.columns):
            square = square_name(column, row)
            # The last one is never left blank, so that no row looks cut off.
            code = cells.get(square, "." if column == board.columns - 1 else "")
            parts.append(f" {code}".ljust(CELL - 1) if len(code) < CELL - 1 else code)
            parts.append("|" if (square, E) in walls else " ")
        lines += ["".join(parts).rstrip(), _drawn_walls(board, row - 1, walls)]
    return "\n".join(lines), tuple(left)


def _drawn_walls(board: Board, row: int, walls: set[tuple[Square, Heading]]) -> str:
    side, row = (N, row) if row >= 0 else (S, 0)
    edges = (
        "----" if (square_name(column, row), side) in walls else "    "
        for column in range(board.columns)
    )
    return f"+{'+'.join(edges)}+"
