"""Draw solid bodies as in a building manual: flat shades, dark edges, leader lines with words.

Needs only Pillow and no display.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from hardware.pictures.solid import Point, Triangle, sharp_edges

Colour = tuple[int, int, int]

FONT: Final = (
    Path(__file__).parents[2] / "companion" / "content" / "fonts" / "BarlowCondensed-Medium.ttf"
)
PAPER: Final[Colour] = (250, 248, 243)
PEN: Final[Colour] = (28, 30, 34)
FINE: Final = 2
"""Oversampling factor in each direction."""

FAR: Final = -1e9


class View(NamedTuple):
    """The point of view."""

    right: float
    """Degrees to the right of the front."""
    above: float
    """Degrees above the table."""
    middle: Point
    """The place in the picture's middle."""
    scale: float
    """Dots per millimetre."""
    width: int
    height: int

    def axes(self) -> tuple[Point, Point, Point]:
        """Return the directions to the right, up and towards the eye in the picture."""
        turn, rise = math.radians(self.right), math.radians(self.above)
        eye = Point(
            math.sin(turn) * math.cos(rise), -math.cos(turn) * math.cos(rise), math.sin(rise)
        )
        right = Point(math.cos(turn), math.sin(turn), 0.0)
        return right, eye.across(right), eye


class Note(NamedTuple):
    """Words in the picture, with a thin line to their subject."""

    words: str
    at: tuple[float, float]
    """In dots."""
    about: Point | None = None
    """In millimetres; None for no line."""


class Scene:
    """A picture being drawn; near bodies hide far ones, in any order of drawing."""

    def __init__(self, view: View) -> None:
        self.view = view._replace(
            scale=view.scale * FINE, width=view.width * FINE, height=view.height * FINE
        )
        self._axes = self.view.axes()
        right, up, eye = self._axes
        # The lamp is behind the viewer's left shoulder, so that cut surfaces are as bright as
        # others.
        self._lamp = Point(
            *(
                0.9 * near + 0.55 * high - 0.35 * beside
                for beside, high, near in zip(right, up, eye, strict=True)
            )
        ).unit()
        self._size = self.view.width * self.view.height
        self._near = array("f", [FAR]) * self._size
        self._dots = bytearray(bytes(PAPER) * self._size)

    def body(self, triangles: Iterable[Triangle], colour: Colour) -> None:
        """Draw a body of one colour, with its edges."""
        faces = list(triangles)
        for face in faces:
            if (normal := face.normal()).times(self._axes[2]) > 0:
                self._fill(face, _shaded(colour, normal.times(self._lamp)))
        pen = bytes(int(part * 0.42) for part in colour)
        for first, second in sharp_edges(faces):
            self._line(self._seen(first), self._seen(second), pen)

    def finished(self, notes: Iterable[Note] = ()) -> Image.Image:
        """Return the picture in its final size, with its notes."""
        drawn = Image.frombytes("RGB", (self.view.width, self.view.height), bytes(self._dots))
        pen = ImageDraw.Draw(drawn)
        font = ImageFont.truetype(str(FONT), 21 * FINE)
        for note in notes:
            self._note(pen, font, note)
        return drawn.resize(
            (self.view.width // FINE, self.view.height // FINE), Image.Resampling.LANCZOS
        )

    def _seen(self, point: Point) -> tuple[float, float, float]:
        way = point.minus(self.view.middle)
        right, up, eye = self._axes
        scale = self.view.scale
        return (
            self.view.width / 2 + way.times(right) * scale,
            self.view.height / 2 - way.times(up) * scale,
            way.times(eye),
        )

    def _note(self, pen: ImageDraw.ImageDraw, font: ImageFont.FreeTypeFont, note: Note) -> None:
        at = note.at[0] * FINE, note.at[1] * FINE
        box = pen.multiline_textbbox(at, note.words, font=font, spacing=3 * FINE, anchor="mm")
        if note.about is not None:
            x, y, _ = self._seen(note.about)
            start = min(max(x, box[0]), box[2]), min(max(y, box[1] - 3 * FINE), box[3] + 4 * FINE)
            pen.line([start, (x, y)], fill=PEN, width=FINE + 1)
            pen.ellipse([x - 3 * FINE, y - 3 * FINE, x + 3 * FINE, y + 3 * FINE], fill=PEN)
        pen.multiline_text(
            at, note.words, font=font, spacing=3 * FINE, fill=PEN, anchor="mm", align="center"
        )

    def _fill(self, face: Triangle, colour: bytes) -> None:
        """Fill the part of a triangle that nothing nearer hides, row by row."""
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = (self._seen(corner) for corner in face)
        area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        if abs(area) < 1e-9:
            return
        # Nearness is linear over the picture, with a constant gradient to the right and down.
        slope_x = ((bz - az) * (cy - ay) - (cz - az) * (by - ay)) / area
        slope_y = ((cz - az) * (bx - ax) - (bz - az) * (cx - ax)) / area
        sides = ((ax, ay, bx, by), (bx, by, cx, cy), (cx, cy, ax, ay))
        for row in range(
            max(0, math.ceil(min(ay, by, cy))),
            min(self.view.height, math.floor(max(ay, by, cy)) + 1),
        ):
            met = [
                x0 + (row - y0) * (x1 - x0) / (y1 - y0)
                for x0, y0, x1, y1 in sides
                if y0 != y1 and min(y0, y1) <= row <= max(y0, y1)
            ]
            if met:
                self._row(
                    row,
                    min(met),
                    max(met),
                    az + (row - ay) * slope_y - ax * slope_x,
                    slope_x,
                    colour,
                )

    def _row(
        self, row: int, left: float, right: float, nearness: float, slope: float, colour: bytes
    ) -> None:
        near, dots, start = self._near, self._dots, row * self.view.width
        for x in range(max(0, math.ceil(left)), min(self.view.width, math.floor(right) + 1)):
            depth = nearness + x * slope
            if depth > near[start + x]:
                near[start + x] = depth
                place = 3 * (start + x)
                dots[place : place + 3] = colour

    def _line(
        self, first: tuple[float, float, float], second: tuple[float, float, float], colour: bytes
    ) -> None:
        """Draw the visible part of an edge, slightly nearer, in front of its own faces."""
        steps = max(1, math.ceil(max(abs(second[0] - first[0]), abs(second[1] - first[1]))))
        for step in range(steps + 1):
            x, y, depth = (
                start + (end - start) * step / steps
                for start, end in zip(first, second, strict=True)
            )
            for beside in ((0, 0), (1, 0), (0, 1), (1, 1)):
                self._dot(int(x) + beside[0], int(y) + beside[1], depth + 0.35, colour)

    def _dot(self, x: int, y: int, depth: float, colour: bytes) -> None:
        if (
            0 <= x < self.view.width
            and 0 <= y < self.view.height
            and depth > self._near[place := y * self.view.width + x]
        ):
            self._dots[3 * place : 3 * place + 3] = colour


def _shaded(colour: Colour, facing: float) -> bytes:
    strength = 0.66 + 0.42 * facing
    return bytes(min(255, max(0, round(part * strength))) for part in colour)
