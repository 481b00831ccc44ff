"""U-turn gear: turns the clank on it half round in every register (C13d)."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.causes import ROTATOR
from companion.engine.effects import Effect, Spin
from companion.engine.element import CARRIER, Beat, Element, register
from companion.engine.elements.rotator import ROTATORS
from companion.engine.geometry import ABOUT
from companion.engine.looking import Look, Rider
from companion.words import Text, text

_SPIN = (Spin(ABOUT, ROTATOR, "C13d"),)


@register
@dataclass(frozen=True, slots=True)
class UturnGear(Element):
    """A turntable that goes half round."""

    word = "uturn_gear"
    layer = CARRIER
    noun = text("U-turn gear")
    about = text("Turns the clank that stands on it half round, in every register.")
    rule = "C13d"
    example = "D4 uturn_gear"

    def title(self) -> Text:
        """A gear is a gear."""
        return text("U-turn gear")

    def beats(self) -> tuple[Beat, ...]:
        """Together with the rotators."""
        return (ROTATORS,)

    def act(self, rider: Rider, beat: Beat, look: Look) -> tuple[Effect, ...]:
        """Half round on the spot."""
        return _SPIN
