"""Piston: shoots who ends a card on it away (B17)."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.causes import THROW
from companion.engine.effects import Effect, Go, Shift
from companion.engine.element import DEVICE, OUR_RULING, Element, register
from companion.engine.geometry import Heading
from companion.engine.keys import number_key, registers_key, registers_words
from companion.engine.looking import Look, Rider
from companion.words import WAYS, Text, sentences, text

_SHOVE = tuple(Shift(heading, THROW, "", "B17", "B17") for heading in range(4))


@register
@dataclass(frozen=True, slots=True)
class Piston(Element):
    """A plate with a spring under it, which shoots to its `heading`."""

    heading: Heading
    power: int = 2
    registers: tuple[int, ...] = (1, 2, 3, 4, 5)

    word = "piston"
    layer = DEVICE
    sided = "heading"
    keys = (number_key("power", 1, 9, 2, "how many squares it shoots"), registers_key("1,2,3,4,5"))
    traits = frozenset({"mover"})
    noun = text("Piston")
    about = sentences(
        text("A clank whose card ends here, a rotate card too, is shot some squares in its direction in the registers marked on it. It pushes others."),
        OUR_RULING,
    )
    rule = "B17"
    example = "D4 piston E odd"
    experimental = True
    lines = {"rest": 170}

    def title(self) -> Text:
        """Where it shoots, how far, and when."""
        return text("Piston to the {way}, power {power}, in {registers}", way=WAYS[self.heading], power=self.power, registers=registers_words(self))

    def active(self, register: int) -> bool:
        """In the registers listed."""
        return register in self.registers

    def rest(self, rider: Rider, way: Heading, cause: str, look: Look) -> tuple[Effect, ...]:
        """Square after square, until a wall or a row stops it."""
        return (Go(_SHOVE[self.heading], self.power),)
