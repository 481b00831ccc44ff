"""Hydraulic trapdoor: opens in its first register and stays open to the end of the turn (B4e, A4)."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.causes import PIT
from companion.engine.effects import Destroy, Effect
from companion.engine.element import ANY, FLOOR, OUR_RULING, Beat, Element, register
from companion.engine.elements.trapdoor import OPENINGS, TRAPDOOR
from companion.engine.geometry import Heading
from companion.engine.keys import registers_key, registers_words, word_key
from companion.engine.looking import Look, Rider
from companion.words import Text, sentences, text


@register
@dataclass(frozen=True, slots=True)
class HydraulicTrapdoor(Element):
    """A trapdoor that is slow to close: it `closes` at the end of the turn, or of its registers."""

    registers: tuple[int, ...] = (1, 2, 3, 4, 5)
    closes: str = "turn"

    word = "hydraulic_trapdoor"
    layer = FLOOR
    keys = (
        registers_key("1,2,3,4,5"),
        word_key("closes", ("turn", "register"), "turn", "when it closes: at the end of the turn, or after each of its registers"),
    )
    traits = frozenset({TRAPDOOR, "harmful"})
    noun = text("Hydraulic trapdoor")
    about = sentences(text("A trapdoor that opens in its first register and stays open to the end of the turn: a pit for that long."), OUR_RULING)
    rule = "B4e"
    example = "D4 hydraulic_trapdoor registers=3"
    experimental = True
    enters_by = ANY
    lines = {"enter": 40}

    def title(self) -> Text:
        """When it is open."""
        return text("Hydraulic trapdoor, open in {registers}", registers=registers_words(self))

    def beats(self) -> tuple[Beat, ...]:
        """When devices take their state, before anybody moves."""
        return (OPENINGS,)

    def active(self, register: int) -> bool:
        """Open from the first register listed on, or in those listed."""
        return register >= min(self.registers) if self.closes == "turn" else register in self.registers

    def enter(self, rider: Rider, way: Heading, cause: str, look: Look) -> tuple[Effect, ...]:
        """Destroyed while it is open."""
        return (Destroy(PIT, self.rule),)

    def act(self, rider: Rider, beat: Beat, look: Look) -> tuple[Effect, ...]:
        """Who stands on it as it opens falls."""
        return (Destroy(PIT, "A4"),)
