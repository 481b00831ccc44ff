"""Radioactive waste: hurts who stands on it in every register (D13, E4)."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.effects import Effect, Hurt
from companion.engine.element import DEVICE, FIRE, Beat, Element, register
from companion.engine.keys import DAMAGE
from companion.engine.looking import Look, Rider
from companion.words import Text, text

WASTE = Beat(FIRE, 130, "radioactive waste", "D13")


@register
@dataclass(frozen=True, slots=True)
class Waste(Element):
    """A heap of waste on a square. Its option card (E4) has nothing to be paid with: there are none."""

    damage: int = 1

    word = "waste"
    layer = DEVICE
    keys = (DAMAGE,)
    traits = frozenset({"harmful"})
    noun = text("Radioactive waste")
    about = text("Who stands on it after the lasers takes damage, in every register.")
    rule = "D13"
    example = "D4 waste"

    def title(self) -> Text:
        """How strong it is."""
        return text("Radioactive waste, {damage} damage", damage=self.damage) if self.damage > 1 else text("Radioactive waste")

    def beats(self) -> tuple[Beat, ...]:
        """Last in the fire stage."""
        return (WASTE,)

    def act(self, rider: Rider, beat: Beat, look: Look) -> tuple[Effect, ...]:
        """Its damage."""
        return (Hurt(self.damage, self.word, self.square, "D13"),)
