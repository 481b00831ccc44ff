"""Hydraulic trapdoor: opens in its first register and closes at the end of the turn (B4e, A4)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.art import Caption, Fall, Motion, Polygon, Shape, Thrust, box, numerals, shrunk
from companion.engine.element import OUR_RULING, BoardView, register
from companion.engine.elements.trapdoor import Trapdoor, brackets, carries
from companion.engine.keys import REGISTERS, registers_words, word_key
from companion.words import Text, sentences, text

_SHAFT: tuple[Shape, ...] = (
    box(0.02, 0.02, 0.98, 0.98, "hazard"),
    *(
        Polygon(((0.02, y), (0.98, y), (0.98, y + 0.07), (0.02, y + 0.07)), "ink")
        for y in (0.09, 0.25, 0.41, 0.57, 0.73, 0.87)
    ),
    box(0.14, 0.05, 0.86, 0.95, "pit"),
)
_LEAF = box(0.14, 0.05, 0.86, 0.95, "steel"), box(0.18, 0.09, 0.82, 0.91, "rail")
_RODS = tuple(
    shape
    for x in (0.22, 0.66)
    for shape in (
        box(x, 0.1, x + 0.12, 0.34, "ink"),
        box(x + 0.02, 0.12, x + 0.1, 0.32, "crusher"),
        box(x + 0.04, 0.32, x + 0.08, 0.56, "paper"),
    )
)
_OPENS = 0.7


@register
@dataclass(frozen=True, slots=True)
class HydraulicTrapdoor(Trapdoor):
    """A trapdoor that is slow to close."""

    closes: str = "turn"
    """"turn" if it closes at the end of the turn, else at the end of its registers."""

    word = "hydraulic_trapdoor"
    keys = (
        REGISTERS,
        word_key(
            "closes",
            ("turn", "register"),
            "turn",
            "when it closes: at the end of the turn, or after each of its registers",
        ),
    )
    noun = text("Hydraulic trapdoor")
    about = sentences(
        text(
            "A trapdoor that opens in its first register and stays open, as a pit, to the end "
            "of the turn."
        ),
        OUR_RULING,
    )
    rule = "B4e"
    example = "D4 hydraulic_trapdoor registers=3"
    experimental = True

    def title(self) -> Text:
        return text(
            "Hydraulic trapdoor, open in {registers}", registers=registers_words(self.active)
        )

    def active(self, register: int) -> bool:
        """Say whether it is open: from its first register on, or in its registers."""
        return (
            register >= min(self.registers) if self.closes == "turn" else register in self.registers
        )

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a leaf over a shaft on two hydraulic rods; only corners under a belt.

        "3+" means from register 3 on.
        """
        if carries(self, board):
            return *brackets(), *shrunk(self._numbers(), 0.7, (0.5, -0.06))
        return *_SHAFT, *_LEAF, *_RODS, *self._numbers()

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Open the leaf, and swallow destroyed pieces."""
        if carries(self, board):
            return (Fall(120),)
        return *_SHAFT, Thrust((*_LEAF, *_RODS), (0, -_OPENS)), *self._numbers(), Fall(120)

    def _numbers(self) -> tuple[Shape, ...]:
        """Draw the registers in which it is open."""
        plate = box(0.14, 0.6, 0.86, 0.9, "ink")
        if self.closes == "turn":
            return plate, Caption(f"{min(self.registers)}+", (0.5, 0.75), 0.22, "paper")
        return plate, *numerals(self.registers, 0.75, 0.2, "paper")
