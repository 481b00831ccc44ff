"""The mapping from the touch panel to the picture: one of the eight symmetries of a rectangle.

Places are fractions of a picture's width and height, from the left and from below. Panels are
mounted every way round, and drivers rotate or mirror them; the crosses of the first steps find out
which (`companion.session.pages.cross`).
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
"""The symmetries by their kept names: the coefficients of x and y for the new x, then the new y.

Both are counted from the middle.
"""
OF_PICTURES: Final[Mapping[int, str]] = {
    0: STRAIGHT,
    90: "three-quarters",
    180: "half",
    270: "quarter",
}
"""The symmetry that maps a place on the glass onto a picture with this clockwise rotation."""


def move_point(touch: str, x: float, y: float) -> tuple[float, float]:
    """Return a place moved by a symmetry about the middle of the picture."""
    a, b, c, d = TOUCHES[touch]
    return a * (x - 0.5) + b * (y - 0.5) + 0.5, c * (x - 0.5) + d * (y - 0.5) + 0.5


def combine(first: str, then: str) -> str:
    """Return the symmetry that is the first one followed by the other."""
    (a, b, c, d), (e, f, g, h) = TOUCHES[first], TOUCHES[then]
    both = (e * a + f * c, e * b + f * d, g * a + h * c, g * b + h * d)
    return next(name for name, way in TOUCHES.items() if way == both)


def inverse(touch: str) -> str:
    """Return the inverse of a symmetry."""
    return next(name for name in TOUCHES if combine(touch, name) == STRAIGHT)


def correct(touch: str, rotation: int, amiss: str) -> str:
    """Return the new symmetry for touches on the glass, after the crosses found an error.

    The result is right for every later rotation of the picture.

    Args:
        touch: The present symmetry.
        rotation: The rotation of the picture, in degrees clockwise.
        amiss: The correction on the rotated picture, as the crosses have shown.
    """
    turn = OF_PICTURES[rotation]
    # The present one, onto the rotated picture, corrected there, and back onto the glass.
    return combine(combine(combine(touch, turn), amiss), inverse(turn))
