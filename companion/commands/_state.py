"""Where the journal lies that a command works with."""
from __future__ import annotations

import argparse
from pathlib import Path

from companion.folders import state_folder


def add_state(parser: argparse.ArgumentParser) -> None:
    """The folder, which is the same for everybody who does not name another."""
    parser.add_argument(
        "--state", metavar="DIR",
        help="the folder that holds what is kept, made where it is missing (default: clockwork-derby under XDG_STATE_HOME or ~/.local/state)",
    )


def state_of(args: argparse.Namespace) -> Path:
    """The folder that was asked for, or the usual one.

    Absolute, since it is named in sentences that people may read in another folder. It need not be there.
    """
    return state_folder() if args.state is None else Path(args.state).expanduser().absolute()
