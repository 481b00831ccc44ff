"""The signs of the five models, on a square of side 1 in ink on paper, distinct by shape alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.art import Disc, Line, Polygon, Shape, box
from companion.games.factory_rally.models import (
    ABACUS,
    BOILERPLATE,
    DAWDLE,
    LOOKING_GLASS,
    TWINBORE,
)
from companion.games.programmed.deck import BARS

_PLATE: Final = (box(0.0, 0.0, 1.0, 1.0, "paper"),)
_SIGNS: Final[Mapping[str, tuple[Shape, ...]]] = {
    # A plate with four rivets, and a cross of new metal on it.
    BOILERPLATE: (
        box(0.12, 0.12, 0.88, 0.88, "ink"),
        *(Disc((x, y), 0.06, "paper") for x in (0.24, 0.76) for y in (0.24, 0.76)),
        box(0.43, 0.26, 0.57, 0.74, "paper"),
        box(0.26, 0.43, 0.74, 0.57, "paper"),
    ),
    # Two barrels with two beams.
    TWINBORE: (
        *(
            shape
            for x in (0.3, 0.7)
            for shape in (
                box(x - 0.12, 0.08, x + 0.12, 0.5, "ink"),
                Line(((x, 0.56), (x, 0.94)), "ink", 0.09),
            )
        ),
    ),
    DAWDLE: BARS,
    # Beads on three wires.
    ABACUS: (
        *(Line(((0.08, y), (0.92, y)), "ink", 0.05) for y in (0.22, 0.5, 0.78)),
        *(
            Disc((x, y), 0.11, "ink")
            for x, y in ((0.24, 0.22), (0.48, 0.22), (0.62, 0.5), (0.24, 0.78), (0.76, 0.78))
        ),
    ),
    # An arrow that a plate sends back.
    LOOKING_GLASS: (
        box(0.1, 0.78, 0.9, 0.92, "ink"),
        Line(((0.28, 0.1), (0.46, 0.7)), "ink", 0.09),
        Line(((0.54, 0.7), (0.68, 0.28)), "ink", 0.09),
        Polygon(((0.76, 0.06), (0.53, 0.24), (0.83, 0.35)), "ink"),
    ),
}
SIGNS: Final[Mapping[str, tuple[Shape, ...]]] = {
    word: (*_PLATE, *shapes) for word, shapes in _SIGNS.items()
}
"""The signs by the words of the models, each on a light plate."""
