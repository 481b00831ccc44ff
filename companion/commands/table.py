"""`clockwork-derby table`: table files, which say what is wired where."""

from __future__ import annotations

import argparse

from companion.commands import Subparsers
from companion.commands._files import expand_folders, parse_file
from companion.commands._options import add_json
from companion.commands._terminal import complain, print_json
from companion.errors import FormatError
from companion.table.gpio.table_file import parse_table_file

NAME = "table"
ENDING = ".toml"
FAULTY = 2


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(NAME, description=__doc__)
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    check = actions.add_parser(
        "check",
        help="say what is wrong with table files",
        description="Say what is wrong with table files.",
    )
    check.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help=f"a table file, or a folder with *{ENDING} files at any depth",
    )
    add_json(
        check,
        "a line for each file",
        "file",
        "readers",
        "summary",
        more="of one with a fault file and error",
    )


def run(args: argparse.Namespace) -> int:
    """Print a line for each table file; return 2 if one has a fault. It does not stop the others.

    A correct file is summed up in a few words, with the number of readers.
    """
    status = 0
    for path in expand_folders(args.files, ENDING):
        try:
            table = parse_file(path, "a table file", parse_table_file)
        except FormatError as fault:
            status = FAULTY
            if args.json:
                print_json({"file": path, "error": str(fault)})
            else:
                complain(fault)
        else:
            if args.json:
                print_json({"file": path, "readers": len(table.seats), "summary": table.summary()})
            else:
                print(f"{path}: {table.summary()}, no faults")
    return status
