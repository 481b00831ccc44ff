"""`clockwork-derby check`: play scenarios and compare what comes out with what they expect."""
from __future__ import annotations

import argparse

from companion.commands import Subparsers
from companion.commands._files import scenario_at, spread
from companion.commands._terminal import complain
from companion.errors import FormatFault

NAME = "check"
ENDING = ".scenario.toml"
FAILED, UNREADABLE = 1, 2


def add(subparsers: Subparsers) -> None:
    """Files or folders."""
    parser = subparsers.add_parser(NAME, help="play scenarios and compare with what they expect", description=__doc__)
    parser.add_argument("files", nargs="+", metavar="FILE", help=f"a scenario file, or a folder with *{ENDING} files at any depth")


def run(args: argparse.Namespace) -> int:
    """One line for each scenario that fails, then the counts; 0 when all pass, 1 when one fails, 2 when a file cannot be read.

    What is wrong with a file that cannot be read goes to standard error, and the others are played all the same.
    """
    passed = failed = unreadable = 0
    for path in spread(args.files, ENDING):
        try:
            found = scenario_at(path, f"a scenario file or a folder with *{ENDING} files").differences()
        except FormatFault as fault:
            unreadable += 1
            complain(fault)
            continue
        if found:
            failed += 1
            print(f"{path}: {'; '.join(found)}")
        else:
            passed += 1
    print(f"{passed} passed, {failed} failed")
    return UNREADABLE if unreadable else FAILED if failed else 0
