"""What moves of a board, as Kivy instructions: painted once, and only turned, shifted or run on in each frame.

Whatever the elements at work hide of the board's picture is painted over them again: walls, mounts, and the beams that cross them.
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
from companion.ui.paint import paint, placed
from companion.ui.theme import ART
from companion.ui.widgets.map.board_picture import paint_plate_of

FACE: Final = 128
"""The side of a band's face in pixels; a power of two, since only such pictures can be laid side by side without end everywhere."""
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
"""Kivy's own shader, with a face that has run on: one number moves all bands of a face."""


class Running(RenderContext):
    """All bands with one face."""

    def __init__(self, bands: list[tuple[Band, float, float]], size: float) -> None:
        """Each band with the south-west corner of its square."""
        super().__init__(
            use_parent_projection=True, use_parent_modelview=True, use_parent_frag_modelview=True
        )
        self.shader.vs = RUNNING
        self._band = bands[0][0]
        self["run"] = 0.0
        corners: list[float] = []
        order: list[int] = []
        for band, x, y in bands:
            _lay_strip(corners, order, band, x, y, size)
        self.add(Color(1, 1, 1))
        self.add(
            Mesh(vertices=corners, indices=order, mode="triangles", texture=_face(self._band.face))
        )

    def at(self, phase: float) -> None:
        """Run on."""
        self["run"] = self._band.shift(phase) % 1.0


class MotionFigure(InstructionGroup):
    """Everything of a board that is at work, for squares of `side` pixels from its south-west corner on; `at` moves it."""

    def __init__(self, board: Board, works: Works, side: float) -> None:
        """Painted as it is at rest."""
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
                motions = (
                    element.motion(board)
                    if id(element) in acting
                    else _along(element.motion(board))
                    if id(element) in along
                    else ()
                )
                if motions:
                    hidden.update(_hides(board, element, motions))
                elif not hidden.isdisjoint(_covers(board, element)):
                    # What can be seen through would be laid twice where nothing hides it.
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
        """Put everything where it is at a phase from 0 to 1."""
        for move in self._moved:
            move(phase)

    def _paint_one(
        self, board: Board, element: Element, motions: Iterable[Motion], side: float
    ) -> None:
        """An element at work, and before it the floor that it bares."""
        column, row = column_row(element.square)
        for motion in motions:
            if isinstance(motion, Bare):
                for east, north in motion.squares:
                    self._bare(board, element, column + east, row + north, side)
        self._paint(motions, column * side, row * side, side)

    def _bare(self, board: Board, element: object, column: int, row: int, side: float) -> None:
        """The floor of a square, and what lies on it below an element."""
        paint_plate_of(self, column, row, side)
        lower = board.drawn[
            : next(place for place, other in enumerate(board.drawn) if other is element)
        ]
        for other in lower:
            if column_row(other.square) == (column, row):
                paint(self, other.art(board), column * side, row * side, side)

    def _paint(self, motions: Iterable[Motion], x: float, y: float, size: float) -> None:
        """All but the bands, in their order."""
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
                self._moved.append(_turner(place, motion))
            else:
                place = Translate(0, 0)
                self._moved.append(_shifter(place, motion, size))
            with placed(self, place):
                paint(self, motion.shapes, x, y, size)


def _along(motions: tuple[Motion, ...]) -> tuple[Motion, ...]:
    """The motions of an element that only turns along, by a tooth."""
    return tuple(
        motion._replace(degrees=motion.tooth) if isinstance(motion, Gear) else motion
        for motion in motions
    )


def _hides(board: Board, element: Element, motions: tuple[Motion, ...]) -> Iterable[Square]:
    """The squares whose picture an element at work paints over: all to which its wheels reach, else those on which it lies."""
    wheels = any(isinstance(motion, Gear) for motion in motions)
    found: Iterable[Square] = element.reach(board) if wheels else element.covers()
    return found


def _covers(board: Board, element: Element) -> set[Square]:
    """The squares over which an element's picture may reach."""
    beside = (board.next(element.square, side) for side in element.walls())
    return {
        element.square,
        *element.reach(board),
        *(square for square in beside if square is not None),
    }


def _turner(place: Rotate, motion: Gear) -> Callable[[float], None]:
    def turn(phase: float) -> None:
        # Kivy turns against the clock.
        place.angle = -motion.angle(phase)

    return turn


def _shifter(place: Translate, motion: Thrust, size: float) -> Callable[[float], None]:
    def shift(phase: float) -> None:
        right, up = motion.shift(phase)
        place.xy = right * size, up * size

    return shift


def fall_on(board: Board, square: Square) -> float | None:
    """By how many degrees a piece turns that is swallowed on a square, None where nothing swallows it."""
    falls = (
        motion
        for element in board.at(square)
        for motion in element.motion(board)
        if isinstance(motion, Fall)
    )
    return next((fall.degrees for fall in falls), None)


# ---- Strips --------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _face(shapes: tuple[Shape, ...]) -> Texture:
    """The picture of a face, that goes on above itself."""
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


def _lay_strip(
    corners: list[float], order: list[int], band: Band, x: float, y: float, size: float
) -> None:
    """Add a strip's corners, with their places on the face, and its triangles."""
    first, rungs = len(corners) // 4, _rungs(band.along)
    half = band.along.width / 2
    for number, (left, right) in enumerate(rungs):
        far = band.faces * number / (len(rungs) - 1)
        for (px, py), across in ((left, 0.5 - half), (right, 0.5 + half)):
            corners += [x + px * size, y + py * size, across, far]
    for number in range(len(rungs) - 1):
        at = first + 2 * number
        order += [at, at + 1, at + 3, at, at + 3, at + 2]


def _rungs(along: Line | Arc) -> list[tuple[Point, Point]]:
    """Points on both sides of a strip from its start to its end, left and right of who goes along it."""
    if isinstance(along, Arc):
        pieces = max(1, ceil(abs(along.end - along.start) / BEND))
        angles = [
            along.start + (along.end - along.start) * piece / pieces for piece in range(pieces + 1)
        ]
        # Who goes round with the clock has the middle on the right.
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
