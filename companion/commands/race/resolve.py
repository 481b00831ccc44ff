"""`clockwork-derby resolve`: play the turns of scenarios and show the position that comes out."""
from __future__ import annotations

import argparse
import json
from typing import Any

from companion.commands import Subparsers
from companion.commands._terminal import complain
from companion.commands.race._files import scenario_at
from companion.errors import FormatFault
from companion.formats.facts import result_of
from companion.formats.scenario import play_scenario

NAME = "resolve"
UNREADABLE = 2


def add(subparsers: Subparsers) -> None:
    """Files, and whether the answer is JSON."""
    parser = subparsers.add_parser(NAME, help="play scenarios and print the final state", description=__doc__)
    parser.add_argument("files", nargs="+", metavar="FILE", help="a scenario file")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line for each file")


def run(args: argparse.Namespace) -> int:
    """Every file in order; 2 when one of them cannot be read, which does not stop the others."""
    status = 0
    for path in args.files:
        try:
            result = result_of(play_scenario(scenario_at(path)).state, path)
        except FormatFault as fault:
            status = UNREADABLE
            if args.json:
                # On standard output as well: whoever reads JSON counts one line for each file.
                _print_json({"file": path, "error": str(fault)})
            else:
                complain(fault)
            continue
        if args.json:
            _print_json(result)
        else:
            print(*_in_words(result), sep="\n")
    return status


def _print_json(answer: dict[str, Any]) -> None:
    print(json.dumps(answer, ensure_ascii=False))


def _in_words(result: dict[str, Any]) -> list[str]:
    """The result for people: when, who has won, then a line for each seat."""
    winner = f"seat {result['winner']} has won" if result["winner"] else "nobody has won"
    lines = [f"{result['file']}: turn {result['turn']}, register {result['register']}, {winner}"]
    lines += [f"  seat {seat}: {_clank_in_words(facts)}" for seat, facts in result["clanks"].items()]
    return lines


def _clank_in_words(facts: dict[str, Any]) -> str:
    """A clank as the line of a scenario would say it."""
    active = facts["square"] is not None
    words = [f"{facts['square']} {facts['heading']} damage={facts['damage']}" if active else facts["status"]]
    words += [f"lives={facts['lives']}", f"next_flag={facts['next_flag']}", f"checkpoints={','.join(facts['checkpoints']) or 'none'}"]
    words += ["powered_down"] if facts["powered_down"] else []
    words += [f"locked={','.join(map(str, facts['locked']))}"] if facts["locked"] else []
    return " ".join([*words, f"deal={facts['deal']}"])
