"""`clockwork-derby update`: a new version from a stick, into the slot that does not run.

An update is a wheel file with SHA256SUMS and its signature beside it, or a folder with these and perhaps wheels that it needs. It is checked,
put beside the version that runs, tried there on a copy of the journal, and takes over at the next start. Where two starts do not reach the
first screen, the old version takes over again by itself. Nothing is installed while a race is being played.

What changes something only root does, and root's own code, which lies outside the slots: sudo clockwork-derby update install FOLDER
"""
from __future__ import annotations

import argparse
from pathlib import Path

from companion.commands import Subparsers
from companion.errors import UpdateFault
from companion.update import CODE

NAME = "update"


def add(subparsers: Subparsers) -> None:
    """check, install, status, back, and what a version is asked before and while it runs."""
    from companion.update.terminal import DEEDS, add_deeds

    parser = subparsers.add_parser(
        NAME, help="install a new version from a stick, or go back to the one before", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    deeds = parser.add_subparsers(metavar=f"{DEEDS}|try|playing", dest="deed", required=True)
    add_deeds(deeds)
    tried = deeds.add_parser("try", help="examine this version itself, as is done before it takes over")
    tried.add_argument("--state", metavar="DIR", required=True, help="a folder with a copy of the journal, which is changed")
    playing = deeds.add_parser("playing", help="say yes where a race is being played, else no")
    playing.add_argument("--state", metavar="DIR", required=True, help="the folder that holds the games")
    playing.add_argument("--since", metavar="TIME", type=float, default=0.0, help="only a race that was touched since this Unix time counts")


def run(args: argparse.Namespace) -> int:
    """Carry it out; UpdateFault where it cannot be."""
    match args.deed:
        case "try":
            from companion.commands._update_try import try_this

            try_this(Path(args.state).absolute())
        case "playing":
            from companion.commands._update_try import is_playing

            print("yes" if is_playing(Path(args.state).absolute(), args.since) else "no")
        case "install" | "back":
            raise UpdateFault(f"root does this, by what lies in {CODE}: sudo clockwork-derby update {args.deed}, on a machine on which the game is installed (sudo make install)")
        case _:
            from companion.update.terminal import carry_out

            carry_out(args)
    return 0
