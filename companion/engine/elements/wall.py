"""Wall: stops movement, beams and shots on one edge (2.4 [E003, E004])."""

from __future__ import annotations

from dataclasses import dataclass

from companion.art import Shape, bar, facing
from companion.engine.element import BARRIER, BoardView, Element, register
from companion.geometry import Heading, Square, turn_heading
from companion.words import SIDES, Text, text


@register
@dataclass(frozen=True, slots=True)
class Wall(Element):
    """A wall on a side of a square.

    Named from either of its two squares it is the same wall, except if a room turns one of them
    (C14).
    """

    side: Heading
    stays: bool = False
    """Whether it stays when a room turns its square, since the picture of the board shows it and no
    square outside the room could name it."""

    word = "wall"
    layer = BARRIER
    sided = "side"
    traits = frozenset({"wall"})
    noun = text("Wall")
    about = text("Stops clanks, beams and shots. Meeting a wall does no damage.")
    rule = "2.4"
    example = "C3 wall N"

    def title(self) -> Text:
        return text("Wall on the {side} side", side=SIDES[self.side])

    def walls(self) -> tuple[Heading, ...]:
        return (self.side,)

    def carried(self, square: Square, quarters: int) -> Element:
        """Turn with a room, unless the picture of the board shows this wall (C14)."""
        return self if self.stays else Wall(square, turn_heading(self.side, quarters))

    def entry(self) -> str:
        """Return its entry, with a mark for a wall that stays.

        The mark is for hashes and for the order; no file lists such a wall, since drawings show it.
        """
        return f"{Element.entry(self)}!" if self.stays else Element.entry(self)

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a solid bar along its edge."""
        return facing(bar(), self.side)
