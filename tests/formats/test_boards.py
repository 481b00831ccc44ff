"""Board files: what drawing and list mean, and that reading and writing keep it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from companion.content import board_names, load_board
from companion.engine.board import Board
from companion.engine.element import kinds
from companion.formats.board import parse_board, write_board
from companion.formats.entries import codes, read_entries, read_entry
from companion.games.clockwork.scenario import parse_scenario
from companion.geometry import E, N, S, W
from tests.formats.strategies import boards

MILL_RACE = """name = "Mill Race"
author = "Clockwork Derby"
licence = "CC-BY-SA-4.0"
edge = "pit"                 # beyond the N, E and W edge
suggested_flags = ["C1", "A3", "B2", "D1"]

board = '''
+----+----+----+----+
|         | >    O  |
+    +----+    +    +
| >>   >>   ^    cw |
+    +    +    +    +
| s1   s2   r1   r2 |
+----+----+----+----+
'''
elements = [
  "B3 laser W beams=2",
  "C1 pusher S odd",
]
"""
SCENARIOS = sorted(
    file
    for file in (Path(__file__).parent.parent / "scenarios").rglob("*.scenario.toml")
    if not {"cardbot", "diesel", "factory"} & {*file.parts}
)


def board(*lines: str, elements: str = "", edge: str = "pit") -> Board:
    """Return a board from the lines of its drawing and the inside of its list."""
    drawing = "\n".join(lines)
    return parse_board(
        f"edge = \"{edge}\"\nboard = '''\n{drawing}\n'''\nelements = [{elements}]\n",
        "test.board.toml",
    )


def entries(of: Board) -> list[str]:
    """Return what is on a board, without walls."""
    return [element.entry() for element in of.elements if element.word != "wall"]


def test_the_example_of_the_format() -> None:
    """Read the board that documents the format as its legend says."""
    mill = parse_board(MILL_RACE, "mill-race.board.toml")
    assert (mill.columns, mill.rows, mill.edge, mill.name) == (4, 3, "pit", "Mill Race")
    assert mill.author == "Clockwork Derby" and mill.licence == "CC-BY-SA-4.0"
    assert mill.suggested_flags == ("C1", "A3", "B2", "D1")
    assert entries(mill) == [
        "A1 start seat=1",
        "B1 start seat=2",
        "C1 pusher S odd",
        "C1 repair",
        "D1 repair value=2",
        "A2 belt E speed=fast",
        "B2 belt E speed=fast",
        "C2 belt N",
        "D2 rotator cw",
        "B3 laser W beams=2",
        "C3 belt E",
        "D3 pit",
    ]
    inner = {(square, side) for square, side in mill.walls if mill.next(square, side)}
    assert inner == {("B3", S), ("B2", N), ("B3", E), ("C3", W), ("B3", W), ("A3", E)}


def test_every_code_means_its_entry() -> None:
    """Draw each code of the format's table as the element that the list would name."""
    expected = {
        "^": "belt N",
        ">": "belt E",
        "v": "belt S",
        "<": "belt W",
        "^^": "belt N speed=fast",
        ">>": "belt E speed=fast",
        "vv": "belt S speed=fast",
        "<<": "belt W speed=fast",
        "cw": "rotator cw",
        "ccw": "rotator ccw",
        "O": "pit",
        "r1": "repair value=1",
        "r2": "repair value=2",
        **{f"s{seat}": f"start seat={seat}" for seat in range(1, 9)},
    }
    assert set(expected) <= set(codes())
    for code, rest in expected.items():
        drawn = board("+    +    +", f" {code:<4}", "+    +    +", "", "+    +    +")
        assert drawn.elements == (read_entry(f"A2 {rest}"),), code


def test_walls_are_equal_however_they_are_noted() -> None:
    """Read a wall drawn, listed on either square or on both as one wall [E003, E004]."""
    drawn = board("+    +    +", "", "+----+    +", "     |", "+    +    +")
    assert drawn.walls == {("A1", N), ("A2", S), ("A1", E), ("B1", W)}
    for listed in (
        '"A1 wall N", "A1 wall E"',
        '"A2 wall S", "B1 wall W"',
        '"A1 wall N", "A2 wall S", "B1 wall W", "A1 wall E"',
    ):
        assert board("+    +    +", "", "+    +    +", "", "+    +    +", elements=listed) == drawn
        assert (
            board("+    +    +", "", "+----+    +", "     |", "+    +    +", elements=listed)
            == drawn
        )


