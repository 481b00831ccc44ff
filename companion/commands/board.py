"""`clockwork-derby board`: read board files, say what is wrong with them or odd about them, and name the shipped boards."""
from __future__ import annotations

import argparse
from pathlib import Path

from companion.commands import Subparsers
from companion.commands._files import read_text, spread
from companion.commands._options import add_game, game_of
from companion.commands._terminal import complain
from companion.content import board_slug, shipped_text
from companion.errors import DerbyError, FormatFault, UnknownBoard
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
            print(*_report(path, board_at(game, path), game), sep="\n")
        except FormatFault as fault:
            status = FAULTY
            complain(fault)
    return status


def board_at(game: Game, path: str) -> Board:
    """The board in a file, or else the one of this name that comes with the game; FormatFault where there is neither.

    A file with the name of a shipped board comes first. A fault names file and line.
    """
    if Path(path).exists():
        return game.read_board(read_text(path, "a board file"), path)
    try:
        return game.read_board(*shipped_text(board_slug(path, game.boards)))
    except UnknownBoard as fault:
        raise FormatFault(path, None, "no such file", f"a board file or one of {', '.join(fault.known)}", fault.near) from None


def _report(path: str, board: Board, game: Game) -> list[str]:
    """What the board is, then what is odd about it."""
    warnings = tuple(map(str, game.board_warnings(board)))
    if not board.name:
        warnings = ("it has no name: give it one with name = \"…\"", *warnings)
    verdict = "no warnings" if not warnings else "1 warning" if len(warnings) == 1 else f"{len(warnings)} warnings"
    size = f"{board.columns}×{board.rows} squares, {len(board.starts)} starts"
    return [f"{path}: {board.name or 'a board'}, {size}, {verdict}", *(f"{path}: warning: {warning}" for warning in warnings)]
