"""Where fingers come down beside where they were meant to: the eight ways in which a rectangle fits itself.

Places are shares of a picture's width and height, from the left and from below. Panels come mounted every way round, and drivers turn or mirror
them. Which way it is the crosses of the first steps find out (`companion.session.pages.cross`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

STRAIGHT: Final = "straight"
TOUCHES: Final[Mapping[str, tuple[int, int, int, int]]] = {
    STRAIGHT: (1, 0, 0, 1),
    "quarter": (0, 1, -1, 0),
    "half": (-1, 0, 0, -1),
    "three-quarters": (0, -1, 1, 0),
    "mirrored": (-1, 0, 0, 1),
    "flipped": (1, 0, 0, -1),
    "swapped": (0, 1, 1, 0),
    "counter-swapped": (0, -1, -1, 0),
}
"""How a touch is moved, by the word that is kept for it: what of x and y makes the new x, and what the new y, both counted from the middle."""
OF_PICTURES: Final[Mapping[int, str]] = {
    0: STRAIGHT,
    90: "three-quarters",
    180: "half",
    270: "quarter",
}
"""How a picture that is turned clockwise by so many degrees moves a place of the glass."""


def moved(touch: str, x: float, y: float) -> tuple[float, float]:
    """A place moved in one of the eight ways.

    About the middle of the picture; what is within it stays within.
    """
    a, b, c, d = TOUCHES[touch]
    return a * (x - 0.5) + b * (y - 0.5) + 0.5, c * (x - 0.5) + d * (y - 0.5) + 0.5


def joined(first: str, then: str) -> str:
    """One way, then another, as one.

    The eight ways are closed under this, so that one of them always is the outcome.
    """
    (a, b, c, d), (e, f, g, h) = TOUCHES[first], TOUCHES[then]
    both = (e * a + f * c, e * b + f * d, g * a + h * c, g * b + h * d)
    return next(name for name, way in TOUCHES.items() if way == both)


def undone(touch: str) -> str:
    """The way that leads back."""
    return next(name for name in TOUCHES if joined(touch, name) == STRAIGHT)


def corrected(touch: str, rotation: int, amiss: str) -> str:
    """How touches must be moved on the glass, where they are moved in one way now and would have to be moved in another on the turned picture.

    `touch` is the present way, `rotation` the picture's in degrees clockwise, `amiss` what the crosses have shown. The outcome holds however the picture is
    turned later.
    """
    turn = OF_PICTURES[rotation]
    # As now, onto the turned picture, put right there, and back onto the glass.
    return joined(joined(joined(touch, turn), amiss), undone(turn))
