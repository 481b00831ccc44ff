"""Tilted square: a piece that would come to rest on it slides down (B30)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Shape, box, facing, tip
from companion.engine.causes import SLOPE
from companion.engine.effects import Effect, Shift
from companion.engine.element import FLOOR, BoardView, Element, PieceView, PlayView, register
from companion.geometry import Heading
from companion.words import WAYS, Text, text

SLOPES = tuple((Shift(direction, SLOPE, "", "B30", "B30"),) for direction in range(4))
"""One square down, by direction; pieces in the way are pushed."""

_SLOPE = (
    *(
        box(0, low, 1, high, colour)
        for low, high, colour in ((0.66, 1, "seam"), (0.33, 0.66, "pit_rim"), (0, 0.33, "start"))
    ),
    tip((0.5, 0.5), 0, 0.5, "paper"),
    tip((0.5, 0.5), 0, 0.36, "ink"),
)
"""Drawn for a square that leads down to the north."""


@register
@dataclass(frozen=True, slots=True)
class Tilted(Element):
    """A square that leans down to its `heading`."""

    heading: Heading

    word = "tilted"
    layer = FLOOR
    sided = "heading"
    traits = frozenset({"mover"})
    noun = text("Tilted square")
    about = text(
        "A clank that would come to rest on it slides one square down, and pushes a clank that "
        "stands there. Clanks brought by belts stay."
    )
    rule = "B30"
    example = "D4 tilted S"
    spreads = True
    rests_pushed = True
    lines: ClassVar[Mapping[str, int]] = {"rest": 300}

    def title(self) -> Text:
        return text("Tilted to the {way}", way=WAYS[self.heading])

    def rest(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Slide the piece one square down, whether it moved, turned or was pushed."""
        return SLOPES[self.heading]

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw light above, dark below, and the tip of an arrow that leads down."""
        return facing(_SLOPE, self.heading)
