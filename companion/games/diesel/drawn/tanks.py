"""Tanks: solid machines on tracks with a device on the roof, strength 2."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.art import Arc, Disc, Line, Polygon, Shape, box, ring, shrunk
from companion.games.diesel.drawn.parts import (
    BLACK,
    BRIGHT,
    LIGHT,
    STEEL,
    TINTS,
    both,
    round_box,
    shape,
    tracks,
)

TINT = TINTS[2]
DARK, PALE = TINT
_CHASSIS: Final[tuple[Shape, ...]] = (
    *tracks(TINT),
    shape(DARK, (0.06, 0.3), (0.94, 0.3), (0.98, 0.38), (0.86, 0.47), (0.14, 0.47), (0.04, 0.4)),
    Line(((0.14, 0.4), (0.86, 0.4)), PALE, 0.03),
)
"""Tracks and a hull, without a turret."""


def _cats_head(x: float, y: float, tint: str, more: float = 0.0) -> Shape:
    """Return a cat's head with its lower left corner at a point."""
    return shape(
        tint,
        (x - more, y - more),
        (x - more, y + 0.38 + 1.2 * more),
        (x + 0.16, y + 0.27 + more),
        (x + 0.34, y + 0.27 + more),
        (x + 0.5 + more, y + 0.38 + 1.2 * more),
        (x + 0.5 + more, y - more),
    )


