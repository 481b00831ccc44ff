"""High teleporter: a teleporter that no wall stops (B5b)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Caption, Polygon, Shape, ring
from companion.engine.effects import Effect
from companion.engine.element import (
    DEVICE,
    NO_EFFECTS,
    BoardView,
    Drive,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.elements.teleporter import PLACE, POWER, teleported
from companion.words import Text, count, text

_STAR = (
    Polygon(ring(8, 0.49, 0, 0.38), "ink"),
    Polygon(ring(8, 0.45, 0, 0.35), "hazard"),
    Polygon(ring(8, 0.3), "ink"),
)


@register
@dataclass(frozen=True, slots=True)
class HighTeleporter(Element):
    """A field that throws ahead, high above all walls."""

    power: int = 2

    word = "high_teleporter"
    layer = DEVICE
    keys = (POWER,)
    noun = text("High teleporter")
    about = text(
        "A clank that begins a movement card here jumps ahead over everything: as far as its "
        "card says, plus the number shown."
    )
    rule = "B5b"
    example = "D4 high_teleporter"
    lines: ClassVar[Mapping[str, int]] = {"plan": PLACE}

    def title(self) -> Text:
        return count(
            "High teleporter, {power} square further",
            "High teleporter, {power} squares further",
            self.power,
            power=self.power,
        )

    def plan(
        self, piece: PieceView, drive: Drive, view: PlayView
    ) -> tuple[Drive | None, tuple[Effect, ...]]:
        """Replace the steps by a jump through all walls."""
        return teleported(piece, drive, view, self.power, False, "B5b"), NO_EFFECTS

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a star with its power."""
        return *_STAR, Caption(f"+{self.power}", (0.5, 0.5), 0.24, "hazard")
