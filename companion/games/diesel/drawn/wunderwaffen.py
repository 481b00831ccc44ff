"""Wunderwaffen: giants that fill the whole square, strength 4."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.art import Disc, Line, Shape, box
from companion.games.diesel.drawn.parts import (
    BLACK,
    BRIGHT,
    LIGHT,
    STEEL,
    TINTS,
    both,
    cog,
    rivets,
    round_box,
    shape,
    teeth,
    tracks,
)

TINT = TINTS[4]
DARK, PALE = TINT
PLAIN: Final[tuple[Shape, ...]] = (
    *tracks(TINT, 0.24),
    shape(BLACK, (0.2, 0.24), (0.8, 0.24), (0.7, 0.34), (0.3, 0.34)),
    *both((shape(PALE, (0.36, 0.34), (0.36, 0.56), (0.18, 0.4), (0.18, 0.28)),)),
    shape(
        DARK,
        (0.34, 0.32),
        (0.66, 0.32),
        (0.68, 0.72),
        (0.6, 0.9),
        (0.5, 1.02),
        (0.4, 0.9),
        (0.32, 0.72),
    ),
    Disc((0.5, 0.68), 0.09, LIGHT),
    Disc((0.5, 0.68), 0.055, BLACK),
    box(0.335, 0.42, 0.665, 0.48, BRIGHT),
)
"""A rocket on a carriage."""
MACHINES: Final[Mapping[str, tuple[Shape, ...]]] = {
    # A giant over the roofs of a town.
    "colossus": (
        *both(
            (
                shape(DARK, (0.3, 0.0), (0.48, 0.0), (0.48, 0.3), (0.32, 0.3)),
                box(0.26, 0.0, 0.49, 0.08, BLACK),
            )
        ),
        *both(
            (
                shape(DARK, (0.02, 0.62), (0.22, 0.62), (0.2, 0.34), (0.05, 0.34)),
                *round_box(0.01, 0.2, 0.23, 0.38, PALE, 0.05),
                Disc((0.15, 0.74), 0.15, DARK),
                Disc((0.15, 0.74), 0.07, PALE),
            )
        ),
        shape(DARK, (0.2, 0.82), (0.8, 0.82), (0.74, 0.5), (0.66, 0.28), (0.34, 0.28), (0.26, 0.5)),
        box(0.34, 0.28, 0.66, 0.34, BLACK),
        Disc((0.5, 0.6), 0.13, BLACK),
        Disc((0.5, 0.6), 0.095, BRIGHT),
        Disc((0.5, 0.6), 0.045, LIGHT),
        *round_box(0.37, 0.78, 0.63, 1.0, DARK, 0.05),
        box(0.37, 0.87, 0.63, 0.94, BLACK),
        Disc((0.44, 0.905), 0.025, BRIGHT),
        Disc((0.56, 0.905), 0.025, BRIGHT),
        Line(((0.37, 0.79), (0.63, 0.79)), PALE, 0.025),
    ),
    # A head that is all jaws, with chimneys for horns.
    "goliath": (
        *both((box(0.1, 0.66, 0.24, 0.98, BLACK), box(0.07, 0.92, 0.27, 1.0, STEEL))),
        *round_box(0.08, 0.42, 0.92, 0.86, DARK, 0.12),
        *both(
            (
                shape(BRIGHT, (0.2, 0.72), (0.42, 0.64), (0.4, 0.58), (0.24, 0.6)),
                Disc((0.33, 0.635), 0.026, BLACK),
            )
        ),
        box(0.08, 0.2, 0.92, 0.46, BLACK),
        *round_box(0.04, 0.0, 0.96, 0.24, DARK, 0.08),
        *teeth(0.1, 0.9, 0.46, 0.12, 6, LIGHT),
        *teeth(0.13, 0.87, 0.22, -0.11, 5, LIGHT),
        *cog(0.5, 0.335, 0.13, STEEL, BLACK),
        *rivets(PALE, (0.14, 0.1), (0.32, 0.1), (0.5, 0.1), (0.68, 0.1), (0.86, 0.1), radius=0.026),
        *rivets(PALE, (0.4, 0.79), (0.5, 0.79), (0.6, 0.79)),
    ),
    # A castle on tracks.
    "fortress": (
        *tracks(TINT, 0.24),
        shape(DARK, (0.04, 0.24), (0.96, 0.24), (0.9, 0.62), (0.1, 0.62)),
        *(box(x, 0.6, x + 0.12, 0.7, DARK) for x in (0.1, 0.78)),
        *both((Line(((0.14, 0.4), (0.0, 0.44)), BLACK, 0.07),)),
        box(0.26, 0.6, 0.74, 0.82, DARK),
        *(box(x, 0.8, x + 0.11, 0.9, DARK) for x in (0.26, 0.445, 0.63)),
        Line(((0.5, 0.88), (0.5, 1.02)), BLACK, 0.03),
        shape(BRIGHT, (0.5, 1.02), (0.74, 0.97), (0.5, 0.92)),
        *round_box(0.4, 0.24, 0.6, 0.5, BLACK, 0.09),
        *(box(x, 0.26, x + 0.02, 0.46, STEEL) for x in (0.45, 0.49, 0.53)),
        *both((box(0.2, 0.44, 0.26, 0.56, PALE), box(0.34, 0.66, 0.4, 0.77, PALE))),
        box(0.47, 0.66, 0.53, 0.77, PALE),
        Line(((0.08, 0.585), (0.92, 0.585)), PALE, 0.02),
    ),
}
