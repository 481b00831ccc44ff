"""Small pictures of how a strip is folded, each seen from the side, with a sentence."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from companion.press.leaves import CREAM
from companion.press.letters import centred, wrapped
from companion.press.marks import WHITE, Circle, Group, Mark, Plate, Point, Stroke, Words
from companion.press.paint import placed
from companion.press.palette import BRASS, FAINT, INK, RED

SKETCH: Final = 17.0
"""The side of a small picture."""


class Step(NamedTuple):
    """One step: paper as lines seen from the side, where glue goes (lines too), and what to do."""

    paper: tuple[tuple[Point, ...], ...]
    glue: tuple[tuple[Point, ...], ...]
    words: str


_FLAT = ((0.12, 0.5), (0.88, 0.5))
_ROOF = ((0.2, 0.12), (0.5, 0.88), (0.8, 0.12))
_UPRIGHT = ((0.14, 0.14), (0.47, 0.14), (0.47, 0.88), (0.53, 0.88), (0.53, 0.14), (0.86, 0.14))
_SLOPED = ((0.06, 0.1), (0.36, 0.24), (0.47, 0.88), (0.53, 0.88), (0.64, 0.24), (0.94, 0.1))

STANDEE: Final = (
    Step((_FLAT,), (), "Cut along the solid lines. Go along the dashed ones with something blunt and a ruler."),
    Step((_ROOF,), (((0.5, 0.74), (0.5, 0.3)),), "Fold the middle back, so that face and key look outwards, and glue them back to back."),
    Step((_SLOPED,), (), "Fold both feet outwards: the arrow points where the face looks."),
    Step(
        ((*_UPRIGHT, (0.9, 0.1), (0.86, 0.06), (0.14, 0.06)),), (((0.2, 0.1), (0.8, 0.1)),),
        "Fold the hatched part below both feet and glue it there.",
    ),
)
TENT: Final = (
    Step((_FLAT,), (), "Cut along the solid lines and go along the dashed ones with something blunt."),
    Step((_ROOF,), (), "Fold the middle back: both sides look outwards."),
    Step(((*_ROOF[::-1], (0.8, 0.1), (0.72, 0.24)),), (((0.8, 0.2), (0.68, 0.5)),), "Fold floor and flap in and glue the flap inside."),
)


def standee_steps(width: float) -> tuple[Mark, ...]:
    """How a clank is folded, from y 96 down.

    `width` in millimetres; the words are broken to it.
    """
    return _column("How to fold a clank", STANDEE, width, 96.0)


def tent_steps(width: float, high: float) -> tuple[Mark, ...]:
    """How a flag or a plate is folded, from y `high` down."""
    return _column("How to fold", TENT, width, high)


def _column(title: str, steps: Sequence[Step], width: float, high: float) -> tuple[Mark, ...]:
    marks: list[Mark] = [Words(title, 0, high - 4, 5, INK, True)]
    lane = (high - 8) / len(steps)
    for number, step in enumerate(steps, 1):
        marks.append(Group(_step(number, step, width), 0, high - 8 - lane * number + (lane - SKETCH) / 2))
    return tuple(marks)


def _step(number: int, step: Step, width: float) -> tuple[Mark, ...]:
    lines = wrapped(step.words, 3.5, width - SKETCH - 4)
    first = SKETCH / 2 + 2.1 * (len(lines) - 1) - 1.2
    return (
        Plate(0, 0, SKETCH, SKETCH, 1.5, CREAM, FAINT, 0.2),
        *(Stroke(placed(points, 0, 0, SKETCH), RED, 1.3, (0.9, 0.7)) for points in step.glue),
        *(Stroke(placed(points, 0, 0, SKETCH), INK, 0.6, rounded=True) for points in step.paper),
        Circle((0, SKETCH), 2.3, BRASS, WHITE, 0.5), centred(str(number), 0, SKETCH, 3.4, INK),
        *(Words(line, SKETCH + 4, first - 4.2 * place, 3.5, INK) for place, line in enumerate(lines)),
    )
