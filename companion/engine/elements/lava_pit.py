"""Lava pit: always a pit; in its registers it erupts over the squares around it (B4b, D7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Disc, Fall, Motion, Polygon, Shape, Thrust, box, ring
from companion.engine.causes import PIT
from companion.engine.drawing import number_band
from companion.engine.effects import Destroy, Effect, Hurt
from companion.engine.element import (
    ANY,
    CARRIER,
    FIRE,
    FLOOR,
    OUR_RULING,
    Beat,
    BoardView,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import EVERY_REGISTER, REGISTERS, registers_listed
from companion.geometry import Heading, Square, column_row, square_name
from companion.words import Text, sentences, text

ERUPTIONS = Beat(FIRE, 70, "lava pits", "D7")
_FALL = (Destroy(PIT, "B4b"),)

_CRUST = box(0, 0, 1, 1, "ink"), box(0.03, 0.03, 0.97, 0.97, "lava_dark")
_POOL = (
    Polygon(ring(9, 0.46, 10, 0.37), "lava"),
    Polygon(ring(7, 0.3, 0, 0.24), "fire"),
    Disc((0.5, 0.5), 0.17, "pit"),
)
_DROPS = (
    Disc((0.12, 0.85), 0.07, "fire"),
    Disc((0.88, 0.88), 0.05, "fire"),
    Disc((0.9, 0.55), 0.04, "fire"),
    Disc((0.09, 0.45), 0.045, "fire"),
)


@register
@dataclass(frozen=True, slots=True)
class LavaPit(Element):
    """A pit of lava; in its `registers` it erupts."""

    registers: tuple[int, ...] = EVERY_REGISTER

    word = "lava_pit"
    layer = FLOOR
    keys = (REGISTERS,)
    spreads = True
    traits = frozenset({"pit", "deadly"})
    excludes = frozenset({CARRIER})
    noun = text("Lava pit")
    about = sentences(
        text(
            "A pit at all times. In its registers it erupts: 1 damage to every clank on the "
            "eight squares around it, even behind walls."
        ),
        OUR_RULING,
    )
    rule = "B4b"
    example = "D4 lava_pit odd"
    experimental = True
    enters_by = ANY
    lines: ClassVar[Mapping[str, int]] = {"enter": 40}

    def title(self) -> Text:
        return text("Lava pit, erupts in {registers}", registers=registers_listed(self.registers))

    def beats(self) -> tuple[Beat, ...]:
        return (ERUPTIONS,)

    def reach(self, board: BoardView, register: int | None = None) -> tuple[Square, ...]:
        """Return the eight squares around it, in its registers.

        It is a pit in all registers, so `active` does not know them.
        """
        if register is not None and register not in self.registers:
            return ()
        column, row = column_row(self.square)
        return tuple(
            square_name(east, north)
            for north in range(max(0, row - 1), min(board.rows, row + 2))
            for east in range(max(0, column - 1), min(board.columns, column + 2))
            if (east, north) != (column, row)
        )

    def enter(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Destroy the piece, in any register."""
        return _FALL

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Damage the pieces around it; several pits add up."""
        return (Hurt(1, self.word, self.square, "D7"),)

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a glowing pool with a black throat and drops, and its registers."""
        return *_CRUST, *_POOL, *_DROPS, *self._numbers()

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Let drops fly up, and swallow destroyed pieces."""
        spouts = (
            Thrust((Disc((0.5, 0.5), 0.09, "fire"),), way)
            for way in ((0.3, 0.55), (-0.35, 0.5), (0.6, 0.1), (-0.6, -0.05), (0.1, 0.75))
        )
        return *_CRUST, *_POOL, *spouts, *self._numbers(), Fall(120)

    def _numbers(self) -> tuple[Shape, ...]:
        """Draw its registers unless it erupts in all."""
        return number_band(self.registers, box(0, 0, 1, 0.29, "ink"), 0.18, 0.16, "fire")
