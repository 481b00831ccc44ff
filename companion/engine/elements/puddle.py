"""Puddle: slows down as water does, and puts out fire (B7c, B32)."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.effects import Effect
from companion.engine.element import FLOOR, NO_EFFECTS, OUR_RULING, Element, register
from companion.engine.elements.water import PLACE, eased, is_still
from companion.engine.looking import Drive, Look, Rider
from companion.words import Text, sentences, text


@register
@dataclass(frozen=True, slots=True)
class Puddle(Element):
    """A square with a little water; that it puts out fire goes for everything with its trait."""

    word = "puddle"
    layer = FLOOR
    traits = frozenset({"water"})
    noun = text("Puddle")
    about = sentences(text("A movement card that begins in it loses its first square. It puts out a burning clank."), OUR_RULING)
    rule = "B32"
    example = "D4 puddle"
    experimental = True
    spreads = True
    lines = {"plan": PLACE}

    def title(self) -> Text:
        """A puddle is a puddle."""
        return text("Puddle")

    def plan(self, rider: Rider, drive: Drive, look: Look) -> tuple[Drive | None, tuple[Effect, ...]]:
        """A square less for a card that begins here."""
        return eased(drive) if is_still(look, self.square) else drive, NO_EFFECTS
