"""High teleporter: a teleporter that no wall stops (B5b)."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.effects import Effect
from companion.engine.element import DEVICE, NO_EFFECTS, Element, register
from companion.engine.elements.teleporter import PLACE, POWER, teleported
from companion.engine.looking import Drive, Look, Rider
from companion.words import Text, text


@register
@dataclass(frozen=True, slots=True)
class HighTeleporter(Element):
    """A field that throws ahead, high above all walls."""

    power: int = 2

    word = "high_teleporter"
    layer = DEVICE
    keys = (POWER,)
    noun = text("High teleporter")
    about = text("A clank that begins a movement card here jumps ahead over everything, two squares further than its card says.")
    rule = "B5b"
    example = "D4 high_teleporter"
    lines = {"plan": PLACE}

    def title(self) -> Text:
        """How far."""
        return text("High teleporter, {power} squares further", power=self.power)

    def plan(self, rider: Rider, drive: Drive, look: Look) -> tuple[Drive | None, tuple[Effect, ...]]:
        """A jump in place of steps, through all walls."""
        return teleported(rider, drive, look, self.power, False, "B5b"), NO_EFFECTS
