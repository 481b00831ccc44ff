"""Write boards, cards and markers as PDF files, true to scale, with embedded fonts.

Print them at 100 %, not "fit to page".
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from companion.commands import Subparsers, add_command
from companion.commands._files import parse_file
from companion.commands._options import add_game, game_of
from companion.commands._sheets import ADVICE, print_document, sheet_arguments, write_file
from companion.commands.race._sheets import add_sheets
from companion.errors import PressError
from companion.games.api import Game
from companion.games.decks import Decks, written_deck
from companion.games.printing import Pack, printing_of
from companion.press.paper import paper_named
from companion.press.svg import svg

NAME = "print"


def add(subparsers: Subparsers) -> None:
    parser = add_command(subparsers, NAME, __doc__)
    actions = parser.add_subparsers(metavar="WHAT", required=True)
    add_sheets(actions)
    cards = actions.add_parser(
        "cards",
        help="the cards of a game",
        description="Print the cards of a game, fronts and backs, and a sheet to test the printer.",
    )
    sheet_arguments(cards, "a4")
    add_game(cards, "whose deck it is")
    _deck_argument(cards)
    cards.add_argument(
        "--list",
        metavar="FILE",
        help=(
            "print these cards instead: one on each line, such as '7 uturn@10', or your own deck "
            "file"
        ),
    )
    cards.add_argument(
        "--svg",
        metavar="FOLDER",
        type=Path,
        help="write the face of each card as SVG into this folder instead of a PDF",
    )
    cards.set_defaults(carry_out=_print_cards)
    stickers = actions.add_parser(
        "stickers",
        help="codes for bought cards",
        description="Print stickers with codes for the lower edges of bought cards.",
    )
    sheet_arguments(stickers, "a4")
    add_game(stickers, "whose cards they are for")
    _deck_argument(stickers)
    stickers.add_argument(
        "--list", metavar="FILE", help="print the cards of your own deck file instead"
    )
    stickers.set_defaults(carry_out=_print_stickers)


def run(args: argparse.Namespace) -> int:
    """Write the files and print each with its pages."""
    status: int = args.carry_out(args)
    return status


def _deck_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--deck",
        metavar="WORDS",
        default="",
        help=(
            "decks of a game with several, separated by commas, or all (default: the one that "
            "every table needs)"
        ),
    )


def _print_cards(args: argparse.Namespace) -> int:
    from companion.press.cards import card_document, card_pages, read_cards
    from companion.press.packs import pack_document, pack_pages, packs_named

    paper, game = paper_named(args.paper), _game_with_cards(args)
    packs = packs_named(game, args.deck) if printing_of(game).packs or args.deck else ()
    cards = (
        None if args.list is None or packs else parse_file(args.list, "a list of cards", read_cards)
    )
    if args.svg is None:
        book = (
            pack_document(paper, game, packs) if packs else card_document(paper, cards, game=game)
        )
        status = print_document(
            book, paper, args.output, "-".join(("cards", *(pack.key for pack in packs)))
        )
        _more_decks(game, packs)
        return status
    if args.output is not None:
        raise PressError(
            f"cards: found -o {args.output} beside --svg {args.svg}, expected one of them: --svg "
            "names the folder for the drawings"
        )
    pages = pack_pages(game, packs) if packs else card_pages(cards, game=game)
    for name, page in pages.items():
        write_file(args.svg / f"{name}.svg", svg(page, name))
    print(f"{args.svg}: {len(pages)} drawings; {ADVICE}")
    _more_decks(game, packs)
    return 0


def _game_with_cards(args: argparse.Namespace) -> Game:
    """Return the game, with the deck of `--list` if people can write decks for it.

    Raises:
        PressError: A list does not fit the faces of its cards.
    """
    game = game_of(args)
    if args.list is None:
        return game
    if Decks.of(game) is not None:
        return parse_file(
            args.list, "a deck file", lambda text, source: written_deck(game, text, source)
        )
    if args.deck or any(pack.coded and not pack.is_extra for pack in printing_of(game).packs):
        raise PressError(
            f"cards: found --list {args.list}, expected none: a list has moves and priorities, "
            f"and the cards of {game.title} have other faces"
        )
    return game


def _more_decks(game: Game, packs: Sequence[Pack]) -> None:
    """Print which decks of a game are not printed, because file names do not show it."""
    for pack in printing_of(game).packs:
        if pack not in packs:
            print(
                f"not printed: {str(pack.title).lower()} {pack.about} (--deck {pack.key}, or "
                "--deck all)"
            )


def _print_stickers(args: argparse.Namespace) -> int:
    from companion.press.packs import packs_named, sticker_document

    paper, game = paper_named(args.paper), _game_with_cards(args)
    packs = packs_named(game, args.deck)
    return print_document(
        sticker_document(paper, game, packs),
        paper,
        args.output,
        "-".join(("stickers", *(pack.key for pack in packs))),
    )
