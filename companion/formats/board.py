"""Board files: a drawing, a list of elements and a few facts, read strictly and written back with the same meaning."""
from __future__ import annotations

from typing import Final

from companion.engine.board import PIT, WALL, Board, board_of
from companion.engine.element import Element, kinds
from companion.engine.geometry import Heading, Square
from companion.engine.sharing import may_share
from companion.formats.drawing import Drawing, draw, one_place, read_drawing
from companion.formats.entries import read_entry, read_square
from companion.formats.misread import Misread
from companion.formats.places import Path
from companion.formats.toml_text import LARGEST, LONGEST_NAME, Table, TomlText

WALL_WORD: Final = "wall"
"""The one element that the drawing shows by lines instead of codes."""
DRAWING_KEYS: Final = ("edge", "board", "elements")
"""The keys that a scenario has in common with a board file."""
KEYS: Final = ("name", "author", "licence", *DRAWING_KEYS, "suggested_flags")


def parse_board(text: str, source: str, kept: bool = False) -> Board:
    """The board that a board file's text describes; `source` names the file in faults. FormatFault for whatever is wrong with it.

    `kept` is for a text that the app itself has written, perhaps in an earlier version: its rows may end early, and its names are as they are.
    Walls come out noted in one place each, so that boards are equal however their walls were written (2.4).
    """
    toml = TomlText(text, source)
    table = Table(toml, (), toml.data, KEYS)
    return read_board(table, kept)


def read_board(table: Table, kept: bool = False) -> Board:
    """The board under the keys of a table, also of a scenario, that are known already; FormatFault at the line of what is wrong."""
    edge = table.word("edge", PIT, (PIT, WALL))
    with table.text.reading(*table.path, "board"):
        drawing = read_drawing(table.lines("board"), kept)
    squares = _Squares(drawing)
    for thing in drawing.things:
        with table.text.reading(*table.path, "board"):
            squares.put(thing.element, thing.wall, thing.line)
    # After the drawing: where two elements cannot share a square, the fault is at the entry and not at the code.
    for number, entry in enumerate(table.strings("elements")):
        with table.text.reading(*table.path, "elements", number):
            squares.put(read_entry(entry))
    longest = LARGEST if kept else LONGEST_NAME
    facts = {key: table.string(key, longest=longest) for key in ("name", "author", "licence") if key in table}
    flags = read_flags(table, "suggested_flags", drawing.columns, drawing.rows)
    return board_of(drawing.columns, drawing.rows, squares.elements(), edge=edge, suggested_flags=flags, **facts)


class _Squares:
    """The squares of a board as they fill, refusing what may not stand there.

    Walls lie aside as edges: noted on both sides, or drawn and listed, they are one (2.4 [E003, E004]).
    """

    def __init__(self, drawing: Drawing) -> None:
        self._grid = Board(drawing.columns, drawing.rows)
        self._there: dict[Square, list[Element]] = {}
        self._walls: set[tuple[Square, Heading]] = set()
        self._once: dict[tuple[str, object], Element] = {}

    def put(self, element: Element | None, wall: tuple[Square, Heading] | None = None, line: int | None = None) -> None:
        """Add an element or a walled edge, drawn on this line or listed; Misread where the rules do not allow it (2.3 [E188])."""
        # A listed wall joins the drawn ones, so that it counts once wherever it is noted.
        if element is not None and element.word == WALL_WORD:
            self._check_on_board(element)
            wall = (element.square, element.side)  # type: ignore[attr-defined]
        if wall is not None:
            self._walls.add(one_place(*wall))
        elif element is not None:
            self._check_on_board(element)
            self._check_sharing(element, line)
            self._check_once(element, line)
            self._there.setdefault(element.square, []).append(element)

    def _check_on_board(self, element: Element) -> None:
        check_on_board(element.square, self._grid.columns, self._grid.rows)

    def _check_sharing(self, element: Element, line: int | None) -> None:
        for other in self._there.get(element.square, ()):
            if not may_share(element, other):
                raise Misread(f'"{element.entry()}" beside "{other.entry()}"', "elements that may share a square (rulebook 2.3)", line=line)

    def _check_once(self, element: Element, line: int | None) -> None:
        if element.once:
            value = getattr(element, element.once)
            other = self._once.setdefault((element.word, value), element)
            if other is not element:
                raise Misread(
                    f'"{element.entry()}" although {other.square} has {element.once} {value} already',
                    f"each {element.once} on one {element.word} only", line=line,
                )

    def elements(self) -> list[Element]:
        """Everything on the board, walls as elements."""
        wall = kinds()[WALL_WORD]
        walls = [wall(square, side) for square, side in self._walls]  # type: ignore[call-arg]
        return [*walls, *(element for there in self._there.values() for element in there)]


def check_on_board(square: Square, columns: int, rows: int) -> None:
    """Misread unless the square lies on a board of this size."""
    grid = Board(columns, rows)
    if not grid.has(square):
        raise Misread(f"square {square}", f"a square of the board, from A1 to {grid.squares[-1]}")


def read_flags(table: Table, key: str, columns: int, rows: int) -> tuple[Square, ...]:
    """The flags under a key, all on the board and no two on one square (2.6 [E190])."""
    flags: list[Square] = []
    for number, word in enumerate(table.strings(key)):
        path: Path = (*table.path, key, number)
        with table.text.reading(*path):
            check_on_board(read_square(word), columns, rows)
            if word in flags:
                raise Misread(f"flag {number + 1} on {word}, where flag {flags.index(word) + 1} lies", "each flag on a square of its own")
        flags.append(word)
    return tuple(flags)


def write_board(board: Board) -> str:
    """The text of a board file; reading it gives an equal board again if the board was read from a file.

    One that was made in code may note a wall in two places, which come back as one.
    """
    wall = kinds()[WALL_WORD]
    walls = {one_place(element.square, element.side) for element in board.elements if isinstance(element, wall)}  # type: ignore[attr-defined]
    drawing, left = draw(board, walls)
    lines = [f"{key} = {_quoted(value)}" for key in ("name", "author", "licence") if (value := getattr(board, key))]
    lines.append(f'edge = "{board.edge}"')
    if board.suggested_flags:
        lines.append(f"suggested_flags = [{', '.join(map(_quoted, board.suggested_flags))}]")
    lines += ["", "board = '''", drawing, "'''"]
    entries = [element.entry() for element in left if not isinstance(element, wall)]
    if entries:
        lines += ["elements = [", *(f"  {_quoted(entry)}," for entry in entries), "]"]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """A text as a TOML string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(f"\\u{ord(mark):04X}" if mark < " " or mark == "\x7f" else mark for mark in escaped) + '"'
