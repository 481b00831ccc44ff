"""Force field: stops pieces in its registers, and lets all beams pass (B2e)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Disc, Shape
from companion.engine.causes import BEAM
from companion.engine.drawing import mounted
from companion.engine.element import OUR_RULING, BoardView, InRegisters, PlayView, register
from companion.engine.keys import EVERY_REGISTER, REGISTERS, registers_words
from companion.engine.on_sides import Barrier
from companion.geometry import Heading
from companion.words import SIDES, Text, sentences, text

_FIELD = (
    *(
        Disc((0.18 + 0.16 * n, 1.0), radius, colour)
        for radius, colour in ((0.085, "ink"), (0.06, "energy"))
        for n in range(5)
    ),
    *(Disc((0.26 + 0.16 * n, y), 0.035, "energy") for y in (0.91, 1.09) for n in range(4)),
    *(
        Disc((x, 1.0), radius, colour)
        for x in (0.0, 1.0)
        for radius, colour in ((0.15, "ink"), (0.12, "steel"), (0.06, "energy"))
    ),
)


@register
@dataclass(frozen=True, slots=True)
class ForceField(InRegisters, Barrier):
    """A field on a side of its square."""

    registers: tuple[int, ...] = EVERY_REGISTER

    word = "force_field"
    keys = (REGISTERS,)
    noun = text("Force field")
    about = sentences(
        text("Stops clanks in its registers. Beams and shots always pass."), OUR_RULING
    )
    rule = "B2e"
    example = "D4 force_field N odd"
    experimental = True
    lines: ClassVar[Mapping[str, int]] = {"blocks": 20}

    def title(self) -> Text:
        return text(
            "Force field on the {side} side, in {registers}",
            side=SIDES[self.side],
            registers=registers_words(self.active),
        )

    def blocks(self, direction: Heading, cause: str, view: PlayView) -> bool:
        """Stop every piece, but no beams."""
        return cause != BEAM

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw two poles with a double row of sparks, and the registers in which it is on."""
        return mounted(_FIELD, self.registers, self.side, 0.72)
