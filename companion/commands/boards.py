"""`clockwork-derby boards`: the boards that there are: those that come with the game, and those that people have painted at this table."""
from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.app.loop import boards_of
from companion.app.own_boards import board_path, kept_boards
from companion.commands import Subparsers
from companion.commands._options import add_game, add_state, game_of, state_of
from companion.commands._terminal import complain
from companion.errors import DerbyError
from companion.games.base import Board, Game
from companion.session.lobby.own_boards import looked_through

NAME = "boards"
FAULTY: Final = 2


def add(subparsers: Subparsers) -> None:
    """Which game, and where own boards are kept."""
    parser = subparsers.add_parser(
        NAME, help="list the boards of a game, and your own", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_game(parser, "whose boards")
    add_state(parser)


def run(args: argparse.Namespace) -> int:
    """A line for each board; 2 where files of own boards cannot be read, which does not stop the others."""
    game, folder = game_of(args), state_of(args)
    if not game.boards:
        raise DerbyError(f"{game.title} is played without a board")
    for entry in boards_of(game):
        print(f"{entry.key}: {_size(entry.title, entry.board)}")
    if game.painting is None:
        return 0
    print(*_own(game, folder), sep="\n")
    trouble = kept_boards(folder, game).trouble
    if trouble:
        complain(str(trouble))
    return FAULTY if trouble else 0


def _own(game: Game, folder: Path) -> Iterator[str]:
    """Own boards with their files, which every other command takes."""
    kept = kept_boards(folder, game).boards
    if not kept:
        yield f"no own boards are kept in {folder}"
    for own in kept:
        looked = looked_through(game, own)
        assert looked.board is not None, "what no game can read is left out"
        state = f"not to be played on yet ({looked.why})" if looked.why else "yours"
        yield f"{own.key}: {_size(looked.title, looked.board)}, {state}, in {board_path(folder, own.key)}"


def _size(title: str, board: Board) -> str:
    return f"{title}, {board.columns}×{board.rows} squares, {len(board.starts)} starts"
