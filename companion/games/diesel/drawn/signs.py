"""Signs for types and badges for abilities, in one tint on light paper, distinct at small sizes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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


def _contraption(ink: str) -> tuple[Shape, ...]:
    """Return the sign of contraptions, a cogwheel."""
    return gear(8, 0.5, 0.36, ink), Disc((0.5, 0.5), 0.17, LIGHT)


def _ravager(ink: str) -> tuple[Shape, ...]:
    """Return three cuts of a claw."""
    return tuple(
        shape(ink, (x, 1.0), (x + 0.16, 0.94), (x - 0.02, 0.3), (x - 0.2, 0.0), (x - 0.13, 0.4))
        for x in (0.24, 0.53, 0.82)
    )


def _tank(ink: str) -> tuple[Shape, ...]:
    """Return a tank from the side."""
    wheels = tuple(Disc((x, 0.23), 0.07, LIGHT) for x in (0.22, 0.5, 0.78))
    return (
        *round_box(0.02, 0.08, 0.98, 0.38, ink, 0.14),
        *wheels,
        shape(ink, (0.14, 0.44), (0.86, 0.44), (0.74, 0.56), (0.26, 0.56)),
        shape(ink, (0.26, 0.56), (0.66, 0.56), (0.6, 0.8), (0.32, 0.8)),
        Line(((0.6, 0.7), (1.0, 0.78)), ink, 0.1),
    )


def _battlemekk(ink: str) -> tuple[Shape, ...]:
    """Return a machine on two legs."""
    return (
        *both(
            (
                Line(((0.42, 0.5), (0.24, 0.32), (0.32, 0.08)), ink, 0.13),
                box(0.16, 0.0, 0.42, 0.1, ink),
                Line(((0.3, 0.84), (0.08, 0.7), (0.08, 0.46)), ink, 0.13),
            )
        ),
        shape(ink, (0.32, 0.44), (0.68, 0.44), (0.8, 0.84), (0.66, 1.0), (0.34, 1.0), (0.2, 0.84)),
        box(0.36, 0.76, 0.64, 0.88, LIGHT),
    )


def _wunderwaffe(ink: str) -> tuple[Shape, ...]:
    """Return the sign of wonder weapons, a rocket."""
    return (
        *both((shape(ink, (0.4, 0.5), (0.4, 0.16), (0.12, 0.06), (0.16, 0.32)),)),
        shape(
            ink,
            (0.34, 0.14),
            (0.66, 0.14),
            (0.7, 0.6),
            (0.62, 0.84),
            (0.5, 1.02),
            (0.38, 0.84),
            (0.3, 0.6),
        ),
        Disc((0.5, 0.62), 0.1, LIGHT),
        box(0.42, 0.0, 0.58, 0.1, ink),
    )


_TYPES: Final = (_contraption, _ravager, _tank, _battlemekk, _wunderwaffe)


def type_sign(strength: int, ink: str) -> tuple[Shape, ...]:
    """Return the sign of the type of a strength."""
    return _TYPES[strength](ink)


# ---- What an ability does ------------------------------------------------------------------------


def _discard(ink: str) -> tuple[Shape, ...]:
    """Return the sign for discarding, a burst."""
    return (Polygon(ring(9, 0.5, 0, 0.24), ink),)


def _gain(ink: str) -> tuple[Shape, ...]:
    """Return an arrow into a tray."""
    return (
        shape(
            ink,
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
            ink, (0.4, 1.0), (0.6, 1.0), (0.6, 0.6), (0.8, 0.6), (0.5, 0.26), (0.2, 0.6), (0.4, 0.6)
        ),
    )


def _swap(ink: str) -> tuple[Shape, ...]:
    """Return two arrows past each other."""
    arrow = (
        (0.0, 0.6),
        (0.62, 0.6),
        (0.62, 0.48),
        (1.0, 0.72),
        (0.62, 0.96),
        (0.62, 0.84),
        (0.0, 0.84),
    )
    return Polygon(arrow, ink), Polygon(tuple((1 - x, 1 - y) for x, y in arrow), ink)


def _turn_down(ink: str) -> tuple[Shape, ...]:
    """Return a card that is turned over."""
    return (
        *round_box(0.02, 0.0, 0.62, 0.62, ink, 0.08),
        Arc((0.46, 0.52), 0.36, 0, 90, ink, 0.13),
        tip((0.82, 0.42), 180, 0.36, ink),
    )


def _look(ink: str) -> tuple[Shape, ...]:
    """Return the sign for looking at cards, an eye."""
    return (
        shape(
            ink,
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
        Disc((0.5, 0.5), 0.13, ink),
    )


def _copy(ink: str) -> tuple[Shape, ...]:
    """Return one sheet over another."""
    return (
        *round_box(0.0, 0.26, 0.66, 1.0, ink, 0.08),
        *round_box(0.26, -0.04, 1.04, 0.78, LIGHT, 0.08),
        *round_box(0.34, 0.0, 1.0, 0.72, ink, 0.08),
    )


def _every_type(ink: str) -> tuple[Shape, ...]:
    """Return the sign for every type, a star."""
    return (Polygon(ring(5, 0.52, 0, 0.22), ink),)


def _stand_in(ink: str) -> tuple[Shape, ...]:
    """Return the sign of a stand-in, a target."""
    return Disc((0.5, 0.5), 0.5, ink), Disc((0.5, 0.5), 0.34, LIGHT), Disc((0.5, 0.5), 0.19, ink)


def _safe(ink: str) -> tuple[Shape, ...]:
    """Return the sign of a safe card, a padlock."""
    return (
        Arc((0.5, 0.62), 0.24, -90, 90, ink, 0.13),
        Line(((0.26, 0.63), (0.26, 0.5)), ink, 0.13),
        Line(((0.74, 0.63), (0.74, 0.5)), ink, 0.13),
        *round_box(0.1, 0.0, 0.9, 0.54, ink, 0.08),
        Disc((0.5, 0.27), 0.1, LIGHT),
    )


def _win(ink: str) -> tuple[Shape, ...]:
    """Return the sign for winning, a cup."""
    return (
        shape(
            ink,
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
        Arc((0.24, 0.76), 0.17, 180, 360, ink, 0.08),
        Arc((0.76, 0.76), 0.17, 0, 180, ink, 0.08),
    )


def _weaken(ink: str) -> tuple[Shape, ...]:
    """Return an arrow down."""
    return (
        shape(
            ink,
            (0.32, 1.0),
            (0.68, 1.0),
            (0.68, 0.5),
            (0.94, 0.5),
            (0.5, 0.0),
            (0.06, 0.5),
            (0.32, 0.5),
        ),
    )


_DEEDS: Final[Mapping[str, Callable[[str], tuple[Shape, ...]]]] = {
    DISCARD: _discard,
    GAIN: _gain,
    SWAP: _swap,
    TURN_DOWN: _turn_down,
    LOOK: _look,
    COPY: _copy,
    EVERY_TYPE: _every_type,
    STAND_IN: _stand_in,
    SAFE: _safe,
    WIN: _win,
    WEAKEN: _weaken,
}


_CORNER: Final = (0.79, 0.21)


def badge(verb: str, ink: str) -> tuple[Shape, ...]:
    """Return the badge of an ability for the lower right corner, () without an ability."""
    if not verb:
        return ()
    # The sign is light on a disc of the tint, and dark where it was light.
    sign = (one._replace(colour=LIGHT if one.colour == ink else ink) for one in _DEEDS[verb](ink))
    return Disc(_CORNER, 0.24, LIGHT), Disc(_CORNER, 0.215, ink), *shrunk(sign, 0.26, _CORNER)
