"""Random boards with any registered element; a new one takes part without being named here."""

from __future__ import annotations

from hypothesis import strategies as some

from companion.engine.board import Board, board_of
from companion.engine.element import kinds
from companion.engine.keys import LINK, Key
from companion.errors import FormatError
from companion.formats.board import parse_board
from companion.geometry import HEADINGS, square_name

TRIED = ("1", "2,4", "1,3", "N", "N,E,S,W,N", "word")
"""Texts that are tried for every key without choices; those that it reads are its values."""


def values(key: Key) -> list[str]:
    """Return texts that a key accepts."""
    if key.choices:
        return [*key.choices]
    found = []
    for text in TRIED:
        try:
            key.read(text)
        except ValueError:
            continue
        found.append(text)
    return found


NEEDS = {"padded_wall": "padded", "sluice": "water", "light_barrier": "flip_belt E group=word"}
"""The elements that some kinds need on their square, or in their group."""


@some.composite
def entries(draw: some.DrawFn, columns: int, rows: int) -> list[str]:
    """Draw entries of any element with explicit or default keys.

    It is one entry, or those that belong together.
    """
    kind = kinds()[draw(some.sampled_from(sorted(kinds())))]
    squares = some.builds(square_name, some.integers(0, columns - 1), some.integers(0, rows - 1))
    words = [kind.word]
    if kind.sided:
        words.append(draw(some.sampled_from(HEADINGS)))
    for key in draw(some.permutations(kind.keys)):
        if key.default is None or draw(some.booleans()):
            words.append(
                draw(
                    some.sampled_from([*key.flags, *(f"{key.name}={text}" for text in values(key))])
                )
            )
    square = draw(squares)
    found = [" ".join([square, *words])]
    if LINK in kind.keys or kind.needs_others:
        found.append(" ".join([draw(squares), *words]))
    if kind.word in NEEDS:
        found.append(f"{square} {NEEDS[kind.word]}")
    return found


@some.composite
def element_lists(draw: some.DrawFn, columns: int, rows: int) -> list[str]:
    """Draw entries that may be together on one board."""
    kept: list[str] = []
    for together in draw(some.lists(entries(columns, rows), max_size=12)):
        try:
            parse_board(
                _text(
                    "pit",
                    ["+".join(["", *["    "] * columns, ""]), *[" ", " "] * rows],
                    [*kept, *together],
                ),
                "tried",
            )
        except FormatError:
            continue
        kept += together
    return kept


@some.composite
def board_texts(draw: some.DrawFn) -> str:
    """Draw the text of a board file with an empty drawing, some walls, and a list of elements."""
    columns, rows = draw(some.integers(2, 6)), draw(some.integers(2, 6))
    lines = [_wall_line(draw, columns)]
    for _ in range(rows):
        lines += [_square_line(draw, columns), _wall_line(draw, columns)]
    return _text(
        draw(some.sampled_from(("pit", "wall"))), lines, draw(element_lists(columns, rows))
    )


def _text(edge: str, lines: list[str], listed: list[str]) -> str:
    entries = "".join(f'  "{entry}",\n' for entry in listed)
    return "\n".join(
        [f'edge = "{edge}"', "board = '''", *lines, "'''", f"elements = [\n{entries}]", ""]
    )


def _wall_line(draw: some.DrawFn, columns: int) -> str:
    return (
        f"+{'+'.join(draw(some.sampled_from(('    ', '    ', '----'))) for _ in range(columns))}+"
    )


def _square_line(draw: some.DrawFn, columns: int) -> str:
    edges = [draw(some.sampled_from("  |")) for _ in range(columns + 1)]
    line = edges[0] + "".join(
        f"{draw(some.sampled_from(('    ', '  . ')))}{edge}" for edge in edges[1:]
    )
    # A row that ends before its last square would look damaged if the others show it.
    bare = line.rstrip()
    return bare if draw(some.booleans()) and len(bare) > len(line) - 5 else line


@some.composite
def boards(draw: some.DrawFn) -> Board:
    """Draw a board read from such a text, with facts that are hard to quote."""
    board = parse_board(draw(board_texts()), "drawn")
    name, author, licence = (
        draw(some.text(some.characters(blacklist_categories=("Cs", "Cc")), max_size=12))
        for _ in range(3)
    )
    flags = tuple(draw(some.lists(some.sampled_from(board.squares), unique=True, max_size=4)))
    return board_of(
        board.columns,
        board.rows,
        board.elements,
        edge=board.edge,
        suggested_flags=flags,
        name=name,
        author=author,
        licence=licence,
    )
