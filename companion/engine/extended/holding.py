"""What keeps a piece from going somewhere: whoever may not be pushed, what holds it on its square, barriers on the edge (elements 3.4 1, 3.5)."""

from __future__ import annotations

from companion.engine.effects import NOBODY, Shift
from companion.engine.element import Element
from companion.engine.extended.piece import Piece
from companion.engine.extended.play import ExtendedPlay
from companion.geometry import Heading


def may_push(play: ExtendedPlay, mover: Piece, other: Piece, shift: Shift, on: str) -> bool:
    """Whether a cause pushes somebody: all, nobody, or only those on the mover's own slick (3.5)."""
    if shift.spares == NOBODY:
        return False
    return not on or other.square in play.tables.joined(mover.square, on)


def is_held(play: ExtendedPlay, piece: Piece, way: Heading, cause: str) -> bool:
    """Whether something holds a piece on its square (3.4 1): what it stands on, or that it is sunk."""
    if piece.sunk:
        return True
    holding = play.tables.holding
    return (
        bool(holding)
        and piece.grounded
        and any(element.holds(piece, way, cause, play) for element in holding.get(piece.square, ()))
    )


def gated(play: ExtendedPlay, piece: Piece, way: Heading, cause: str) -> Element | None:
    """The first barrier that stops a piece on this edge; what is named in files stands on the ground, so that it stops nobody above."""
    square = piece.square
    # What hangs behind a plain wall stops nobody; before the outside it does (3.4 1, 2).
    if square not in play.tables.gated[way] or (square, way) in play.tables.board.walls:
        return None
    return next(
        (barrier for barrier in play.tables.gates[square, way] if barrier.blocks(way, cause, play)),
        None,
    )
