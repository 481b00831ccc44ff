"""The visible part of a board: arithmetic for every board, window and place."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.engine.board import Board, board_of
from companion.ui.widgets.map import camera
from companion.ui.widgets.map.camera import Region

boards = st.builds(
    lambda columns, rows: board_of(columns, rows, ()), st.integers(2, 40), st.integers(2, 40)
)
lengths = st.floats(80, 1200)
shares = st.floats(0, 1)


def inside(region: Region, seen: Region) -> bool:
    """Return whether a region is in the visible one, except for rounding."""
    return (
        region.west >= seen.west - 1e-6
        and region.south >= seen.south - 1e-6
        and region.east <= seen.east + 1e-6
        and region.north <= seen.north + 1e-6
    )


@given(boards, lengths, lengths)
def test_the_whole_board_is_in_view(board: Board, width: float, height: float) -> None:
    """Show board and parking row with squares of whole pixels, two at least."""
    look = camera.whole(board, width, height)
    assert look.side == int(look.side)
    assert look.side == 2 or inside(camera.world(board), look.region)


@given(boards, lengths, lengths, shares, shares)
def test_a_pixel_and_its_spot_are_one(
    board: Board, width: float, height: float, across: float, up: float
) -> None:
    """Convert a pixel to its spot and back."""
    look = camera.close(board, width, height, 44, (across * board.columns, up * board.rows))
    x, y = look.pixel(look.point_at(across * width, up * height))
    assert abs(x - across * width) < 1e-6 and abs(y - up * height) < 1e-6


@given(boards, lengths, lengths, shares, shares)
def test_a_near_view_never_looks_into_the_void(
    board: Board, width: float, height: float, across: float, up: float
) -> None:
    """Fill the view where the board is larger."""
    seen = camera.close(board, width, height, 44, (across * board.columns, up * board.rows)).region
    world = camera.world(board)
    if seen.east - seen.west <= world.east - world.west:
        assert seen.west >= world.west - 1e-6 and seen.east <= world.east + 1e-6
    if seen.north - seen.south <= world.north - world.south:
        assert seen.south >= world.south - 1e-6 and seen.north <= world.north + 1e-6


@given(boards, lengths, lengths, shares, shares, shares, shares)
def test_following_shows_what_happens(
    board: Board, width: float, height: float, x0: float, y0: float, x1: float, y1: float
) -> None:
    """Show all that fits into the view, and leave a view that shows it already."""
    look = camera.close(board, width, height, 44, (board.columns / 2, 0))
    spots = [
        (x * (board.columns - 1) + 0.5, y * (board.rows - 1) + 0.5) for x, y in ((x0, y0), (x1, y1))
    ]
    region = camera.region_of(spots, 0.0)
    moved = camera.follow(board, look, region)
    if camera.fits(look, region):
        assert inside(region, moved.region)
    if inside(region, look.region):
        assert abs(moved.west - look.west) < 1e-6 and abs(moved.south - look.south) < 1e-6


@given(boards, shares, shares)
def test_every_square_is_found_under_its_middle(board: Board, across: float, up: float) -> None:
    """Find a square at its middle, and none beside the board."""
    square = board.squares[int(across * (len(board.squares) - 1))]
    assert camera.square_at(board, camera.middle_of(square)) == square
    assert (
        camera.square_at(board, (-0.1, up)) is None
        and camera.square_at(board, (across, board.rows + 0.1)) is None
    )
    assert camera.square_at(board, camera.parking_point(1)) is None
