"""Repair point: a checkpoint that takes damage away (7.11, 7.12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Disc, Gear, Motion, Shape, box, facing, gear
from companion.engine.element import CARRIER, DEVICE, BoardView, Element, register
from companion.engine.keys import number_key, word_key
from companion.words import Text, text

CHECKPOINT = word_key(
    "checkpoint", ("yes", "no"), "yes", "whether a clank that touched it comes back there"
)
_WHEEL, _AXLE = gear(8, 0.25, 0.17, "repair"), Disc((0.5, 0.5), 0.08, "ink")
_TRAITS = {"yes": frozenset({"checkpoint", "repair"}), "no": frozenset({"repair"})}


@register
@dataclass(frozen=True, slots=True)
class Repair(Element):
    """A repair point. The rules of touching and healing look at it."""

    value: int = 1
    """1 for a hollow one and 2 for one with a gear."""
    checkpoint: str = "yes"

    word = "repair"
    layer = DEVICE
    keys = (
        number_key("value", 1, 2, 1, "the damage it removes: 1 (hollow) or 2 (with a gear)"),
        CHECKPOINT,
    )
    codes: ClassVar[Mapping[str, str]] = {"r1": "repair value=1", "r2": "repair value=2"}
    # As a device it would fit onto these; the rules want it on a square without them (2.3 [E188]).
    excludes = frozenset({CARRIER, "pit", "start"})
    noun = text("Repair point")
    about = text(
        "Touch it and your clank comes back here after a destruction, unless its ring is parted. "
        "Removes 1 damage, or 2 if it shows a gear."
    )
    rule = "7.12"
    example = "C1 repair value=1"

    # Most kinds have the same traits for all; here some are checkpoints.
    @property
    def traits(self) -> frozenset[str]:  # type: ignore[override]
        """A repair point that is no checkpoint only repairs, and puts out fires."""
        return _TRAITS[self.checkpoint]

    def repairs(self) -> int:
        return self.value

    def title(self) -> Text:
        if self.checkpoint == "no":
            if self.value == 1:
                return text("Hollow repair point, no checkpoint")
            return text("Repair point with a gear, no checkpoint")
        return text("Hollow repair point") if self.value == 1 else text("Repair point with a gear")

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a ring in a dark bed, with its gear if it has one.

        Four notches part the ring of one that is no checkpoint.
        """
        bed: tuple[Shape, ...] = (
            Disc((0.5, 0.5), 0.44, "ink"),
            Disc((0.5, 0.5), 0.42, "repair", 0.32),
        )
        if self.checkpoint == "no":
            bed += tuple(
                shape
                for direction in range(4)
                for shape in facing((box(0.44, 0.81, 0.56, 0.93, "ink"),), direction)
            )
        return (*bed, Disc((0.5, 0.5), 0.24, "floor")) if self.value == 1 else (*bed, _WHEEL, _AXLE)

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Turn the gear, if it has one."""
        if self.value == 1:
            return ()
        return Disc((0.5, 0.5), 0.3, "ink"), Gear((_WHEEL,), 180, 45), _AXLE
