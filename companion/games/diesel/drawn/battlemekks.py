"""Battlemekks: machines on two legs, strength 3."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.art import Arc, Disc, Line, Shape, box
from companion.games.diesel.drawn.parts import (
    BLACK,
    BRIGHT,
    LIGHT,
    STEEL,
    TINTS,
    both,
    legs,
    rivets,
    round_box,
    shape,
)

TINT = TINTS[3]
DARK, PALE = TINT
_TORSO: Final[tuple[Shape, ...]] = (
    *legs(TINT),
    box(0.36, 0.36, 0.64, 0.48, BLACK),
    shape(DARK, (0.34, 0.46), (0.66, 0.46), (0.78, 0.78), (0.66, 0.9), (0.34, 0.9), (0.22, 0.78)),
    *round_box(0.35, 0.64, 0.65, 0.82, PALE, 0.04),
    Disc((0.43, 0.73), 0.04, BLACK),
    Disc((0.57, 0.73), 0.04, BLACK),
    *(Line(((0.4, y), (0.6, y)), PALE, 0.02) for y in (0.52, 0.56)),
)
"""Legs, hips and a chest with a cabin, without arms."""


def shoulder(x: float) -> tuple[Shape, ...]:
    """Return the joint of an arm."""
    return Disc((x, 0.79), 0.1, DARK), Disc((x, 0.79), 0.045, PALE)


PLAIN: Final[tuple[Shape, ...]] = (
    *both(
        (
            Line(((0.24, 0.78), (0.1, 0.62), (0.14, 0.46)), DARK, 0.09),
            *round_box(0.06, 0.36, 0.24, 0.5, DARK, 0.04),
            *shoulder(0.2),
        )
    ),
    *_TORSO,
    Line(((0.58, 0.9), (0.58, 1.0)), BLACK, 0.03),
)
"""Fists and an antenna."""
MACHINES: Final[Mapping[str, tuple[Shape, ...]]] = {
    # A sword at the ready, and a plume.
    "duellist": (
        Line(((0.24, 0.76), (0.08, 0.62), (0.24, 0.5)), DARK, 0.09),
        Disc((0.25, 0.49), 0.065, DARK),
        *_TORSO,
        shape(
            "rust", (0.46, 0.89), (0.58, 0.89), (0.5, 0.98), (0.3, 1.02), (0.16, 0.95), (0.34, 0.95)
        ),
        *shoulder(0.2),
        Line(((0.8, 0.76), (0.72, 0.58), (0.87, 0.47)), DARK, 0.09),
        *shoulder(0.8),
        shape(STEEL, (0.85, 0.58), (0.95, 0.58), (0.95, 0.92), (0.9, 1.02), (0.85, 0.92)),
        Line(((0.9, 0.6), (0.9, 0.94)), LIGHT, 0.018),
        Line(((0.78, 0.575), (1.02, 0.575)), BRIGHT, 0.055),
        Line(((0.9, 0.56), (0.9, 0.38)), BLACK, 0.055),
        Disc((0.9, 0.48), 0.07, DARK),
        Disc((0.9, 0.365), 0.04, BRIGHT),
    ),
    # A wall as a shield.
    "bulwark": (
        *_TORSO,
        *shoulder(0.2),
        *shoulder(0.8),
        *both((Line(((0.2, 0.74), (0.14, 0.55)), DARK, 0.1),)),
        *round_box(0.07, 0.04, 0.93, 0.65, LIGHT, 0.05),
        *round_box(0.1, 0.07, 0.9, 0.62, DARK, 0.03),
        box(0.18, 0.15, 0.82, 0.54, PALE),
        *(Line(((0.18, y), (0.82, y)), DARK, 0.024) for y in (0.28, 0.41)),
        *(
            Line(((x, y), (x, y + 0.13)), DARK, 0.024)
            for place, y in enumerate((0.15, 0.28, 0.41))
            for x in ((0.4, 0.6) if place % 2 else (0.3, 0.5, 0.7))
        ),
        *rivets(
            BRIGHT,
            (0.14, 0.11),
            (0.86, 0.11),
            (0.14, 0.58),
            (0.86, 0.58),
            (0.5, 0.11),
            (0.5, 0.58),
            radius=0.022,
        ),
    ),
    # A hook for a hand, and a patch over one eye.
    "raider": (
        Line(((0.24, 0.78), (0.08, 0.66), (0.1, 0.5)), DARK, 0.09),
        Arc((0.1, 0.38), 0.085, -20, 210, STEEL, 0.055),
        *shoulder(0.2),
        Line(((0.76, 0.78), (0.92, 0.66), (0.88, 0.5)), DARK, 0.09),
        *round_box(0.76, 0.28, 1.0, 0.5, "bronze", 0.06),
        box(0.76, 0.38, 1.0, 0.42, BRIGHT),
        Disc((0.88, 0.39), 0.035, BLACK),
        *_TORSO,
        *shoulder(0.8),
        Line(((0.3, 0.84), (0.68, 0.68)), BLACK, 0.03),
        Disc((0.43, 0.74), 0.065, BLACK),
        shape("rust", (0.3, 0.86), (0.7, 0.86), (0.66, 0.97), (0.5, 1.0), (0.34, 0.97)),
        shape("rust", (0.7, 0.9), (0.84, 0.98), (0.82, 0.86)),
        *rivets(LIGHT, (0.42, 0.92), (0.58, 0.92), (0.5, 0.95)),
    ),
    # A side view in the middle of a step.
    "walker": (
        Line(((0.46, 0.5), (0.24, 0.36), (0.2, 0.1)), PALE, 0.11),
        shape(PALE, (0.06, 0.0), (0.34, 0.0), (0.3, 0.1), (0.12, 0.12)),
        Disc((0.24, 0.36), 0.07, PALE),
        *round_box(0.16, 0.5, 0.84, 0.92, DARK, 0.1),
        shape(PALE, (0.6, 0.68), (0.84, 0.66), (0.82, 0.86), (0.62, 0.86)),
        Line(((0.72, 0.66), (0.72, 0.87)), DARK, 0.025),
        Line(((0.8, 0.58), (1.0, 0.58)), BLACK, 0.06),
        Line(((0.22, 0.92), (0.16, 1.02)), BLACK, 0.04),
        *rivets(PALE, (0.24, 0.84), (0.34, 0.84), (0.44, 0.84)),
        box(0.24, 0.58, 0.5, 0.62, PALE),
        Line(((0.52, 0.54), (0.76, 0.36), (0.7, 0.1)), DARK, 0.13),
        shape(DARK, (0.56, 0.0), (0.94, 0.0), (0.84, 0.12), (0.62, 0.12)),
        Disc((0.76, 0.36), 0.085, DARK),
        Disc((0.76, 0.36), 0.04, PALE),
        Disc((0.52, 0.54), 0.09, DARK),
        Disc((0.52, 0.54), 0.045, BRIGHT),
    ),
}
