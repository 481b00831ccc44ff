"""Giant trapdoor: a trapdoor of four squares (B4c, A4)."""
from __future__ import annotations

from dataclasses import dataclass, replace

from companion.engine.causes import PIT
from companion.engine.effects import Destroy, Effect
from companion.engine.element import ANY, FLOOR, Beat, Element, register
from companion.engine.elements.trapdoor import OPENINGS, TRAPDOOR
from companion.engine.geometry import Heading, Square, block, turned_corner
from companion.engine.keys import number_key, registers_key, registers_words
from companion.engine.looking import Look, Rider
from companion.words import Text, text


@register
@dataclass(frozen=True, slots=True)
class GiantTrapdoor(Element):
    """A block of floor that opens downwards, from its south-west corner on."""

    registers: tuple[int, ...] = (1, 2, 3, 4, 5)
    size: int = 2

    word = "giant_trapdoor"
    layer = FLOOR
    keys = (registers_key("1,2,3,4,5"), number_key("size", 2, 2, 2, "its length and width in squares"))
    traits = frozenset({TRAPDOOR, "harmful"})
    noun = text("Giant trapdoor")
    about = text("Four squares that are a pit in its registers: who enters then, or stands there as it opens, is destroyed. Else it is plain floor.")
    rule = "B4c"
    example = "D4 giant_trapdoor registers=3"
    enters_by = ANY
    lines = {"enter": 40}

    def title(self) -> Text:
        """When it is open."""
        return text("Giant trapdoor, open in {registers}", registers=registers_words(self))

    def beats(self) -> tuple[Beat, ...]:
        """When devices take their state, before anybody moves."""
        return (OPENINGS,)

    def active(self, register: int) -> bool:
        """Open in the registers listed."""
        return register in self.registers

    def covers(self) -> tuple[Square, ...]:
        """The whole block."""
        return block(self.square, self.size)

    def enter(self, rider: Rider, way: Heading, cause: str, look: Look) -> tuple[Effect, ...]:
        """Destroyed while it is open."""
        return (Destroy(PIT, self.rule),)

    def act(self, rider: Rider, beat: Beat, look: Look) -> tuple[Effect, ...]:
        """Who stands on it as it opens falls."""
        return (Destroy(PIT, "A4"),)

    def carried(self, square: Square, quarters: int) -> Element:
        """Its corner in the south-west is another one then."""
        return replace(self, square=turned_corner(square, self.size, quarters))
