"""Faces of pilots as signs, more determined with greater strength, and the strength as dots."""

from __future__ import annotations

from typing import Final

from companion.art import Arc, Disc, Line, Polygon, Shape

HEAD: Final = (
    Polygon(((0.16, 0.06), (0.84, 0.06), (0.84, 0.68), (0.16, 0.68)), "ink"),
    # The winding keys on both sides.
    Line(((0.05, 0.26), (0.05, 0.5)), "ink", 0.07),
    Line(((0.95, 0.26), (0.95, 0.5)), "ink", 0.07),
    Line(((0.05, 0.38), (0.95, 0.38)), "ink", 0.06),
)


def _eyes(radius: float, high: float = 0.46) -> tuple[Shape, ...]:
    return Disc((0.34, high), radius, "hole"), Disc((0.66, high), radius, "hole")


def _mouth(low: float, ends: float, width: float = 0.07) -> Line:
    """Return a mouth whose corners are `ends` above its middle."""
    return Line(((0.34, low + ends), (0.5, low), (0.66, low + ends)), "hole", width)


def _antenna(to: tuple[float, float]) -> tuple[Shape, ...]:
    return Line(((0.5, 0.68), to), "ink", 0.07), Disc(to, 0.07, "ink")


PILOT_ICONS: Final[dict[str, tuple[Shape, ...]]] = {
    # One eye is larger than the other, the mouth is a wave, the antenna is bent.
    "pilot0": (
        *HEAD,
        Disc((0.34, 0.48), 0.13, "hole"),
        Disc((0.66, 0.44), 0.07, "hole"),
        Disc((0.36, 0.46), 0.05, "ink"),
        Line(((0.3, 0.2), (0.4, 0.26), (0.5, 0.16), (0.6, 0.26), (0.7, 0.2)), "hole", 0.06),
        Line(((0.5, 0.68), (0.58, 0.8), (0.46, 0.88)), "ink", 0.07),
        Disc((0.44, 0.9), 0.07, "ink"),
    ),
    # Wide eyes and an astonished mouth.
    "pilot1": (
        *HEAD,
        *_eyes(0.13),
        Disc((0.34, 0.48), 0.05, "ink"),
        Disc((0.66, 0.48), 0.05, "ink"),
        Disc((0.5, 0.19), 0.07, "hole"),
        *_antenna((0.5, 0.9)),
    ),
    # Calm eyes, a straight mouth.
    "pilot2": (*HEAD, *_eyes(0.09), _mouth(0.2, 0.0), *_antenna((0.5, 0.9))),
    # Goggles, a grin and a crest bent back by the wind.
    "pilot3": (
        *HEAD,
        Polygon(
            (
                (0.2, 0.58),
                (0.8, 0.58),
                (0.76, 0.36),
                (0.54, 0.36),
                (0.5, 0.44),
                (0.46, 0.36),
                (0.24, 0.36),
            ),
            "hole",
        ),
        Disc((0.36, 0.47), 0.055, "ink"),
        Disc((0.68, 0.47), 0.055, "ink"),
        Line(((0.34, 0.2), (0.54, 0.16), (0.7, 0.26)), "hole", 0.07),
        Polygon(((0.84, 0.68), (0.3, 0.68), (0.1, 0.9), (0.5, 0.8)), "ink"),
    ),
    # Brows drawn together, a set mouth, a crown.
    "pilot4": (
        *HEAD,
        Disc((0.34, 0.42), 0.08, "hole"),
        Disc((0.66, 0.42), 0.08, "hole"),
        Line(((0.22, 0.6), (0.46, 0.49)), "hole", 0.08),
        Line(((0.78, 0.6), (0.54, 0.49)), "hole", 0.08),
        _mouth(0.22, -0.04, 0.08),
        Polygon(
            (
                (0.16, 0.7),
                (0.84, 0.7),
                (0.9, 0.98),
                (0.68, 0.84),
                (0.5, 1.0),
                (0.32, 0.84),
                (0.1, 0.98),
            ),
            "ink",
        ),
    ),
    # A friendly face between an arrow up and an arrow down: it adapts to the players.
    "pilot-even": (
        *HEAD,
        *_eyes(0.08, 0.47),
        Arc((0.5, 0.3), 0.14, 100, 260, "hole", 0.07),
        Polygon(((0.2, 0.76), (0.34, 0.98), (0.48, 0.76)), "ink"),
        Polygon(((0.52, 0.96), (0.66, 0.74), (0.8, 0.96)), "ink"),
    ),
}
"""Each sign by its name, to be drawn like those of `companion.ui.paint`."""
STRENGTHS: Final = 5
"""Number of strengths with a face."""


def face_of(strength: int) -> str:
    """Return the name of the face for a strength from 0, or for an adaptive one below 0.

    Strengths beyond the last face share it.
    """
    return "pilot-even" if strength < 0 else f"pilot{min(strength, STRENGTHS - 1)}"


def dots_of(strength: int) -> tuple[Shape, ...]:
    """Return the strength as a row of dots at the lower edge of a square of side 1.

    Dots are filled up to the strength and rings beyond; an adaptive pilot has none.
    """
    if strength < 0:
        return ()
    return tuple(
        Disc((0.1 + 0.2 * at, 0.1), 0.085, "ink", 0.0 if at <= strength else 0.055)
        for at in range(STRENGTHS)
    )
