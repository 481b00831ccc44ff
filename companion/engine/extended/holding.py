"""Find what keeps a piece from moving: a piece not to be pushed, a holding square, a barrier.

See elements 3.4 1, 3.5.
"""

from __future__ import annotations

from companion.engine.effects import NOBODY, Shift
from companion.engine.element import Element
from companion.engine.extended.piece import ExtendedPiece
from companion.engine.extended.play import ExtendedPlay
from companion.geometry import Heading


def may_push(
    play: ExtendedPlay, mover: ExtendedPiece, other: ExtendedPiece, shift: Shift, on: str
) -> bool:
    """Say whether a cause pushes a piece: all, nobody, or only those on the mover's slick (3.5)."""
    if shift.spares == NOBODY:
        return False
    return not on or other.square in play.register_tables.joined(mover.square, on)


def is_held(play: ExtendedPlay, piece: ExtendedPiece, direction: Heading, cause: str) -> bool:
    """Say whether something holds a piece on its square, or it is sunk (3.4 1)."""
    if piece.sunk:
        return True
    holding = play.register_tables.holding
    return (
        bool(holding)
        and piece.grounded
        and any(
            element.holds(piece, direction, cause, play)
            for element in holding.get(piece.square, ())
        )
    )


def gated(
    play: ExtendedPlay, piece: ExtendedPiece, direction: Heading, cause: str
) -> Element | None:
    """Return the first barrier that stops a piece on this edge, or None.

    Barriers in files are on the ground, so they stop nobody above.
    """
    square = piece.square
    # A barrier behind a plain wall stops nobody; before the outside it does (3.4 1, 2).
    if (
        square not in play.register_tables.gated[direction]
        or (square, direction) in play.register_tables.board.walls
    ):
        return None
    return next(
        (
            barrier
            for barrier in play.register_tables.gates[square, direction]
            if barrier.blocks(direction, cause, play)
        ),
        None,
    )
