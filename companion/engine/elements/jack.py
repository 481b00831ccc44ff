"""Jack in the box: throws the clank on it one square ahead and turns it round (C2)."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.causes import THROW
from companion.engine.effects import NOBODY, Effect, Shift, Spin
from companion.engine.element import BOARD, DEVICE, OUR_RULING, Beat, Element, register
from companion.engine.geometry import ABOUT
from companion.engine.keys import registers_key, registers_words
from companion.engine.looking import Look, Rider
from companion.words import Text, sentences, text

JACKS = Beat(BOARD, 20, "jacks", "C2")
_THROW = tuple((Shift(heading, THROW, NOBODY, "C2", "C2"), Spin(ABOUT, THROW, "C2")) for heading in range(4))


@register
@dataclass(frozen=True, slots=True)
class Jack(Element):
    """A box with a spring on its square."""

    registers: tuple[int, ...] = (1, 2, 3, 4, 5)

    word = "jack"
    layer = DEVICE
    keys = (registers_key("1,2,3,4,5"),)
    traits = frozenset({"mover"})
    noun = text("Jack in the box")
    about = sentences(
        text("Throws the clank on it one square the way it faces, then turns it round. It pushes nobody; who is stopped is only turned."), OUR_RULING,
    )
    rule = "C2"
    example = "D4 jack odd"
    experimental = True

    def title(self) -> Text:
        """When it springs."""
        return text("Jack in the box, in {registers}", registers=registers_words(self))

    def beats(self) -> tuple[Beat, ...]:
        """After the accelerators, before all belts."""
        return (JACKS,)

    def active(self, register: int) -> bool:
        """In the registers listed."""
        return register in self.registers

    def act(self, rider: Rider, beat: Beat, look: Look) -> tuple[Effect, ...]:
        """One square ahead, and a half turn wherever that ends."""
        return _THROW[rider.heading]
