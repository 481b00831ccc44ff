"""`clockwork-derby doctor`: look at the machine and say of each thing whether it is fine, or what is wrong and what to do.

Nothing is changed, nothing needs root, and a game may go on meanwhile. Ask as the user who plays.
"""
from __future__ import annotations

import argparse
import json
from collections.abc import Iterable

from companion.commands import Subparsers
from companion.commands._state import add_state, state_of
from companion.doctor import title_of
from companion.errors import SetupFault, near_word
from companion.health.base import BAD, Finding, examined, names
from companion.health.world import World

NAME = "doctor"
ILL = 1


def add(subparsers: Subparsers) -> None:
    """Which checks, and how the answer is spelled."""
    parser = subparsers.add_parser(
        NAME, help="look at the machine and say what is fine, and what to do where it is not", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("checks", nargs="*", metavar="CHECK", help=f"look at these only: {', '.join(names())}")
    parser.add_argument("--json", action="store_true", help="answer as JSON, for programmes: a list of check, state, words, remedy")
    add_state(parser)


def run(args: argparse.Namespace) -> int:
    """A line for each finding; 0 where nothing is bad, 1 else. SetupFault for a check that there is not."""
    for name in args.checks:
        _must_be_known(name)
    findings = examined(World(state=state_of(args)), args.checks)
    if args.json:
        print(json.dumps([finding._asdict() for finding in findings], ensure_ascii=False, indent=2))
    else:
        print("\n".join(lines(findings)))
    return ILL if any(finding.state == BAD for finding in findings) else 0


def lines(findings: Iterable[Finding]) -> list[str]:
    """Findings as people read them: the state, what was looked at, what was found, what to do."""
    return [f"{finding.state:<5} {title_of(finding)}: {finding.words} {finding.remedy}".rstrip() for finding in findings]


def _must_be_known(name: str) -> None:
    if name not in names():
        near = near_word(name, names())
        hint = f"; did you mean {near!r}?" if near else ""
        raise SetupFault(f"there is no check {name!r}: expected {', '.join(names())}{hint}")
