"""Signs for types and badges for abilities, in one tint on light paper, distinct at small sizes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.art import Arc, Disc, Line, Polygon, Shape, box, gear, ring, shrunk, tip
from companion.games.diesel.drawn.parts import LIGHT, both, round_box, shape
from companion.games.diesel.engine.cards import (
    COPY,
    DISCARD,
    EVERY_TYPE,
    GAIN,
    LOOK,
    SAFE,
    STAND_IN,
    SWAP,
    TURN_DOWN,
    WEAKEN,
    WIN,
)

INK: Final = ""
"""The colour that a sign has in these tables, in the place of the tint that it is drawn in."""
_TYPES: Final[tuple[tuple[Shape, ...], ...]] = (
    # A cogwheel.
    (gear(8, 0.5, 0.36, INK), Disc((0.5, 0.5), 0.17, LIGHT)),
    # Three cuts of a claw.
    (
        *(
            shape(INK, (x, 1.0), (x + 0.16, 0.94), (x - 0.02, 0.3), (x - 0.2, 0.0), (x - 0.13, 0.4))
            for x in (0.24, 0.53, 0.82)
        ),
    ),
    # A tank from the side.
    (
        *round_box(0.02, 0.08, 0.98, 0.38, INK, 0.14),
        *(Disc((x, 0.23), 0.07, LIGHT) for x in (0.22, 0.5, 0.78)),
        shape(INK, (0.14, 0.44), (0.86, 0.44), (0.74, 0.56), (0.26, 0.56)),
        shape(INK, (0.26, 0.56), (0.66, 0.56), (0.6, 0.8), (0.32, 0.8)),
        Line(((0.6, 0.7), (1.0, 0.78)), INK, 0.1),
    ),
    # A machine on two legs.
    (
        *both(
            (
                Line(((0.42, 0.5), (0.24, 0.32), (0.32, 0.08)), INK, 0.13),
                box(0.16, 0.0, 0.42, 0.1, INK),
                Line(((0.3, 0.84), (0.08, 0.7), (0.08, 0.46)), INK, 0.13),
            )
        ),
        shape(INK, (0.32, 0.44), (0.68, 0.44), (0.8, 0.84), (0.66, 1.0), (0.34, 1.0), (0.2, 0.84)),
        box(0.36, 0.76, 0.64, 0.88, LIGHT),
    ),
    # A rocket.
    (
        *both((shape(INK, (0.4, 0.5), (0.4, 0.16), (0.12, 0.06), (0.16, 0.32)),)),
        shape(
            INK,
            (0.34, 0.14),
            (0.66, 0.14),
            (0.7, 0.6),
            (0.62, 0.84),
            (0.5, 1.02),
            (0.38, 0.84),
            (0.3, 0.6),
        ),
        Disc((0.5, 0.62), 0.1, LIGHT),
        box(0.42, 0.0, 0.58, 0.1, INK),
    ),
)
"""The signs of types, by strength."""
_ARROW: Final = (
    (0.0, 0.6),
    (0.62, 0.6),
    (0.62, 0.48),
    (1.0, 0.72),
    (0.62, 0.96),
    (0.62, 0.84),
    (0.0, 0.84),
)
_DEEDS: Final[Mapping[str, tuple[Shape, ...]]] = {
    # A burst.
    DISCARD: (Polygon(ring(9, 0.5, 0, 0.24), INK),),
    # An arrow into a tray.
    GAIN: (
        shape(
            INK,
            (0.0, 0.42),
            (0.16, 0.42),
            (0.16, 0.16),
            (0.84, 0.16),
            (0.84, 0.42),
            (1.0, 0.42),
            (1.0, 0.0),
            (0.0, 0.0),
        ),
        shape(
            INK, (0.4, 1.0), (0.6, 1.0), (0.6, 0.6), (0.8, 0.6), (0.5, 0.26), (0.2, 0.6), (0.4, 0.6)
        ),
    ),
    # Two arrows past each other.
    SWAP: (Polygon(_ARROW, INK), Polygon(tuple((1 - x, 1 - y) for x, y in _ARROW), INK)),
    # A card that is turned over.
    TURN_DOWN: (
        *round_box(0.02, 0.0, 0.62, 0.62, INK, 0.08),
        Arc((0.46, 0.52), 0.36, 0, 90, INK, 0.13),
        tip((0.82, 0.42), 180, 0.36, INK),
    ),
    # An eye.
    LOOK: (
        shape(
            INK,
            (0.0, 0.5),
            (0.2, 0.7),
            (0.38, 0.79),
            (0.5, 0.81),
            (0.62, 0.79),
            (0.8, 0.7),
            (1.0, 0.5),
            (0.8, 0.3),
            (0.62, 0.21),
            (0.5, 0.19),
            (0.38, 0.21),
            (0.2, 0.3),
        ),
        Disc((0.5, 0.5), 0.22, LIGHT),
        Disc((0.5, 0.5), 0.13, INK),
    ),
    # One sheet over another.
    COPY: (
        *round_box(0.0, 0.26, 0.66, 1.0, INK, 0.08),
        *round_box(0.26, -0.04, 1.04, 0.78, LIGHT, 0.08),
        *round_box(0.34, 0.0, 1.0, 0.72, INK, 0.08),
    ),
    # A star.
    EVERY_TYPE: (Polygon(ring(5, 0.52, 0, 0.22), INK),),
    # The sign of a stand-in, a target.
    STAND_IN: (
        Disc((0.5, 0.5), 0.5, INK),
        Disc((0.5, 0.5), 0.34, LIGHT),
        Disc((0.5, 0.5), 0.19, INK),
    ),
    # A padlock.
    SAFE: (
        Arc((0.5, 0.62), 0.24, -90, 90, INK, 0.13),
        Line(((0.26, 0.63), (0.26, 0.5)), INK, 0.13),
        Line(((0.74, 0.63), (0.74, 0.5)), INK, 0.13),
        *round_box(0.1, 0.0, 0.9, 0.54, INK, 0.08),
        Disc((0.5, 0.27), 0.1, LIGHT),
    ),
    # A cup.
    WIN: (
        shape(
            INK,
            (0.24, 1.0),
            (0.76, 1.0),
            (0.74, 0.62),
            (0.62, 0.42),
            (0.55, 0.36),
            (0.55, 0.18),
            (0.76, 0.12),
            (0.76, 0.0),
            (0.24, 0.0),
            (0.24, 0.12),
            (0.45, 0.18),
            (0.45, 0.36),
            (0.38, 0.42),
            (0.26, 0.62),
        ),
        Arc((0.24, 0.76), 0.17, 180, 360, INK, 0.08),
        Arc((0.76, 0.76), 0.17, 0, 180, INK, 0.08),
    ),
    # An arrow down.
    WEAKEN: (
        shape(
            INK,
            (0.32, 1.0),
            (0.68, 1.0),
            (0.68, 0.5),
            (0.94, 0.5),
            (0.5, 0.0),
            (0.06, 0.5),
            (0.32, 0.5),
        ),
    ),
}
"""The signs of verbs."""
_CORNER: Final = (0.79, 0.21)


def type_sign(strength: int, ink: str) -> tuple[Shape, ...]:
    """Return the sign of the type of a strength."""
    return tuple(one._replace(colour=ink) if one.colour == INK else one for one in _TYPES[strength])


def badge(verb: str, ink: str) -> tuple[Shape, ...]:
    """Return the badge of an ability for the lower right corner, () without an ability."""
    if not verb:
        return ()
    # The sign is light on a disc of the tint, and dark where it was light.
    sign = (one._replace(colour=LIGHT if one.colour == INK else ink) for one in _DEEDS[verb])
    return Disc(_CORNER, 0.24, LIGHT), Disc(_CORNER, 0.215, ink), *shrunk(sign, 0.26, _CORNER)