def test_walls_on_the_border_are_kept() -> None:
    """Keep a wall on the outer border on its only square, on all sides [E024]."""
    drawn = board("+----+    +", "          |", "+    +    +", "|", "+    +----+")
    assert drawn.walls == {("A2", N), ("B2", E), ("A1", W), ("B1", S)}


@pytest.mark.parametrize("ending", ["\r\n", "\n"])
def test_line_endings_and_a_mark_at_the_start(ending: str) -> None:
    """Read files with CRLF or a byte order mark."""
    assert parse_board("\ufeff" + MILL_RACE.replace("\n", ending), "x") == parse_board(
        MILL_RACE, "x"
    )


def test_dots_blanks_and_missing_ends_are_floor() -> None:
    """Read dots and blanks, also left out or added at the end, as plain floor."""
    assert board("+    +    +", "  .    .", "+    +    +", "", "+    +    +") == board(
        "+    +    +  ", " " * 11, "+    +    +", " .", "+    +    +", "  "
    )


@pytest.mark.parametrize(("columns", "rows"), [(2, 2), (40, 40), (2, 40), (40, 2)])
def test_smallest_and_largest(columns: int, rows: int) -> None:
    """Load boards from 2×2 to 40×40, with columns beyond Z named AA, AB and so on."""
    walls, squares = "+----" * columns + "+", "|    " * columns + "|"
    lines = [walls, *[squares, walls] * rows]
    large = board(*lines)
    assert (large.columns, large.rows) == (columns, rows)
    assert parse_board(write_board(large), "x") == large


def test_listing_or_drawing_is_the_same() -> None:
    """Read listed elements as drawn ones."""
    drawn = board("+    +    +", "  >>   cw", "+    +    +", "  O    r1", "+    +    +")
    listed = board(
        "+    +    +",
        "",
        "+    +    +",
        "",
        "+    +    +",
        elements='"A2 belt E speed=fast", "B2 rotator cw", "A1 pit", "B1 repair value=1"',
    )
    assert drawn == listed


def test_several_elements_on_one_square() -> None:
    """Allow a belt under a crusher with pusher and emitter, and write it back [E188]."""
    crowded = board(
        "+    +    +",
        "  >",
        "+    +    +",
        "",
        "+    +    +",
        elements='"A2 crusher registers=2,4", "A2 pusher W odd", "A2 laser N"',
    )
    assert len(crowded.elements) == 4
    assert parse_board(write_board(crowded), "x") == crowded


def test_keys_come_in_any_order_and_registers_too() -> None:
    """Read registers as a set, and keys in any order."""
    assert read_entry("A1 pusher S registers=4,2,4") == read_entry("A1 pusher S even")
    assert read_entry("A1 belt E inlets=W,S speed=fast") == read_entry(
        "A1 belt E speed=fast inlets=S,W"
    )


@pytest.mark.parametrize("word", sorted(kinds()))
def test_every_example_reads(word: str) -> None:
    """Read the example of each element's file as that element, and its entry back."""
    elements = read_entries(kinds()[word].example)
    assert elements
    for element in elements:
        assert element.word == word
        assert read_entry(element.entry()) == element


@given(boards())
@settings(max_examples=120)
def test_writing_and_reading_keep_every_board(drawn: Board) -> None:
    """Read back an equal board from any written one."""
    text = write_board(drawn)
    assert parse_board(text, "written") == drawn
    assert write_board(parse_board(text, "written")) == text


@pytest.mark.parametrize("name", board_names())
def test_shipped_boards_come_back(name: str) -> None:
    """Read back the shipped boards."""
    assert parse_board(write_board(load_board(name)), name) == load_board(name)


def test_scenario_boards_come_back() -> None:
    """Read back the boards of all scenarios."""
    assert SCENARIOS
    for file in SCENARIOS:
        race = parse_scenario(file.read_text("utf-8"), file.name, load_board).start.race
        assert parse_board(write_board(race.board), file.name) == race.board, file.name


def test_a_drawing_is_used_where_it_has_a_code() -> None:
    """Draw what can be drawn and list only the rest."""
    text = write_board(parse_board(MILL_RACE, "x"))
    assert "| >>   >>   ^    cw |" in text and "| s1   s2   r1   r2 |" in text
    assert text.count('  "') == 2
