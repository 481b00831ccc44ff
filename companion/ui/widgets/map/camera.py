"""Views of a board: places in squares, and their pixels. Pure arithmetic.

A point is counted in squares eastward and northward from the board's south-west corner, so that A1
has its middle at (0.5, 0.5).
"""

from __future__ import annotations

from companion.engine.board import Board
from companion.geometry import ABOVE, Square, column_row, square_name
from companion.named_tuples import NamedTuple

PARKING_ROW = -1.2
"""South border of the parking row, counted northward from the south border of the board; a
little off it."""
EDGE = 0.12
"""Squares visible beyond the border."""
OUTWARD = 0.62
"""Distance from the middle of a square at a joined side at which a path leaves the board, in
squares."""
BESIDE = 0.42
"""Squares visible beyond a joined side."""

BoardPoint = tuple[float, float]


class Region(NamedTuple):
    """A rectangle in squares from the board's south-west corner."""

    west: float
    south: float
    east: float
    north: float


class Camera(NamedTuple):
    """A view of `width` × `height` pixels with squares of `side` pixels.

    Its south-west corner is at (`west`, `south`) squares.
    """

    side: float
    west: float
    south: float
    width: float
    height: float

    def pixel(self, point: BoardPoint) -> BoardPoint:
        """Return the pixel of a point, from the south-west corner of the view.

        Outside the view it is negative or too large.
        """
        return (point[0] - self.west) * self.side, (point[1] - self.south) * self.side

    def point_at(self, x: float, y: float) -> BoardPoint:
        """Return the point under a pixel of the view, counted from its south-west corner."""
        return self.west + x / self.side, self.south + y / self.side

    def dragged(self, right: float, up: float) -> Camera:
        """Return the view after a finger has dragged the board by so many pixels."""
        return self._replace(west=self.west - right / self.side, south=self.south - up / self.side)

    @property
    def middle(self) -> BoardPoint:
        """Return the point in the middle of the view."""
        return self.point_at(self.width / 2, self.height / 2)

    @property
    def region(self) -> Region:
        """Return the region in view."""
        return Region(
            self.west,
            self.south,
            self.west + self.width / self.side,
            self.south + self.height / self.side,
        )


def world(board: Board) -> Region:
    """Return the region of everything: the board, its parking row and parts beyond joined sides."""
    beside, below = BESIDE if board.joined else EDGE, PARKING_ROW if board.parking else 0.0
    return Region(-beside, below - EDGE, board.columns + beside, board.rows + EDGE)


def whole(board: Board, width: float, height: float) -> Camera:
    """Return a view of everything in the middle of so many pixels, with squares of whole pixels."""
    region = world(board)
    wide, tall = region.east - region.west, region.north - region.south
    # The picture of a board is painted for one size of squares, and would be blurred at any other.
    side = max(2.0, float(int(min(width / wide, height / tall))))
    return Camera(
        side,
        west=region.west - (width / side - wide) / 2,
        south=region.south - (height / side - tall) / 2,
        width=width,
        height=height,
    )


def close(board: Board, width: float, height: float, side: float, middle: BoardPoint) -> Camera:
    """Return a view with squares of `side` pixels around a point, within the board if possible."""
    camera = Camera(
        side,
        west=middle[0] - width / side / 2,
        south=middle[1] - height / side / 2,
        width=width,
        height=height,
    )
    return clamp(board, camera)


def clamp(board: Board, camera: Camera) -> Camera:
    """Return the view moved so that it shows as much of the board as it can."""
    region, seen = world(board), camera.region
    west = _clamp(camera.west, seen.east - seen.west, region.west, region.east)
    south = _clamp(camera.south, seen.north - seen.south, region.south, region.north)
    return camera._replace(west=west, south=south)


def follow(board: Board, camera: Camera, region: Region) -> Camera:
    """Return the view moved as little as possible so that a region is in it.

    A region that is too large for it is centred.
    """
    seen = camera.region
    west = _follow(seen.west, seen.east, region.west, region.east)
    south = _follow(seen.south, seen.north, region.south, region.north)
    return clamp(board, camera._replace(west=west, south=south))


def fits(camera: Camera, region: Region) -> bool:
    """Return whether a whole region can be in view."""
    seen = camera.region
    return (
        region.east - region.west <= seen.east - seen.west
        and region.north - region.south <= seen.north - seen.south
    )


def interpolate(one: Camera, other: Camera, share: float) -> Camera:
    """Return the view between two others; `share` is from 0 to 1.

    The squares of both should have the same size.
    """
    return Camera(*(start + (end - start) * share for start, end in zip(one, other, strict=True)))


def middle_of(square: Square) -> BoardPoint:
    """Return the middle of a square."""
    column, row = place_of(square)
    return column + 0.5, row + 0.5


def place_of(square: Square) -> tuple[int, int]:
    """Return column and row of a square, or of the one beneath it: maps are flat."""
    return column_row(square.removesuffix(ABOVE))


def parking_point(place: int) -> BoardPoint:
    """Return the middle of a place in the parking row, counted from 1."""
    return max(1, place) - 0.5, PARKING_ROW + 0.5


def region_of(points: list[BoardPoint], margin: float) -> Region:
    """Return the region of the squares of some points, and so many squares around them.

    Raises:
        ValueError: There is no point.
    """
    return Region(
        min(x for x, _ in points) - 0.5 - margin,
        min(y for _, y in points) - 0.5 - margin,
        max(x for x, _ in points) + 0.5 + margin,
        max(y for _, y in points) + 0.5 + margin,
    )


def square_at(board: Board, point: BoardPoint) -> Square | None:
    """Return the square under a point, None beside the board."""
    x, y = point
    return square_name(int(x), int(y)) if 0 <= x < board.columns and 0 <= y < board.rows else None


def _clamp(start: float, length: float, low: float, high: float) -> float:
    """Return the start of a stretch that stays between two borders.

    A stretch that is longer than the space between them is centred.
    """
    if length >= high - low:
        return (low + high - length) / 2
    return min(max(start, low), high - length)


def _follow(start: float, end: float, low: float, high: float) -> float:
    """Return the start of a stretch moved as little as possible to hold another one."""
    length = end - start
    if high - low > length:
        return (low + high - length) / 2
    return min(max(start, high - length), low)
