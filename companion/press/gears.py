"""Cogwheels as an ornament for paper."""
from __future__ import annotations

from typing import Final

from companion.engine.art import gear
from companion.press.marks import Circle, Fill, Group, Mark, Stroke
from companion.press.paint import placed

MODULE: Final = 1.2
"""Millimetres of pitch radius for two teeth: wheels of one module mesh where their pitch circles touch."""


def pitch_radius(teeth: int, module: float = MODULE) -> float:
    """From a wheel's middle to where its teeth meet those of another."""
    return teeth * module / 2


def wheel(teeth: int, x: float, y: float, colour: str, edge: str, ground: str, *, phase: float = 0.0, spokes: int = 0, module: float = MODULE) -> Group:
    """A cogwheel about a point: one tooth stands at `phase` degrees with the clock from the top; with spokes it is open between rim and hub."""
    radius = pitch_radius(teeth, module)
    # Shorter than real teeth, and with gaps deeper than teeth are high, so that wheels mesh without touching.
    outer, inner = radius + 0.75 * module, radius - 0.95 * module
    line = 0.2 * module
    outline = placed(gear(teeth, 0.5, 0.5 * inner / outer, "ink").points, -outer, -outer, 2 * outer)
    rim, hub, axle = inner - 1.5 * module, radius * 0.3, radius * 0.11
    open_middle: tuple[Mark, ...] = (
        Circle((0.0, 0.0), rim, ground, edge, line),
        *(_spoke(spoke * 360 / spokes, hub * 0.5, rim, colour, 1.3 * module) for spoke in range(spokes)),
    ) if spokes else ()
    return Group((
        Fill(outline, colour, edge, line), *open_middle,
        Circle((0.0, 0.0), hub, colour, edge, line), Circle((0.0, 0.0), axle, ground, edge, line),
    ), x, y, phase)


def _spoke(angle: float, start: float, end: float, colour: str, width: float) -> Group:
    # Slightly into the rim, or a hair of the ground would show between.
    return Group((Stroke(((0.0, start), (0.0, end + 0.15)), colour, width),), turn=angle)
