"""Small signs in the engine's drawing words: what buttons show instead of typed arrows.

They fill the unit square, north above, and are painted at any size; a typed arrow would be there only where the font has one.
"""
from __future__ import annotations

from typing import Final

from companion.engine.art import Arc, Disc, Line, Polygon, Shape, facing, gear

_CHEVRON = (Line(((0.36, 0.2), (0.68, 0.5), (0.36, 0.8)), "ink", 0.13),)
_SHAFT = (Polygon(((0.42, 0.08), (0.58, 0.08), (0.58, 0.55), (0.8, 0.55), (0.5, 0.95), (0.2, 0.55), (0.42, 0.55)), "ink"),)

_LENS = (Disc((0.42, 0.58), 0.38, "ink", 0.28), Line(((0.66, 0.34), (0.93, 0.07)), "ink", 0.15))

_RETURN = (Arc((0.5, 0.44), 0.32, -60, 150, "ink", 0.13), Polygon(((0.06, 0.5), (0.44, 0.42), (0.2, 0.84)), "ink"))
_SWAP = (Line(((0.1, 0.66), (0.66, 0.66)), "ink", 0.12), Polygon(((0.6, 0.45), (0.95, 0.66), (0.6, 0.87)), "ink"))


def _mirrored(shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """The same seen in a mirror, west for east; for lines, polygons and arcs."""
    return tuple(
        # Angles count with the clock from north, so that the mirror turns their sign round, and start and end change places.
        shape._replace(centre=(1 - shape.centre[0], shape.centre[1]), start=-shape.end, end=-shape.start) if isinstance(shape, Arc)
        else shape._replace(points=tuple((1 - x, y) for x, y in shape.points)) if isinstance(shape, (Line, Polygon)) else shape
        for shape in shapes
    )


SYMBOLS: Final[dict[str, tuple[Shape, ...]]] = {
    "next": _CHEVRON,
    "back": facing(_CHEVRON, 2),
    "up": facing(_CHEVRON, 3), "down": facing(_CHEVRON, 1),
    "north": _SHAFT, "east": facing(_SHAFT, 1), "south": facing(_SHAFT, 2), "west": facing(_SHAFT, 3),
    "tick": (Line(((0.18, 0.5), (0.42, 0.25), (0.84, 0.76)), "ink", 0.14),),
    "cross": (Line(((0.22, 0.22), (0.78, 0.78)), "ink", 0.14), Line(((0.22, 0.78), (0.78, 0.22)), "ink", 0.14)),
    "plus": (Line(((0.5, 0.2), (0.5, 0.8)), "ink", 0.14), Line(((0.2, 0.5), (0.8, 0.5)), "ink", 0.14)),
    "minus": (Line(((0.2, 0.5), (0.8, 0.5)), "ink", 0.14),),
    "play": (Polygon(((0.25, 0.12), (0.88, 0.5), (0.25, 0.88)), "ink"),),
    "pause": (Polygon(((0.2, 0.14), (0.42, 0.14), (0.42, 0.86), (0.2, 0.86)), "ink"), Polygon(((0.58, 0.14), (0.8, 0.14), (0.8, 0.86), (0.58, 0.86)), "ink")),
    "gear": (gear(10, 0.48, 0.36, "ink"), Disc((0.5, 0.5), 0.16, "hole")),
    "warning": (
        Polygon(((0.5, 0.95), (0.99, 0.08), (0.01, 0.08)), "ink"),
        Line(((0.5, 0.67), (0.5, 0.38)), "hole", 0.1), Disc((0.5, 0.22), 0.06, "hole"),
    ),
    "lock": (Disc((0.5, 0.58), 0.27, "ink", 0.17), Polygon(((0.18, 0.08), (0.82, 0.08), (0.82, 0.58), (0.18, 0.58)), "ink"), Disc((0.5, 0.34), 0.08, "hole")),
    "flag": (Line(((0.26, 0.05), (0.26, 0.95)), "ink", 0.09), Polygon(((0.26, 0.95), (0.9, 0.72), (0.26, 0.46)), "ink")),
    "heart": (Polygon(((0.5, 0.1), (0.95, 0.55), (0.93, 0.78), (0.76, 0.9), (0.5, 0.74), (0.24, 0.9), (0.07, 0.78), (0.05, 0.55)), "ink"),),
    "person": (Disc((0.5, 0.72), 0.2, "ink"), Polygon(((0.12, 0.05), (0.88, 0.05), (0.8, 0.36), (0.64, 0.46), (0.36, 0.46), (0.2, 0.36)), "ink")),
    "pilot": (Polygon(((0.14, 0.1), (0.86, 0.1), (0.86, 0.7), (0.14, 0.7)), "ink"), Disc((0.34, 0.45), 0.09, "hole"), Disc((0.66, 0.45), 0.09, "hole"),
              Line(((0.5, 0.7), (0.5, 0.92)), "ink", 0.08), Disc((0.5, 0.93), 0.07, "ink")),
    "zoom": (*_LENS, Line(((0.26, 0.58), (0.58, 0.58)), "ink", 0.1), Line(((0.42, 0.42), (0.42, 0.74)), "ink", 0.1)),
    "wrench": (
        Line(((0.14, 0.14), (0.62, 0.62)), "ink", 0.2), Disc((0.14, 0.14), 0.1, "ink"), Disc((0.68, 0.68), 0.28, "ink"),
        Polygon(((0.64, 0.78), (0.78, 0.64), (1.05, 0.91), (0.91, 1.05)), "hole"), Disc((0.71, 0.71), 0.1, "hole"), Disc((0.15, 0.15), 0.045, "hole"),
    ),
    "hand": (
        Polygon(((0.26, 0.4), (0.82, 0.4), (0.82, 0.22), (0.7, 0.03), (0.4, 0.03), (0.26, 0.16)), "ink"),
        *(Line(((x, 0.36), (x, high)), "ink", 0.115) for x, high in ((0.32, 0.82), (0.465, 0.93), (0.61, 0.89), (0.755, 0.76))),
        *(Disc((x, high), 0.0575, "ink") for x, high in ((0.32, 0.82), (0.465, 0.93), (0.61, 0.89), (0.755, 0.76))),
        Line(((0.36, 0.08), (0.12, 0.38)), "ink", 0.13), Disc((0.12, 0.38), 0.065, "ink"),
    ),
    "undo": _RETURN,
    "redo": _mirrored(_RETURN),
    "clock": (Disc((0.5, 0.5), 0.46, "ink", 0.35), Line(((0.5, 0.78), (0.5, 0.5), (0.68, 0.36)), "ink", 0.1)),
    "page": (
        Polygon(((0.18, 0.03), (0.82, 0.03), (0.82, 0.68), (0.54, 0.97), (0.18, 0.97)), "ink"),
        *(Line(((0.31, y), (0.69, y)), "hole", 0.08) for y in (0.22, 0.4, 0.58)),
    ),
    "swap": (*(shape._replace(points=tuple((x, y + 0.06) for x, y in shape.points)) for shape in _SWAP),
             *(shape._replace(points=tuple((1 - x, y - 0.38) for x, y in shape.points)) for shape in _SWAP)),
    "skip": (Polygon(((0.1, 0.14), (0.68, 0.5), (0.1, 0.86)), "ink"), Polygon(((0.7, 0.14), (0.88, 0.14), (0.88, 0.86), (0.7, 0.86)), "ink")),
    "stop": (Polygon(((0.16, 0.16), (0.84, 0.16), (0.84, 0.84), (0.16, 0.84)), "ink"),),
    "drop": (Polygon(((0.5, 0.98), (0.24, 0.5), (0.76, 0.5)), "ink"), Disc((0.5, 0.34), 0.31, "ink")),
    "whole": (*_LENS, Line(((0.26, 0.58), (0.58, 0.58)), "ink", 0.1)),
}
"""Signs drawn in one colour ("ink"), with "hole" for what shows the ground through: nothing is cut out, the ground's tint lies over it."""
