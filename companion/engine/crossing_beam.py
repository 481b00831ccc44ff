"""The common base of beams that act on a piece which enters, turns in or stands in them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.effects import Effect
from companion.engine.element import ANY, MOUNT, BoardView, Element, PieceView, PlayView
from companion.geometry import Heading, Square, opposite


@dataclass(frozen=True, slots=True)
class CrossingBeam(Element):
    """An emitter on a side of its square, whose beam passes through all pieces, up to a wall."""

    side: Heading

    layer = MOUNT
    sided = "side"
    traits = frozenset({"beam", "harmful"})
    enters_by = ANY

    def struck(self, piece: PieceView, view: PlayView) -> tuple[Effect, ...]:
        """Return what happens to a piece that enters the beam or turns in it."""
        raise NotImplementedError

    def walls(self) -> tuple[Heading, ...]:
        return (self.side,)

    def reach(self, board: BoardView, register: int | None = None) -> tuple[Square, ...]:
        return board.beam(self.square, opposite(self.side), register)

    def minds(self, hook: str, board: BoardView, register: int) -> tuple[Square, ...]:
        """Return its beam, so that all hooks are asked there."""
        return self.reach(board, register)

    def enter(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        return self.struck(piece, view)

    def turned(self, piece: PieceView, quarters: int, view: PlayView) -> tuple[Effect, ...]:
        return self.struck(piece, view)
