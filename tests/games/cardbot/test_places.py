"""A grid as a board and back without loss; each place has its picture, words and help."""

from __future__ import annotations

import pickle

import pytest

from companion.art import PALETTE, Band, Caption, Line, Motion
from companion.engine.element import kinds
from companion.games.cardbot.engine.grid import (
    ALL_SQUARES,
    LAYOUTS,
    STARTS,
    CardbotGrid,
    in_force,
    layout_grid,
    read_grid,
)
from companion.games.cardbot.engine.rules import Rules
from companion.games.cardbot.places import BeltPlace, Border, Target, board_of_grid, grid_of_board
from tests.recorded import recorded
from tests.typed import of_kind

OWN = """
JC .  ^C .  .  .  JD
.  .  ^C .  .  .  .
KC .  ^C .  QC .  .
>S >S >S >S >S >S >S
.  .  .  .  .  KS QS
.  JS JH QH KH .  .
.  .  .  .  .  .  .
"""
GRIDS = [
    *map(layout_grid, LAYOUTS),
    in_force(layout_grid("full"), Rules()),
    in_force(layout_grid("basic"), Rules(teleport="on", second_jack=True), "basic"),
    read_grid(OWN[1:]),
]


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_there_and_back(grid: CardbotGrid) -> None:
    """Get the same grid back from the board, also pickled.

    The board has no parking row, and joined sides.
    """
    board = board_of_grid(grid, "Mine", "Somebody", "CC-BY-4.0")
    assert grid_of_board(board) == grid and grid_of_board(pickle.loads(pickle.dumps(board))) == grid
    assert (board.columns, board.rows, board.edge, board.parking, board.joined) == (
        7,
        7,
        "wall",
        False,
        True,
    )
    assert (board.name, board.author, board.licence) == ("Mine", "Somebody", "CC-BY-4.0")
    assert board.starts == STARTS


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_every_feature_has_a_place(grid: CardbotGrid) -> None:
    """Have one element per card at its place, with words, help and known colours."""
    board = board_of_grid(grid)
    places = [element for element in board.elements if element.word not in ("start", "border")]
    assert sorted(element.square for element in places) == sorted(grid.squares)
    for element in board.elements:
        assert str(element.title()) and str(element.about) and element.rule.startswith("CB")
        assert {shape.colour for shape in element.art(board)} <= set(PALETTE)


def test_targets_say_their_number() -> None:
    """Show a target's number in words and large figures; both red jacks are target 1."""
    board = board_of_grid(GRIDS[4])
    said = {
        element.square: str(element.title())
        for element in board.elements
        if isinstance(element, Target)
    }
    assert said == {"B7": "Target 1", "C2": "Target 2", "F7": "Target 3", "F1": "Target 1"}
    for element in board.elements:
        if isinstance(element, Target):
            assert any(
                isinstance(shape, Caption)
                and shape.text == str(element.number)
                and shape.size > 0.3
                for shape in element.art(board)
            )


def test_only_the_starts_that_are_wanted_are_drawn() -> None:
    """Draw the starts of the playing seats only, on the same grid."""
    board = board_of_grid(layout_grid("basic"), seats=(1, 3))
    assert board.starts == {1: STARTS[1], 3: STARTS[3]} and grid_of_board(board) == layout_grid(
        "basic"
    )


def test_the_second_jack_is_a_target_once_the_settings_say_so() -> None:
    """Announce the second jack as drawn, and make it a target by the settings."""
    drawn, live = board_of_grid(layout_grid("full"), drawn=True), board_of_grid(layout_grid("full"))
    both = [
        next(element for element in board.at("F1") if isinstance(element, Target))
        for board in (drawn, live)
    ]
    assert [str(element.title()) for element in both] == recorded("Second-target-1-if-the-settings")
    assert both[0].art(drawn) != both[1].art(live) and grid_of_board(drawn) == grid_of_board(
        live
    ) == layout_grid("full")


def test_belts_run_the_way_they_carry() -> None:
    """Begin belts with the ace, also rings, and point arrow and motion along them."""
    board = board_of_grid(layout_grid("full"))
    belts = {
        element.square: element for element in board.elements if isinstance(element, BeltPlace)
    }
    assert {square for square, belt in belts.items() if belt.first} == {"D7", "G3"}
    assert {belt.heading for belt in belts.values() if belt.suit == "C"} == {2} and {
        belt.heading for belt in belts.values() if belt.suit == "S"
    } == {3}
    assert str(belts["D6"].title()) == recorded("Belt-of-clubs-to-the-south")

    def along(motion: Motion) -> tuple[tuple[float, float], ...]:
        """Return the rounded line of a motion."""
        assert isinstance(motion, Band)
        return tuple((round(x, 6), round(y, 6)) for x, y in of_kind(Line, motion.along).points)

    assert along(belts["D6"].motion(board)[0]) == ((0.5, 1.0), (0.5, 0.0)) and along(
        belts["B3"].motion(board)[0]
    ) == ((1.0, 0.5), (0.0, 0.5))


def test_the_sides_are_a_tube() -> None:
    """Have seven solid sides above and below, seven open ones left and right, told apart."""
    board = board_of_grid(layout_grid("basic"))
    sides = {
        (element.square, element.side): element
        for element in board.elements
        if isinstance(element, Border)
    }
    assert set(sides) == {
        (square, side)
        for square in ALL_SQUARES
        for side, there in enumerate(
            (square[1] == "7", square[0] == "G", square[1] == "1", square[0] == "A")
        )
        if there
    }
    assert all(side.open == (way in (1, 3)) for (_, way), side in sides.items())
    assert sides["A1", 3].title() != sides["A1", 2].title() and sides["A1", 3].art(board) != sides[
        "A1", 2
    ].art(board)


def test_board_files_of_the_engine_know_none_of_them() -> None:
    """Register no class in the engine, by any word."""
    board = board_of_grid(layout_grid("full"))
    assert not {type(element) for element in board.elements} & set(kinds().values())