PLAIN: Final[tuple[Shape, ...]] = (
    *_CHASSIS,
    Line(((0.6, 0.62), (1.0, 0.68)), BLACK, 0.07),
    box(0.92, 0.61, 1.0, 0.74, BLACK),
    shape(DARK, (0.2, 0.47), (0.72, 0.47), (0.66, 0.72), (0.28, 0.74)),
    Disc((0.46, 0.6), 0.06, PALE),
    box(0.34, 0.72, 0.5, 0.79, BLACK),
)
"""A turret with a gun."""
MACHINES: Final[Mapping[str, tuple[Shape, ...]]] = {
    # A head with a turning eye and a rolled tail, in patches of other colours.
    "chameleon": (
        *_CHASSIS,
        Arc((0.14, 0.66), 0.11, -180, 110, DARK, 0.07),
        Arc((0.17, 0.66), 0.045, 100, 300, DARK, 0.05),
        Line(((0.14, 0.55), (0.34, 0.52)), DARK, 0.07),
        shape(
            DARK,
            (0.26, 0.47),
            (0.78, 0.47),
            (0.98, 0.6),
            (0.96, 0.72),
            (0.8, 0.8),
            (0.62, 0.98),
            (0.46, 0.9),
            (0.34, 0.7),
        ),
        shape("rust_pale", (0.38, 0.5), (0.52, 0.5), (0.54, 0.62), (0.44, 0.66)),
        shape("navy_pale", (0.46, 0.7), (0.56, 0.7), (0.58, 0.82), (0.5, 0.84)),
        shape("plum_pale", (0.6, 0.49), (0.72, 0.49), (0.74, 0.56), (0.62, 0.58)),
        Disc((0.7, 0.72), 0.12, PALE),
        Disc((0.71, 0.72), 0.075, LIGHT),
        Disc((0.73, 0.73), 0.035, BLACK),
        Line(((0.82, 0.6), (0.97, 0.64)), BLACK, 0.025),
    ),
    # A cat, and its copy behind.
    "copycat": (
        *_CHASSIS,
        _cats_head(0.53, 0.47, PALE),
        Disc((0.72, 0.65), 0.06, LIGHT),
        Disc((0.9, 0.65), 0.06, LIGHT),
        box(0.705, 0.6, 0.735, 0.7, DARK),
        box(0.885, 0.6, 0.915, 0.7, DARK),
        _cats_head(0.06, 0.49, LIGHT, 0.025),
        _cats_head(0.06, 0.47, DARK),
        Disc((0.2, 0.65), 0.07, BRIGHT),
        Disc((0.42, 0.65), 0.07, BRIGHT),
        box(0.185, 0.59, 0.215, 0.71, BLACK),
        box(0.405, 0.59, 0.435, 0.71, BLACK),
        shape(PALE, (0.27, 0.59), (0.35, 0.59), (0.31, 0.535)),
        *(
            Line(ends, LIGHT, 0.018)
            for ends in (
                ((0.25, 0.55), (0.08, 0.58)),
                ((0.25, 0.53), (0.09, 0.52)),
                ((0.37, 0.55), (0.54, 0.58)),
                ((0.37, 0.53), (0.53, 0.52)),
            )
        ),
        shape(PALE, (0.095, 0.8), (0.095, 0.72), (0.17, 0.75)),
        shape(PALE, (0.525, 0.8), (0.525, 0.72), (0.45, 0.75)),
    ),
    # A sentry box with a barrier that comes down.
    "guard": (
        *_CHASSIS,
        *round_box(0.2, 0.47, 0.52, 0.8, DARK, 0.04),
        shape(DARK, (0.14, 0.78), (0.58, 0.78), (0.42, 0.94), (0.3, 0.94)),
        box(0.26, 0.62, 0.46, 0.73, BLACK),
        Disc((0.32, 0.675), 0.034, BRIGHT),
        Disc((0.4, 0.675), 0.034, BRIGHT),
        box(0.26, 0.52, 0.46, 0.56, PALE),
        box(0.3, 0.86, 0.42, 0.89, PALE),
        Line(((0.46, 0.658), (1.0, 0.82)), BRIGHT, 0.1),
        *(
            Line(
                (
                    (0.5 + 0.15 * step, 0.67 + 0.045 * step),
                    (0.575 + 0.15 * step, 0.6925 + 0.045 * step),
                ),
                BLACK,
                0.1,
            )
            for step in range(3)
        ),
        Disc((0.5, 0.67), 0.07, STEEL),
        Disc((0.5, 0.67), 0.03, BLACK),
    ),
    # Binoculars on a mast.
    "lookout": (
        *_CHASSIS,
        shape(DARK, (0.3, 0.47), (0.7, 0.47), (0.62, 0.56), (0.38, 0.56)),
        Line(((0.5, 0.55), (0.5, 0.72)), BLACK, 0.09),
        *both((Line(((0.36, 0.5), (0.49, 0.7)), BLACK, 0.03),)),
        *round_box(0.1, 0.62, 0.48, 0.93, DARK, 0.1),
        *round_box(0.52, 0.62, 0.9, 0.93, DARK, 0.1),
        box(0.44, 0.71, 0.56, 0.83, BLACK),
        *both(
            (
                Disc((0.29, 0.775), 0.13, LIGHT),
                Disc((0.29, 0.775), 0.092, "ice"),
                Disc((0.29, 0.775), 0.05, BLACK),
                Disc((0.255, 0.815), 0.026, LIGHT),
            )
        ),
    ),
    # A magnifying glass over a card.
    "scout": (
        *_CHASSIS,
        *round_box(0.16, 0.45, 0.5, 0.62, DARK, 0.06),
        Disc((0.26, 0.54), 0.04, BRIGHT),
        Line(((0.36, 0.56), (0.5, 0.66)), BLACK, 0.1),
        shape(PALE, (0.5, 0.6), (0.72, 0.52), (0.88, 0.88), (0.66, 0.97)),
        Line(((0.38, 0.58), (0.55, 0.69)), BLACK, 0.075),
        Disc((0.7, 0.76), 0.21, BLACK),
        Disc((0.7, 0.76), 0.165, "ice"),
        shape(PALE, (0.58, 0.68), (0.76, 0.61), (0.85, 0.82), (0.69, 0.9)),
        *shrunk((Polygon(ring(5, 0.5, 20, 0.21), DARK),), 0.17, (0.71, 0.76)),
        Arc((0.7, 0.76), 0.125, 280, 340, LIGHT, 0.03),
    ),
}
