"""Radiation: hurts who stands in it in register 5 (D3)."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.effects import Effect, Hurt
from companion.engine.element import AREA, FIRE, Beat, Element, register
from companion.engine.keys import DAMAGE
from companion.engine.looking import Look, Rider
from companion.words import Text, text

RADIATION = Beat(FIRE, 30, "radiation", "D3")
_LAST = 5


@register
@dataclass(frozen=True, slots=True)
class Radiation(Element):
    """A square of an area that radiates."""

    damage: int = 1

    word = "radiation"
    layer = AREA
    keys = (DAMAGE,)
    spreads = True
    traits = frozenset({"harmful"})
    noun = text("Radiation")
    about = text("Who stands in it after the lasers of register 5 takes damage.")
    rule = "D3"
    example = "B4 radiation to=C5"

    def title(self) -> Text:
        """How strong it is."""
        return text("Radiation, {damage} damage", damage=self.damage) if self.damage > 1 else text("Radiation")

    def beats(self) -> tuple[Beat, ...]:
        """In the fire stage, after the turrets."""
        return (RADIATION,)

    def active(self, register: int) -> bool:
        """In register 5 only."""
        return register == _LAST

    def act(self, rider: Rider, beat: Beat, look: Look) -> tuple[Effect, ...]:
        """Its damage."""
        return (Hurt(self.damage, self.word, self.square, "D3"),)
