"""The map on phones: what must be seen although a piece stands on it."""

from __future__ import annotations

import pytest

from companion.app.loop import open_session
from companion.games import find_game
from companion.phones.drawing import map_of
from companion.session.messages import Begin
from companion.session.session import replace
from companion.session.view import BoardPicture
from tests.session.evenings import begun, shipped


def drawn(board: BoardPicture, square: str | None, heading: int) -> str:
    """Draw a map on which the first piece stands on a square, and no other one anywhere."""
    piece = replace(board.pieces[0], square=square, heading=heading)
    return map_of(replace(board, pieces=(piece,)), "/CODE", "Map")


@pytest.mark.parametrize("heading", range(4))
def test_a_flag_under_a_piece_stays_in_sight(heading: int) -> None:
    """Small, with its number, drawn after the piece, behind its nose."""
    board = begun(board=shipped()).view.board
    assert board is not None
    number, square = board.markers[0]
    said = drawn(board, square, heading)
    piece, under = said.rindex("<polygon"), said.index('class="under"')
    assert under > piece and said[under:].count(f">{number}</text>") == 1
    assert 'class="under"' not in drawn(board, None, heading)


def test_a_target_under_a_robot_stays_in_sight() -> None:
    """What the screen draws in the corner of a square is drawn on phones, too."""
    loop = open_session(seed=3, players=("person",) * 3, game=find_game("cardbot"))
    loop.send(Begin())
    board = loop.view.board
    assert board is not None
    targets = [one.square for one in board.board.elements if one.corner(board.board)]
    free = next(name for name in ("D4", "D1", "E4") if name not in targets)
    assert targets and all('class="under"' in drawn(board, square, 0) for square in targets)
    assert 'class="under"' not in drawn(board, free, 0)
