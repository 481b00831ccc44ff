"""Gas: shuts down who ends its card in it (B28)."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.effects import Begin, Effect
from companion.engine.element import AREA, NO_EFFECTS, Element, register
from companion.engine.geometry import Heading
from companion.engine.keys import registers_key, registers_words
from companion.engine.looking import Look, Rider
from companion.engine.statuses import SHUT_DOWN
from companion.words import Text, text

_PHASES = 5
_CHOKE = (Begin(SHUT_DOWN, "B28", phases=_PHASES, later=True),)


@register
@dataclass(frozen=True, slots=True)
class Gas(Element):
    """A square of a cloud of gas."""

    registers: tuple[int, ...] = (1, 2, 3, 4, 5)

    word = "gas"
    layer = AREA
    keys = (registers_key("1,2,3,4,5"),)
    spreads = True
    traits = frozenset({"gas", "harmful"})
    noun = text("Gas")
    about = text("A clank that ends its card in it is shut down for the next five registers: its cards have no effect, and it does not shoot.")
    rule = "B28"
    example = "B4 gas to=C6"
    lines = {"rest": 280}

    def title(self) -> Text:
        """When it is there."""
        return text("Gas, in {registers}", registers=registers_words(self))

    def active(self, register: int) -> bool:
        """In the registers listed."""
        return register in self.registers

    def rest(self, rider: Rider, way: Heading, cause: str, look: Look) -> tuple[Effect, ...]:
        """Shut down at once, then for five phases from the next one on; a copy only repeats cards and has none to be shut down."""
        return _CHOKE if rider.kind == "clank" and not look.wears(rider.seat, SHUT_DOWN) else NO_EFFECTS
