"""`clockwork-derby board`: read board files, say what is wrong with them or odd about them, and name the shipped boards.

  board FILE…                        read board files, or shipped boards by name
  board import MAP -o FILE           make a board file of a map for the editor Tiled (.tmx, .tmj, .json)
  board export BOARD -o FOLDER       make such a map of a board, with a tileset of all elements
"""
from __future__ import annotations

import argparse

from companion.commands import Subparsers
from companion.commands._boards import board_at
from companion.commands._files import spread
from companion.commands._options import add_game, game_of
from companion.commands._terminal import complain
from companion.errors import DerbyError, FormatFault
from companion.games.base import Board, Game
from companion.names import unshown_words

NAME = "board"
FAULTY = 2
IMPORT, EXPORT = "import", "export"
"""Words in place of the first file; a file of such a name is given as ./import."""


def add(subparsers: Subparsers) -> None:
    """Files or shipped boards, or the list of these, of one game."""
    parser = subparsers.add_parser(NAME, help="validate board files, or list the shipped boards", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE", help="a board file, a folder with board files, or the name of a shipped board")
    parser.add_argument("-o", "--output", metavar="FILE|FOLDER", help="import and export: where to; it must not be there yet")
    parser.add_argument("--mapping", metavar="FILE", help="import: a file that says what the map's tiles are (TOML; those in companion/content/tiled are examples)")
    parser.add_argument("--list", action="store_true", help="print the names of the shipped boards")
    add_game(parser, "whose boards they are")


def run(args: argparse.Namespace) -> int:
    """A line for each board and one for each warning; 2 when a board cannot be read, which does not stop the others.

    Warnings are no faults: such a board can be played on.
    """
    if args.files and args.files[0] in (IMPORT, EXPORT):
        return _tiled(args)
    for option, value in (("-o", args.output), ("--mapping", args.mapping)):
        if value is not None:
            raise DerbyError(f"{option} goes with board {IMPORT} and board {EXPORT} only")
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


def _tiled(args: argparse.Namespace) -> int:
    """Import a map or export a board."""
    # Only those who want it wait for it.
    from companion.commands.race._tiled import export_board, import_map

    if args.files[0] == IMPORT:
        return import_map(args.files[1:], args.output, args.mapping)
    return export_board(args.files[1:], args.output, None if args.game is None else game_of(args))


def _report(path: str, game: Game, board: Board) -> list[str]:
    """What the board is, then what is odd about it."""
    warnings = tuple(map(str, game.board_warnings(board)))
    if unshown := unshown_words(board.name or ""):
        warnings = (str(unshown), *warnings)
    if not board.name:
        warnings = ("it has no name: give it one with name = \"…\"", *warnings)
    verdict = "no warnings" if not warnings else "1 warning" if len(warnings) == 1 else f"{len(warnings)} warnings"
    size = f"{board.columns}×{board.rows} squares, {len(board.starts)} starts"
    return [f"{path}: {board.name or 'a board'}, {size}, {verdict}", *(f"{path}: warning: {warning}" for warning in warnings)]
