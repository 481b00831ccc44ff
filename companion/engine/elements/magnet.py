"""Magnet: pulls every piece in its line one square towards it (C9)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.art import Arc, Disc, Motion, Shape, Thrust, bar, box, chevron, facing
from companion.engine.causes import DRAW
from companion.engine.drawing import four, mounted, plate, stops
from companion.engine.effects import NOBODY, Effect, Shift
from companion.engine.element import (
    BOARD,
    MOUNT,
    NO_EFFECTS,
    Beat,
    BoardView,
    Element,
    InRegisters,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import EVERY_REGISTER, RANGE, REGISTERS, registers_words
from companion.geometry import Heading, Square, opposite
from companion.words import SIDES, Text, text

MAGNETS = Beat(BOARD, 90, "magnets", "C9")
_PULL = tuple((Shift(heading, DRAW, NOBODY, "C9", "C9"),) for heading in range(4))


_SHOE = (
    Arc((0.5, 0.72), 0.24, -90, 90, "ink", 0.25),
    box(0.135, 0.4, 0.385, 0.73, "ink"),
    box(0.615, 0.4, 0.865, 0.73, "ink"),
    Arc((0.5, 0.72), 0.24, -90, 90, "magnet", 0.19),
    box(0.165, 0.55, 0.355, 0.725, "magnet"),
    box(0.645, 0.55, 0.835, 0.725, "magnet"),
    box(0.165, 0.43, 0.355, 0.55, "paper"),
    box(0.645, 0.43, 0.835, 0.55, "paper"),
)
"""A horseshoe whose poles point into the square."""
_POLES = (
    *four((box(0.35, 0.6, 0.65, 0.93, "ink"),)),
    *four((box(0.38, 0.6, 0.62, 0.9, "magnet"), box(0.38, 0.78, 0.62, 0.9, "paper"))),
    Disc((0.5, 0.5), 0.22, "ink"),
    Disc((0.5, 0.5), 0.18, "magnet"),
)


@register
@dataclass(frozen=True, slots=True)
class Magnet(InRegisters, Element):
    """A magnet on a side of its square, or in the middle, pulling from all four sides."""

    side: Heading | None = None
    """None for the middle."""
    range: int | None = None
    registers: tuple[int, ...] = EVERY_REGISTER

    word = "magnet"
    layer = MOUNT
    sided = "side"
    keys = (RANGE, REGISTERS)
    traits = frozenset({"mover"})
    noun = text("Magnet")
    about = text(
        "Pulls every clank in its line one square towards it, and pushes nobody. Without a wall to "
        "hang on it pulls from all four sides."
    )
    rule = "C9"
    example = "D4 magnet N"

    def title(self) -> Text:
        if self.side is None:
            return text(
                "Magnet, pulls from four sides, in {registers}",
                registers=registers_words(self.active),
            )
        return text(
            "Magnet on the {side} side, in {registers}",
            side=SIDES[self.side],
            registers=registers_words(self.active),
        )

    def beats(self) -> tuple[Beat, ...]:
        return (MAGNETS,)

    def walls(self) -> tuple[Heading, ...]:
        return () if self.side is None else (self.side,)

    def reach(self, board: BoardView, register: int | None = None) -> tuple[Square, ...]:
        """Return its own square and its lines, up to a wall or its range."""
        return (
            self.square,
            *(
                square
                for direction in self._ways()
                for square in self._line(board, direction, register)
            ),
        )

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Pull the piece one square towards the magnet; one on its square stays there."""
        for direction in self._ways():
            if piece.square in view.line(self.square, direction)[1 : self.range]:
                return _PULL[opposite(direction)]
        return NO_EFFECTS

    def _ways(self) -> tuple[Heading, ...]:
        """Return the directions in which it reaches."""
        return (0, 1, 2, 3) if self.side is None else (opposite(self.side),)

    def _line(
        self, board: BoardView, direction: Heading, register: int | None
    ) -> tuple[Square, ...]:
        """Return the squares from which it pulls on one side."""
        return board.beam(self.square, direction, register)[1 : self.range]

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a horseshoe on its wall, or four poles, with its registers and arrows towards it."""
        if self.side is None:
            return *_POLES, *plate(self.registers, 0.5), *self._pull(board)
        return *self._pull(board), *mounted((*_SHOE, *bar()), self.registers, self.side, 0.25)

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Let the arrows jerk towards it."""
        if self.side is None:
            here = *_POLES, *plate(self.registers, 0.5)
        else:
            here = mounted((*_SHOE, *bar()), self.registers, self.side, 0.25)
        jerks = ((0.0, 0.2), (0.2, 0.0), (0.0, -0.2), (-0.2, 0.0))
        return *(
            Thrust(facing(arrows, opposite(direction)), jerks[opposite(direction)])
            for direction, arrows in self._arrows(board)
        ), *here

    def _pull(self, board: BoardView) -> tuple[Shape, ...]:
        return tuple(
            shape
            for direction, arrows in self._arrows(board)
            for shape in facing(arrows, opposite(direction))
        )

    def _arrows(self, board: BoardView) -> list[tuple[Heading, tuple[Shape, ...]]]:
        """Return for each direction the arrows on its squares, drawn for a magnet in the north."""
        found = ((direction, len(self._line(board, direction, None))) for direction in self._ways())
        # Each is a head in ink with a smaller one over it.
        sizes = (0.32, "ink"), (0.24, "magnet")
        return [
            (
                direction,
                tuple(
                    chevron((0.5, y), 0, size, colour)
                    for y in stops(far + 1)[1:]
                    for size, colour in sizes
                ),
            )
            for direction, far in found
        ]
