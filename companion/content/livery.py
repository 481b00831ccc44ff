"""Names, colours and shapes of the eight clanks, the same on screen and paper.

The shapes distinguish clanks without colours.
"""

from __future__ import annotations

from typing import Final

from companion.art import Point, ring

COLOURS: Final = ("brass", "copper", "azure", "jade", "ruby", "silver", "umber", "violet")
"""Colour names, by seat; their initials differ, also in other languages."""

FORMER_COLOURS: Final = {"cobalt": "azure"}
"""Former names of colours, each with its present name. Games that were kept with one keep it."""

NAMES: Final = tuple(colour.upper() for colour in COLOURS)
"""The default names of clanks, by seat: their colours, which are the same words on every screen and
on paper."""

TINTS: Final = {
    "brass": "#fed440",
    "copper": "#db8220",
    "azure": "#81b3eb",
    "jade": "#83faac",
    "ruby": "#fe548a",
    "silver": "#dee5eb",
    "umber": "#b98a51",
    "violet": "#9483f8",
}
"""The tints of the colours as codes; dark letters are readable on each.

Hue and lightness differ so that people who lack one kind of cones can tell each pair, too.
"""
TINTS.update({former: TINTS[colour] for former, colour in FORMER_COLOURS.items()})

SHAPES: Final = ("circle", "square", "triangle", "diamond", "pentagon", "hexagon", "star", "cross")
"""Shape names, as drawn on the clank's back."""

_ARM = 0.17
_PLUS = (
    (0.5 - _ARM, 0.95),
    (0.5 + _ARM, 0.95),
    (0.5 + _ARM, 0.5 + _ARM),
    (0.95, 0.5 + _ARM),
    (0.95, 0.5 - _ARM),
    (0.5 + _ARM, 0.5 - _ARM),
    (0.5 + _ARM, 0.05),
    (0.5 - _ARM, 0.05),
    (0.5 - _ARM, 0.5 - _ARM),
    (0.05, 0.5 - _ARM),
    (0.05, 0.5 + _ARM),
    (0.5 - _ARM, 0.5 + _ARM),
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
"""The outlines of the shapes in a unit square."""

LETTER_AT: Final = {
    "triangle": (0.36, 0.46),
    "pentagon": (0.48, 0.56),
    "star": (0.48, 0.46),
    "cross": (0.5, 0.5),
    "diamond": (0.5, 0.52),
}
"""Height of an initial's middle and its size, in shapes whose weight is not in the middle; (0.5,
0.62) in the others."""
