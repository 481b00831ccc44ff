"""`clockwork-derby play`: open the touchscreen; also what happens without a command."""
from __future__ import annotations

import argparse
import re

from companion.commands import Subparsers
from companion.commands._readers import readers_url
from companion.errors import SetupFault, near_word
from companion.table.base import Table

NAME = "play"
MOST_SEATS = 8
USUAL = "auto:"
"""The readers that are used when nobody says which."""


def add(subparsers: Subparsers) -> None:
    """The window, and who sits at the table to begin with."""
    parser = subparsers.add_parser(NAME, help="open the touchscreen (this is what happens without a command)", description=__doc__)
    parser.add_argument("--size", metavar="WxH", type=size, help="the window in pixels, such as 800x480, 1280x800 or 720x1280; as large as it can be if not given")
    parser.add_argument("--fullscreen", action="store_true", help="without a frame, over the whole display")
    parser.add_argument("--seats", metavar="WHO", help="who plays seats 1, 2 …: person,random,random, or 4 for one person against three pilots")
    parser.add_argument(
        "--table", default=USUAL, metavar="URL",
        help="the readers: auto: (the default; those plugged in, the screen for the others), virtual:, rig (emulated ones), serial:, gpio:FILE.toml, spy+auto:",
    )
    parser.add_argument("--faults", metavar="SPEC", help="what goes wrong at emulated readers, such as dirty=2%%,unplug=30s")
    parser.add_argument("--seed", help="the same word gives the same shuffles and the same pilots' choices again")


def run(args: argparse.Namespace) -> int:
    """Play until the window is closed."""
    players = None if args.seats is None else players_of(args.seats)
    readers: Table | str = readers_url(args.table, args.faults)
    if readers != USUAL:
        # What is wrong with it is said before a window opens; the usual one is made beside the window, since it cannot be wrong.
        from companion.table.urls import table_for_url

        readers = table_for_url(readers)
    from companion.ui.app import play
    from companion.ui.window import Wish

    play(Wish(args.size, args.fullscreen), players, args.seed, readers)
    return 0


def size(text: str) -> tuple[int, int]:
    """Width and height from a text such as 800x480; ArgumentTypeError says what was expected."""
    found = re.fullmatch(r"([1-9][0-9]{1,4})[x×]([1-9][0-9]{1,4})", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"found {text!r}, expected width and height in pixels such as 800x480")
    return int(found[1]), int(found[2])


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
