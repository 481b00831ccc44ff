"""Electric fence: stops and hurts pieces in its registers, and lets all beams pass (B3a)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Line, Shape, box, facing
from companion.engine.causes import BEAM
from companion.engine.drawing import mounted, strength
from companion.engine.effects import Effect, HurtOnce
from companion.engine.element import (
    OUR_RULING,
    BoardView,
    InRegisters,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import DAMAGE, EVERY_REGISTER, REGISTERS, registers_words
from companion.engine.on_sides import Barrier
from companion.geometry import Heading
from companion.words import SIDES, Text, sentences, text

_BOLT = (
    (0.02, 0.94),
    (0.24, 1.07),
    (0.22, 0.99),
    (0.46, 1.1),
    (0.54, 0.9),
    (0.78, 1.01),
    (0.76, 0.93),
    (0.98, 1.06),
)
_FENCE: tuple[Shape, ...] = (
    *(Line(((0.0, y), (1.0, y)), "ink", 0.05) for y in (0.94, 1.06)),
    *(Line(((0.0, y), (1.0, y)), "steel", 0.025) for y in (0.94, 1.06)),
    Line(_BOLT, "ink", 0.12),
    Line(_BOLT, "hazard", 0.065),
    *(
        shape
        for x in (0.0, 1.0)
        for shape in (
            box(x - 0.08, 0.85, x + 0.08, 1.15, "ink"),
            box(x - 0.05, 0.88, x + 0.05, 1.12, "steel"),
        )
    ),
)


@register
@dataclass(frozen=True, slots=True)
class ElectricFence(InRegisters, Barrier):
    """A fence on a side of its square."""

    registers: tuple[int, ...] = EVERY_REGISTER
    damage: int = 1

    word = "e_fence"
    keys = (REGISTERS, DAMAGE)
    traits = frozenset({"spikes"})
    noun = text("Electric fence")
    about = sentences(
        text(
            "In its registers it stops clanks and hurts them, once for each card. Beams and shots "
            "always pass."
        ),
        OUR_RULING,
    )
    rule = "B3a"
    example = "D4 e_fence N odd"
    experimental = True
    lines: ClassVar[Mapping[str, int]] = {"blocks": 30, "bump": 30}

    def title(self) -> Text:
        return text(
            "Electric fence on the {side} side, in {registers}",
            side=SIDES[self.side],
            registers=registers_words(self.active),
        )

    def blocks(self, direction: Heading, cause: str, view: PlayView) -> bool:
        """Stop every piece, but no beams."""
        return cause != BEAM

    def bump(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Damage a piece that moves against it for any reason, but not one that only pushes."""
        return (HurtOnce(self.damage, self.word, self.square, "B3a", self.word),)

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw posts with wires and a flash, its registers, and damage above one."""
        return *mounted(_FENCE, self.registers, self.side, 0.66), *facing(
            strength(self.damage, (0.84, 0.8)), self.side
        )
