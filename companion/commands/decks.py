"""Check, save, list and begin decks that people write for a game that allows it.

A deck that somebody wrote stays at its table: no report contains it, and a game played with it
cannot be exported.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.app.own_decks import ENDING, brought_in, deck_path, kept_decks
from companion.commands import Subparsers, add_command
from companion.commands._files import expand_folders, parse_file
from companion.commands._options import (
    add_actions,
    add_json,
    add_state,
    deck_game_of,
    state_of,
)
from companion.commands._terminal import print_fault, print_result
from companion.errors import FormatError, SetupError, did_you_mean, reason
from companion.folders import write_whole
from companion.games.api import Game
from companion.games.decks import Decks, deck_title, written_deck
from companion.names import unshown_words

NAME = "decks"
FAULTY: Final = 2


def add(subparsers: Subparsers) -> None:
    parser = add_command(subparsers, NAME, __doc__)
    add_actions(parser, ACTIONS, _game_argument)


def run(args: argparse.Namespace) -> int:
    """Carry out the action; return 2 if a deck cannot be read or played."""
    status: int = args.carry_out(args)
    return status


def _game_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--game", metavar="KEY", help="the game (default: the one for which decks can be written)"
    )


def _files_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="a deck file, or a folder of them")


def _check_arguments(parser: argparse.ArgumentParser) -> None:
    _files_argument(parser)
    add_json(
        parser,
        "an object on a line for each file",
        "file",
        "title",
        "warnings",
        more="of one that cannot be played file and error",
    )


def _check_decks(args: argparse.Namespace) -> int:
    """Print a line for each deck; one that cannot be played does not stop the others."""
    game, status = deck_game_of(args), 0
    for path in expand_folders(args.files, ENDING):
        try:
            content, deck = parse_file(
                path, "a deck file", lambda text, source: (text, written_deck(game, text, source))
            )
        except FormatError as fault:
            status = FAULTY
            print_fault(args.json, fault, file=path)
            continue
        title, warnings = str(deck_title(deck)), _warnings(game, content, path)
        print_result(
            args.json,
            {"file": path, "title": title, "warnings": warnings},
            f"{path}: {title}, whole",
            *(f"{path}: warning: {warning}" for warning in warnings),
        )
    return status


def _import_arguments(parser: argparse.ArgumentParser) -> None:
    _files_argument(parser)
    add_json(
        parser,
        "an object on a line for each file",
        "file",
        "deck",
        "warnings",
        more="of a faulty one file and error",
    )
    add_state(parser)


def _import(args: argparse.Namespace) -> int:
    """Save whole decks for the table, each file independently."""
    game, status = deck_game_of(args), 0
    for path in expand_folders(args.files, ENDING):
        try:
            content, key = parse_file(
                path,
                "a deck file",
                lambda text, source: (text, brought_in(state_of(args), game, text, source)),
            )
        except FormatError as fault:
            status = FAULTY
            print_fault(args.json, fault, file=path)
            continue
        warnings = _warnings(game, content, path)
        print_result(
            args.json,
            {"file": path, "deck": key, "warnings": warnings},
            f"{path} is saved as {key}: choose it on the screen before a game",
            *(f"{path}: warning: {warning}" for warning in warnings),
        )
    return status


def _warnings(game: Game, content: str, source: str) -> list[str]:
    """Return the names of a deck and its cards that cannot be displayed, in words."""
    decks = Decks.of(game)
    assert decks is not None
    draft = decks.read(content, source)
    unshown = unshown_words(decks.name(draft), *(row.name for row in decks.rows(draft)))
    return [str(unshown)] if unshown else []


def _list(args: argparse.Namespace) -> int:
    """Print a line for each saved deck, and whether it can be played."""
    game, folder = deck_game_of(args), state_of(args)
    entries = [entry for entry in kept_decks(folder) if entry.game == game.key]
    for entry in entries:
        title, why = None, None
        try:
            title = str(deck_title(written_deck(game, entry.content, entry.key)))
        except FormatError as fault:
            why = str(fault.inside)
        file = str(deck_path(folder, game.key, entry.key))
        state = f"{title}, whole" if why is None else f"cannot be played yet ({why})"
        print_result(
            args.json,
            {"deck": entry.key, "title": title, "file": file, "error": why},
            f"{entry.key}: {state}, in {file}",
        )
    if not (entries or args.json):
        print(f"no decks for {game.title} are saved in {folder}")
    return 0


def _list_arguments(parser: argparse.ArgumentParser) -> None:
    add_json(
        parser,
        "an object on a line for each deck",
        "deck",
        "title",
        "file",
        "error",
        more="error says why one cannot be played yet, else it is null",
    )
    add_state(parser)


def _key_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("key", metavar="NAME", help="the deck's short name, from list")
    add_state(parser)


def _remove(args: argparse.Namespace) -> int:
    """Delete a deck; races that began with it keep it."""
    game, folder = deck_game_of(args), state_of(args)
    known = [entry.key for entry in kept_decks(folder) if entry.game == game.key]
    if args.key not in known:
        raise SetupError(
            f"no deck {args.key!r} for {game.title} is saved in "
            f"{folder}{did_you_mean(args.key, known)}"
        )
    deck_path(folder, game.key, args.key).unlink()
    print(f"the deck {args.key} is deleted")
    return 0


def _new_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the file to write; it must not exist")
    parser.add_argument(
        "--start",
        metavar="WORD",
        help="its initial contents (default: the first that the game offers)",
    )


def _new(args: argparse.Namespace) -> int:
    """Write a file to begin with, in a form that can be edited by hand."""
    decks, path = Decks.of(deck_game_of(args)), Path(args.file)
    assert decks is not None
    starts = [start.key for start in decks.starts]
    start = args.start or starts[0]
    if start not in starts:
        raise SetupError(
            f"--start: found {start!r}, expected one of "
            f"{', '.join(starts)}{did_you_mean(start, starts)}"
        )
    if path.exists():
        raise SetupError(f"{path} already exists: choose another name")
    try:
        write_whole(path, decks.write(decks.begun(start)))
    except (OSError, ValueError) as fault:
        raise FormatError(
            args.file,
            None,
            f"no way to write there ({reason(fault)})",
            "a file in a folder that may be written to",
        ) from None
    print(f"{path} is written: edit it, then run decks check {path}")
    return 0


ACTIONS: Final[
    tuple[
        tuple[
            str, str, Callable[[argparse.ArgumentParser], None], Callable[[argparse.Namespace], int]
        ],
        ...,
    ]
] = (
    (
        "check",
        "check whether decks can be played, and report their faults",
        _check_arguments,
        _check_decks,
    ),
    (
        "import",
        "save decks for the table, to be chosen on the screen",
        _import_arguments,
        _import,
    ),
    ("list", "list the saved decks", _list_arguments, _list),
    ("new", "write a deck file to start from", _new_arguments, _new),
    ("remove", "delete a saved deck", _key_arguments, _remove),
)
