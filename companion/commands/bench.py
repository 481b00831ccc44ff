"""`clockwork-derby bench`: measure what this machine makes of the engine, of whole games and of the screen."""
from __future__ import annotations

import argparse
import json

from companion.bench import MEASUREMENTS, Figure, measurement
from companion.commands import Subparsers
from companion.commands._terminal import complain, say
from companion.errors import DerbyError, SetupFault, near_word

NAME = "bench"


def add(subparsers: Subparsers) -> None:
    """Which measurements, and in what form."""
    parser = subparsers.add_parser(NAME, help="measure the speed of engine, games and screen", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"measurements: {', '.join(MEASUREMENTS)}; all when none is named")
    parser.add_argument("--json", action="store_true", help="one JSON object for each measurement")


def run(args: argparse.Namespace) -> int:
    """Take the measurements one after the other; 1 when one cannot be taken here, such as a window without a screen."""
    _check(args.names)
    status = 0
    for name in args.names or MEASUREMENTS:
        try:
            figures = measurement(name)()
        except DerbyError as fault:
            complain(f"bench {name}: {fault}")
            status = 1
        else:
            say(_as_json(name, figures) if args.json else _as_words(name, figures))
    return status


def _check(names: list[str]) -> None:
    """Before the first one is measured: a slip in the last name should not cost minutes."""
    for name in names:
        if name not in MEASUREMENTS:
            near = near_word(name, MEASUREMENTS)
            hint = f"did you mean {near!r}? " if near else ""
            raise SetupFault(f"there is no measurement {name!r}: {hint}measurements are {', '.join(MEASUREMENTS)}")


def _as_json(name: str, figures: list[Figure]) -> str:
    return json.dumps({"measurement": name, "figures": [figure._asdict() for figure in figures]}, ensure_ascii=False)


def _as_words(name: str, figures: list[Figure]) -> str:
    lines = [name]
    for figure in figures:
        target = f"  (target {figure.target})" if figure.target else ""
        remark = f"  {figure.remark}" if figure.remark else ""
        lines.append(f"  {figure.name}: {figure.value:,.5g} {figure.unit}{target}{remark}")
    return "\n".join(lines)
