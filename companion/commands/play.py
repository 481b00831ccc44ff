"""`clockwork-derby play`: open the touchscreen; also what happens without a command.

Every touch is kept before its effect is shown. A race that was not finished is offered at the next start, whoever pulled the plug.
"""
from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from companion.commands import Subparsers
from companion.commands._state import add_state, state_of
from companion.commands._window import add_window, play_in_window, readers_of
from companion.errors import SetupFault, near_word

if TYPE_CHECKING:
    from companion.shell import Shell

NAME = "play"
MOST_SEATS = 8


def add(subparsers: Subparsers) -> None:
    """The window, and who sits at the table to begin with."""
    parser = subparsers.add_parser(
        NAME, help="open the touchscreen (this is what happens without a command)", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_window(parser)
    parser.add_argument("--seats", metavar="WHO", help="who plays seats 1, 2 …: person,random,random, or 4 for one person against three pilots; as last time when left out")
    parser.add_argument("--seed", help="the same word gives the same shuffles and the same pilots' choices again")
    parser.add_argument("--new", action="store_true", help="do not offer the race that was not finished; it stays kept, see games list")
    add_state(parser)


def run(args: argparse.Namespace) -> int:
    """Play until the window is closed."""
    players = None if args.seats is None else players_of(args.seats)
    readers, folder = readers_of(args), state_of(args)

    def evening() -> Shell:
        """Imported beside the window, which comes first."""
        from companion.ui.app import usual_evening

        return usual_evening(folder, players, args.seed, readers, args.new)

    play_in_window(args, evening)
    return 0


def players_of(text: str) -> tuple[str, ...]:
    """Who plays, from a number of seats or from names with commas between; SetupFault says what was expected."""
    from companion.pilots.base import pilots

    known = ("person", *pilots())
    if text.isascii() and text.isdigit() and 1 <= int(text) <= MOST_SEATS:
        return ("person", *["random"] * (int(text) - 1))
    players = tuple(text.split(","))
    for player in players:
        if player not in known:
            near = near_word(player, known)
            hint = f"; did you mean {near!r}?" if near else ""
            raise SetupFault(f"--seats: found {player!r}, expected 1 to {MOST_SEATS}, or names of {', '.join(known)} with commas between{hint}")
    if len(players) > MOST_SEATS:
        raise SetupFault(f"--seats: found {len(players)} players, expected at most {MOST_SEATS}; leave some out")
    return players
