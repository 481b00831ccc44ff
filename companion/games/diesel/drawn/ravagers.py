"""Ravagers: fast buggies with spiked wheels and something sharp, strength 1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.art import Arc, Disc, Line, Shape, box, gear, shrunk
from companion.games.diesel.drawn.parts import (
    BLACK,
    BRIGHT,
    LIGHT,
    STEEL,
    TINTS,
    rivets,
    round_box,
    shape,
    spiked_wheel,
)

TINT = TINTS[1]
DARK, PALE = TINT
_BUGGY: Final[tuple[Shape, ...]] = (
    Line(((0.08, 0.3), (0.02, 0.5)), STEEL, 0.055),
    shape(
        DARK,
        (0.04, 0.18),
        (0.98, 0.16),
        (0.9, 0.3),
        (0.62, 0.36),
        (0.5, 0.5),
        (0.24, 0.5),
        (0.14, 0.36),
        (0.04, 0.34),
    ),
    shape(PALE, (0.29, 0.46), (0.46, 0.46), (0.54, 0.36), (0.27, 0.36)),
    *spiked_wheel(0.25, BLACK, PALE),
    *spiked_wheel(0.73, BLACK, PALE),
)
"""A wedge to the right on spiked wheels, with an exhaust and a ram."""
PLAIN: Final[tuple[Shape, ...]] = (
    *_BUGGY,
    *(
        shape(STEEL, (x, 0.48), (x + 0.16, 0.48), (x + 0.02, height))
        for x, height in ((0.1, 0.7), (0.24, 0.9), (0.4, 0.78))
    ),
    box(0.12, 0.46, 0.56, 0.52, BLACK),
    shape(STEEL, (0.84, 0.3), (0.98, 0.18), (1.0, 0.5), (0.92, 0.36)),
)
"""A buggy with a crest of blades."""
MACHINES: Final[Mapping[str, tuple[Shape, ...]]] = {
    # A glove on a lattice arm.
    "brawler": (
        *_BUGGY,
        box(0.18, 0.48, 0.28, 0.8, BLACK),
        *round_box(0.14, 0.58, 0.36, 0.84, DARK, 0.04),
        *rivets(PALE, (0.2, 0.64), (0.3, 0.64), (0.2, 0.78), (0.3, 0.78)),
        Line(((0.34, 0.62), (0.4, 0.78), (0.48, 0.62), (0.54, 0.78), (0.62, 0.64)), STEEL, 0.035),
        Line(((0.34, 0.78), (0.4, 0.62), (0.48, 0.78), (0.54, 0.62), (0.62, 0.78)), STEEL, 0.035),
        box(0.6, 0.58, 0.66, 0.84, BRIGHT),
        *round_box(0.65, 0.54, 0.99, 0.9, DARK, 0.13),
        *round_box(0.67, 0.8, 0.88, 0.95, DARK, 0.07),
        Arc((0.78, 0.86), 0.09, 100, 190, PALE, 0.03),
        Line(((0.9, 0.62), (0.9, 0.78)), PALE, 0.025),
    ),
    # A weight that is about to fall.
    "heavy": (
        *_BUGGY,
        Line(((0.16, 0.46), (0.16, 0.95), (0.72, 0.95)), BLACK, 0.07),
        Line(((0.16, 0.74), (0.36, 0.95)), BLACK, 0.045),
        Line(((0.66, 0.95), (0.66, 0.86)), STEEL, 0.03),
        Disc((0.66, 0.82), 0.07, STEEL, 0.035),
        shape(DARK, (0.54, 0.78), (0.78, 0.78), (0.92, 0.46), (0.4, 0.46)),
        shape(PALE, (0.57, 0.74), (0.63, 0.74), (0.55, 0.5), (0.47, 0.5)),
        box(0.4, 0.42, 0.92, 0.48, BLACK),
    ),
    # A harpoon that aims high, under cross hairs.
    "hunter": (
        *_BUGGY,
        box(0.3, 0.46, 0.4, 0.58, BLACK),
        Line(((0.14, 0.46), (0.72, 0.78)), STEEL, 0.05),
        Line(((0.14, 0.5), (0.5, 0.7)), DARK, 0.13),
        shape(BLACK, (0.85, 0.84), (0.68, 0.65), (0.69, 0.74), (0.61, 0.79)),
        Disc((0.74, 0.76), 0.19, DARK, 0.15),
        *(
            Line(ends, DARK, 0.04)
            for ends in (
                ((0.74, 0.88), (0.74, 1.0)),
                ((0.74, 0.64), (0.74, 0.52)),
                ((0.62, 0.76), (0.5, 0.76)),
                ((0.86, 0.76), (0.98, 0.76)),
            )
        ),
    ),
    # Large pincers on the arm of a crane.
    "ironclaw": (
        *_BUGGY,
        Line(((0.2, 0.46), (0.34, 0.68), (0.56, 0.66)), DARK, 0.1),
        Disc((0.34, 0.68), 0.08, DARK),
        Disc((0.34, 0.68), 0.04, PALE),
        Disc((0.57, 0.66), 0.09, BLACK),
        shape(
            STEEL,
            (0.54, 0.7),
            (0.6, 0.9),
            (0.8, 1.0),
            (1.0, 0.9),
            (0.92, 0.74),
            (0.9, 0.86),
            (0.78, 0.88),
            (0.68, 0.8),
            (0.62, 0.66),
        ),
        shape(
            STEEL,
            (0.56, 0.6),
            (0.68, 0.44),
            (0.86, 0.42),
            (1.0, 0.56),
            (0.92, 0.68),
            (0.88, 0.56),
            (0.78, 0.52),
            (0.68, 0.58),
            (0.62, 0.68),
        ),
        Disc((0.57, 0.66), 0.045, BRIGHT),
        *rivets(BLACK, (0.68, 0.88), (0.72, 0.5)),
    ),
    # A saw that cuts everything to one height.
    "leveller": (
        *_BUGGY,
        Line(((0.3, 0.46), (0.56, 0.68)), DARK, 0.11),
        *shrunk(
            (
                gear(14, 0.5, 0.4, STEEL),
                Disc((0.5, 0.5), 0.26, LIGHT),
                Disc((0.5, 0.5), 0.2, STEEL),
                Disc((0.5, 0.5), 0.09, BLACK),
            ),
            0.6,
            (0.62, 0.7),
        ),
        *rivets(BLACK, (0.3, 0.46), radius=0.04),
    ),
}
