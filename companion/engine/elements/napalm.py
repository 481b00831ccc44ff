"""Napalm: burns as a flamer does, and sets pieces on fire (B16, D6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Disc, Gear, Motion, Polygon, Shape, Thrust, box, ring
from companion.engine.drawing import number_band
from companion.engine.effects import Effect, GiveStatus, Hurt
from companion.engine.element import (
    ANY,
    DEVICE,
    FIRE,
    OUR_RULING,
    Beat,
    BoardView,
    Element,
    InRegisters,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import DAMAGE, EVERY_REGISTER, REGISTERS, registers_words
from companion.engine.statuses import BURNING
from companion.engine.surfaces import device_shapes, is_carried
from companion.geometry import Heading
from companion.words import Text, sentences, text

NAPALM = Beat(FIRE, 60, "napalm", "D6")

_BLAST = (
    Polygon(ring(10, 0.5, 0, 0.33), "lava_dark"),
    Polygon(ring(10, 0.45, 18, 0.28), "lava"),
    Polygon(ring(10, 0.33, 0, 0.2), "fire"),
)
_DROP = (
    Polygon(((0.5, 0.76), (0.63, 0.52), (0.37, 0.52)), "ink"),
    Disc((0.5, 0.45), 0.15, "ink"),
    Disc((0.46, 0.44), 0.05, "oil_sheen"),
)


@register
@dataclass(frozen=True, slots=True)
class Napalm(InRegisters, Element):
    """A nozzle that spits burning oil."""

    registers: tuple[int, ...] = EVERY_REGISTER
    damage: int = 1

    word = "napalm"
    layer = DEVICE
    keys = (REGISTERS, DAMAGE)
    traits = frozenset({"harmful"})
    noun = text("Napalm")
    about = sentences(
        text(
            "Like a flamer, and it sets clanks on fire: 1 damage in every further register of "
            "the turn, until water or a repair point puts the fire out."
        ),
        OUR_RULING,
    )
    rule = "B16"
    example = "D4 napalm even"
    experimental = True
    enters_by = ANY
    lines: ClassVar[Mapping[str, int]] = {"enter": 160, "turned": 160}

    def title(self) -> Text:
        return text("Napalm, in {registers}", registers=registers_words(self.active))

    def beats(self) -> tuple[Beat, ...]:
        return (NAPALM,)

    def enter(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Damage the piece and set it on fire for each entry."""
        return self._burn(piece, view, "B16")

    def turned(self, piece: PieceView, quarters: int, view: PlayView) -> tuple[Effect, ...]:
        """Damage the piece and set it on fire for a rotate card."""
        return self._burn(piece, view, "B16")

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Damage a standing piece and set it on fire.

        The damage of burning itself comes only in the other registers.
        """
        return self._burn(piece, view, "D6")

    def _burn(self, piece: PieceView, view: PlayView, rule: str) -> tuple[Effect, ...]:
        hurt = Hurt(self.damage, self.word, self.square, rule)
        # Fire does not stack: a burning piece keeps the register in which it caught fire.
        if view.wears(piece.seat, BURNING):
            return (hurt,)
        return hurt, GiveStatus(BURNING, rule, value=str(view.register))

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a black drop in a burst of fire, with its registers."""
        return device_shapes(self, board, (*_BLAST, *_DROP, *self._numbers()))

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Turn the burst under the falling drop."""
        if is_carried(self, board):
            return ()
        return Gear(_BLAST, 72), Thrust(_DROP, (0, 0.18)), *self._numbers()

    def _numbers(self) -> tuple[Shape, ...]:
        """Draw its registers unless it is active in all."""
        return number_band(self.registers, box(0.08, 0.08, 0.92, 0.31, "ink"), 0.2, 0.16, "fire")
