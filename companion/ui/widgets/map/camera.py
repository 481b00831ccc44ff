"""Which part of a board is in view: places counted in squares, and the pixels they come to. Pure arithmetic.

A spot is counted in squares eastward and northward from the board's south-west corner, so that A1 has its middle at (0.5, 0.5).
"""

from __future__ import annotations

from companion.engine.board import Board
from companion.geometry import ABOVE, Square, column_row, square_name
from companion.named_tuples import NamedTuple

PARKING_ROW = -1.2
"""Where the parking row's squares begin, counted northward from the south border of the board [2.1]; a little off it."""
EDGE = 0.12
"""Squares to be seen beyond the border."""
OUTWARD = 0.62
"""How far beyond the middle of a square at a joined side a way leaves the board, in squares."""
BESIDE = 0.42
"""Squares to be seen beyond a side that is joined to the other one."""

Spot = tuple[float, float]


class Region(NamedTuple):
    """A rectangle counted in squares from the board's south-west corner."""

    west: float
    south: float
    east: float
    north: float


class Camera(NamedTuple):
    """A view of `width` × `height` pixels with squares of `side` pixels; its south-west corner lies at (`west`, `south`) squares."""

    side: float
    west: float
    south: float
    width: float
    height: float

    def pixel(self, spot: Spot) -> Spot:
        """The pixel of a spot, from the south-west corner of the view; outside the view it is negative or too large."""
        return (spot[0] - self.west) * self.side, (spot[1] - self.south) * self.side

    def spot(self, x: float, y: float) -> Spot:
        """The spot under a pixel of the view, counted from its south-west corner; the inverse of `pixel`."""
        return self.west + x / self.side, self.south + y / self.side

    @property
    def seen(self) -> Region:
        """What is in view."""
        return Region(
            self.west,
            self.south,
            self.west + self.width / self.side,
            self.south + self.height / self.side,
        )


def world(board: Board) -> Region:
    """Everything there is to see: the board and its parking row, where it has one, and a little of what lies beyond joined sides."""
    beside, below = BESIDE if board.joined else EDGE, PARKING_ROW if board.parking else 0.0
    return Region(-beside, below - EDGE, board.columns + beside, board.rows + EDGE)


def whole(board: Board, width: float, height: float) -> Camera:
    """A view of everything, in the middle of so many pixels, its squares a whole number of pixels wide."""
    region = world(board)
    wide, tall = region.east - region.west, region.north - region.south
    # The picture of a board is painted for one size of squares, and at any other it would be blurred.
    side = max(2.0, float(int(min(width / wide, height / tall))))
    return Camera(
        side,
        region.west - (width / side - wide) / 2,
        region.south - (height / side - tall) / 2,
        width,
        height,
    )


def close(board: Board, width: float, height: float, side: float, middle: Spot) -> Camera:
    """A view with squares of `side` pixels about a spot; it does not look beyond the board where it need not."""
    camera = Camera(
        side, middle[0] - width / side / 2, middle[1] - height / side / 2, width, height
    )
    return inside(board, camera)


def inside(board: Board, camera: Camera) -> Camera:
    """The same view moved so that it shows as much of the board as it can."""
    region, seen = world(board), camera.seen
    west = _held(camera.west, seen.east - seen.west, region.west, region.east)
    south = _held(camera.south, seen.north - seen.south, region.south, region.north)
    return camera._replace(west=west, south=south)


def following(board: Board, camera: Camera, region: Region) -> Camera:
    """The view moved as little as possible so that a region is in it; about its middle where it is too large for that."""
    seen = camera.seen
    west = _followed(seen.west, seen.east, region.west, region.east)
    south = _followed(seen.south, seen.north, region.south, region.north)
    return inside(board, camera._replace(west=west, south=south))


def fits(camera: Camera, region: Region) -> bool:
    """Whether a region can be in view as a whole."""
    seen = camera.seen
    return (
        region.east - region.west <= seen.east - seen.west
        and region.north - region.south <= seen.north - seen.south
    )


def between(one: Camera, other: Camera, share: float) -> Camera:
    """The view on the way from one to another; `share` from 0 to 1. Their squares should be of one size."""
    return Camera(*(start + (end - start) * share for start, end in zip(one, other, strict=True)))


def middle_of(square: Square) -> Spot:
    """The middle of a square."""
    column, row = place_of(square)
    return column + 0.5, row + 0.5


def place_of(square: Square) -> tuple[int, int]:
    """Column and row of a square, those of the one beneath where it lies above another: maps are flat."""
    return column_row(square.removesuffix(ABOVE))


def parking_spot(place: int) -> Spot:
    """The middle of a place in the parking row, counted from 1."""
    return max(1, place) - 0.5, PARKING_ROW + 0.5


def region_of(spots: list[Spot], margin: float) -> Region:
    """The squares about some spots, with so many squares round them; ValueError without a spot."""
    return Region(
        min(x for x, _ in spots) - 0.5 - margin,
        min(y for _, y in spots) - 0.5 - margin,
        max(x for x, _ in spots) + 0.5 + margin,
        max(y for _, y in spots) + 0.5 + margin,
    )


def square_at(board: Board, spot: Spot) -> Square | None:
    """The square under a spot, None beside the board."""
    x, y = spot
    return square_name(int(x), int(y)) if 0 <= x < board.columns and 0 <= y < board.rows else None


def _held(start: float, length: float, low: float, high: float) -> float:
    """Where a stretch begins so that it stays between two borders, or in the middle if it is longer than what lies between them."""
    if length >= high - low:
        return (low + high - length) / 2
    return min(max(start, low), high - length)


def _followed(start: float, end: float, low: float, high: float) -> float:
    """Where a stretch begins once it was moved as little as possible to hold another one."""
    length = end - start
    if high - low > length:
        return (low + high - length) / 2
    return min(max(start, high - length), low)
