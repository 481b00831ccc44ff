"""`clockwork-derby update` for root, for the services, and partly for everybody.

This runs from root's own copy, outside the slots (`python3 -I FOLDER update install …`). The app's
own command `update` has only the parts that change nothing.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import pwd
import sys
import time
from pathlib import Path
from typing import Final

from companion.errors import UpdateError
from companion.privileged import PLACE, STATE
from companion.privileged.guard import status, status_facts
from companion.privileged.install import InstallOptions, SwitchedSlot, back, check, install
from companion.privileged.parcel import SIGNERS
from companion.privileged.requests import ANSWER, REQUEST, UpdateSite, break_off, serve
from companion.privileged.service_user import service_user_of

DEEDS: Final = "check|install|status|back"
JSON: Final = "print JSON: one object, with the keys {keys}"
USAGE: Final = 2
INTERRUPTED: Final = 130
"""Exit statuses as in a shell."""


def main(words: list[str]) -> int:
    """Carry out `update …`.

    Returns:
        An exit status; 2 after a failure, with the reason in one sentence and the running version
        untouched.
    """
    for stream in (sys.stdout, sys.stderr):
        # Names of files and words of others reach a terminal and the log: they must be printable.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    parser = argparse.ArgumentParser(prog="clockwork-derby")
    commands = parser.add_subparsers(dest="command", required=True)
    update = commands.add_parser(
        "update", help="install a new version from a stick, or go back to the previous one"
    )
    deeds = update.add_subparsers(metavar=DEEDS, dest="deed", required=True)
    add_deeds(deeds)
    asked = deeds.add_parser(
        "asked", help="carry out the request from the screen (clockwork-derby-update.service)"
    )
    asked.add_argument(
        "--request", metavar="FILE", default=str(REQUEST), help="the file with the request"
    )
    asked.add_argument(
        "--answer", metavar="FILE", default=str(ANSWER), help="the file for the answer"
    )
    asked.add_argument(
        "--root", metavar="DIR", default="/", help="the root folder, to find mounted sticks"
    )
    asked.add_argument(
        "--ended",
        action="store_true",
        help="write a final answer if the service ended without one",
    )
    _add_places(asked)
    args = parser.parse_args(words)
    # The game runs as another user than the installer and must be able to read the installation.
    os.umask(0o022)
    try:
        carry_out(args)
    except KeyboardInterrupt:
        return INTERRUPTED
    except (UpdateError, OSError) as fault:
        print(f"clockwork-derby: {_readable(str(fault))}", file=sys.stderr)
        return USAGE
    return 0


def add_deeds(deeds: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands check, install, status and back."""
    for deed, words in (
        ("check", "check that an update is complete, signed and fits, without changing anything"),
        ("install", "install an update"),
    ):
        action = deeds.add_parser(deed, help=words)
        action.add_argument(
            "path", metavar="FILE|FOLDER", help="the wheel file, or the folder that holds it"
        )
        action.add_argument(
            "--older", action="store_true", help="accept it even if a newer version runs"
        )
        if deed == "check":
            action.add_argument(
                "--json",
                action="store_true",
                help=JSON.format(
                    keys="file, version, before; before is the version that runs, or null"
                ),
            )
        _add_places(action)
    shown = deeds.add_parser("status", help="show both installations and which of them runs")
    shown.add_argument(
        "--json",
        action="store_true",
        help=JSON.format(
            keys="slots, news; each slot has slot, held and runs, news are sentences about a trial"
        ),
    )
    _add_places(shown)
    _add_places(
        deeds.add_parser("back", help="let the version in the other installation take over")
    )


def _add_places(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--place",
        metavar="DIR",
        default=str(PLACE),
        help=f"the folder with the two slots (default {PLACE})",
    )
    parser.add_argument(
        "--state",
        metavar="DIR",
        help=f"the folder that holds the games (default {STATE}, where there is one)",
    )
    parser.add_argument(
        "--signers",
        metavar="FILE",
        default=str(SIGNERS),
        help=f"the keys whose updates are taken (default {SIGNERS})",
    )


def state_of(args: argparse.Namespace) -> Path:
    """Return the folder of the games: the given one, the appliance's, or that of sudo's caller.

    It need not exist.
    """
    if args.state is not None:
        return Path(args.state).expanduser().absolute()
    if STATE.is_dir():
        return STATE
    try:
        home = pwd.getpwuid(int(os.environ["SUDO_UID"])).pw_dir
    except (KeyError, ValueError, OverflowError):
        home = str(Path.home())
    return Path(home) / ".local/state/clockwork-derby"


def carry_out(args: argparse.Namespace) -> None:
    """Do what was typed; raise UpdateError or OSError on failure."""
    place, state, signers = (
        Path(args.place).absolute(),
        state_of(args),
        Path(args.signers).absolute(),
    )
    match args.deed:
        case "check":
            parcel, before = check(Path(args.path), place, args.older, signers)
            if args.json:
                _say(
                    json.dumps(
                        {
                            "file": parcel.wheel.path.name,
                            "version": str(parcel.wheel.version),
                            "before": str(before) if before else None,
                        }
                    )
                )
                return
            _say(
                f"{parcel.wheel.path.name}: version {parcel.wheel.version}, signed, whole, fits"
                f" this machine; {before or 'no version'} runs now"
            )
        case "install":
            if sys.stderr.isatty():
                print(
                    "The update is checked, installed beside the version that runs and tried on a"
                    " copy of the games. This takes some minutes.",
                    file=sys.stderr,
                    flush=True,
                )
            _tell(
                install(
                    Path(args.path),
                    place,
                    state,
                    time.time(),
                    InstallOptions(service_user_of(state), signers),
                    args.older,
                )
            )
        case "back":
            _tell(back(place, state, time.time(), InstallOptions(service_user_of(state), signers)))
        case "asked":
            desk = UpdateSite(
                place,
                state,
                service_user_of(state),
                Path(args.request).absolute(),
                Path(args.answer).absolute(),
                signers,
                Path(args.root),
            )
            # The result is in the answer: for systemd a reported failure is no failure.
            (break_off if args.ended else serve)(desk)
        case "status":
            if args.json:
                _say(json.dumps(status_facts(place), ensure_ascii=False))
                return
            for line in status(place):
                _say(str(line))


def _tell(done: SwitchedSlot) -> None:
    _say(
        f"installation {done.slot}: version {done.version} takes over from"
        f" {done.before or 'a version that does not say its number'} at the next start, on trial"
    )
    for words in done.notes:
        _say(str(words))
    # The running game goes on: its slot is untouched.
    _say(
        "Restart the table to use it; `clockwork-derby update back` returns to the version before."
    )


def _say(words: str) -> None:
    print(_readable(words), flush=True)


def _readable(words: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in words)
