"""Repeater: a movement card that ends on it is executed again (B33)."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.causes import PUSH
from companion.engine.effects import REGISTER_LONG, Again, Effect, Remember
from companion.engine.element import DEVICE, MOVE, NO_EFFECTS, TURN_CARD, Beat, Element, register
from companion.engine.geometry import Heading
from companion.engine.looking import Look, Rider
from companion.words import Text, text

REPEATS = Beat(MOVE, 330, "repeaters", "B33")
_ENDED = "ended on"


@register
@dataclass(frozen=True, slots=True)
class Repeater(Element):
    """A plate that reads a card once more."""

    word = "repeater"
    layer = DEVICE
    traits = frozenset({"mover"})
    noun = text("Repeater")
    about = text("After all moves, a clank whose movement card ended here executes it again; and again where it ends on a repeater, five times at most.")
    rule = "B33"
    example = "D4 repeater"
    lines = {"rest": 330}

    def title(self) -> Text:
        """It has no keys."""
        return text("Repeater")

    def beats(self) -> tuple[Beat, ...]:
        """After the last card of the register."""
        return (REPEATS,)

    def rest(self, rider: Rider, way: Heading, cause: str, look: Look) -> tuple[Effect, ...]:
        """Where the card of a piece ended is noted: who is only pushed here repeats nothing."""
        return NO_EFFECTS if cause in (TURN_CARD, PUSH) else (Remember(_ENDED, self.square, REGISTER_LONG, "B33"),)

    def act(self, rider: Rider, beat: Beat, look: Look) -> tuple[Effect, ...]:
        """Once more, if it still stands where its card ended."""
        return (Again("B33"),) if look.drove(rider.seat) and look.recall(str(rider.seat), _ENDED) == self.square else NO_EFFECTS
