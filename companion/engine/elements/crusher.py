"""Crusher: destroys the clank on its square, in its registers (7.8 [E026])."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.effects import Destroy, Effect
from companion.engine.element import BOARD, DEVICE, Beat, Element, Rider, register, registers_key
from companion.engine.events import CRUSHER

CRUSHERS = Beat(BOARD, 150, "crushers", "7.8")
_CRUSH = (Destroy(CRUSHER, "7.8"),)


@register
@dataclass(frozen=True, slots=True)
class Crusher(Element):
    """A press over a square; it stops neither movement nor beams."""

    registers: tuple[int, ...]

    word = "crusher"
    layer = DEVICE
    keys = (registers_key(None),)
    traits = frozenset({"crusher", "harmful"})
    excludes = frozenset({"rotator", "pit", "start", "repair"})
    about = "Destroys the clank that stands on its square, in the registers marked on it. In the others it is nothing."
    rule = "7.8"
    example = "E5 crusher registers=2,4"

    def beats(self) -> tuple[Beat, ...]:
        """After the rotators, before the lasers."""
        return (CRUSHERS,)

    def active(self, register: int) -> bool:
        """In the registers listed."""
        return register in self.registers

    def act(self, rider: Rider, beat: Beat) -> tuple[Effect, ...]:
        """Destroyed, powered down or not (8.2 [E134])."""
        return _CRUSH
