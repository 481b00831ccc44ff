"""Check table files, which say how readers are wired, and list the tags of cards."""

from __future__ import annotations

import argparse

from companion.commands import Subparsers
from companion.commands._files import expand_folders, parse_file
from companion.commands._options import add_game, add_json, add_state, game_of, state_of
from companion.commands._terminal import print_fault, print_result
from companion.errors import FormatError
from companion.games import find_game, game_keys
from companion.table.gpio.table_file import parse_table_file
from companion.table.tags import FILE, read_tags

NAME = "table"
ENDING = ".toml"
FAULTY = 2


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(NAME, description=__doc__)
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    check = actions.add_parser(
        "check",
        help="report the faults of table files",
        description="Report the faults of table files.",
    )
    check.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help=f"a table file, or a folder with *{ENDING} files at any depth",
    )
    add_json(
        check,
        "an object on a line for each file",
        "file",
        "readers",
        "summary",
        more="of one with a fault file and error",
    )
    check.set_defaults(action=_check_table_files)
    tags = actions.add_parser(
        "tags",
        help="list the cards of a game with and without a tag",
        description=(
            "List the cards of a game that have a tag, and those without one. The table test "
            "writes the file of the tags."
        ),
    )
    add_game(tags, "the game of the cards")
    add_state(tags)
    add_json(
        tags,
        "one object",
        "file",
        "game",
        "cards",
        "missing",
        "strange",
        more="of a faulty file file and error",
    )
    tags.set_defaults(action=_tags)


def run(args: argparse.Namespace) -> int:
    """Do what was asked for."""
    done: int = args.action(args)
    return done


def _tags(args: argparse.Namespace) -> int:
    """Print how many cards have a tag, and those that have none; return 2 for a faulty file."""
    path = state_of(args) / FILE
    game = game_of(args)
    try:
        tags = read_tags(path)
    except FormatError as fault:
        print_fault(args.json, fault, file=str(path))
        return FAULTY
    faces = [face for face in map(game.face, game.deck) if face is not None]
    known = {(card.code, card.card) for card in tags.values()}
    missing = [face.word for face in faces if (face.code, face.word) not in known]
    # One file may have the cards of several games.
    games = [game, *filter(None, map(find_game, game_keys()))]
    cards = {(face.code, face.word) for game in games for face in map(game.face, game.deck) if face}
    strange = [
        f"{tag}: code {card.code}, {card.card}"
        for tag, card in tags.items()
        if (card.code, card.card) not in cards
    ]
    number = len(faces) - len(missing)
    print_result(
        args.json,
        {
            "file": str(path),
            "game": game.key,
            "cards": len(faces),
            "missing": missing,
            "strange": strange,
        },
        f"{path}: {number} of {len(faces)} cards of {game.title} have a tag",
        *([f"without a tag: {' '.join(missing)}"] if missing else []),
        *(["tags that fit no card of any game:", *strange] if strange else []),
    )
    return 0


def _check_table_files(args: argparse.Namespace) -> int:
    """Print a line for each table file; return 2 if one has a fault. It does not stop the others.

    A correct file is summed up in a few words, with the number of readers.
    """
    status = 0
    for path in expand_folders(args.files, ENDING):
        try:
            table = parse_file(path, "a table file", parse_table_file)
        except FormatError as fault:
            status = FAULTY
            print_fault(args.json, fault, file=path)
        else:
            summary = table.summary()
            print_result(
                args.json,
                {"file": path, "readers": len(table.seats), "summary": summary},
                f"{path}: {summary}, no faults",
            )
    return status
