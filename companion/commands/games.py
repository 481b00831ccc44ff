"""`clockwork-derby games`: the games that are kept, to look at, to go on with, and to take elsewhere.

Everything that happens in an evening is kept in one file of the state folder, journal.db, before it can be seen: each race as a game of its
own. What only reads works while a game is being played; what changes the journal says who is in the way.
"""
from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Final

from companion.commands import Subparsers
from companion.commands._games_move import delete_arguments, delete_games, export_arguments, export_game, import_arguments, import_games
from companion.commands._games_read import list_arguments, list_games, replay_arguments, replay_games, show_arguments, show_game
from companion.commands._options import add_state, add_window, complaining, play_in_window, readers_of, state_of
from companion.commands._sources import add_number

NAME = "games"


def add(subparsers: Subparsers) -> None:
    """`games ACTION …`."""
    parser = subparsers.add_parser(
        NAME, help="list, show, resume, export, import, replay and delete the games that are kept", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    # Each action brings its arguments along, so that nothing here knows any of them.
    for name, words, arguments, carry_out in ACTIONS:
        action = actions.add_parser(name, help=words, description=f"{words[0].upper()}{words[1:]}.")
        arguments(action)
        add_state(action)
        action.set_defaults(carry_out=carry_out)


def run(args: argparse.Namespace) -> int:
    """Carry out what was asked for; 2 where a game or a file cannot be had."""
    status: int = args.carry_out(args)
    return status


def _resume_arguments(parser: argparse.ArgumentParser) -> None:
    add_number(parser)
    add_window(parser)


def _resume(args: argparse.Namespace) -> int:
    """Everything that can be wrong with the game is said before a window opens."""
    from companion.app.startup import kept_evening

    loop = complaining(kept_evening(state_of(args), readers=readers_of(args), number=args.number))
    try:
        play_in_window(args, lambda: loop)
    finally:
        loop.close()
    return 0


Arguments = Callable[[argparse.ArgumentParser], None]
Action = Callable[[argparse.Namespace], int]

ACTIONS: Final[tuple[tuple[str, str, Arguments, Action], ...]] = (
    ("list", "list the games that are kept, the newest first", list_arguments, list_games),
    ("show", "tell about one game: how it was set up, how it stands, what people changed by hand", show_arguments, show_game),
    ("resume", "open the window and go on with a game just where it stopped", _resume_arguments, _resume),
    ("export", "write a game into one readable file", export_arguments, export_game),
    ("import", "add games from files, once they are found whole and come out the same when they are played again", import_arguments, import_games),
    ("replay", "play games again and compare the hash of every register with the one that was kept", replay_arguments, replay_games),
    ("delete", "delete games for good", delete_arguments, delete_games),
)
"""What can be done with kept games: the word, what it does, its arguments, and the function that does it."""
