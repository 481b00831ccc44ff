"""`clockwork-derby explain`: what happens in a scenario, one event a line, each with the rule that caused it."""
from __future__ import annotations

import argparse

from companion.commands import Subparsers
from companion.commands._files import read_text
from companion.content import load_board
from companion.content.livery import NAMES
from companion.formats.explained import explained
from companion.formats.scenario import parse_scenario
from companion.formats.scenario_play import play_scenario

NAME = "explain"


def add(subparsers: Subparsers) -> None:
    """One file."""
    parser = subparsers.add_parser(NAME, help="print what happens in a scenario, with the rule for each event", description=__doc__)
    parser.add_argument("file", metavar="FILE", help="a scenario file")


def run(args: argparse.Namespace) -> int:
    """The events of the scenario in order."""
    scenario = parse_scenario(read_text(args.file, "a scenario file"), args.file, load_board)
    for line in explained(play_scenario(scenario).events, _called):
        print(line)
    return 0


def _called(seat: int) -> str:
    return f"{NAMES[seat - 1]} (seat {seat})"
