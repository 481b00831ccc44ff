"""Small signs in the engine's drawing words: the clanks' shapes, and what buttons show instead of typed arrows."""
from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from companion.engine.art import Disc, Line, Point, Polygon, Shape, facing, gear


def ring(corners: int, radius: float, turn: float = 0.0, inner: float | None = None) -> tuple[Point, ...]:
    """The corners of a regular polygon about the middle of the unit square, the first in the north, turned by degrees with the clock.

    With `inner`, a second radius, points between them make a star.
    """
    radii = (radius,) if inner is None else (radius, inner)
    count = corners * len(radii)
    angles = [2 * pi * step / count + turn * pi / 180 for step in range(count)]
    return tuple((0.5 + radii[step % len(radii)] * sin(angle), 0.5 + radii[step % len(radii)] * cos(angle)) for step, angle in enumerate(angles))


_ARM = 0.17
_PLUS = (
    (0.5 - _ARM, 0.95), (0.5 + _ARM, 0.95), (0.5 + _ARM, 0.5 + _ARM), (0.95, 0.5 + _ARM), (0.95, 0.5 - _ARM), (0.5 + _ARM, 0.5 - _ARM),
    (0.5 + _ARM, 0.05), (0.5 - _ARM, 0.05), (0.5 - _ARM, 0.5 - _ARM), (0.05, 0.5 - _ARM), (0.05, 0.5 + _ARM), (0.5 - _ARM, 0.5 + _ARM),
)

OUTLINES: Final[dict[str, tuple[Point, ...]]] = {
    "circle": ring(28, 0.46),
    "square": ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)),
    "triangle": ((0.5, 0.98), (0.98, 0.1), (0.02, 0.1)),
    "diamond": ring(4, 0.5),
    "pentagon": ring(5, 0.5),
    "hexagon": ring(6, 0.48, 30),
    "star": ring(5, 0.53, 0, 0.27),
    "cross": _PLUS,
}
"""The shapes of the clanks, by the names of `companion.session.livery`."""

LETTER_AT: Final = {"triangle": (0.36, 0.46), "pentagon": (0.48, 0.56), "star": (0.48, 0.46), "cross": (0.5, 0.5), "diamond": (0.5, 0.52)}
"""Height of an initial's middle and its size, in shapes whose weight is not in the middle; (0.5, 0.62) in the others."""

_CHEVRON = (Line(((0.36, 0.2), (0.68, 0.5), (0.36, 0.8)), "ink", 0.13),)
_SHAFT = (Polygon(((0.42, 0.08), (0.58, 0.08), (0.58, 0.55), (0.8, 0.55), (0.5, 0.95), (0.2, 0.55), (0.42, 0.55)), "ink"),)

_LENS = (Disc((0.42, 0.58), 0.38, "ink", 0.28), Line(((0.66, 0.34), (0.93, 0.07)), "ink", 0.15))

SYMBOLS: Final[dict[str, tuple[Shape, ...]]] = {
    "next": _CHEVRON,
    "back": facing(_CHEVRON, 2),
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
    "whole": (*_LENS, Line(((0.26, 0.58), (0.58, 0.58)), "ink", 0.1)),
}
"""Signs drawn in one colour ("ink"), with "hole" for what shows the ground through."""
