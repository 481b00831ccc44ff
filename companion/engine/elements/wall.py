"""Wall: stops movement, beams and shots on one edge (2.4 [E003, E004])."""
from __future__ import annotations

from dataclasses import dataclass

from companion.art import Shape, bar, facing
from companion.engine.board import Board
from companion.engine.element import BARRIER, Element, register
from companion.engine.geometry import Heading
from companion.words import SIDES, Text, text


@register
@dataclass(frozen=True, slots=True)
class Wall(Element):
    """A wall on a side of a square; it is the same wall whichever of the two squares it is noted on."""

    side: Heading

    word = "wall"
    layer = BARRIER
    sided = "side"
    traits = frozenset({"wall"})
    noun = text("Wall")
    about = text("Stops clanks, beams and shots. Meeting a wall does no damage.")
    rule = "2.4"
    example = "C3 wall N"

    def title(self) -> Text:
        """On which side."""
        return text("Wall on the {side} side", side=SIDES[self.side])

    def walls(self) -> tuple[Heading, ...]:
        """Its own side."""
        return (self.side,)

    def art(self, board: Board) -> tuple[Shape, ...]:
        """A solid bar along its edge."""
        return facing(bar(), self.side)
