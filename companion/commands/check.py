"""Play scenarios and compare the results with what they expect."""

from __future__ import annotations

import argparse

from companion.commands import Subparsers
from companion.commands._files import expand_folders, scenario_at
from companion.commands._options import add_json
from companion.commands._progress import ProgressBar
from companion.commands._terminal import print_fault, print_result
from companion.errors import FormatError

NAME = "check"
ENDING = ".scenario.toml"
FAILED, UNREADABLE = 1, 2


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(NAME, description=__doc__)
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help=f"a scenario file, or a folder with *{ENDING} files at any depth",
    )
    add_json(
        parser,
        "an object on a line for each file",
        "file",
        "passed",
        "differences",
        more="if a file cannot be read, file and error",
    )


def run(args: argparse.Namespace) -> int:
    """Print a line for each scenario that fails, then the counts, or a JSON object for each file.

    Unreadable files are reported as errors, and do not stop the others.

    Returns:
        0 if all pass, 1 if one fails, 2 if a file cannot be read.
    """
    passed = failed = unreadable = 0
    files = list(expand_folders(args.files, ENDING))
    with ProgressBar(len(files), "scenarios") as bar:
        for path in files:
            bar.step()
            try:
                found = scenario_at(
                    path, f"a scenario file or a folder with *{ENDING} files"
                ).differences
            except FormatError as fault:
                unreadable += 1
                print_fault(args.json, fault, file=path)
                continue
            passed, failed = passed + (not found), failed + bool(found)
            print_result(
                args.json,
                {"file": path, "passed": not found, "differences": list(found)},
                *([f"{path}: {'; '.join(found)}"] if found else []),
            )
    if not args.json:
        print(f"{passed} passed, {failed} failed")
    return UNREADABLE if unreadable else FAILED if failed else 0
