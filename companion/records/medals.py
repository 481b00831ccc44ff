"""Pictures of achievements: a medal of bronze, steel or brass with a drawing.

The metal follows from the grade, and there is a notch for each grade.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.art import Arc, Disc, Line, Polygon, Shape, box, gear, on_circle, ring, shrunk, tip
from companion.games.kit.story import Achievement

METALS: Final = ("bronze", "steel", "arrow")
"""The rim of each grade: bronze, steel, brass."""
_INK: Final = "ink"


def medal(of: Achievement) -> tuple[Shape, ...]:
    """Return the picture of an achievement, in a unit square.

    Those of a single game are of brass with a row of beads around them.
    """
    single = of.most is not None
    metal = METALS[-1] if single else METALS[of.grade - 1]
    ribbon = (
        ()
        if single
        else tuple(
            Disc(on_circle((0.5, 0.5), 0.43, 180 + 22 * (at - (of.grade - 1) / 2)), 0.045, _INK)
            for at in range(of.grade)
        )
    )
    if single:
        beads = tuple(
            Disc(on_circle((0.5, 0.5), 0.43, angle), 0.022, _INK) for angle in range(0, 360, 30)
        )
    else:
        beads = ()
    return (
        Disc((0.5, 0.5), 0.5, _INK),
        Disc((0.5, 0.5), 0.48, metal),
        *ribbon,
        *beads,
        Disc((0.5, 0.5), 0.37, "paper"),
        *shrunk(DRAWN[of.key if single else of.counters[0]], 0.52),
    )


_CLANK: Final[tuple[Shape, ...]] = (
    box(0.26, 0.1, 0.74, 0.62, _INK),
    Disc((0.5, 0.72), 0.2, _INK),
    Disc((0.42, 0.74), 0.055, "paper"),
    Disc((0.58, 0.74), 0.055, "paper"),
    Line(((0.5, 0.9), (0.5, 1.02)), _INK, 0.07),
    box(0.3, -0.04, 0.45, 0.1, _INK),
    box(0.55, -0.04, 0.7, 0.1, _INK),
    box(0.36, 0.28, 0.64, 0.48, "paper"),
)
"""A clank from the front."""

DRAWN: Final[Mapping[str, tuple[Shape, ...]]] = {
    # A drop of oil, and two more.
    "robots_destroyed": (
        Polygon(((0.5, 1.1), (0.72, 0.66), (0.28, 0.66)), _INK),
        Disc((0.5, 0.52), 0.28, _INK),
        Arc((0.5, 0.52), 0.17, 190, 260, "paper", 0.06),
        Disc((0.1, 0.1), 0.13, _INK),
        Disc((0.88, 0.14), 0.16, _INK),
    ),
    # There and back.
    "uturns": (
        Arc((0.5, 0.56), 0.3, -90, 90, _INK, 0.16),
        Line(((0.2, 0.56), (0.2, 0.02)), _INK, 0.16),
        Line(((0.8, 0.56), (0.8, 0.3)), _INK, 0.16),
        tip((0.8, 0.14), 180, 0.46, _INK),
    ),
    # A burst.
    "damage_taken": (Polygon(ring(9, 0.56, 0, 0.28), _INK), Polygon(ring(9, 0.3, 0, 0.15), "fire")),
    # A gravestone.
    "deaths": (
        box(0.22, 0.02, 0.78, 0.64, _INK),
        Disc((0.5, 0.64), 0.28, _INK),
        Line(((0.5, 0.26), (0.5, 0.82)), "paper", 0.09),
        Line(((0.34, 0.62), (0.66, 0.62)), "paper", 0.09),
        box(0.04, -0.06, 0.96, 0.06, _INK),
    ),
    # An arrow forward, over two squares.
    "fields_forward": (
        tip((0.5, 0.82), 0, 0.56, _INK),
        box(0.4, 0.36, 0.6, 0.72, _INK),
        box(0.4, 0.14, 0.6, 0.28, _INK),
        box(0.4, -0.08, 0.6, 0.06, _INK),
    ),
    # An arrow backward.
    "fields_backward": (
        tip((0.5, 0.18), 180, 0.56, "suit_red"),
        box(0.4, 0.28, 0.6, 0.64, "suit_red"),
        box(0.4, 0.72, 0.6, 0.86, "suit_red"),
        box(0.4, 0.94, 0.6, 1.08, "suit_red"),
    ),
    # A spiral.
    "left_turns": (
        Arc((0.5, 0.5), 0.46, 20, 290, _INK, 0.1),
        Arc((0.5, 0.5), 0.28, 110, 400, _INK, 0.1),
        Disc((0.5, 0.5), 0.12, _INK),
        tip(on_circle((0.5, 0.5), 0.46, 298), 30, 0.28, _INK),
    ),
    # A shot that hits.
    "damage_caused": (
        Line(((-0.1, 0.5), (0.62, 0.5)), "laser", 0.14),
        Line(((-0.1, 0.5), (0.62, 0.5)), "paper", 0.04),
        Polygon(tuple((x + 0.26, y) for x, y in ring(8, 0.4, 0, 0.18)), _INK),
    ),
    # A spanner across a gear.
    "damage_repaired": (
        gear(8, 0.5, 0.38, _INK),
        Disc((0.5, 0.5), 0.25, "paper"),
        Line(((0.16, 0.16), (0.7, 0.7)), "moss", 0.15),
        Disc((0.76, 0.76), 0.2, "moss"),
        Polygon(((0.72, 0.84), (0.84, 0.72), (1.04, 0.94), (0.94, 1.04)), "paper"),
    ),
    # A moon, and sleep.
    "power_downs": (
        Disc((0.44, 0.48), 0.42, "navy"),
        Disc((0.6, 0.6), 0.36, "paper"),
        Line(((0.56, 0.86), (0.8, 0.86), (0.56, 0.6), (0.8, 0.6)), "navy", 0.07),
        Line(((0.86, 1.1), (1.02, 1.1), (0.86, 0.94), (1.02, 0.94)), "navy", 0.05),
    ),
    # One pushes another.
    "opponents_pushed": (
        box(-0.06, 0.2, 0.24, 0.8, _INK),
        box(0.24, 0.42, 0.5, 0.58, _INK),
        tip((0.56, 0.5), 90, 0.4, _INK),
        Disc((0.94, 0.5), 0.2, "suit_red"),
    ),
    # A shield.
    "ACH32": (
        Polygon(
            ((0.06, 1.0), (0.5, 1.1), (0.94, 1.0), (0.9, 0.44), (0.5, -0.06), (0.1, 0.44)), "navy"
        ),
        Line(((0.28, 0.54), (0.46, 0.34), (0.76, 0.8)), "paper", 0.12),
    ),
    # An intact clank.
    "ACH33": _CLANK,
    # A twig.
    "ACH34": (
        Line(((0.14, 0.02), (0.5, 0.5), (0.82, 1.0)), "moss", 0.08),
        *(
            Polygon(
                tuple(
                    (x + dx, y + dy)
                    for dx, dy in (
                        (0, 0),
                        (0.06 * side, 0.22),
                        (0.3 * side, 0.24),
                        (0.22 * side, 0.04),
                    )
                ),
                "moss",
            )
            for x, y, side in (
                (0.34, 0.28, -1),
                (0.36, 0.28, 1),
                (0.5, 0.5, -1),
                (0.52, 0.5, 1),
                (0.66, 0.72, -1),
                (0.68, 0.72, 1),
            )
        ),
    ),
}
"""By the first counter of an achievement, or its id if it is of a single game; each in a unit
square, with a little reach beyond it."""
