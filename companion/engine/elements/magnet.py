"""Magnet: pulls every piece in its line one square towards it (C9)."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.board import Board
from companion.engine.causes import DRAW
from companion.engine.effects import NOBODY, Effect, Shift
from companion.engine.element import BOARD, MOUNT, NO_EFFECTS, Beat, Element, register
from companion.engine.geometry import Heading, Square, opposite
from companion.engine.keys import RANGE, registers_key, registers_words
from companion.engine.looking import Look, Rider
from companion.words import SIDES, Text, text

MAGNETS = Beat(BOARD, 90, "magnets", "C9")
_PULL = tuple((Shift(heading, DRAW, NOBODY, "C9", "C9"),) for heading in range(4))


@register
@dataclass(frozen=True, slots=True)
class Magnet(Element):
    """A magnet on a side of its square, or with the side None in the middle, pulling from all four sides."""

    side: Heading | None = None
    range: int | None = None
    registers: tuple[int, ...] = (1, 2, 3, 4, 5)

    word = "magnet"
    layer = MOUNT
    sided = "side"
    keys = (RANGE, registers_key("1,2,3,4,5"))
    traits = frozenset({"mover"})
    noun = text("Magnet")
    about = text("Pulls every clank in its line one square towards it, and pushes nobody. Without a wall to hang on it pulls from all four sides.")
    rule = "C9"
    example = "D4 magnet N"

    def title(self) -> Text:
        """Where it hangs, and when it pulls."""
        if self.side is None:
            return text("Magnet, pulls from four sides, in {registers}", registers=registers_words(self))
        return text("Magnet on the {side} side, in {registers}", side=SIDES[self.side], registers=registers_words(self))

    def beats(self) -> tuple[Beat, ...]:
        """After the flip belts."""
        return (MAGNETS,)

    def active(self, register: int) -> bool:
        """In the registers listed."""
        return register in self.registers

    def walls(self) -> tuple[Heading, ...]:
        """The mount is a wall on its side."""
        return () if self.side is None else (self.side,)

    def reach(self, board: Board, register: int | None = None) -> tuple[Square, ...]:
        """Its own square and its lines, up to a wall or its range."""
        return (self.square, *(square for way in self._ways() for square in self._line(board, way, register)))

    def act(self, rider: Rider, beat: Beat, look: Look) -> tuple[Effect, ...]:
        """One square towards the magnet; who is on its square stays there."""
        for way in self._ways():
            if rider.square in self._line(look.board, way, look.register):
                return _PULL[opposite(way)]
        return NO_EFFECTS

    def _ways(self) -> tuple[Heading, ...]:
        """The directions in which it reaches."""
        return (0, 1, 2, 3) if self.side is None else (opposite(self.side),)

    def _line(self, board: Board, way: Heading, register: int | None) -> tuple[Square, ...]:
        """The squares from which it pulls, on one side of its own."""
        return board.beam(self.square, way, register)[1:self.range]
