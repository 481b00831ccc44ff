"""Door: open in its registers, else a wall (B2b)."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.element import BARRIER, Element, register
from companion.engine.geometry import Heading
from companion.engine.keys import registers_key, registers_listed
from companion.engine.looking import Look
from companion.words import SIDES, Text, text


@register
@dataclass(frozen=True, slots=True)
class Door(Element):
    """A door on a side of its square; `registers` are those in which it is open."""

    side: Heading
    registers: tuple[int, ...] = (1, 2, 3, 4, 5)

    word = "door"
    layer = BARRIER
    sided = "side"
    keys = (registers_key("1,2,3,4,5")._replace(about="the registers in which it is open"),)
    noun = text("Door")
    about = text("Open for clanks and beams in the registers marked on it. In the others it is a wall.")
    rule = "B2b"
    example = "D4 door N registers=1,3"
    lines = {"blocks": 20}

    def title(self) -> Text:
        """On which side, and when it is open."""
        return text("Door on the {side} side, open in {registers}", side=SIDES[self.side], registers=registers_listed(self.registers))

    def gates(self) -> tuple[Heading, ...]:
        """Its own side."""
        return (self.side,)

    def blocks(self, way: Heading, cause: str, look: Look) -> bool:
        """Everything, while it is shut."""
        return look.register not in self.registers
