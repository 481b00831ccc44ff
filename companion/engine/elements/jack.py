"""Jack in the box: throws the clank on it one square ahead and turns it around (C2)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.art import Bare, Disc, Line, Motion, Polygon, Shape, Thrust, box, ring
from companion.engine.causes import THROW
from companion.engine.drawing import plate
from companion.engine.effects import NOBODY, Effect, Shift, Spin
from companion.engine.element import (
    BOARD,
    DEVICE,
    OUR_RULING,
    Beat,
    BoardView,
    Element,
    InRegisters,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import EVERY_REGISTER, REGISTERS, registers_words
from companion.geometry import ABOUT
from companion.words import Text, sentences, text

JACKS = Beat(BOARD, 20, "jacks", "C2")
_THROW = tuple(
    (Shift(heading, THROW, NOBODY, "C2", "C2"), Spin(ABOUT, THROW, "C2")) for heading in range(4)
)


_ZIGZAG = ((0.5, 0.2), *((0.38 if n % 2 else 0.62, 0.26 + 0.09 * n) for n in range(5)), (0.5, 0.7))
_SPRING = (
    # Longer than visible at rest: the part in the box comes out with the star.
    Line(_ZIGZAG, "ink", 0.1),
    Line(_ZIGZAG, "pusher", 0.05),
    Polygon(tuple((x, y + 0.26) for x, y in ring(6, 0.23, inner=0.13)), "ink"),
    Polygon(tuple((x, y + 0.26) for x, y in ring(6, 0.19, inner=0.11)), "fire"),
    Disc((0.5, 0.76), 0.055, "ink"),
)
_BOX = (
    box(0.13, 0.03, 0.87, 0.38, "ink"),
    box(0.16, 0.06, 0.84, 0.36, "plum"),
    box(0.1, 0.34, 0.9, 0.42, "ink"),
    box(0.12, 0.355, 0.88, 0.405, "plum_pale"),
)


@register
@dataclass(frozen=True, slots=True)
class Jack(InRegisters, Element):
    """A box with a spring on its square."""

    registers: tuple[int, ...] = EVERY_REGISTER

    word = "jack"
    layer = DEVICE
    keys = (REGISTERS,)
    traits = frozenset({"mover"})
    noun = text("Jack in the box")
    about = sentences(
        text(
            "Throws the clank on it one square the way it faces, then turns it round. It "
            "pushes nobody; a clank that is stopped is only turned."
        ),
        OUR_RULING,
    )
    rule = "C2"
    example = "D4 jack odd"
    experimental = True

    def title(self) -> Text:
        return text("Jack in the box, in {registers}", registers=registers_words(self.active))

    def beats(self) -> tuple[Beat, ...]:
        return (JACKS,)

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Throw the piece one square ahead, and turn it by half wherever it ends."""
        return _THROW[piece.heading]

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a box with its registers, out of which a star springs."""
        return *_SPRING, *_BOX, *plate(self.registers, 0.2)

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        return Bare(), Thrust(_SPRING, (0, 0.22)), *_BOX, *plate(self.registers, 0.2)
