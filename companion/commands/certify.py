"""`clockwork-derby certify`: an acceptance run of a table, reader by reader: every slot, every cell, every handle, every light, every cable.

It asks for one thing after another and notices by itself when it was done. At real readers there are five test cards to be put in
(`clockwork-derby print markers --only test-cards`), and the lights to be looked at. Readers may be worked in any order, several at once.

    Enter      it was done, whatever the reader shows; of lights: all others are as they should be
    2.5        the light of slot 5 at seat 2 is otherwise than it should be (once more: after all it is not)
    again 2    begin seat 2 anew
    end        end here

It ends with a report: what is in order, what to repair and how. Emulated readers (`--table rig:8`) are worked by the app itself. The exit
status is 0 where the table has passed, 1 where it has not.
"""
from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.app.reports import keep_certificate
from companion.certificate.report import NOTED, PASSED, as_json, as_lines
from companion.commands import Subparsers
from companion.commands._certify_table import Emulated, Talk, certified
from companion.commands._options import add_state, readers_url, state_of
from companion.errors import SetupFault
from companion.table.seats import remembered_seats
from companion.table.urls import table_for_url

NAME = "certify"
PACE: Final = 4
"""How many times as fast as time emulated readers work here."""
PATIENCE: Final = 1.5
"""Seconds after which the app says of an emulated reader that it was done all the same."""
MOST_SEATS: Final = 8
NOT_PASSED: Final = 1


def add(subparsers: Subparsers) -> None:
    """Which readers, and where the report goes."""
    parser = subparsers.add_parser(
        NAME, help="try out every slot, handle and light of a table, with a dated report", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--table", default="auto:", metavar="URL", help="the readers: auto: (the default, whatever is plugged in), or rig:8 …")
    parser.add_argument("--seats", default="", metavar="LIST", help="seats that must have a reader, such as 1-4 or 1,3; else whatever answers")
    parser.add_argument("--out", default=".", metavar="FOLDER", help="where the report is put, as PDF and JSON (default: this folder)")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    add_state(parser)


def run(args: argparse.Namespace) -> int:
    """Certify the table; TableFault where no reader answers, SetupFault for seats that cannot be."""
    expected = tuple(seats_of(args.seats))
    url = readers_url(args.table, None, PACE)
    table = table_for_url(url, seats=remembered_seats(state_of(args)))
    # Also where another table is put around it, as with spy+rig:8.
    emulated = url.rpartition("+")[2].startswith("rig:")
    # With --json standard output is for the report alone.
    hands = Emulated(PATIENCE) if emulated else Talk(sys.stdin, sys.stderr if args.json else sys.stdout)
    report = certified(table, expected, hands, time.strftime("%Y-%m-%d %H:%M"))
    print(*as_json(report).rstrip("\n").split("\n") if args.json else as_lines(report), sep="\n")
    print(keep_certificate(report, Path(args.out)), file=sys.stderr)
    return 0 if report.verdict in (PASSED, NOTED) else NOT_PASSED


def seats_of(words: str) -> Iterator[int]:
    """The seats of a list such as "1-4,6"; SetupFault for anything else."""
    for part in filter(None, (word.strip() for word in words.split(","))):
        first, dash, last = part.partition("-")
        ends = (first, last if dash else first)
        if not all(end.isascii() and end.isdigit() and 1 <= int(end[:3]) <= MOST_SEATS for end in ends) or int(ends[0]) > int(ends[1]):
            raise SetupFault(f"--seats: found {part!r}, expected seats from 1 to {MOST_SEATS}, such as 1-4 or 1,3")
        yield from range(int(ends[0]), int(ends[1]) + 1)
