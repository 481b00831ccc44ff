"""Chop shop: a checkpoint that repairs at the end of the turn (E2, F3)."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.effects import Effect, Heal
from companion.engine.element import DEVICE, END_OF_TURN, NO_EFFECTS, Beat, Element, register
from companion.engine.keys import word_key
from companion.engine.looking import Look, Rider
from companion.words import Text, text

CHOP_SHOPS = Beat(END_OF_TURN, 30, "chop shops", "F3")


@register
@dataclass(frozen=True, slots=True)
class ChopShop(Element):
    """A workshop. In place of an option card it `gives` one damage less, or nothing; there is nothing to trade (E2)."""

    gives: str = "heal"

    word = "chop_shop"
    layer = DEVICE
    keys = (word_key("gives", ("heal", "nothing"), "heal", "what it gives at the end of the turn: one damage less, or nothing"),)
    traits = frozenset({"checkpoint", "chop_shop"})
    noun = text("Chop shop")
    about = text("A checkpoint: touch it and your clank comes back here. It removes one damage from who stands on it at the end of the turn.")
    rule = "E2"
    example = "D4 chop_shop"

    def title(self) -> Text:
        """Whether it repairs."""
        return text("Chop shop") if self.gives == "heal" else text("Chop shop that gives nothing")

    def beats(self) -> tuple[Beat, ...]:
        """At the end of the turn."""
        return (CHOP_SHOPS,)

    def act(self, rider: Rider, beat: Beat, look: Look) -> tuple[Effect, ...]:
        """One damage less, whatever the healing setting is."""
        return (Heal(1, self.word, "F3"),) if self.gives == "heal" else NO_EFFECTS
