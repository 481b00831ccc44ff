"""Colours as people see them whose eyes lack one kind of cones, and how far two are apart.

The simulation is that of G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A Physiologically-
based Model for Simulation of Color Vision Deficiency", IEEE Transactions on Visualization and
Computer Graphics 15 (2009), with severity 1.0. Its matrices are for linear RGB.
"""

from __future__ import annotations

from math import dist
from typing import Final, TypeAlias

Triple: TypeAlias = tuple[float, float, float]
Matrix: TypeAlias = tuple[Triple, Triple, Triple]

SIGHTS: Final[dict[str, Matrix]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""The matrix of each sight, for linear RGB."""

_XYZ: Final[Matrix] = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
"""From linear sRGB to XYZ with the white of D65."""


def seen(code: str, sight: str) -> Triple:
    """Return a colour such as "#e2b04a" in CIELAB as seen by a sight of `SIGHTS`."""
    parts = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    lit = _times(SIGHTS[sight], (red, green, blue))
    x, y, z = _times(_XYZ, (_within(lit[0]), _within(lit[1]), _within(lit[2])))
    white = _times(_XYZ, (1, 1, 1))
    across, up, deep = (_root(part / full) for part, full in zip((x, y, z), white, strict=True))
    return 116 * up - 16, 500 * (across - up), 200 * (up - deep)


def distance(one: str, other: str, sight: str) -> float:
    """Return how far two colours are apart for a sight: the CIE76 distance."""
    return dist(seen(one, sight), seen(other, sight))


def _times(matrix: Matrix, triple: Triple) -> Triple:
    first, second, third = (
        sum(factor * part for factor, part in zip(row, triple, strict=True)) for row in matrix
    )
    return first, second, third


def _within(part: float) -> float:
    """Return a part that a screen can show."""
    return min(1.0, max(0.0, part))


def _root(part: float) -> float:
    return part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116
