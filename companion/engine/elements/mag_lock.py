"""Magnetic lock: holds the clank on it in its registers (B6)."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.causes import JUMP
from companion.engine.effects import Effect, Halt
from companion.engine.element import ANY, DEVICE, NO_EFFECTS, OUR_RULING, Element, register
from companion.engine.geometry import Heading
from companion.engine.keys import registers_key, registers_words
from companion.engine.looking import Drive, Look, Rider
from companion.words import Text, sentences, text

_HALT = (Halt("B6"),)


@register
@dataclass(frozen=True, slots=True)
class MagLock(Element):
    """A magnet in the floor, on in `registers`."""

    registers: tuple[int, ...] = (1, 2, 3, 4, 5)

    word = "mag_lock"
    layer = DEVICE
    keys = (registers_key("1,2,3,4,5"),)
    noun = text("Magnetic lock")
    about = sentences(text("In the registers marked on it, it stops who comes across, and nothing moves a clank off it. Rotate cards work."), OUR_RULING)
    rule = "B6"
    example = "D4 mag_lock registers=1,2"
    experimental = True
    enters_by = ANY
    lines = {"plan": 50, "enter": 60, "holds": 60}

    def title(self) -> Text:
        """When it is on."""
        return text("Magnetic lock, on in {registers}", registers=registers_words(self))

    def active(self, register: int) -> bool:
        """In the registers listed."""
        return register in self.registers

    def holds(self, rider: Rider, way: Heading, cause: str, look: Look) -> bool:
        """Against every step; a portal acts before it does (3.4 5), and a teleporter is not even asked."""
        return cause != JUMP

    def plan(self, rider: Rider, drive: Drive, look: Look) -> tuple[Drive | None, tuple[Effect, ...]]:
        """No movement card has an effect here."""
        return (None if drive.moves else drive), NO_EFFECTS

    def enter(self, rider: Rider, way: Heading, cause: str, look: Look) -> tuple[Effect, ...]:
        """Whatever movement is under way ends."""
        return _HALT
