"""Painting: the engine's drawing words as Kivy instructions. Art says what, the palette says in which tint, this says how.

Kivy counts pixels from the south-west, as art does, and a line's `width` to either side of it, so that it is half of what art says.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from kivy.core.text import Label as Letters
from kivy.graphics import Color, Ellipse, InstructionGroup, Mesh, Rectangle
from kivy.graphics import Line as Stroke
from kivy.graphics.tesselator import Tesselator
from kivy.graphics.texture import Texture

from companion.engine.art import Arc, Disc, Label, Line, Point, Polygon, Shape
from companion.ui.speech import said
from companion.ui.theme import ART, BOLD_FONT, Rgba


def paint(onto: InstructionGroup, shapes: Iterable[Shape], x: float, y: float, size: float, tints: Mapping[str, Rgba] = ART) -> None:
    """Paint shapes of a unit square into the square of `size` pixels with its south-west corner at (x, y).

    Later shapes lie on top. `tints` must have every colour of theirs: KeyError names the one that is missing.
    """
    last = ""
    for shape in shapes:
        # Neighbours of one colour share its instruction: a board has very many shapes.
        if shape.colour != last:
            onto.add(Color(*tints[shape.colour]))
            last = shape.colour
        _PAINTERS[type(shape)](onto, shape, x, y, size)


def paint_symbol(onto: InstructionGroup, shapes: Iterable[Shape], x: float, y: float, size: float, ink: Rgba, hole: Rgba) -> None:
    """Paint a sign of `companion.ui.symbols` in one tint, `hole` for what shows the ground."""
    paint(onto, shapes, x, y, size, {"ink": ink, "hole": hole})


def paint_outline(
    onto: InstructionGroup, points: Iterable[Point], x: float, y: float, size: float, fill: Rgba, edge: Rgba | None = None, width: float = 1.0,
) -> None:
    """Paint a filled polygon of the unit square, with an edge `width` pixels wide if it has a tint."""
    corners = tuple(points)
    onto.add(Color(*fill))
    _polygon(onto, Polygon(corners, ""), x, y, size)
    if edge is not None:
        onto.add(Color(*edge))
        onto.add(Stroke(points=_placed(corners, x, y, size), width=max(0.6, width / 2), close=True, joint="round"))


def paint_text(onto: InstructionGroup, text: str, x: float, y: float, size: float, tint: Rgba) -> None:
    """Paint a short bold text in the language of the screen with letters of `size` pixels, its capitals centred on (x, y)."""
    texture = letters(said(text), size)
    onto.add(Color(*tint))
    # This font has ascenders of 1.0, descenders of 0.2 and capitals of 0.7 of its size.
    corner = round(x - texture.width / 2), round(y - texture.height * 0.55 / 1.2)
    onto.add(Rectangle(texture=texture, size=texture.size, pos=corner))


@lru_cache(maxsize=256)
def letters(text: str, size: float) -> Texture:
    """The picture of a short bold text with letters of a size in pixels, white so that a tint can colour it.

    Never below four pixels. Shared by all who ask for the same, so that nobody may change it.
    """
    label = Letters(text=text, font_size=max(4, round(size)), font_name=BOLD_FONT)
    label.refresh()
    return label.texture


def _placed(points: Iterable[Point], x: float, y: float, size: float) -> list[float]:
    return [place for px, py in points for place in (x + px * size, y + py * size)]


@lru_cache(maxsize=512)
def _triangles(points: tuple[Point, ...]) -> tuple[tuple[Point, ...], ...]:
    """A polygon cut into fans, still in the unit square: the same element is cut once, however often and large it is painted."""
    cutter = Tesselator()
    cutter.add_contour([place for point in points for place in point])
    cutter.tesselate()
    # Of four numbers a corner has two are its place; the others are for textures, which a plain colour has none of.
    return tuple(tuple((flat[at], flat[at + 1]) for at in range(0, len(flat), 4)) for flat, _ in cutter.meshes)


def _polygon(onto: InstructionGroup, shape: Polygon, x: float, y: float, size: float) -> None:
    for fan in _triangles(shape.points):
        vertices = [place for px, py in fan for place in (x + px * size, y + py * size, 0, 0)]
        onto.add(Mesh(vertices=vertices, indices=list(range(len(fan))), mode="triangle_fan"))


def _line(onto: InstructionGroup, shape: Line, x: float, y: float, size: float) -> None:
    onto.add(Stroke(points=_placed(shape.points, x, y, size), width=max(0.6, shape.width * size / 2), cap="none", joint="miter"))


def _disc(onto: InstructionGroup, shape: Disc, x: float, y: float, size: float) -> None:
    across, up, radius = x + shape.centre[0] * size, y + shape.centre[1] * size, shape.radius * size
    if not shape.hole:
        onto.add(Ellipse(pos=(across - radius, up - radius), size=(2 * radius, 2 * radius), segments=40))
        return
    hole = shape.hole * size
    onto.add(Stroke(circle=(across, up, (radius + hole) / 2), width=max(0.6, (radius - hole) / 2), close=True))


def _arc(onto: InstructionGroup, shape: Arc, x: float, y: float, size: float) -> None:
    across, up = x + shape.centre[0] * size, y + shape.centre[1] * size
    onto.add(Stroke(circle=(across, up, shape.radius * size, shape.start, shape.end), width=max(0.6, shape.width * size / 2), cap="none"))


def _label(onto: InstructionGroup, shape: Label, x: float, y: float, size: float) -> None:
    # Art gives the height of a capital, which is 0.7 of the letters' size in this font.
    texture = letters(shape.text, shape.size * size / 0.7)
    corner = x + shape.centre[0] * size - texture.width / 2, y + shape.centre[1] * size - texture.height * 0.55 / 1.2
    onto.add(Rectangle(texture=texture, size=texture.size, pos=corner))


_PAINTERS = {Polygon: _polygon, Line: _line, Disc: _disc, Arc: _arc, Label: _label}
