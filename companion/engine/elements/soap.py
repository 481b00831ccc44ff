"""Soap: slows down as water does, and clanks turn twice as far on it (B7d, B10)."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.effects import Effect, Spin
from companion.engine.element import FLOOR, NO_EFFECTS, OUR_RULING, Element, register
from companion.engine.elements.water import PLACE, eased
from companion.engine.looking import Drive, Look, Rider
from companion.words import Text, sentences, text


@register
@dataclass(frozen=True, slots=True)
class Soap(Element):
    """A square with soap on it."""

    word = "soap"
    layer = FLOOR
    traits = frozenset({"soap"})
    noun = text("Soap")
    about = sentences(
        text("A movement card that begins on soap loses its first square. Rotate cards turn twice as far: left and right become a half turn."), OUR_RULING,
    )
    rule = "B10"
    example = "D4 soap"
    experimental = True
    spreads = True
    lines = {"plan": PLACE, "turned": 100}

    def title(self) -> Text:
        """Soap is soap."""
        return text("Soap")

    def plan(self, rider: Rider, drive: Drive, look: Look) -> tuple[Drive | None, tuple[Effect, ...]]:
        """A square less for a card that begins here."""
        return eased(drive), NO_EFFECTS

    def turned(self, rider: Rider, quarters: int, look: Look) -> tuple[Effect, ...]:
        """The same turn once more, so that a U-turn comes to nothing."""
        return (Spin(quarters, self.word, "B10"),)
