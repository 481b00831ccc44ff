"""What a player must know of a piece to choose its cards: place, goal, state and owner."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.engine.board import Board
from companion.games.scene import Piece, Standing
from companion.geometry import Square, column_row
from companion.session.pictures import sign_of
from companion.session.session import Session
from companion.session.view import Bearing
from companion.words import NOTHING, WAYS, facts, term, text

DIRECTIONS: Final = (
    WAYS[0],
    term("way", "north-east"),
    WAYS[1],
    term("way", "south-east"),
    WAYS[2],
    term("way", "south-west"),
    WAYS[3],
    term("way", "north-west"),
)
"""The eight directions, clockwise from north."""
SLANT: Final = 0.4142
"""The tangent of 22.5 degrees: below that ratio a direction is a straight one."""


def bearing_of(
    session: Session, piece: Piece | None, row: Standing | None, board: Board | None, seat: int
) -> Bearing:
    """Return the state of a seat's piece; without pieces, the facts of the standings alone."""
    owner = session.setup.seat(seat).owner
    whose = None if owner is None or owner == seat else sign_of(session, owner)
    facing = NOTHING
    if piece is not None and piece.square is not None:
        facing = text(
            "{square}, facing {heading}", square=piece.square, heading=WAYS[piece.heading]
        )
    if row is None:
        return Bearing(facing, whose=whose)
    ahead, goal = row.ahead, row.goal
    if (
        piece is not None
        and piece.square is not None
        and board is not None
        and goal not in (None, piece.square)
    ):
        ahead = text(
            "{way} on {square}, {direction}",
            way=ahead,
            square=goal,
            direction=DIRECTIONS[direction(board, piece.square, goal)],
        )
    rings = [badge.meaning for badge in piece.badges if badge.ring] if piece is not None else []
    return Bearing(
        facing, ahead, facts([row.state, *(fact.words for fact in row.facts), *rings]), goal, whose
    )


def direction(board: Board, start: Square, end: Square) -> int:
    """Return the index in `DIRECTIONS` from one square to another, also over joined sides."""
    (column, row), (to_column, to_row) = column_row(start), column_row(end)
    east, north = to_column - column, to_row - row
    if board.joined and 2 * abs(east) > board.columns:
        east += board.columns if east < 0 else -board.columns
    straight = abs(east) < SLANT * abs(north), abs(north) < SLANT * abs(east)
    signs = (
        0 if straight[0] else (east > 0) - (east < 0),
        0 if straight[1] else (north > 0) - (north < 0),
    )
    return _TURNED[signs]


_TURNED: Final[Mapping[tuple[int, int], int]] = {
    (0, 1): 0,
    (1, 1): 1,
    (1, 0): 2,
    (1, -1): 3,
    (0, -1): 4,
    (-1, -1): 5,
    (-1, 0): 6,
    (-1, 1): 7,
}
"""The index in `DIRECTIONS` for the signs of the distances to the east and to the north."""
