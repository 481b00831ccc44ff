"""What `clockwork-derby games` only reads: the list, one game in full, and whether games come out the same when they are played again."""
from __future__ import annotations

import argparse
import json
from collections.abc import Iterable

from companion.app.recording import game_of
from companion.commands._kept_words import HEAD, event_lines, happenings, list_facts, list_line, replay_words, show_facts, show_lines
from companion.commands._options import state_of
from companion.commands._sources import Source, add_number, from_file, from_journal, is_number, journal_in, number_of, recalled
from companion.commands._terminal import complain
from companion.errors import DerbyError, SetupFault
from companion.journal.base import SETUP

DIFFERS, UNREADABLE = 1, 2


def list_arguments(parser: argparse.ArgumentParser) -> None:
    """What of the list, and in what form."""
    parser.add_argument("--all", action="store_true", help="also what was touched before a race began")
    parser.add_argument("--json", action="store_true", help="one JSON object a line for each game")


def list_games(args: argparse.Namespace) -> int:
    """All kept games, the newest first.

    What was only set up, and never raced, is left out unless asked for.
    """
    with journal_in(state_of(args)) as journal:
        games = [game for game in journal.games() if args.all or game.kind != SETUP]
    if args.json:
        _print_json(map(list_facts, games))
    else:
        print(*([HEAD, *map(list_line, games)] if games else [f"no games are kept in {state_of(args)}"]), sep="\n")
    return 0


def show_arguments(parser: argparse.ArgumentParser) -> None:
    """Which game, and what of it."""
    add_number(parser)
    parser.add_argument("--events", action="store_true", help="everything that happened, in words, turn by turn, also what was taken back later")
    parser.add_argument("--json", action="store_true", help="one JSON object; with --events one a line for each thing that happened")


def show_game(args: argparse.Namespace) -> int:
    """One game, or everything that happened in it.

    The game is played again for it, so it tells what comes out and not only what was noted.
    """
    with journal_in(state_of(args)) as journal:
        game = game_of(journal, args.number)
        source = from_journal(journal, game)
    if args.events and args.json:
        _print_json(happening._asdict() for happening in happenings(source))
    elif args.events:
        print(*event_lines(happenings(source)), sep="\n")
    elif args.json:
        _print_json([show_facts(game, source, recalled(source))])
    else:
        print(*show_lines(game, source, recalled(source)), sep="\n")
    return 0


def replay_arguments(parser: argparse.ArgumentParser) -> None:
    """Games by their numbers, or files."""
    parser.add_argument("games", nargs="+", metavar="N|FILE", help="the number of a game, or a file that export wrote")


def replay_games(args: argparse.Namespace) -> int:
    """A line for each game; 1 when one comes out otherwise, 2 when one cannot be read, which does not stop the others.

    Numbers and file names may stand side by side; a word of digits is a number.
    """
    status = 0
    for word in args.games:
        try:
            source = _named(args, word)
            found = recalled(source)
        except DerbyError as fault:
            status = UNREADABLE
            complain(fault)
            continue
        print(f"{source.name}: {replay_words(source, found)}")
        if found.drift is not None:
            status = max(status, DIFFERS)
    return status


def _named(args: argparse.Namespace, word: str) -> Source:
    if not is_number(word):
        return from_file(word)
    try:
        number = number_of(word)
    except argparse.ArgumentTypeError as fault:
        raise SetupFault(str(fault)) from None
    with journal_in(state_of(args)) as journal:
        return from_journal(journal, game_of(journal, number))


def _print_json(values: Iterable[object]) -> None:
    for value in values:
        print(json.dumps(value, ensure_ascii=False))
