"""One-way gate: lets pieces and beams only out of its square (B2c)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Shape, box, facing, tip
from companion.engine.element import BoardView, PlayView, register
from companion.engine.on_sides import Barrier
from companion.geometry import Heading
from companion.words import SIDES, Text, text

_GATE = (
    box(-0.06, 0.94, 1.06, 1.06, "ink"),
    *(box(x, 0.97, x + 0.3, 1.03, "wall") for x in (-0.03, 0.73)),
    box(0.38, 0.62, 0.62, 1.0, "ink"),
    tip((0.5, 1.03), 0, 0.52, "ink"),
    box(0.43, 0.66, 0.57, 0.95, "repair"),
    tip((0.5, 1.025), 0, 0.37, "repair"),
)


@register
@dataclass(frozen=True, slots=True)
class OneWay(Barrier):
    """A gate on a side of its square that opens outwards only."""

    word = "one_way"
    noun = text("One-way gate")
    about = text(
        "Clanks and beams pass it in the direction of its arrow. The other way it is a wall."
    )
    rule = "B2c"
    example = "D4 one_way N"
    lines: ClassVar[Mapping[str, int]] = {"blocks": 20}

    def title(self) -> Text:
        return text("One-way gate, out over the {side} side", side=SIDES[self.side])

    def blocks(self, direction: Heading, cause: str, view: PlayView) -> bool:
        """Stop everything that comes in."""
        return direction != self.side

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a thin wall with an arrow through it in the open direction."""
        return facing(_GATE, self.side)
