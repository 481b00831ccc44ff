"""Piston: shoots away a clank that ends a card on it (B17)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import (
    Caption,
    Line,
    Motion,
    Shape,
    Thrust,
    box,
    chevron,
    facing,
    moving,
    numerals,
)
from companion.engine.causes import THROW
from companion.engine.effects import Effect, Shift, TakeSteps
from companion.engine.element import (
    DEVICE,
    OUR_RULING,
    BoardView,
    Element,
    InRegisters,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import EVERY_REGISTER, REGISTERS, number_key, registers_words
from companion.engine.surfaces import device_shapes, is_carried
from companion.geometry import Heading
from companion.words import WAYS, Text, sentences, text

_SHOVE = tuple(Shift(heading, THROW, "", "B17", "B17") for heading in range(4))

_BED = box(0.1, 0.02, 0.9, 0.98, "ink"), box(0.13, 0.05, 0.87, 0.95, "belt")
_BASE = box(0.1, 0.02, 0.9, 0.3, "ink"), box(0.13, 0.05, 0.87, 0.27, "rust")
_SPRING = tuple(
    Line(
        ((0.26, 0.28), (0.74, 0.34), (0.26, 0.4), (0.74, 0.46), (0.26, 0.52), (0.74, 0.58)),
        colour,
        width,
    )
    for colour, width in (("ink", 0.1), ("paper", 0.055))
)
_HEAD = (
    box(0.13, 0.56, 0.87, 0.72, "ink"),
    box(0.16, 0.59, 0.84, 0.69, "pusher"),
    chevron((0.5, 0.84), 0, 0.34, "hazard"),
)
_STROKE = 0.3


@register
@dataclass(frozen=True, slots=True)
class Piston(InRegisters, Element):
    """A plate with a spring under it, which shoots to its `heading`."""

    heading: Heading
    power: int = 2
    registers: tuple[int, ...] = EVERY_REGISTER

    word = "piston"
    layer = DEVICE
    sided = "heading"
    keys = (number_key("power", 1, 9, 2, "how many squares it shoots"), REGISTERS)
    traits = frozenset({"mover"})
    noun = text("Piston")
    about = sentences(
        text(
            "In its registers a clank whose card ends here, a rotate card too, is shot some "
            "squares in its direction. It pushes others."
        ),
        OUR_RULING,
    )
    rule = "B17"
    example = "D4 piston E odd"
    experimental = True
    lines: ClassVar[Mapping[str, int]] = {"rest": 170}

    def title(self) -> Text:
        return text(
            "Piston to the {way}, power {power}, in {registers}",
            way=WAYS[self.heading],
            power=self.power,
            registers=registers_words(self.active),
        )

    def rest(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Shoot the piece square by square, until a wall or a row stops it."""
        return (TakeSteps(_SHOVE[self.heading], self.power),)

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a spring between a block and a plate with an arrow.

        The block shows its registers, or how far it shoots.
        """
        return device_shapes(
            self, board, (*facing((*_BED, *_SPRING, *_HEAD, *_BASE), self.heading), *self._said())
        )

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        if is_carried(self, board):
            return ()
        parts: tuple[Motion, ...] = (
            *_BED,
            Thrust(_SPRING, (0, _STROKE / 2)),
            Thrust(_HEAD, (0, _STROKE)),
            *_BASE,
        )
        return *moving(parts, self.heading), *self._said()

    def _said(self) -> tuple[Shape, ...]:
        if len(self.registers) < len(EVERY_REGISTER):
            return facing(numerals(self.registers, 0.16, 0.18, "paper", self.heading), self.heading)
        return facing((Caption(f"+{self.power}", (0.5, 0.16), 0.18, "hazard"),), self.heading)
