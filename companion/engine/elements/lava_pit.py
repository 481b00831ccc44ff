"""Lava pit: always a pit; it erupts over the squares around it (B4b, D7)."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.board import Board
from companion.engine.causes import PIT
from companion.engine.effects import Destroy, Effect, Hurt
from companion.engine.element import ANY, CARRIER, FIRE, FLOOR, OUR_RULING, Beat, Element, register
from companion.engine.geometry import Heading, Square, column_row, square_name
from companion.engine.keys import registers_key, registers_listed
from companion.engine.looking import Look, Rider
from companion.words import Text, sentences, text

ERUPTIONS = Beat(FIRE, 70, "lava pits", "D7")
_FALL = (Destroy(PIT, "B4b"),)


@register
@dataclass(frozen=True, slots=True)
class LavaPit(Element):
    """A pit of lava; in its `registers` it erupts."""

    registers: tuple[int, ...] = (1, 2, 3, 4, 5)

    word = "lava_pit"
    layer = FLOOR
    keys = (registers_key("1,2,3,4,5"),)
    traits = frozenset({"pit", "deadly"})
    excludes = frozenset({CARRIER})
    noun = text("Lava pit")
    about = sentences(
        text("A pit at all times. In its registers it erupts: one damage to every clank on the eight squares around it, walls or not."), OUR_RULING,
    )
    rule = "B4b"
    example = "D4 lava_pit odd"
    experimental = True
    enters_by = ANY
    lines = {"enter": 40}

    def title(self) -> Text:
        """When it erupts."""
        return text("Lava pit, erupts in {registers}", registers=registers_listed(self.registers))

    def beats(self) -> tuple[Beat, ...]:
        """In the fire stage, after the fires."""
        return (ERUPTIONS,)

    def reach(self, board: Board, register: int | None = None) -> tuple[Square, ...]:
        """The eight squares around it, in its registers. It is a pit in all of them, so `active` says nothing of this."""
        if register is not None and register not in self.registers:
            return ()
        column, row = column_row(self.square)
        return tuple(
            square_name(east, north) for north in range(max(0, row - 1), min(board.rows, row + 2))
            for east in range(max(0, column - 1), min(board.columns, column + 2)) if (east, north) != (column, row)
        )

    def enter(self, rider: Rider, way: Heading, cause: str, look: Look) -> tuple[Effect, ...]:
        """Destroyed, whether it erupts or not."""
        return _FALL

    def act(self, rider: Rider, beat: Beat, look: Look) -> tuple[Effect, ...]:
        """A damage to everybody around it; several pits add up."""
        return (Hurt(1, self.word, self.square, "D7"),)
