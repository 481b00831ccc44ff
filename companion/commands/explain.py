"""`clockwork-derby explain`: what happens in a scenario, one event a line, each with the rule that caused it."""
from __future__ import annotations

import argparse

from companion.commands import Subparsers
from companion.commands._files import scenario_at
from companion.content.livery import NAMES

NAME = "explain"


def add(subparsers: Subparsers) -> None:
    """One file."""
    parser = subparsers.add_parser(NAME, help="print what happens in a scenario, with the rule for each event", description=__doc__)
    parser.add_argument("file", metavar="FILE", help="a scenario file")


def run(args: argparse.Namespace) -> int:
    """The events of the scenario in order."""
    for line in scenario_at(args.file).explained(_called):
        print(line)
    return 0


def _called(seat: int) -> str:
    return f"{NAMES[seat - 1]} (seat {seat})"
