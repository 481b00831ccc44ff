"""Flamer: burns who enters it, turns on it or stands on it in the fire stage (B15, D5)."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.effects import Effect, Hurt
from companion.engine.element import ANY, DEVICE, FIRE, Beat, Element, register
from companion.engine.geometry import Heading
from companion.engine.keys import DAMAGE, registers_key, registers_words
from companion.engine.looking import Look, Rider
from companion.words import Text, text

FLAMERS = Beat(FIRE, 50, "flamers", "D5")


@register
@dataclass(frozen=True, slots=True)
class Flamer(Element):
    """A grate over a flame."""

    registers: tuple[int, ...] = (1, 2, 3, 4, 5)
    damage: int = 1

    word = "flamer"
    layer = DEVICE
    keys = (registers_key("1,2,3,4,5"), DAMAGE)
    traits = frozenset({"harmful"})
    noun = text("Flamer")
    about = text("In its registers: damage for who enters it, in the middle of a move too, or turns on it; and damage for who stands on it after the lasers.")
    rule = "B15"
    example = "D4 flamer odd"
    enters_by = ANY
    lines = {"enter": 150, "turned": 150}

    def title(self) -> Text:
        """When it burns."""
        return text("Flamer, in {registers}", registers=registers_words(self))

    def beats(self) -> tuple[Beat, ...]:
        """In the fire stage, after the melting beams."""
        return (FLAMERS,)

    def active(self, register: int) -> bool:
        """In the registers listed."""
        return register in self.registers

    def enter(self, rider: Rider, way: Heading, cause: str, look: Look) -> tuple[Effect, ...]:
        """Its damage for each entry."""
        return (Hurt(self.damage, self.word, self.square, "B15"),)

    def turned(self, rider: Rider, quarters: int, look: Look) -> tuple[Effect, ...]:
        """Its damage for a rotate card."""
        return (Hurt(self.damage, self.word, self.square, "B15"),)

    def act(self, rider: Rider, beat: Beat, look: Look) -> tuple[Effect, ...]:
        """The second point, for who stands on it."""
        return (Hurt(self.damage, self.word, self.square, "D5"),)
