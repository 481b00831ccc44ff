"""Contraptions: small odd devices of brass on cogwheels, strength 0."""

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
    cog,
    eye,
    rivets,
    round_box,
    shape,
)

TINT = TINTS[0]
DARK, PALE = TINT
_CART: Final[tuple[Shape, ...]] = (
    *round_box(0.12, 0.17, 0.88, 0.36, DARK, 0.05),
    box(0.16, 0.27, 0.84, 0.31, PALE),
    *cog(0.28, 0.14, 0.28, BLACK, PALE),
    *cog(0.72, 0.14, 0.28, BLACK, PALE),
)
"""A low cart on two cogwheels."""
PLAIN: Final[tuple[Shape, ...]] = (
    *_CART,
    *round_box(0.22, 0.36, 0.66, 0.72, DARK, 0.08),
    Disc((0.44, 0.54), 0.12, PALE),
    Line(((0.44, 0.54), (0.51, 0.6)), BLACK, 0.03),
    Disc((0.44, 0.54), 0.025, BLACK),
    box(0.72, 0.36, 0.8, 0.86, DARK),
    box(0.69, 0.83, 0.83, 0.9, DARK),
    Line(((0.66, 0.5), (0.74, 0.5)), DARK, 0.06),
    Disc((0.86, 0.96), 0.05, STEEL),
    Disc((0.95, 1.0), 0.035, STEEL),
)
"""A boiler with a chimney."""
MACHINES: Final[Mapping[str, tuple[Shape, ...]]] = {
    # A magnet that attracts scrap.
    "avenger": (
        *_CART,
        Line(((0.5, 0.34), (0.5, 0.44)), BLACK, 0.1),
        Arc((0.5, 0.62), 0.185, 90, 270, DARK, 0.15),
        box(0.24, 0.61, 0.39, 0.76, DARK),
        box(0.61, 0.61, 0.76, 0.76, DARK),
        box(0.24, 0.72, 0.39, 0.83, BRIGHT),
        box(0.61, 0.72, 0.76, 0.83, BRIGHT),
        *shrunk((Polygon(ring(6, 0.5), STEEL), Disc((0.5, 0.5), 0.2, LIGHT)), 0.19, (0.5, 0.86)),
        *cog(0.2, 0.88, 0.2, STEEL, LIGHT, 7),
        *cog(0.8, 0.9, 0.17, STEEL, LIGHT, 7),
    ),
    # A head with a peaked cap, a star and a moustache.
    "commander": (
        shape(DARK, (0.12, 0.0), (0.88, 0.0), (0.8, 0.2), (0.64, 0.27), (0.36, 0.27), (0.2, 0.2)),
        *rivets(BRIGHT, (0.5, 0.2), (0.5, 0.1), radius=0.026),
        *both(
            (
                box(0.18, 0.13, 0.36, 0.18, BRIGHT),
                Line(((0.2, 0.13), (0.2, 0.06)), BRIGHT, 0.03),
                Line(((0.27, 0.13), (0.27, 0.06)), BRIGHT, 0.03),
            )
        ),
        *round_box(0.27, 0.24, 0.73, 0.68, PALE, 0.08),
        *both((box(0.2, 0.4, 0.28, 0.54, DARK),)),
        *both((Disc((0.39, 0.52), 0.06, LIGHT), Disc((0.39, 0.52), 0.03, BLACK))),
        *both((shape(BLACK, (0.5, 0.42), (0.5, 0.35), (0.33, 0.32), (0.27, 0.38), (0.36, 0.42)),)),
        shape(
            BLACK, (0.22, 0.64), (0.3, 0.58), (0.7, 0.58), (0.78, 0.64), (0.73, 0.69), (0.27, 0.69)
        ),
        shape(
            DARK, (0.27, 0.68), (0.73, 0.68), (0.88, 0.86), (0.68, 0.98), (0.32, 0.98), (0.12, 0.86)
        ),
        box(0.27, 0.68, 0.73, 0.735, BRIGHT),
        *shrunk((Polygon(ring(5, 0.5, 0, 0.2), BRIGHT),), 0.21, (0.5, 0.855)),
    ),
    # A small tin dog with a key in its back.
    "underdog": (
        *cog(0.26, 0.12, 0.24, BLACK, PALE),
        *cog(0.6, 0.12, 0.24, BLACK, PALE),
        Line(((0.15, 0.4), (0.05, 0.62)), DARK, 0.06),
        Disc((0.05, 0.63), 0.04, BRIGHT),
        *round_box(0.12, 0.17, 0.7, 0.5, DARK, 0.09),
        box(0.16, 0.24, 0.66, 0.29, PALE),
        box(0.32, 0.5, 0.37, 0.62, STEEL),
        Disc((0.26, 0.69), 0.1, STEEL, 0.045),
        Disc((0.43, 0.69), 0.1, STEEL, 0.045),
        Line(((0.62, 0.44), (0.7, 0.56)), DARK, 0.17),
        *round_box(0.54, 0.5, 0.88, 0.82, DARK, 0.08),
        *round_box(0.72, 0.5, 0.99, 0.66, PALE, 0.05),
        Disc((0.96, 0.65), 0.045, BLACK),
        shape(PALE, (0.54, 0.82), (0.68, 0.82), (0.64, 0.56), (0.52, 0.5)),
        *eye(0.77, 0.73, 0.065),
        Line(((0.78, 0.55), (0.94, 0.55)), BLACK, 0.025),
        box(0.52, 0.44, 0.74, 0.5, BRIGHT),
    ),
    # A wireless with a lamp for every type.
    "liaison-unit": (
        *_CART,
        *round_box(0.1, 0.31, 0.9, 0.62, PALE, 0.05),
        box(0.14, 0.34, 0.86, 0.48, LIGHT),
        *(Disc((0.24 + 0.13 * place, 0.41), 0.052, tint.dark) for place, tint in enumerate(TINTS)),
        *(Line(((0.2, y), (0.52, y)), DARK, 0.022) for y in (0.515, 0.55, 0.585)),
        Disc((0.7, 0.55), 0.05, DARK),
        Line(((0.7, 0.55), (0.73, 0.59)), LIGHT, 0.022),
        Line(((0.5, 0.62), (0.5, 0.8)), BLACK, 0.035),
        Disc((0.5, 0.8), 0.055, BRIGHT),
        *both(
            (
                Arc((0.5, 0.8), radius, 90 - half, 90 + half, DARK, 0.045)
                for radius, half in ((0.13, 46), (0.23, 38), (0.33, 33))
            )
        ),
    ),
    # A target on a pole, with a painted face and bullet holes.
    "decoy": (
        *_CART,
        box(0.46, 0.3, 0.54, 0.5, BLACK),
        Disc((0.5, 0.68), 0.32, DARK),
        Disc((0.5, 0.68), 0.245, LIGHT),
        Disc((0.5, 0.68), 0.17, DARK),
        Disc((0.5, 0.68), 0.085, BRIGHT),
        *rivets(BLACK, (0.31, 0.78), (0.66, 0.5), (0.69, 0.83), radius=0.036),
        Line(((0.93, 0.93), (0.57, 0.71)), BLACK, 0.035),
        shape(STEEL, (0.9, 0.99), (0.99, 0.93), (0.86, 0.83), (0.8, 0.9)),
    ),
}
