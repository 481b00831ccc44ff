"""The common bases of elements that stand on a side of their square."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.effects import Effect
from companion.engine.element import ANY, BARRIER, MOUNT, BoardView, Element, PieceView, PlayView
from companion.geometry import Heading, Square, opposite


@dataclass(frozen=True, slots=True)
class Barrier(Element):
    """Something that stops crossings of its side when its `blocks` says so.

    A plain wall would not know which piece it stops.
    """

    side: Heading

    layer = BARRIER
    sided = "side"

    def gates(self) -> tuple[Heading, ...]:
        return (self.side,)


@dataclass(frozen=True, slots=True)
class Mount(Element):
    """Something that hangs on its side, which is therefore a wall."""

    side: Heading

    layer = MOUNT
    sided = "side"

    def walls(self) -> tuple[Heading, ...]:
        return (self.side,)


@dataclass(frozen=True, slots=True)
class Beam(Mount):
    """An emitter whose beam passes through all pieces, up to a wall."""

    traits = frozenset({"beam"})
    enters_by = ANY

    def reach(self, board: BoardView, register: int | None = None) -> tuple[Square, ...]:
        return board.beam(self.square, opposite(self.side), register)

    def minds(self, hook: str, board: BoardView, register: int) -> tuple[Square, ...]:
        """Return its beam, so that all hooks are asked there."""
        return self.reach(board, register)


@dataclass(frozen=True, slots=True)
class CrossingBeam(Beam):
    """A beam that acts on a piece that enters it, turns in it or stands in it."""

    traits = frozenset({"beam", "harmful"})

    def struck(self, piece: PieceView, view: PlayView) -> tuple[Effect, ...]:
        """Return what happens to a piece that enters the beam or turns in it."""
        raise NotImplementedError

    def enter(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        return self.struck(piece, view)

    def turned(self, piece: PieceView, quarters: int, view: PlayView) -> tuple[Effect, ...]:
        return self.struck(piece, view)
