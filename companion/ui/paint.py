"""Painting: shapes of the engine as Kivy instructions, and the signs of buttons.

Art says what, the palette says in which tint, this module says how. Kivy counts pixels from the
south-west, as art does. A line's `width` in Kivy goes to either side of it, so it is half of the
width in art.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Final, TypeAlias

from kivy.core.text import Label as Letters
from kivy.graphics import (
    Canvas,
    Color,
    Ellipse,
    InstructionGroup,
    Mesh,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Rotate,
    RoundedRectangle,
    Scale,
    Translate,
)
from kivy.graphics import Line as Stroke
from kivy.graphics.tesselator import Tesselator
from kivy.graphics.texture import Texture

from companion.art import Arc, Caption, Disc, Line, Point, Polygon, Shape, facing, gear
from companion.ui.i18n import translated
from companion.ui.pilot_icons import PILOT_ICONS
from companion.ui.theme import ART, BOLD_FONT, Rgba
from companion.words import Text

Place: TypeAlias = Translate | Rotate | Scale


@contextmanager
def transform(onto: Canvas | InstructionGroup, *places: Place) -> Iterator[None]:
    """Move, turn or scale everything that is painted inside the block.

    Args:
        onto: The canvas or group to paint on.
        places: Kivy's transformations, in order. Without any nothing is added to `onto`, since Kivy
            draws at a wrong place after a saved matrix that nothing has changed.
    """
    if not places:
        yield
        return
    onto.add(PushMatrix())
    for place in places:
        onto.add(place)
    try:
        yield
    finally:
        onto.add(PopMatrix())


def paint(
    onto: InstructionGroup,
    shapes: Iterable[Shape],
    x: float,
    y: float,
    size: float,
    tints: Mapping[str, Rgba] = ART,
) -> None:
    """Paint shapes of a unit square into a square of `size` pixels.

    Its south-west corner is at (x, y). Later shapes are on top.

    Raises:
        KeyError: `tints` lacks a colour of the shapes.
    """
    last = ""
    for shape in shapes:
        # Neighbours of one colour share its instruction: a board has very many shapes.
        if shape.colour != last:
            onto.add(Color(*tints[shape.colour]))
            last = shape.colour
        if isinstance(shape, Polygon):
            _polygon(onto, shape, x, y, size)
        elif isinstance(shape, Line):
            _paint_line(onto, shape, x, y, size)
        elif isinstance(shape, Disc):
            _disc(onto, shape, x, y, size)
        elif isinstance(shape, Arc):
            _arc(onto, shape, x, y, size)
        else:
            _label(onto, shape, x, y, size)


def paint_symbol(
    onto: InstructionGroup, name: str, x: float, y: float, size: float, ink: Rgba, hole: Rgba
) -> None:
    """Paint a sign of SYMBOLS in one tint, `hole` for what shows the ground.

    Raises:
        KeyError: There is no such sign.
    """
    paint_ink(onto, SYMBOLS[name], x, y, size, ink, hole)


def paint_ink(
    onto: InstructionGroup,
    shapes: Iterable[Shape],
    x: float,
    y: float,
    size: float,
    ink: Rgba,
    hole: Rgba,
) -> None:
    """Paint shapes that use only the colours "ink" and "hole"."""
    paint(onto, shapes, x, y, size, {"ink": ink, "hole": hole})


def paint_plate(
    onto: InstructionGroup,
    x: float,
    y: float,
    width: float,
    height: float,
    tint: Rgba,
    radius: float,
    below: float | None = None,
) -> None:
    """Paint a rectangle with round corners; `below` is the radius of the lower ones."""
    onto.add(Color(*tint))
    onto.add(
        RoundedRectangle(
            pos=(x, y),
            size=(width, height),
            radius=[radius] if below is None else [radius, radius, below, below],
        )
    )


def paint_rimmed(
    onto: InstructionGroup,
    x: float,
    y: float,
    width: float,
    height: float,
    rim: Rgba,
    face: Rgba,
    edge: float,
    radius: float,
) -> None:
    """Paint a plate with a rim of `edge` pixels."""
    for margin, tint in ((0.0, rim), (edge, face)):
        paint_plate(
            onto, x + margin, y + margin, width - 2 * margin, height - 2 * margin, tint, radius
        )


def paint_bar(
    onto: InstructionGroup,
    x: float,
    y: float,
    width: float,
    height: float,
    share: float,
    groove: Rgba,
    tint: Rgba,
) -> None:
    """Paint a bar that fills a share of its groove, from 0 to 1; at 0 only the groove."""
    for part, colour in ((1.0, groove), (min(1.0, share), tint)):
        if part > 0:
            # A bar shorter than it is high could not have round ends.
            paint_plate(onto, x, y, max(height, width * part), height, colour, height / 2)


def paint_outline(
    onto: InstructionGroup,
    points: Iterable[Point],
    x: float,
    y: float,
    size: float,
    fill: Rgba,
    edge: Rgba | None = None,
    width: float = 1.0,
) -> None:
    """Paint a filled polygon of the unit square; an edge with a tint is `width` pixels wide."""
    corners = tuple(points)
    onto.add(Color(*fill))
    _polygon(onto, Polygon(corners, ""), x, y, size)
    if edge is not None:
        onto.add(Color(*edge))
        onto.add(
            Stroke(
                points=_scale_points(corners, x, y, size),
                width=max(0.6, width / 2),
                close=True,
                joint="round",
            )
        )


def paint_text(
    onto: InstructionGroup, text: Text | str, x: float, y: float, size: float, tint: Rgba
) -> None:
    """Paint a short bold text in the language of the screen, its capitals centred on (x, y).

    Letters have `size` pixels.
    """
    texture = letters(translated(text), size)
    onto.add(Color(*tint))
    # This font has ascenders of 1.0, descenders of 0.2 and capitals of 0.7 of its size.
    corner = round(x - texture.width / 2), round(y - texture.height * 0.55 / 1.2)
    onto.add(Rectangle(texture=texture, size=texture.size, pos=corner))


def paint_fitting(
    onto: InstructionGroup,
    text: Text | str,
    x: float,
    y: float,
    size: float,
    width: float,
    tint: Rgba,
) -> None:
    """Paint a text as `paint_text` does, in smaller letters if it would exceed `width` pixels."""
    # Letters are not measured: each is taken for a little less than half as wide as it is high.
    paint_text(onto, text, x, y, min(size, width / max(3, len(translated(text))) * 2.15), tint)


@lru_cache(maxsize=1024)
def letters(text: str, size: float) -> Texture:
    """Return the picture of a short bold text, white so that a tint can colour it.

    Letters have `size` pixels, at least four. The picture is shared by all callers with the same
    text and size, so nobody may change it.
    """
    label = Letters(text=text, font_size=max(4, round(size)), font_name=BOLD_FONT)
    label.refresh()
    assert label.texture is not None
    return label.texture


def _scale_points(points: Iterable[Point], x: float, y: float, size: float) -> list[float]:
    return [place for px, py in points for place in (x + px * size, y + py * size)]


@lru_cache(maxsize=512)
def _triangles(points: tuple[Point, ...]) -> tuple[tuple[Point, ...], list[int]]:
    """Cut a polygon of the unit square into triangles: return corners, and three of them for each.

    The result is cached: an element is cut once for all its places and sizes.
    """
    cutter = Tesselator()
    cutter.add_contour([place for point in points for place in point])
    cutter.tesselate()
    corners: list[Point] = []
    order: list[int] = []
    for flat, _ in cutter.meshes:
        first = len(corners)
        # Two of the four numbers of a corner are its place; the others are for textures.
        corners += [(flat[at], flat[at + 1]) for at in range(0, len(flat), 4)]
        # The result is a fan: all triangles meet in its first corner.
        for last in range(first + 2, len(corners)):
            order += (first, last - 1, last)
    return tuple(corners), order


def _polygon(onto: InstructionGroup, shape: Polygon, x: float, y: float, size: float) -> None:
    # One mesh: making and drawing one for each fan takes most of the time of a gear.
    corners, order = _triangles(shape.points)
    vertices = [place for px, py in corners for place in (x + px * size, y + py * size, 0, 0)]
    onto.add(Mesh(vertices=vertices, indices=order, mode="triangles"))


def _paint_line(onto: InstructionGroup, shape: Line, x: float, y: float, size: float) -> None:
    # Polygons with so many points are curves: two points nearly in line would get a mitre as long
    # as the board.
    joint = "miter" if len(shape.points) <= 8 else "round"
    onto.add(
        Stroke(
            points=_scale_points(shape.points, x, y, size),
            width=max(0.6, shape.width * size / 2),
            cap="none",
            joint=joint,
        )
    )


def _disc(onto: InstructionGroup, shape: Disc, x: float, y: float, size: float) -> None:
    across, up, radius = x + shape.centre[0] * size, y + shape.centre[1] * size, shape.radius * size
    if not shape.hole:
        onto.add(
            Ellipse(pos=(across - radius, up - radius), size=(2 * radius, 2 * radius), segments=40)
        )
        return
    hole = shape.hole * size
    onto.add(
        Stroke(
            circle=(across, up, (radius + hole) / 2),
            width=max(0.6, (radius - hole) / 2),
            close=True,
        )
    )


def _arc(onto: InstructionGroup, shape: Arc, x: float, y: float, size: float) -> None:
    across, up = x + shape.centre[0] * size, y + shape.centre[1] * size
    onto.add(
        Stroke(
            circle=(across, up, shape.radius * size, shape.start, shape.end),
            width=max(0.6, shape.width * size / 2),
            cap="none",
        )
    )


def _label(onto: InstructionGroup, shape: Caption, x: float, y: float, size: float) -> None:
    # Art gives the height of a capital, which is 0.7 of the letters' size in this font.
    texture = letters(shape.text, shape.size * size / 0.7)
    corner = (
        x + shape.centre[0] * size - texture.width / 2,
        y + shape.centre[1] * size - texture.height * 0.55 / 1.2,
    )
    onto.add(Rectangle(texture=texture, size=texture.size, pos=corner))


_CHEVRON = (Line(((0.36, 0.2), (0.68, 0.5), (0.36, 0.8)), "ink", 0.13),)
_SHAFT = (
    Polygon(
        (
            (0.42, 0.08),
            (0.58, 0.08),
            (0.58, 0.55),
            (0.8, 0.55),
            (0.5, 0.95),
            (0.2, 0.55),
            (0.42, 0.55),
        ),
        "ink",
    ),
)

_LENS = (Disc((0.42, 0.58), 0.38, "ink", 0.28), Line(((0.66, 0.34), (0.93, 0.07)), "ink", 0.15))

_RETURN = (
    Arc((0.5, 0.44), 0.32, -60, 150, "ink", 0.13),
    Polygon(((0.06, 0.5), (0.44, 0.42), (0.2, 0.84)), "ink"),
)
_SWAP = (
    Line(((0.1, 0.66), (0.66, 0.66)), "ink", 0.12),
    Polygon(((0.6, 0.45), (0.95, 0.66), (0.6, 0.87)), "ink"),
)


def _mirror(shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """Return lines, polygons and arcs mirrored, west for east."""
    return tuple(
        # Angles count clockwise from north, so that the mirror changes their sign and swaps start
        # and end.
        shape._replace(
            centre=(1 - shape.centre[0], shape.centre[1]), start=-shape.end, end=-shape.start
        )
        if isinstance(shape, Arc)
        else shape._replace(points=tuple((1 - x, y) for x, y in shape.points))
        if isinstance(shape, (Line, Polygon))
        else shape
        for shape in shapes
    )


SYMBOLS: Final[dict[str, tuple[Shape, ...]]] = {
    **PILOT_ICONS,
    "next": _CHEVRON,
    "back": facing(_CHEVRON, 2),
    "up": facing(_CHEVRON, 3),
    "down": facing(_CHEVRON, 1),
    "north": _SHAFT,
    "east": facing(_SHAFT, 1),
    "south": facing(_SHAFT, 2),
    "west": facing(_SHAFT, 3),
    "tick": (Line(((0.18, 0.5), (0.42, 0.25), (0.84, 0.76)), "ink", 0.14),),
    "cross": (
        Line(((0.22, 0.22), (0.78, 0.78)), "ink", 0.14),
        Line(((0.22, 0.78), (0.78, 0.22)), "ink", 0.14),
    ),
    "plus": (
        Line(((0.5, 0.2), (0.5, 0.8)), "ink", 0.14),
        Line(((0.2, 0.5), (0.8, 0.5)), "ink", 0.14),
    ),
    "minus": (Line(((0.2, 0.5), (0.8, 0.5)), "ink", 0.14),),
    "play": (Polygon(((0.25, 0.12), (0.88, 0.5), (0.25, 0.88)), "ink"),),
    "pause": (
        Polygon(((0.2, 0.14), (0.42, 0.14), (0.42, 0.86), (0.2, 0.86)), "ink"),
        Polygon(((0.58, 0.14), (0.8, 0.14), (0.8, 0.86), (0.58, 0.86)), "ink"),
    ),
    "gear": (gear(10, 0.48, 0.36, "ink"), Disc((0.5, 0.5), 0.16, "hole")),
    "warning": (
        Polygon(((0.5, 0.95), (0.99, 0.08), (0.01, 0.08)), "ink"),
        Line(((0.5, 0.67), (0.5, 0.38)), "hole", 0.1),
        Disc((0.5, 0.22), 0.06, "hole"),
    ),
    # A card that comes out of a reader.
    "unload": (
        Line(((0.1, 0.9), (0.9, 0.9)), "ink", 0.13),
        Polygon(
            (
                (0.43, 0.74),
                (0.57, 0.74),
                (0.57, 0.46),
                (0.78, 0.46),
                (0.5, 0.1),
                (0.22, 0.46),
                (0.43, 0.46),
            ),
            "ink",
        ),
    ),
    "lock": (
        Disc((0.5, 0.58), 0.27, "ink", 0.17),
        Polygon(((0.18, 0.08), (0.82, 0.08), (0.82, 0.58), (0.18, 0.58)), "ink"),
        Disc((0.5, 0.34), 0.08, "hole"),
    ),
    "marker": (
        Line(((0.26, 0.05), (0.26, 0.95)), "ink", 0.09),
        Polygon(((0.26, 0.95), (0.9, 0.72), (0.26, 0.46)), "ink"),
    ),
    "heart": (
        Polygon(
            (
                (0.5, 0.1),
                (0.95, 0.55),
                (0.93, 0.78),
                (0.76, 0.9),
                (0.5, 0.74),
                (0.24, 0.9),
                (0.07, 0.78),
                (0.05, 0.55),
            ),
            "ink",
        ),
    ),
    "person": (
        Disc((0.5, 0.72), 0.2, "ink"),
        Polygon(
            ((0.12, 0.05), (0.88, 0.05), (0.8, 0.36), (0.64, 0.46), (0.36, 0.46), (0.2, 0.36)),
            "ink",
        ),
    ),
    "phone": (
        Polygon(((0.22, 0.02), (0.78, 0.02), (0.78, 0.98), (0.22, 0.98)), "ink"),
        Polygon(((0.31, 0.2), (0.69, 0.2), (0.69, 0.86), (0.31, 0.86)), "hole"),
        Disc((0.5, 0.11), 0.05, "hole"),
    ),
    "pilot": (
        Polygon(((0.14, 0.1), (0.86, 0.1), (0.86, 0.7), (0.14, 0.7)), "ink"),
        Disc((0.34, 0.45), 0.09, "hole"),
        Disc((0.66, 0.45), 0.09, "hole"),
        Line(((0.5, 0.7), (0.5, 0.92)), "ink", 0.08),
        Disc((0.5, 0.93), 0.07, "ink"),
    ),
    "lamp": (
        Disc((0.5, 0.6), 0.34, "ink"),
        Polygon(((0.34, 0.36), (0.66, 0.36), (0.62, 0.2), (0.38, 0.2)), "ink"),
        Line(((0.38, 0.12), (0.62, 0.12)), "ink", 0.08),
        Line(((0.44, 0.03), (0.56, 0.03)), "ink", 0.06),
        Line(((0.38, 0.56), (0.46, 0.46), (0.54, 0.56), (0.62, 0.46)), "hole", 0.06),
    ),
    "zoom": (
        *_LENS,
        Line(((0.26, 0.58), (0.58, 0.58)), "ink", 0.1),
        Line(((0.42, 0.42), (0.42, 0.74)), "ink", 0.1),
    ),
    "wrench": (
        Line(((0.14, 0.14), (0.62, 0.62)), "ink", 0.2),
        Disc((0.14, 0.14), 0.1, "ink"),
        Disc((0.68, 0.68), 0.28, "ink"),
        Polygon(((0.64, 0.78), (0.78, 0.64), (1.05, 0.91), (0.91, 1.05)), "hole"),
        Disc((0.71, 0.71), 0.1, "hole"),
        Disc((0.15, 0.15), 0.045, "hole"),
    ),
    "hand": (
        Polygon(
            ((0.26, 0.4), (0.82, 0.4), (0.82, 0.22), (0.7, 0.03), (0.4, 0.03), (0.26, 0.16)), "ink"
        ),
        *(
            Line(((x, 0.36), (x, high)), "ink", 0.115)
            for x, high in ((0.32, 0.82), (0.465, 0.93), (0.61, 0.89), (0.755, 0.76))
        ),
        *(
            Disc((x, high), 0.0575, "ink")
            for x, high in ((0.32, 0.82), (0.465, 0.93), (0.61, 0.89), (0.755, 0.76))
        ),
        Line(((0.36, 0.08), (0.12, 0.38)), "ink", 0.13),
        Disc((0.12, 0.38), 0.065, "ink"),
    ),
    "undo": _RETURN,
    "redo": _mirror(_RETURN),
    "clock": (
        Disc((0.5, 0.5), 0.46, "ink", 0.35),
        Line(((0.5, 0.78), (0.5, 0.5), (0.68, 0.36)), "ink", 0.1),
    ),
    "globe": (
        Disc((0.5, 0.5), 0.46, "ink"),
        Line(((0.5, 0.96), (0.29, 0.72), (0.24, 0.5), (0.29, 0.28), (0.5, 0.04)), "hole", 0.06),
        Line(((0.5, 0.96), (0.71, 0.72), (0.76, 0.5), (0.71, 0.28), (0.5, 0.04)), "hole", 0.06),
        Line(((0.06, 0.5), (0.94, 0.5)), "hole", 0.06),
        Line(((0.14, 0.73), (0.86, 0.73)), "hole", 0.06),
        Line(((0.14, 0.27), (0.86, 0.27)), "hole", 0.06),
    ),
    "page": (
        Polygon(((0.18, 0.03), (0.82, 0.03), (0.82, 0.68), (0.54, 0.97), (0.18, 0.97)), "ink"),
        *(Line(((0.31, y), (0.69, y)), "hole", 0.08) for y in (0.22, 0.4, 0.58)),
    ),
    "swap": (
        *(shape._replace(points=tuple((x, y + 0.06) for x, y in shape.points)) for shape in _SWAP),
        *(
            shape._replace(points=tuple((1 - x, y - 0.38) for x, y in shape.points))
            for shape in _SWAP
        ),
    ),
    "skip": (
        Polygon(((0.1, 0.14), (0.68, 0.5), (0.1, 0.86)), "ink"),
        Polygon(((0.7, 0.14), (0.88, 0.14), (0.88, 0.86), (0.7, 0.86)), "ink"),
    ),
    "stop": (Polygon(((0.16, 0.16), (0.84, 0.16), (0.84, 0.84), (0.16, 0.84)), "ink"),),
    "drop": (
        Polygon(((0.5, 0.98), (0.24, 0.5), (0.76, 0.5)), "ink"),
        Disc((0.5, 0.34), 0.31, "ink"),
    ),
    "whole": (*_LENS, Line(((0.26, 0.58), (0.58, 0.58)), "ink", 0.1)),
}
"""Signs in one colour ("ink"). "hole" shows the ground: it is painted in the tint of the ground."""
