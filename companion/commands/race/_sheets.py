"""Print what races need: the board, and the markers beside it."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.app.recording import last_chosen
from companion.commands import Subparsers
from companion.commands._boards import board_at
from companion.commands._kept_games import journal_in
from companion.commands._options import add_completion, add_game, add_state, game_of, state_of
from companion.commands._sheets import (
    ADVICE,
    output_path,
    print_document,
    sheet_arguments,
    write_file,
)
from companion.content import ENDINGS, board_slug
from companion.engine.rules import OPTIONS, Rules, rules_from
from companion.errors import PressError, UnknownBoardError
from companion.games import usual_game
from companion.games.api import Game
from companion.games.boards import shipped_boards
from companion.press.clanks import LIVERIES, ClankLook
from companion.press.paper import USUAL_MARGIN, paper_named
from companion.press.svg import svg


def add_sheets(actions: Subparsers) -> None:
    """Add `print board` and `print markers`."""
    board = actions.add_parser(
        "board",
        help="a board, its legend and its timing",
        description="Print a board, its legend and its timing.",
    )
    add_completion(
        board.add_argument(
            "board",
            metavar="NAME|FILE",
            help="a board's name, your own too, or a board file",
        ),
        "boards_or_files",
    )
    add_game(board, "the game of the board, if neither its name nor its file says so")
    sheet_arguments(board, "a3")
    board.add_argument(
        "--margin",
        metavar="MM",
        help="shrink a board that fills its sheet to leave this blank edge (default: 0)",
    )
    board.add_argument(
        "--svg",
        action="store_true",
        help="write one SVG drawing of the whole board instead of a PDF",
    )
    add_state(board)
    board.set_defaults(carry_out=_print_board)
    markers = actions.add_parser(
        "markers",
        help="flags, clanks, plates, rules and test cards",
        description="Print flags, clanks, plates, the rules and test cards.",
    )
    sheet_arguments(markers, "a4")
    markers.add_argument(
        "--only",
        metavar="PARTS",
        default="",
        help="only these, separated by commas: flags, clanks, plates, rules, test-cards",
    )
    add_state(markers)
    markers.set_defaults(carry_out=_print_markers)


def _print_board(args: argparse.Namespace) -> int:
    from companion.press.board import WIDEST_MARGIN, board_document, board_picture, fills_sheet

    paper = paper_named(args.paper)
    try:
        margin = 0.0 if args.margin is None else float(args.margin.removesuffix("mm"))
    except ValueError:
        margin = -1.0
    if not 0 <= margin <= WIDEST_MARGIN:
        raise PressError(
            f"--margin: found {args.margin!r}, expected millimetres from 0 to {WIDEST_MARGIN:g}, "
            f"such as {USUAL_MARGIN:g}"
        )
    game, board = board_at(args.board, None if args.game is None else game_of(args), state_of(args))
    name = _slug(args.board, game)
    if args.svg:
        page = board_picture(board, paper, game, margin)
        path = write_file(output_path(args.output, f"{name}.svg"), svg(page, board.name or name))
        print(f"{path}: one drawing, {page.width:g} × {page.height:g} mm; {ADVICE}")
        return 0
    fills = fills_sheet(board, paper)
    ending = f"margin-{margin:g}" if margin and fills else ""
    status = print_document(
        board_document(board, paper, game, margin), paper, args.output, name, ending
    )
    if fills and not margin:
        print(
            f"it reaches the edges of the paper; for a printer that leaves {USUAL_MARGIN:g} mm "
            f"blank: --margin {USUAL_MARGIN:g}"
        )
    return status


def _print_markers(args: argparse.Namespace) -> int:
    from companion.press.markers import marker_document

    paper = paper_named(args.paper)
    only = tuple(part.strip() for part in args.only.split(",") if part.strip())
    return print_document(
        marker_document(paper, only, *chosen_looks(state_of(args))), paper, args.output, "markers"
    )


def chosen_looks(folder: Path) -> tuple[Rules, tuple[ClankLook, ...]]:
    """Return the last settings of a state folder, and the looks of the clanks of seats 1 to 8.

    They are the usual ones if none were chosen, or this version cannot read them.

    Raises:
        JournalError: The journal cannot be read.
    """
    with journal_in(folder) as journal:
        chosen = last_chosen(journal.settings(), usual_game())
    # Unusable settings must not prevent printing.
    if chosen is None:
        return Rules(), LIVERIES
    setup = chosen.setup
    words = {option.key: setup.words[option.key] for option in OPTIONS if option.key in setup.words}
    return rules_from(words), tuple(
        ClankLook(number, seat.name, seat.colour, seat.shape)
        for number, seat in enumerate(setup.seats, 1)
    )


def _slug(name: str, game: Game) -> str:
    """Return the name for a board's files: its slug, or the name of its file without endings."""
    if not Path(name).exists():
        try:
            return board_slug(name, shipped_boards(game))
        # The name of an own board.
        except UnknownBoardError:
            return "-".join(name.split())
    file = Path(name).name
    return file.removesuffix(
        next((ending for ending in (*ENDINGS, ".toml") if file.endswith(ending)), "")
    )
