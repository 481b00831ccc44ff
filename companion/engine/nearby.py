"""The squares around a clank's last checkpoint, for putting it there by hand (rulebook 12.1)."""
from __future__ import annotations

from typing import Final

from companion.engine.board import Board
from companion.engine.geometry import E, N, S, Square, column_row
from companion.engine.state import State

MOST: Final = 8
"""How many squares are worth offering: one ring around a square."""
DANGERS: Final = frozenset({"belt", "pusher", "harmful", "deadly"})
"""The traits of elements that move or harm a clank that only stands there."""


def squares_near(state: State, seat: int) -> tuple[Square, ...]:
    """Free squares around the last checkpoint of a clank, itself first if it is free, then ring by ring (diagonals count as one), at most 8.

    In a ring safe squares come before dangerous ones, and then those furthest ahead of the stored heading, the middle before the sides,
    right before left. Walls between do not count: the clank is put there, it does not move.
    """
    board = state.race.board
    # There always is one: a clank begins with its start (2.7).
    place, heading = state.clank(seat).checkpoints[-1]
    # The clank's own square counts as taken, too: it would not be put anywhere else by that.
    taken = {clank.square for clank in state.clanks} | board.having("pit")
    dangerous = _dangerous(board)
    column, row = column_row(place)

    def order(square: Square) -> tuple[int, bool, int, int, int]:
        """Ring, danger, and where it lies seen from the checkpoint."""
        across, up = column_row(square)
        ahead, right = _seen(heading, across - column, up - row)
        return max(abs(ahead), abs(right)), square in dangerous, -ahead, abs(right), -right

    return tuple(sorted((square for square in board.squares if square not in taken), key=order)[:MOST])


def _seen(heading: int, east: int, north: int) -> tuple[int, int]:
    """How far ahead and how far to the right a place lies for one who faces that way; squares, negative for behind and left."""
    if heading == N:
        return north, east
    if heading == E:
        return east, -north
    return (-north, -east) if heading == S else (-east, north)


def _dangerous(board: Board) -> frozenset[Square]:
    """The squares on which something moves or harms whoever stands there."""
    return frozenset(square for element in board.elements if element.traits & DANGERS for square in element.reach(board))
