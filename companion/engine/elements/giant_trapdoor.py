"""Giant trapdoor: a trapdoor of four squares (B4c, A4)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.art import Caption, Fall, Line, Motion, Polygon, Shape, Thrust, box, numerals
from companion.engine.element import BoardView, Element, register
from companion.engine.elements.trapdoor import Trapdoor, brackets, carries
from companion.engine.keys import EVERY_REGISTER, REGISTERS, fixed_size_key, registers_words
from companion.geometry import Square, block, turned_corner
from companion.words import Text, text

_SHAFT: tuple[Shape, ...] = (
    box(0.03, 0.03, 1.97, 1.97, "hazard"),
    *(
        Polygon(
            (
                (0.03 + n / 5, y),
                (0.13 + n / 5, y),
                (0.13 + n / 5, y + 0.1),
                (0.03 + n / 5, y + 0.1),
            ),
            "ink",
        )
        for y in (0.03, 1.87)
        for n in range(10)
    ),
    box(0.09, 0.12, 1.91, 1.88, "pit"),
)
_WEST = (
    box(0.09, 0.12, 0.975, 1.88, "steel"),
    box(0.15, 0.18, 0.92, 1.82, "rail"),
    box(0.8, 0.85, 0.88, 1.15, "ink"),
)
_EAST = (
    box(1.025, 0.12, 1.91, 1.88, "steel"),
    box(1.08, 0.18, 1.85, 1.82, "rail"),
    box(1.12, 0.85, 1.2, 1.15, "ink"),
)
_BRACES = tuple(
    Line(line, "steel", 0.07)
    for line in (
        ((0.18, 0.25), (0.72, 0.95)),
        ((0.18, 1.75), (0.72, 1.05)),
        ((1.82, 0.25), (1.28, 0.95)),
        ((1.82, 1.75), (1.28, 1.05)),
    )
)
_OPENS = 0.8


@register
@dataclass(frozen=True, slots=True)
class GiantTrapdoor(Trapdoor):
    """A block of floor that opens downwards, from its south-west corner on."""

    size: int = 2

    word = "giant_trapdoor"
    keys = (REGISTERS, fixed_size_key(2, "its length and width in squares"))
    spreads = False
    noun = text("Giant trapdoor")
    about = text(
        "Four squares that are a pit in its registers: a clank that enters then, or stands "
        "there as it opens, is destroyed. At other times it is plain floor."
    )
    rule = "B4c"
    example = "D4 giant_trapdoor registers=3"

    def title(self) -> Text:
        return text("Giant trapdoor, open in {registers}", registers=registers_words(self.active))

    def covers(self) -> tuple[Square, ...]:
        return block(self.square, self.size)

    def carried(self, square: Square, quarters: int) -> Element:
        """Turn with a room, by its new south-west corner."""
        return replace(self, square=turned_corner(square, self.size, quarters))

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw two large leaves over a shaft, with their registers; only corners under a belt."""
        if carries(self, board):
            return *brackets(self.size), *self._numbers()
        return *_SHAFT, *_WEST, *_EAST, *_BRACES, *self._numbers()

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Open the leaves, and swallow destroyed pieces."""
        if carries(self, board):
            return (Fall(120),)
        west: tuple[Shape, ...] = (*_WEST, *_BRACES[:2])
        east: tuple[Shape, ...] = (*_EAST, *_BRACES[2:])
        return (
            *_SHAFT,
            Thrust(west, (-_OPENS, 0)),
            Thrust(east, (_OPENS, 0)),
            *self._numbers(),
            Fall(120),
        )

    def _numbers(self) -> tuple[Shape, ...]:
        """Draw its registers unless it is open in all."""
        if len(self.registers) == len(EVERY_REGISTER):
            return ()
        digits = numerals(self.registers, 0, 0.3, "paper")
        placed = tuple(
            digit._replace(centre=(1 + (digit.centre[0] - 0.5) * 1.4, 1.56))
            for digit in digits
            if isinstance(digit, Caption)
        )
        return box(0.5, 1.38, 1.5, 1.74, "ink"), *placed
