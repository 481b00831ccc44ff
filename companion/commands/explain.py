"""Print the events of a scenario, one on each line, each with its rule."""

from __future__ import annotations

import argparse

from companion.commands import Subparsers
from companion.commands._files import scenario_at
from companion.commands._options import add_json
from companion.commands._terminal import print_result
from companion.content.livery import NAMES

NAME = "explain"


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(NAME, description=__doc__)
    parser.add_argument("file", metavar="FILE", help="a scenario file")
    add_json(parser, "an object on a line for each event", "when", "words", "rule")


def run(args: argparse.Namespace) -> int:
    """Print the events of the scenario in order."""
    scenario = scenario_at(args.file)
    for line in scenario.explained(lambda seat: f"{NAMES[seat - 1]} (seat {seat})"):
        print_result(args.json, line._asdict(), line)
    return 0
