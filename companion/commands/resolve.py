"""`clockwork-derby resolve`: play the turns of scenarios and show the position that comes out."""
from __future__ import annotations

import argparse
import json
from typing import Any

from companion.commands import Subparsers
from companion.commands._files import scenario_at
from companion.commands._terminal import complain
from companion.errors import FormatFault

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
            played = scenario_at(path)
        except FormatFault as fault:
            status = UNREADABLE
            if args.json:
                # On standard output as well: whoever reads JSON counts one line for each file.
                _print_json({"file": path, "error": str(fault)})
            else:
                complain(fault)
            continue
        if args.json:
            _print_json(played.result(path))
        else:
            print(*played.summary(path), sep="\n")
    return status


def _print_json(answer: dict[str, Any]) -> None:
    print(json.dumps(answer, ensure_ascii=False))
