"""List boards, check board files, and import or export maps of the editor Tiled.

board                              list the boards of a game and your own
board BOARD…                       check boards: by name, as files, or folders of files
board import MAP -o FILE           convert a map of Tiled (.tmx, .tmj, .json) into a board file
board export BOARD -o FOLDER       convert a board into a map of Tiled, with a tileset
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from companion.commands import Subparsers, add_command
from companion.commands._boards import board_at, board_source
from companion.commands._files import expand_folders
from companion.commands._options import (
    add_completion,
    add_game,
    add_json,
    add_state,
    game_of,
    state_of,
)
from companion.commands._terminal import amount, complain, print_fault, print_result
from companion.engine.board import Board
from companion.errors import DerbyError, FormatError
from companion.games.api import Game
from companion.games.boards import Boards, board_part
from companion.games.painting import Painting
from companion.names import unshown_words

NAME = "board"
FAULTY = 2
IMPORT, EXPORT = "import", "export"
"""Words in place of the first file; a file of such a name is given as ./import."""


def add(subparsers: Subparsers) -> None:
    """Add boards by name or file, and the options of list, import and export."""
    parser = add_command(subparsers, NAME, __doc__)
    asked = parser.add_argument(
        "files",
        nargs="*",
        metavar="BOARD",
        help=("a board's name, a board file or a folder of them (default: list all boards)"),
    )
    add_completion(asked, "boards_or_files")
    parser.add_argument("--list", action="store_true", help="list all boards, as without BOARD")
    add_json(
        parser,
        "an object on a line for each board",
        "board",
        "game",
        "title",
        "author",
        "columns",
        "rows",
        "starts",
        "markers",
        "own",
        "file",
        "warnings",
        more="if it cannot be read or played, board, file and error",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE|FOLDER",
        help="import and export: the file or folder to write; it must not exist",
    )
    parser.add_argument(
        "--mapping",
        metavar="FILE",
        help=(
            "import: a TOML file with the meaning of the map's tiles (examples: "
            "companion/content/tiled)"
        ),
    )
    add_game(parser, "the game of the boards")
    add_state(parser)


def run(args: argparse.Namespace) -> int:
    """Print a line for each board and each warning; return 2 if a board cannot be read.

    An unreadable board does not stop the others. A board with warnings can be played on.
    """
    if args.files and args.files[0] in (IMPORT, EXPORT):
        # Only import and export need it.
        from companion.commands.race._tiled_maps import export_board, import_map

        if args.files[0] == IMPORT:
            return import_map(args.files[1:], args.output, args.mapping)
        game = None if args.game is None else game_of(args)
        return export_board(args.files[1:], args.output, game, state_of(args))
    for option, value in (("-o", args.output), ("--mapping", args.mapping)):
        if value is not None:
            raise DerbyError(f"{option} goes with board {IMPORT} and board {EXPORT} only")
    game = game_of(args)
    if Boards.of(game) is None:
        raise DerbyError(f"{game.title} is played without a board")
    if args.list and args.files:
        raise DerbyError(
            f"--list lists all boards: leave it out to look at {args.files[0]}, or leave out the "
            "names"
        )
    return _report_boards(args, game) if args.files else _list_boards(args, game)


# ---- List ----


def _list_boards(args: argparse.Namespace, game: Game) -> int:
    """List the boards of a game, then own ones; return 2 if own boards cannot be read."""
    # Only a list needs them.
    from companion.app.loop import boards_of
    from companion.app.own_boards import board_path, kept_boards
    from companion.session.lobby.own_boards import looked_through

    folder = state_of(args)
    for entry in boards_of(game):
        print_result(
            args.json,
            _facts(entry.key, game, entry.board),
            f"{entry.key}: {_size(entry.title, entry.board)}",
        )
    if Painting.of(game) is None:
        return 0
    kept = kept_boards(folder, game)
    if not (kept.boards or args.json):
        print(
            f"no own boards are saved in {folder}: paint one on the screen, or add a file by "
            f"clockwork-derby play --board FILE"
        )
    for own in kept.boards:
        looked, file = looked_through(game, own), str(board_path(folder, own.key, own.ending))
        assert looked.board is not None, "boards that no game can read are left out"
        print_result(
            args.json,
            {"board": own.key, "file": file, "error": str(looked.why)}
            if looked.why
            else _facts(own.key, game, looked.board, True, file),
            f"{own.key}: {_size(looked.title, looked.board)}, "
            f"{f'cannot be played on yet ({looked.why})' if looked.why else 'yours'}, in {file}",
        )
    if kept.trouble:
        complain(str(kept.trouble))
    return FAULTY if kept.trouble else 0


# ---- Report ----


def _report_boards(args: argparse.Namespace, game: Game) -> int:
    """Report on each board, whose file names its game."""
    status, folder = 0, state_of(args)
    for path in expand_folders(args.files, board_part(game).ending):
        try:
            owner, board = board_at(path, None if args.game is None else game, folder)
        except FormatError as fault:
            status = FAULTY
            file = fault.source if Path(path).exists() else None
            print_fault(args.json, fault, board=path, file=file)
            continue
        facts = _facts(path, owner, board, *board_source(path, owner, folder))
        warnings = facts["warnings"]
        verdict = amount(len(warnings), "warning") if warnings else "no warnings"
        print_result(
            args.json,
            facts,
            f"{path}: {_size(board.name or 'a board', board)}, {verdict}",
            *(f"{path}: warning: {warning}" for warning in warnings),
        )
    return status


def _size(title: str, board: Board) -> str:
    return f"{title}, {board.columns}×{board.rows} squares, {amount(len(board.starts), 'start')}"


def _facts(
    name: str, game: Game, board: Board, own: bool = False, file: str | None = None
) -> dict[str, Any]:
    """Return a board as JSON values."""
    warnings = [] if board.name else ['it has no name: give it one with name = "…"']
    if unshown := unshown_words(board.name or ""):
        warnings.append(str(unshown))
    warnings += map(str, board_part(game).warnings(board))
    return {
        "board": name,
        "game": game.key,
        "title": board.name,
        "author": getattr(board, "author", ""),
        "columns": board.columns,
        "rows": board.rows,
        "starts": len(board.starts),
        "markers": list(board_part(game).suggested(board)),
        "own": own,
        "file": file,
        "warnings": warnings,
    }
