"""Flamer: burns pieces that enter it, turn on it or stand on it in the fire stage (B15, D5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Disc, Motion, Polygon, Shape, Thrust, box
from companion.engine.drawing import number_band
from companion.engine.effects import Effect, Hurt
from companion.engine.element import (
    ANY,
    DEVICE,
    FIRE,
    Beat,
    BoardView,
    Element,
    InRegisters,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import DAMAGE, EVERY_REGISTER, REGISTERS, registers_words
from companion.engine.surfaces import device_shapes, is_carried
from companion.geometry import Heading
from companion.words import Text, text

FLAMERS = Beat(FIRE, 50, "flamers", "D5")

_GRATE: tuple[Shape, ...] = (
    Disc((0.5, 0.5), 0.47, "steel"),
    Disc((0.5, 0.5), 0.42, "ink"),
    *(box(0.2, y, 0.8, y + 0.045, "rail") for y in (0.22, 0.36, 0.5, 0.64)),
)
_FLAME = (
    Polygon(
        (
            (0.5, 0.96),
            (0.58, 0.76),
            (0.68, 0.66),
            (0.7, 0.78),
            (0.79, 0.55),
            (0.77, 0.35),
            (0.66, 0.22),
            (0.5, 0.18),
            (0.34, 0.22),
            (0.23, 0.35),
            (0.22, 0.52),
            (0.3, 0.7),
            (0.34, 0.6),
            (0.42, 0.74),
        ),
        "lava",
    ),
    Polygon(
        (
            (0.5, 0.72),
            (0.57, 0.54),
            (0.65, 0.44),
            (0.64, 0.32),
            (0.5, 0.23),
            (0.36, 0.32),
            (0.36, 0.46),
            (0.45, 0.54),
        ),
        "fire",
    ),
)


@register
@dataclass(frozen=True, slots=True)
class Flamer(InRegisters, Element):
    """A grate over a flame."""

    registers: tuple[int, ...] = EVERY_REGISTER
    damage: int = 1

    word = "flamer"
    layer = DEVICE
    keys = (REGISTERS, DAMAGE)
    traits = frozenset({"harmful"})
    noun = text("Flamer")
    about = text(
        "In its registers: damage for a clank that enters it, even in the middle of a "
        "move, or turns on it; and damage for a clank on it after the lasers."
    )
    rule = "B15"
    example = "D4 flamer odd"
    enters_by = ANY
    lines: ClassVar[Mapping[str, int]] = {"enter": 150, "turned": 150}

    def title(self) -> Text:
        return text("Flamer, in {registers}", registers=registers_words(self.active))

    def beats(self) -> tuple[Beat, ...]:
        return (FLAMERS,)

    def enter(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Damage the piece for each entry."""
        return (Hurt(self.damage, self.word, self.square, "B15"),)

    def turned(self, piece: PieceView, quarters: int, view: PlayView) -> tuple[Effect, ...]:
        """Damage the piece for a rotate card."""
        return (Hurt(self.damage, self.word, self.square, "B15"),)

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Damage a standing piece once more."""
        return (Hurt(self.damage, self.word, self.square, "D5"),)

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a flame over a round grate, with its registers."""
        return device_shapes(self, board, (*_GRATE, *_FLAME, *self._numbers()))

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        if is_carried(self, board):
            return ()
        return *_GRATE, Thrust(_FLAME, (0, 0.14)), *self._numbers()

    def _numbers(self) -> tuple[Shape, ...]:
        """Draw its registers unless it is active in all."""
        return number_band(self.registers, box(0.08, 0.08, 0.92, 0.31, "ink"), 0.2, 0.16, "fire")
