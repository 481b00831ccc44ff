"""Electric fence: stops and hurts pieces in its registers, and lets all beams pass (B3a)."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.causes import BEAM
from companion.engine.effects import Effect, HurtOnce
from companion.engine.element import BARRIER, OUR_RULING, Element, register
from companion.engine.geometry import Heading
from companion.engine.keys import DAMAGE, registers_key, registers_words
from companion.engine.looking import Look, Rider
from companion.words import SIDES, Text, sentences, text


@register
@dataclass(frozen=True, slots=True)
class ElectricFence(Element):
    """A fence on a side of its square."""

    side: Heading
    registers: tuple[int, ...] = (1, 2, 3, 4, 5)
    damage: int = 1

    word = "e_fence"
    layer = BARRIER
    sided = "side"
    keys = (registers_key("1,2,3,4,5"), DAMAGE)
    traits = frozenset({"spikes"})
    noun = text("Electric fence")
    about = sentences(text("In its registers it stops clanks and hurts them, once for each card. Beams and shots always pass."), OUR_RULING)
    rule = "B3a"
    example = "D4 e_fence N odd"
    experimental = True
    lines = {"blocks": 30, "bump": 30}

    def title(self) -> Text:
        """On which side, and when it stops."""
        return text("Electric fence on the {side} side, in {registers}", side=SIDES[self.side], registers=registers_words(self))

    def active(self, register: int) -> bool:
        """In the registers listed."""
        return register in self.registers

    def gates(self) -> tuple[Heading, ...]:
        """Its own side."""
        return (self.side,)

    def blocks(self, way: Heading, cause: str, look: Look) -> bool:
        """Every piece, no beam."""
        return cause != BEAM

    def bump(self, rider: Rider, way: Heading, cause: str, look: Look) -> tuple[Effect, ...]:
        """Its damage, whatever brought the piece against it; not for who only pushes."""
        return (HurtOnce(self.damage, self.word, self.square, "B3a", self.word),)
