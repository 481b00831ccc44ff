"""Play the turns of scenarios and print the final positions."""

from __future__ import annotations

import argparse

from companion.commands import Subparsers
from companion.commands._files import scenario_at
from companion.commands._options import add_json
from companion.commands._terminal import print_fault, print_json
from companion.errors import FormatError

NAME = "resolve"
UNREADABLE = 2


def add(subparsers: Subparsers) -> None:
    """Add the files and the form of the answer."""
    parser = subparsers.add_parser(NAME, description=__doc__)
    parser.add_argument("files", nargs="+", metavar="FILE", help="a scenario file")
    add_json(
        parser,
        "an object on a line for each file",
        "file",
        more=(
            "and those of the game's position, such as turn, winner and the pieces; if a file "
            "cannot be read, file and error"
        ),
    )


def run(args: argparse.Namespace) -> int:
    """Play every file in order; return 2 if one cannot be read, which does not stop the others."""
    status = 0
    for path in args.files:
        try:
            played = scenario_at(path)
        except FormatError as fault:
            status = UNREADABLE
            print_fault(args.json, fault, file=path)
            continue
        if args.json:
            print_json(played.result(path))
        else:
            print(*played.summary(path), sep="\n")
    return status
