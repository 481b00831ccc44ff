"""A board with joined west and east sides, without a parking row: pieces leave and enter there."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.board import board_of
from companion.games.scene import MovePicture, Piece
from companion.session.messages import TouchSquare
from companion.session.pages.flags import MarkersPage
from companion.session.past.kept_names import MARKER_PAGE
from companion.session.view import BoardPicture, View
from companion.testing.screen_checks import screen_faults
from companion.ui.widgets.map import camera
from companion.ui.widgets.map.piece_paths import PiecePath, path_segments
from tests.ui.stand import SIZES, on_stand
from tests.ui.test_board_map import SIGNS, pixel, spots

TUBE = board_of(7, 7, [], edge="wall", name="Tube", parking=False, joined=True)


def robot(seat: int, square: str, heading: int = 0) -> Piece:
    """Return a piece on a square."""
    return Piece(seat, square, heading, "active")


def page(**facts: Any) -> View:
    """Return a page with the map of the tube."""
    return View(
        MARKER_PAGE,
        "Tube",
        "",
        MarkersPage((), "", ()),
        BoardPicture(TUBE, signs=SIGNS, **facts),
        1,
    )


def course(*path: str) -> PiecePath:
    """Return the course of a piece that faces east, along squares."""
    return PiecePath(
        robot(1, path[0], 1), MovePicture(1, path[0], path[-1], path, 1, 1), None, TUBE
    )


@pytest.mark.parametrize("path", [("G3", "A3"), ("A3", "G3"), ("F3", "G3", "A3", "B3")])
def test_over_a_side_nothing_slides_across_the_board(path: tuple[str, ...]) -> None:
    """Keep a piece at the two sides, vanished between them and whole at both ends."""
    ways, seen = course(*path), list[float]()
    for step in range(ways.steps * 20 + 1):
        (x, y), angle, size = ways.at(step / 20)
        assert y == 2.5 and angle == 90 and not 2 < x < 5
        seen.append(size)
    assert seen[0] == seen[-1] == 1 and min(seen) == 0


def test_a_leap_is_no_way_across_either() -> None:
    """Show a piece that teleports on the two squares alone."""
    ways = course("B4", "G7")
    assert {ways.at(step / 20)[0] for step in range(ways.steps * 20 + 1)} == {
        (1.5, 3.5),
        (6.5, 6.5),
    }
    assert [part.leaps for part in path_segments(TUBE, ("A4", "B4", "G7"))] == [True, False]


def test_boards_with_sides_know_no_other_way_than_straight_on() -> None:
    """Carry a piece by hand in one stretch of any length on boards with borders."""
    assert len(path_segments(board_of(7, 7, []), ("G3", "A3", "D6"))) == 1


def test_who_is_shoved_over_the_side_goes_when_the_mover_has_reached_it() -> None:
    """Move a piece pushed over the side in step with its mover."""
    moves = (
        MovePicture(1, "F3", "G3", ("F3", "G3"), 1, 1),
        MovePicture(2, "G3", "A3", ("G3", "A3"), 0, 0),
    )
    with on_stand(SIZES[0], page(pieces=(robot(1, "F3", 1), robot(2, "G3")), moves=moves)) as stand:
        stage = stand.screen.map._stage
        stage.at(1.0)
        assert spots(stand) == {1: pytest.approx((6.5, 2.5)), 2: pytest.approx((0.5, 2.5))}
        stage.at(0.0)
        assert spots(stand) == {1: pytest.approx((5.5, 2.5)), 2: pytest.approx((6.5, 2.5))}


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_there_is_no_parking_row_and_every_square_can_be_touched(size: tuple[int, int]) -> None:
    """Show the board's edges without a parking row, and accept touches on squares alone."""
    world = camera.world(TUBE)
    assert world.south > -0.5 and world.west < -0.3 and world.east > 7.3
    with on_stand(size, page(touchable=True, pieces=(robot(1, "A1"),))) as stand:
        assert screen_faults(stand.screen) == []
        stand.screen.map.zoom(False)
        stand.screen.map.at_once = True
        stand.tap(pixel(stand, "G1"))
        assert stand.heard() == [TouchSquare("G1")]
