"""`clockwork-derby print`: boards, cards and markers as PDF files, true to scale, with embedded fonts.

Print them at 100 %, not "fit to page".
"""
from __future__ import annotations

import argparse
from pathlib import Path

from companion.commands import Subparsers
from companion.commands._files import read_text
from companion.commands._options import add_game, game_of
from companion.commands._sheets import ADVICE, print_book, sheet_arguments, written
from companion.commands.race._sheets import add_sheets
from companion.errors import PressFault
from companion.press.paper import paper_named
from companion.press.svg import svg

NAME = "print"


def add(subparsers: Subparsers) -> None:
    """`print WHAT …`."""
    parser = subparsers.add_parser(
        NAME, help="boards, cards and markers as PDF, true to scale", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    actions = parser.add_subparsers(metavar="WHAT", required=True)
    add_sheets(actions)
    _card_arguments(actions.add_parser("cards", help="the program cards", description="The program cards, fronts and backs, and a sheet to try the printer."))


def run(args: argparse.Namespace) -> int:
    """Write the files and name each with its pages; faults are sentences."""
    status: int = args.carry_out(args)
    return status


def _card_arguments(parser: argparse.ArgumentParser) -> None:
    sheet_arguments(parser, "a4")
    add_game(parser, "whose deck it is")
    parser.add_argument("--list", metavar="FILE", help="other cards than those of the game: a line each, such as '7 uturn@10'")
    parser.add_argument("--svg", metavar="FOLDER", type=Path, help="write every card's face as an SVG into this folder instead of a PDF")
    parser.set_defaults(carry_out=_print_cards)


def _print_cards(args: argparse.Namespace) -> int:
    from companion.press.cards import card_book, card_pages, read_cards

    paper, game = paper_named(args.paper), game_of(args)
    cards = None if args.list is None else read_cards(read_text(args.list, "a list of cards"), args.list)
    if args.svg is None:
        return print_book(card_book(paper, cards, game=game), paper, args.output, "cards")
    if args.output is not None:
        raise PressFault(f"cards: found -o {args.output} beside --svg {args.svg}, expected one of them: --svg names the folder for the drawings")
    for name, page in (pages := card_pages(cards, game=game)).items():
        written(args.svg / f"{name}.svg", svg(page, name))
    print(f"{args.svg}: {len(pages)} drawings; {ADVICE}")
    return 0
