"""The map on phones: what must be visible although a piece is on it."""

from __future__ import annotations

import pytest

from companion.app.loop import open_session
from companion.games import find_game
from companion.phones.drawing import map_of
from companion.session.messages import Begin
from companion.session.view import BoardPicture
from tests.session.evenings import begun, shipped


def drawn(board: BoardPicture, square: str | None, heading: int) -> str:
    """Draw a map with the first piece on a square, and no other pieces."""
    piece = board.pieces[0]._replace(square=square, heading=heading)
    return map_of(board._replace(pieces=(piece,)), "/CODE", "Map")


@pytest.mark.parametrize("heading", range(4))
def test_a_flag_under_a_piece_stays_in_sight(heading: int) -> None:
    """Draw a flag small, with its number, after its piece, behind its nose."""
    board = begun(board=shipped()).view.board
    assert board is not None
    number, square = board.markers[0]
    said = drawn(board, square, heading)
    piece, under = said.rindex("<polygon"), said.index('class="under"')
    assert under > piece and said[under:].count(f">{number}</text>") == 1
    assert 'class="under"' not in drawn(board, None, heading)


def test_a_target_under_a_robot_stays_in_sight() -> None:
    """Draw the target in the corner of a robot's square, as on the screen."""
    loop = open_session(seed=3, players=("person",) * 3, game=find_game("cardbot"))
    loop.send(Begin())
    board = loop.view.board
    assert board is not None
    targets = [one.square for one in board.board.elements if one.corner(board.board)]
    free = next(name for name in ("D4", "D1", "E4") if name not in targets)
    assert targets and all('class="under"' in drawn(board, square, 0) for square in targets)
    assert 'class="under"' not in drawn(board, free, 0)
