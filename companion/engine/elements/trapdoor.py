"""Trapdoor: a pit in its registers, plain floor in the others (B4d, A4)."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.causes import PIT
from companion.engine.effects import Destroy, Effect
from companion.engine.element import ANY, FLOOR, REVEAL, Beat, Element, register
from companion.engine.geometry import Heading
from companion.engine.keys import registers_key, registers_words
from companion.engine.looking import Look, Rider
from companion.words import Text, text

OPENINGS = Beat(REVEAL, 40, "devices", "A4")
TRAPDOOR = "trapdoor"
"""The trait of floors that are pits while they are open: who is asked for pits finds none, for they may be crossed."""


@register
@dataclass(frozen=True, slots=True)
class Trapdoor(Element):
    """A square of floor that opens downwards."""

    registers: tuple[int, ...] = (1, 2, 3, 4, 5)

    word = "trapdoor"
    layer = FLOOR
    keys = (registers_key("1,2,3,4,5"),)
    traits = frozenset({TRAPDOOR, "harmful"})
    noun = text("Trapdoor")
    about = text("A pit in its registers: who enters then, or stands there as it opens, is destroyed. In the others it is plain floor.")
    rule = "B4d"
    example = "D4 trapdoor even"
    enters_by = ANY
    lines = {"enter": 40}

    def title(self) -> Text:
        """When it is open."""
        return text("Trapdoor, open in {registers}", registers=registers_words(self))

    def beats(self) -> tuple[Beat, ...]:
        """When devices take their state, before anybody moves."""
        return (OPENINGS,)

    def active(self, register: int) -> bool:
        """Open in the registers listed."""
        return register in self.registers

    def enter(self, rider: Rider, way: Heading, cause: str, look: Look) -> tuple[Effect, ...]:
        """Destroyed while it is open."""
        return (Destroy(PIT, self.rule),)

    def act(self, rider: Rider, beat: Beat, look: Look) -> tuple[Effect, ...]:
        """Who stands on it as it opens falls."""
        return (Destroy(PIT, "A4"),)
