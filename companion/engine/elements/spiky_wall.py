"""Spiky wall: a wall that hurts pieces that it stops (B2d)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Polygon, Shape, bar, facing
from companion.engine.drawing import strength
from companion.engine.effects import Effect, HurtOnce
from companion.engine.element import BoardView, PieceView, PlayView, register
from companion.engine.keys import DAMAGE
from companion.engine.on_sides import Barrier
from companion.geometry import Heading
from companion.words import SIDES, Text, text

_SPIKES = tuple(
    Polygon(
        ((x - 0.11 + edge, 1.0), (x, 1 + way * (0.25 - 1.6 * edge)), (x + 0.11 - edge, 1.0)), colour
    )
    for edge, colour in ((0.0, "ink"), (0.03, "magnet"))
    for way in (-1, 1)
    for x in (0.12, 0.31, 0.5, 0.69, 0.88)
)


@register
@dataclass(frozen=True, slots=True)
class SpikyWall(Barrier):
    """A wall with spikes on both faces, on a side of its square."""

    damage: int = 1

    word = "spiky_wall"
    keys = (DAMAGE,)
    traits = frozenset({"spikes"})
    noun = text("Spiky wall")
    about = text(
        "A wall. A clank that drives, is pushed or is carried against it takes damage, once for "
        "each card."
    )
    rule = "B2d"
    example = "D4 spiky_wall N"
    lines: ClassVar[Mapping[str, int]] = {"blocks": 20, "bump": 20}

    def title(self) -> Text:
        return text("Spiky wall on the {side} side", side=SIDES[self.side])

    def blocks(self, direction: Heading, cause: str, view: PlayView) -> bool:
        return True

    def bump(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Damage a piece that moves against it for any reason, but not one that only pushes."""
        return (HurtOnce(self.damage, self.word, self.square, "B2d", self.word),)

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a wall with spikes on both faces, and its damage if that is more than one."""
        return facing((*_SPIKES, *bar(0.05), *strength(self.damage, (0.5, 0.8))), self.side)
