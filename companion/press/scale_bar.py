"""The bar on every sheet that shows whether the printer kept its size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.press.marks import MIDDLE, Mark, MarkGroup, Stroke, TextLine
from companion.press.paper import GREY, INK

SCALE_BAR: Final = 50.0
"""The length of the bar in millimetres."""
HIGH: Final = 2.6
"""The height of the bar with its ticks."""
CUT_WORDS: Final = "50 mm: measure before cutting"
READ_WORDS: Final = "50 mm"
"""The words on sheets without cuts."""
LETTERS: Final = 2.6
HAIR: Final = 0.2


def scale_bar(words: str = CUT_WORDS) -> tuple[Mark, ...]:
    """Draw the bar from the origin to the right, with its words behind it."""
    return *bare_bar(SCALE_BAR), TextLine(
        words, SCALE_BAR + 2.5, (HIGH - LETTERS * 0.7) / 2, LETTERS, GREY
    )


def standing_bar(places: Sequence[float], words: Sequence[str]) -> MarkGroup:
    """Draw the bar from the origin upwards, for a narrow margin, with its words to the left.

    Args:
        places: The middle of each piece of the words, from the origin upwards.
        words: The pieces.
    """
    said = tuple(
        TextLine(piece, at, 1.0, 2.2, GREY, align=MIDDLE)
        for at, piece in zip(places, words, strict=True)
    )
    return MarkGroup((*bare_bar(SCALE_BAR), *said), HIGH, 0, -90)


def bare_bar(length: float, high: float = HIGH, width: float = HAIR) -> tuple[Mark, ...]:
    """Draw a line with a tick at each fifth, the outer ones as high as the bar."""
    ticks = (length * fifth / 5 for fifth in range(6))
    return (
        Stroke(((0.0, 0.0), (length, 0.0)), INK, width),
        *(
            Stroke(((x, 0.0), (x, high if x in (0.0, length) else high * 0.35)), INK, width)
            for x in ticks
        ),
    )
