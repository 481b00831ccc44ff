"""Hydraulic pusher: pushes the piece on its square on and on, up to a wall (C12b)."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.causes import PUSHER
from companion.engine.effects import Effect, Go, Shift
from companion.engine.element import MOUNT, Beat, Element, register
from companion.engine.elements.pusher import PUSHERS
from companion.engine.geometry import Heading, opposite
from companion.engine.keys import registers_key, registers_words
from companion.engine.looking import Look, Rider
from companion.words import SIDES, Text, text

FARTHEST = 12
_PUSH = tuple((Go(Shift(heading, PUSHER, "", "C12b", "C12b"), FARTHEST),) for heading in range(4))


@register
@dataclass(frozen=True, slots=True)
class HydraulicPusher(Element):
    """A pusher with a long piston, hanging on a side of its square."""

    side: Heading
    registers: tuple[int, ...] = (1, 2, 3, 4, 5)

    word = "hydraulic_pusher"
    layer = MOUNT
    sided = "side"
    keys = (registers_key("1,2,3,4,5"),)
    traits = frozenset({"mover"})
    noun = text("Hydraulic pusher")
    about = text("Pushes the clank on its square away from the wall it hangs on, square after square, until something stops the row.")
    rule = "C12b"
    example = "D4 hydraulic_pusher S odd"

    def title(self) -> Text:
        """Where it hangs and when it pushes."""
        return text("Hydraulic pusher on the {side} side, in {registers}", side=SIDES[self.side], registers=registers_words(self))

    def beats(self) -> tuple[Beat, ...]:
        """Together with the pushers."""
        return (PUSHERS,)

    def active(self, register: int) -> bool:
        """In the registers listed."""
        return register in self.registers

    def walls(self) -> tuple[Heading, ...]:
        """The mount is a wall on its side."""
        return (self.side,)

    def act(self, rider: Rider, beat: Beat, look: Look) -> tuple[Effect, ...]:
        """Square after square away from the mount, in rounds with all others."""
        return _PUSH[opposite(self.side)]
