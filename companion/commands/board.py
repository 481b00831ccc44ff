"""`clockwork-derby board`: read board files, say what is wrong with them or odd about them, and name the shipped boards."""
from __future__ import annotations

import argparse

from companion.commands import Subparsers
from companion.commands._boards import board_at
from companion.commands._files import spread
from companion.commands._options import add_game, game_of
from companion.commands._terminal import complain
from companion.errors import DerbyError, FormatFault
from companion.games.base import Board, Game

NAME = "board"
FAULTY = 2


def add(subparsers: Subparsers) -> None:
    """Files or shipped boards, or the list of these, of one game."""
    parser = subparsers.add_parser(NAME, help="validate board files, or list the shipped boards", description=__doc__)
    parser.add_argument("files", nargs="*", metavar="FILE", help="a board file, a folder with board files, or the name of a shipped board")
    parser.add_argument("--list", action="store_true", help="print the names of the shipped boards")
    add_game(parser, "whose boards they are")


def run(args: argparse.Namespace) -> int:
    """A line for each board and one for each warning; 2 when a board cannot be read, which does not stop the others.

    Warnings are no faults: such a board can be played on.
    """
    game = game_of(args)
    if not game.boards:
        raise DerbyError(f"{game.title} is played without a board")
    if args.list:
        print(*game.boards, sep="\n")
    elif not args.files:
        raise DerbyError("no board given: name a board file or a shipped board, or use --list")
    status = 0
    for path in spread(args.files, game.board_ending):
        try:
            # A file says itself whose it is.
            print(*_report(path, *board_at(path, None if args.game is None else game)), sep="\n")
        except FormatFault as fault:
            status = FAULTY
            complain(fault)
    return status


def _report(path: str, game: Game, board: Board) -> list[str]:
    """What the board is, then what is odd about it."""
    warnings = tuple(map(str, game.board_warnings(board)))
    if not board.name:
        warnings = ("it has no name: give it one with name = \"…\"", *warnings)
    verdict = "no warnings" if not warnings else "1 warning" if len(warnings) == 1 else f"{len(warnings)} warnings"
    size = f"{board.columns}×{board.rows} squares, {len(board.starts)} starts"
    return [f"{path}: {board.name or 'a board'}, {size}, {verdict}", *(f"{path}: warning: {warning}" for warning in warnings)]
