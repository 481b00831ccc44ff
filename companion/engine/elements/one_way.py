"""One-way gate: may be crossed only out of its square (B2c)."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.element import BARRIER, Element, register
from companion.engine.geometry import Heading
from companion.engine.looking import Look
from companion.words import SIDES, Text, text


@register
@dataclass(frozen=True, slots=True)
class OneWay(Element):
    """A gate on a side of its square that opens outwards only."""

    side: Heading

    word = "one_way"
    layer = BARRIER
    sided = "side"
    noun = text("One-way gate")
    about = text("Clanks and beams pass it in the direction of its arrow. The other way it is a wall.")
    rule = "B2c"
    example = "D4 one_way N"
    lines = {"blocks": 20}

    def title(self) -> Text:
        """On which side one leaves by it."""
        return text("One-way gate, out over the {side} side", side=SIDES[self.side])

    def gates(self) -> tuple[Heading, ...]:
        """Its own side."""
        return (self.side,)

    def blocks(self, way: Heading, cause: str, look: Look) -> bool:
        """Whoever comes in by it."""
        return way != self.side
