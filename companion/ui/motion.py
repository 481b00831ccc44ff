"""Moving elements of a board as Kivy instructions: painted once, then turned, shifted or run on.

Parts of the board's picture that moving elements hide are painted over them again: walls, mounts
and the beams that cross them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from itertools import groupby
from math import ceil
from typing import Final

from kivy.graphics import (
    ClearBuffers,
    ClearColor,
    Color,
    Fbo,
    InstructionGroup,
    Mesh,
    RenderContext,
    Rotate,
    Translate,
)
from kivy.graphics.texture import Texture

from companion.art import Arc, Band, Bare, Fall, Gear, Line, Motion, Point, Shape, Thrust, on_circle
from companion.engine.board import Board
from companion.engine.element import Element
from companion.games.scene import Works
from companion.geometry import Square, column_row
from companion.ui.paint import paint, transform
from companion.ui.theme import ART, forget_with_look
from companion.ui.widgets.map.board_picture import paint_plate_of

FACE: Final = 128
"""Side of a band's face in pixels; only powers of two can be repeated on every machine."""
BEND: Final = 10
"""Degrees of an arc to one piece of its strip."""
RUNNING: Final = """$HEADER$
uniform float run;
void main (void) {
  frag_color = color * vec4(1.0, 1.0, 1.0, opacity);
  tex_coord0 = vTexCoords0 - vec2(0.0, run);
  gl_Position = projection_mat * modelview_mat * vec4(vPosition.xy, 0.0, 1.0);
}
"""
"""Kivy's own shader with a shifted face: one number moves all bands of a face."""


class Running(RenderContext):
    """All bands with one face."""

    def __init__(self, bands: list[tuple[Band, float, float]], size: float) -> None:
        """Paint bands, each with the south-west corner of its square."""
        super().__init__(
            use_parent_projection=True, use_parent_modelview=True, use_parent_frag_modelview=True
        )
        self.shader.vs = RUNNING
        self._band = bands[0][0]
        self["run"] = 0.0
        corners: list[float] = []
        order: list[int] = []
        for band, x, y in bands:
            # The corners of its strip, each with its place on the face, and the triangles.
            first, rungs = len(corners) // 4, _rungs(band.along)
            half = band.along.width / 2
            for number, (left, right) in enumerate(rungs):
                far = band.faces * number / (len(rungs) - 1)
                for (px, py), across in ((left, 0.5 - half), (right, 0.5 + half)):
                    corners += [x + px * size, y + py * size, across, far]
            for number in range(len(rungs) - 1):
                at = first + 2 * number
                order += [at, at + 1, at + 3, at, at + 3, at + 2]
        self.add(Color(1, 1, 1))
        self.add(
            Mesh(vertices=corners, indices=order, mode="triangles", texture=_face(self._band.face))
        )

    def at(self, phase: float) -> None:
        """Shift the bands to a phase."""
        self["run"] = self._band.shift(phase) % 1.0


