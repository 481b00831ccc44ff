"""What is broken at an emulated reader, and what that does to its sensors, switches and lights; `broken` reads it from words."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from companion.signals import PULL, PUSH, SLOTS
from companion.table.rig.optics import CELLS

Colour: TypeAlias = tuple[int, int, int]
IN_PLACE: Final = tuple(range(1, SLOTS + 1))
DARK: Final = (0, 0, 0)


class Defects(NamedTuple):
    """What is broken at one reader; slots and cells count from 1, as people count them.

    `lights` are the slots whose lock light never shines, `sensors` those that give only a share (0-1) of what they should, as (slot, cell,
    share). `cables` are the slots whose cable is plugged in where that of slot 1, 2, 3 … belongs. The switches (PULL, PUSH) of `stuck` are
    always closed, those of `open` never; `crossed`: their wires are exchanged. `turned`: the strip of lights is the other way round.
    """

    lights: tuple[int, ...] = ()
    sensors: tuple[tuple[int, int, float], ...] = ()
    cables: tuple[int, ...] = IN_PLACE
    stuck: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    crossed: bool = False
    turned: bool = False

    def shares(self, slot: int) -> tuple[float, ...]:
        """What the eight sensors of a slot give of what they should."""
        weak = {cell: share for broken, cell, share in self.sensors if broken == slot}
        return tuple(weak.get(cell, 1.0) for cell in range(1, CELLS + 1))

    def closed(self, handle: str) -> tuple[bool, bool]:
        """Whether current flows through the wires of the pull and of the push switch, with the handle there."""
        pull, push = (switch in self.stuck or handle == switch and switch not in self.open for switch in (PULL, PUSH))
        return (push, pull) if self.crossed else (pull, push)

    def shining(self, pixels: Sequence[Colour]) -> tuple[Colour, ...]:
        """How the lights of slots 1 to 5 shine, by the colours of the pixels in the order of the wire."""
        placed = reversed(pixels) if self.turned else pixels
        return tuple(DARK if slot in self.lights else colour for slot, colour in enumerate(placed, 1))


SOUND: Final = Defects()


def defects_from(told: Any) -> Defects:
    """Defects as JSON has brought them."""
    lights, sensors, cables, stuck, opened, crossed, turned = told
    weak = tuple((slot, cell, share) for slot, cell, share in sensors)
    return Defects(tuple(lights), weak, tuple(cables), tuple(stuck), tuple(opened), crossed, turned)
