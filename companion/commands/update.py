"""`clockwork-derby update`: a new version from a stick, into the slot that does not run.

An update is a wheel file with a SHA256SUMS beside it, or a folder with both and perhaps wheels that it needs. It is compared, put beside the
version that runs, tried there on a copy of the journal, and takes over at the next start. Where two starts do not reach the first screen, the
old version takes over again by itself. Nothing is installed while a race is being played.
"""
from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.commands import Subparsers
from companion.folders import state_folder
from companion.update import PLACE

if TYPE_CHECKING:
    from companion.update.install import Switched

NAME = "update"
STATE: Final = Path("/var/lib/clockwork-derby")
"""Where the appliance keeps its games; on other machines the usual folder counts."""


def add(subparsers: Subparsers) -> None:
    """check, install, status, back, try, and what the system does for the screen."""
    parser = subparsers.add_parser(
        NAME, help="install a new version from a stick, or go back to the one before", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    deeds = parser.add_subparsers(metavar="check|install|status|back|try|asked", dest="deed", required=True)
    for deed, words in (("check", "look whether an update is whole and fits, and change nothing"), ("install", "install an update")):
        action = deeds.add_parser(deed, help=words)
        action.add_argument("path", metavar="FILE|FOLDER", help="the wheel file, or the folder that holds it")
        action.add_argument("--older", action="store_true", help="take it although a newer version runs")
        _add_places(action)
    _add_places(deeds.add_parser("status", help="say what the two slots hold and which of them runs"))
    _add_places(deeds.add_parser("back", help="have the version in the other slot take over"))
    asked = deeds.add_parser("asked", help="do what was asked for on the screen (clockwork-derby-update.service)")
    asked.add_argument("--request", metavar="FILE", help="what was asked for")
    asked.add_argument("--answer", metavar="FILE", help="how it stands")
    asked.add_argument("--ended", action="store_true", help="nobody works on it any more: say so where nothing else was said")
    _add_places(asked)
    tried = deeds.add_parser("try", help="examine this version itself, as is done before it takes over")
    tried.add_argument("--state", metavar="DIR", required=True, help="a folder with a copy of the journal, which is changed")


def run(args: argparse.Namespace) -> int:
    """Carry it out; 2 where it cannot be, and then the version that runs is untouched."""
    if args.deed == "try":
        from companion.commands._update_try import try_this

        try_this(Path(args.state).absolute())
        return 0
    place, state = Path(args.place).absolute(), _state(args)
    # The game runs as another user than the one who installs, and must be able to read what is installed.
    os.umask(0o022)
    match args.deed:
        case "check":
            _check(Path(args.path), place, args.older)
        case "install":
            from companion.update.install import Manner, install
            from companion.update.player import player_of

            _tell(install(Path(args.path), place, state, time.time(), args.older, manner=Manner(player_of(state))))
        case "back":
            from companion.update.install import Manner, back
            from companion.update.player import player_of

            _tell(back(place, state, time.time(), Manner(player_of(state))))
        case "asked":
            _serve(args, place, state)
        case "status":
            from companion.update.status import status

            print(*status(place), sep="\n")
    return 0


def _add_places(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--place", metavar="DIR", default=str(PLACE), help=f"the folder with the two slots (default {PLACE})")
    parser.add_argument("--state", metavar="DIR", help=f"the folder that holds the games (default {STATE}, where there is one)")


def _state(args: argparse.Namespace) -> Path:
    """The appliance's folder comes first, since with sudo the usual one is not that of the user who plays."""
    if args.state is not None:
        return Path(args.state).expanduser().absolute()
    return STATE if STATE.is_dir() else state_folder()


def _serve(args: argparse.Namespace, place: Path, state: Path) -> None:
    """What has come of it stands in the answer: for systemd all is well once somebody has said it."""
    from companion.update.request import ANSWER, REQUEST
    from companion.update.serving import Desk, break_off, serve

    desk = Desk(place, state, Path(args.request or REQUEST).absolute(), Path(args.answer or ANSWER).absolute())
    (break_off if args.ended else serve)(desk)


def _check(path: Path, place: Path, older: bool) -> None:
    from companion.update.install import check

    parcel, before = check(path, place, older)
    print(f"{parcel.wheel.path.name}: version {parcel.wheel.version}, whole, fits this machine; {before or 'no version'} runs now")


def _tell(done: Switched) -> None:
    print(f"slot {done.slot}: version {done.version} takes over from {done.before or 'a version that does not say its number'} at the next start, on trial")
    for words in done.notes:
        print(words)
    # The running game goes on: nothing of its slot has been touched.
    print("Restart the table to use it; `clockwork-derby update back` returns to the version before.")