class MotionFigure(InstructionGroup):
    """All moving elements of a board. `at` moves them."""

    def __init__(self, board: Board, works: Works, side: float) -> None:
        """Paint the elements at rest, for squares of `side` pixels from the south-west corner."""
        super().__init__()
        self._moved: list[Callable[[float], None]] = []
        acting, along = ({id(element) for element in some} for some in (works.acting, works.along))
        hidden: set[Square] = set()
        for _, layer in groupby(board.drawn, key=lambda element: element.layer):
            bands: dict[tuple[Shape, ...], list[tuple[Band, float, float]]] = {}
            others: list[Callable[[], None]] = []
            for element in layer:
                column, row = column_row(element.square)
                x, y = column * side, row * side
                motions: tuple[Motion, ...] = ()
                if id(element) in acting:
                    motions = element.motion(board)
                elif id(element) in along:
                    # It only turns along, by one tooth.
                    motions = tuple(
                        motion._replace(degrees=motion.tooth)
                        if isinstance(motion, Gear)
                        else motion
                        for motion in element.motion(board)
                    )
                if motions:
                    hidden.update(_hides(board, element, motions))
                elif not hidden.isdisjoint(_covers(board, element)):
                    # Something transparent would be painted twice where nothing hides it.
                    motions = tuple(
                        shape for shape in element.art(board) if ART[shape.colour][3] == 1
                    )
                for motion in motions:
                    if isinstance(motion, Band):
                        bands.setdefault(motion.face, []).append((motion, x, y))
                others.append(partial(self._paint_one, board, element, motions, side))
            for strips in bands.values():
                running = Running(strips, side)
                self.add(running)
                self._moved.append(running.at)
            for paint_one in others:
                paint_one()

    def at(self, phase: float) -> None:
        """Move everything to a phase from 0 to 1."""
        for move in self._moved:
            move(phase)

    def _paint_one(
        self, board: Board, element: Element, motions: Iterable[Motion], side: float
    ) -> None:
        """Paint a moving element after the floor that it bares."""
        column, row = column_row(element.square)
        for motion in motions:
            if isinstance(motion, Bare):
                for east, north in motion.squares:
                    self._bare(board, element, column + east, row + north, side)
        self._paint(motions, column * side, row * side, side)

    def _bare(self, board: Board, element: object, column: int, row: int, side: float) -> None:
        """Paint the floor of a square and what is on it below an element."""
        paint_plate_of(self, column, row, side)
        lower = board.drawn[
            : next(place for place, other in enumerate(board.drawn) if other is element)
        ]
        for other in lower:
            if column_row(other.square) == (column, row):
                paint(self, other.art(board), column * side, row * side, side)

    def _paint(self, motions: Iterable[Motion], x: float, y: float, size: float) -> None:
        """Paint all motions but the bands, in their order."""
        for motion in motions:
            if isinstance(motion, (Band, Bare, Fall)):
                continue
            if not isinstance(motion, (Gear, Thrust)):
                paint(self, (motion,), x, y, size)
                continue
            place: Rotate | Translate
            if isinstance(motion, Gear):
                place = Rotate(
                    angle=0,
                    axis=(0, 0, 1),
                    origin=(x + motion.centre[0] * size, y + motion.centre[1] * size),
                )
                self._moved.append(partial(_turn, place, motion))
            else:
                place = Translate(0, 0)
                self._moved.append(partial(_shift, place, motion, size))
            with transform(self, place):
                paint(self, motion.shapes, x, y, size)


def _hides(board: Board, element: Element, motions: tuple[Motion, ...]) -> Iterable[Square]:
    """Return the squares whose picture a moving element paints over.

    They are the squares that its wheels reach, or else those that it covers.
    """
    wheels = any(isinstance(motion, Gear) for motion in motions)
    found: Iterable[Square] = element.reach(board) if wheels else element.covers()
    return found


def _covers(board: Board, element: Element) -> set[Square]:
    """Return the squares that an element's picture may reach."""
    beside = (board.next(element.square, side) for side in element.walls())
    return {
        element.square,
        *element.reach(board),
        *(square for square in beside if square is not None),
    }


def _turn(place: Rotate, motion: Gear, phase: float) -> None:
    # Kivy turns counter-clockwise.
    place.angle = -motion.angle(phase)


def _shift(place: Translate, motion: Thrust, size: float, phase: float) -> None:
    right, up = motion.shift(phase)
    place.xy = right * size, up * size


def fall_on(board: Board, square: Square) -> float | None:
    """Return by how many degrees a piece turns that falls into a square, None where it cannot."""
    falls = (
        motion
        for element in board.at(square)
        for motion in element.motion(board)
        if isinstance(motion, Fall)
    )
    return next((fall.degrees for fall in falls), None)


# ---- Strips ----


@lru_cache(maxsize=16)
def _face(shapes: tuple[Shape, ...]) -> Texture:
    """Return the picture of a face that repeats above itself."""
    picture = Fbo(size=(FACE, FACE), with_stencilbuffer=False)
    picture.add(ClearColor(0, 0, 0, 1))
    picture.add(ClearBuffers())
    painting = InstructionGroup()
    paint(painting, shapes, 0, 0, FACE)
    picture.add(painting)
    picture.draw()
    texture = picture.texture
    texture.wrap = "repeat"
    return texture


forget_with_look(_face.cache_clear)


def _rungs(along: Line | Arc) -> list[tuple[Point, Point]]:
    """Return pairs of points, left and right of a strip as seen along it, from start to end."""
    if isinstance(along, Arc):
        pieces = max(1, ceil(abs(along.end - along.start) / BEND))
        angles = [
            along.start + (along.end - along.start) * piece / pieces for piece in range(pieces + 1)
        ]
        # Clockwise, the centre is on the right.
        left = along.width / 2 if along.end > along.start else -along.width / 2
        return [
            (
                on_circle(along.centre, along.radius + left, angle),
                on_circle(along.centre, along.radius - left, angle),
            )
            for angle in angles
        ]
    (x0, y0), (x1, y1) = along.points[0], along.points[-1]
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    right, up = (y1 - y0) / length * along.width / 2, -(x1 - x0) / length * along.width / 2
    return [((px - right, py - up), (px + right, py + up)) for px, py in along.points]
