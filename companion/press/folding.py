"""What tells scissors and fingers what to do: solid lines are cut, dashed lines are folded, hatched parts take the glue."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.press.letters import fitting
from companion.press.letters import wide as wide_of
from companion.press.marks import MIDDLE, WHITE, Box, Group, Mark, Plate, Stroke, Words
from companion.press.palette import GREY, INK

CUT: Final = 0.25
"""The width of a line that is cut."""
GAP: Final = 4.0
"""The room between two pieces."""
TICK = 1.2


def cut(width: float, height: float, left: float = 0.0, low: float = 0.0, radius: float = 0.0) -> Mark:
    """The outline of a piece, to be drawn over everything on it."""
    return Plate(left, low, width, height, radius, "", INK, CUT)


def folds(width: float, heights: Iterable[float]) -> tuple[Mark, ...]:
    """Folds straight across a strip, readable on light and on dark, with ticks beside it that a ruler can be laid along.

    `heights` are counted from the strip's lower end, `width` is the strip's.
    """
    marks: list[Mark] = []
    for y in heights:
        marks += [
            # White below the dashes: on a dark side the dashes alone would not be seen.
            Stroke(((0, y), (width, y)), WHITE, 0.45),
            Stroke(((0, y), (width, y)), INK, 0.25, (1.2, 0.9)),
            Stroke(((-TICK - 0.4, y), (-0.4, y)), GREY, 0.2),
            Stroke(((width + 0.4, y), (width + TICK + 0.4, y)), GREY, 0.2),
        ]
    return tuple(marks)


def hatched(box: Box, words: str, paper: str = WHITE) -> tuple[Mark, ...]:
    """A part for glue, with a word about it on the tint of its paper.

    The word has a blank of its own, so that no line runs through it.
    """
    left, low, right, top = box
    wide, high = right - left, top - low
    size = fitting(words, min(2.8, high * 0.6), wide - 4)
    blank = wide_of(words, size) + 2
    # Slanting lines begin so far outside that the last corner has them too.
    lines = tuple(Stroke(((x, 0), (x + high, high)), "#00000022", 0.3) for x in _steps(-high, wide, 1.6))
    return (
        Group((*lines,), left, low, clip=(0, 0, wide, high)),
        Plate((left + right - blank) / 2, (low + top) / 2 - size * 0.6, blank, size * 1.2, 0, paper),
        Words(words, left + wide / 2, low + high / 2 - size * 0.35, size, GREY, align=MIDDLE),
    )


def _steps(first: float, last: float, step: float) -> tuple[float, ...]:
    return tuple(first + step * number for number in range(int((last - first) / step) + 1))


def upside_down(marks: Iterable[Mark], width: float, low: float, height: float) -> Group:
    """Marks of a part of a strip, turned half round within that part, so that they stand upright once it is folded over."""
    return Group(tuple(marks), width, low + height, turn=180)
