"""Check the machine and say what is fine, what is wrong and what to do.

It changes nothing, needs no root rights, and a game can go on. Run it as the user who plays.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path

from companion.commands import Subparsers, add_command
from companion.commands._options import add_completion, add_json, add_state, state_of
from companion.commands._terminal import say
from companion.errors import SetupError, did_you_mean
from companion.health.base import BAD, Finding, checks, run_checks, title_of
from companion.health.world import World

NAME = "doctor"
ILL = 1


def add(subparsers: Subparsers) -> None:
    """Add the names of checks and the form of the answer."""
    parser = add_command(subparsers, NAME, __doc__)
    add_completion(
        parser.add_argument(
            "checks", nargs="*", metavar="CHECK", help=f"only these checks: {', '.join(checks())}"
        ),
        "checks",
    )
    add_json(
        parser,
        "an array of an object for each finding",
        "check",
        "state",
        "words",
        "remedy",
        more="state is fine, note or bad",
    )
    parser.add_argument(
        "--bundle",
        type=Path,
        metavar="FOLDER",
        help=(
            "write a report bundle there instead: findings, versions, logs, the last game "
            "without names"
        ),
    )
    add_state(parser)


def run(args: argparse.Namespace) -> int:
    """Print a line for each finding; return 1 if any is bad.

    JSON has the findings in the order of the lines. With --bundle only the bundle is written, and
    the status is 0.

    Raises:
        SetupError: A check is unknown, or there is no room for the bundle.
    """
    for name in args.checks:
        if name not in checks():
            raise SetupError(
                f"there is no check {name!r}: expected "
                f"{', '.join(checks())}{did_you_mean(name, checks())}"
            )
    world = World(state=state_of(args))
    if args.bundle is not None:
        # The doctor alone needs no journal.
        from companion.app.reports import bundle, write_bundle_file

        try:
            path = write_bundle_file(bundle(world, None), args.bundle, world)
        except OSError as fault:
            raise SetupError(
                f"--bundle: {args.bundle} takes no file ({fault.strerror or fault}); name a folder "
                "that can be written"
            ) from fault
        print(f"the report bundle is {path}")
        return 0
    findings = run_checks(world, args.checks)
    if args.json:
        say(
            json.dumps(
                [{"check": finding.check, **finding.plain()} for finding in findings],
                ensure_ascii=False,
                indent=2,
            )
        )
    else:
        print(*lines(findings), sep="\n")
    return ILL if any(finding.state == BAD for finding in findings) else 0


def lines(findings: Iterable[Finding]) -> list[str]:
    """Return findings as lines: state, subject, finding, remedy."""
    return [
        f"{finding.state:<5} {title_of(finding)}: {finding.words} {finding.remedy}".rstrip()
        for finding in findings
    ]
