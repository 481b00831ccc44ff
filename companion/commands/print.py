"""`clockwork-derby print`: boards, cards and markers as PDF files, true to scale, with embedded fonts.

Print them at 100 %, not "fit to page".
"""
from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from companion.app.recording import last_chosen
from companion.commands import Subparsers
from companion.commands._files import BOARD_ENDING, board_at, read_text
from companion.commands._kept_games import journal_in
from companion.commands._options import add_state, state_of
from companion.content import board_slug
from companion.engine.rules import Rules, rules_from
from companion.errors import PressFault, UnknownBoard
from companion.folders import write_whole_bytes
from companion.games import USUAL, find_game, game_keys, usual_game
from companion.press.clanks import LIVERIES, Livery
from companion.press.marks import Book
from companion.press.paper import PAPERS, Paper, paper_named
from companion.press.pdf import pdf
from companion.press.svg import svg

NAME = "print"
ADVICE: Final = "print at 100 %, not “fit to page”"


def add(subparsers: Subparsers) -> None:
    """`print WHAT …`."""
    parser = subparsers.add_parser(
        NAME, help="boards, cards and markers as PDF, true to scale", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    actions = parser.add_subparsers(metavar="WHAT", required=True)
    _board_arguments(actions.add_parser("board", help="a board, its legend and its timing", description="A board to play on, and a page that explains it."))
    _card_arguments(actions.add_parser("cards", help="the program cards", description="The program cards, fronts and backs, and a sheet to try the printer."))
    _marker_arguments(actions.add_parser(
        "markers", help="flags, clanks, plates, rules and test cards", description="What stands on the table beside board and cards.",
    ))


def run(args: argparse.Namespace) -> int:
    """Write the files and name each with its pages; faults are sentences."""
    status: int = args.carry_out(args)
    return status


def _board_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("board", metavar="NAME", help="a shipped board, or the path of a board file")
    _sheet_arguments(parser, "a3")
    parser.add_argument("--svg", action="store_true", help="one SVG drawing of the whole board instead of a PDF")
    parser.set_defaults(carry_out=_print_board)


def _card_arguments(parser: argparse.ArgumentParser) -> None:
    _sheet_arguments(parser, "a4")
    parser.add_argument("--game", metavar="KEY", default=USUAL, help="whose deck it is (default: %(default)s)")
    parser.add_argument("--list", metavar="FILE", help="other cards than those of the game: a line each, such as '7 uturn@10'")
    parser.add_argument("--svg", metavar="FOLDER", type=Path, help="write every card's face as an SVG into this folder instead of a PDF")
    parser.set_defaults(carry_out=_print_cards)


def _marker_arguments(parser: argparse.ArgumentParser) -> None:
    _sheet_arguments(parser, "a4")
    parser.add_argument("--only", metavar="PARTS", default="", help="only some of them, with commas between: flags, clanks, plates, rules, test-cards")
    add_state(parser)
    parser.set_defaults(carry_out=_print_markers)


def _sheet_arguments(parser: argparse.ArgumentParser, paper: str) -> None:
    parser.add_argument("--paper", metavar="PAPER", default=paper, help=f"{', '.join(PAPERS)} (default: {paper})")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, help="the file to write, or a folder for it (default: one named after what it is, here)")


def _print_board(args: argparse.Namespace) -> int:
    from companion.press.board import board_book, board_picture

    paper = paper_named(args.paper)
    board = board_at(args.board)
    name = _slug(args.board)
    if args.svg:
        page = board_picture(board, paper)
        path = _written(_path(args.output, f"{name}.svg"), svg(page, board.name or name))
        print(f"{path}: one drawing, {page.width:g} × {page.height:g} mm; {ADVICE}")
        return 0
    return _print_book(board_book(board, paper), paper, args.output, name)


def _print_cards(args: argparse.Namespace) -> int:
    from companion.press.cards import card_book, card_pages, read_cards

    paper, game = paper_named(args.paper), find_game(args.game)
    if game is None:
        raise PressFault(f"cards: found the game {args.game!r}, expected one of {', '.join(game_keys())}")
    cards = None if args.list is None else read_cards(read_text(args.list, "a list of cards"), args.list)
    if args.svg is None:
        return _print_book(card_book(paper, cards, game=game), paper, args.output, "cards")
    if args.output is not None:
        raise PressFault(f"cards: found -o {args.output} beside --svg {args.svg}, expected one of them: --svg names the folder for the drawings")
    for name, page in (pages := card_pages(cards, game=game)).items():
        _written(args.svg / f"{name}.svg", svg(page, name))
    print(f"{args.svg}: {len(pages)} drawings; {ADVICE}")
    return 0


def _print_markers(args: argparse.Namespace) -> int:
    from companion.press.markers import marker_book

    paper = paper_named(args.paper)
    only = tuple(part.strip() for part in args.only.split(",") if part.strip())
    return _print_book(marker_book(paper, only, *chosen_looks(state_of(args))), paper, args.output, "markers")


def chosen_looks(folder: Path) -> tuple[Rules, tuple[Livery, ...]]:
    """The settings, and the clanks' names, colours and shapes for seats 1 to 8, as chosen last in a state folder.

    They are the usual ones where nothing was chosen, or nothing that this version can read. JournalFault as for a game.
    """
    with journal_in(folder) as journal:
        chosen = last_chosen(journal.settings(), usual_game())
    # Settings that cannot be used must not keep anybody from printing.
    if chosen is None:
        return Rules(), LIVERIES
    setup, _ = chosen
    return rules_from(dict(setup.words)), tuple(Livery(number, seat.name, seat.colour, seat.shape) for number, seat in enumerate(setup.seats, 1))


def _print_book(book: Book, paper: Paper, output: Path | None, name: str) -> int:
    path = _written(_path(output, f"{name}-{paper.name}.pdf"), pdf(book))
    count = len(book.pages)
    print(f"{path}: {count} page{'s' if count > 1 else ''}, {paper.name}; {ADVICE}")
    return 0


def _path(output: Path | None, name: str) -> Path:
    """Where to write: as asked for, a folder standing for a file in it.

    `name` is what the file is called where only a folder was given, or nothing.
    """
    if output is None:
        return Path(name)
    return output / name if output.is_dir() else output


def _slug(name: str) -> str:
    """What a board's files are called: its slug, or the name of its own file without endings."""
    try:
        return board_slug(name) if not Path(name).exists() else Path(name).name.removesuffix(BOARD_ENDING).removesuffix(".toml")
    except UnknownBoard:
        return Path(name).stem


def _written(path: Path, content: bytes) -> Path:
    """Write a file whole; PressFault says why that is not possible, and an older file is still there then."""
    try:
        write_whole_bytes(path, content)
    except ValueError:
        # Each version of Python has other words for it.
        raise PressFault(f"{path} cannot be written: no name may have a NUL in it; name another place for it") from None
    except OSError as fault:
        reason = "its folder is a file" if isinstance(fault, (FileExistsError, NotADirectoryError)) else fault.strerror or fault
        raise PressFault(f"{path} cannot be written: {reason}; name another place for it") from None
    return path
