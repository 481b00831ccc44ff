"""Test every slot, sensor, handle, light and cable of a table, and write a report.

It asks for one action after another and notices by itself when each is done. Real readers need the
five test cards (`clockwork-derby print markers --only test-cards`), and you look at the lights.
Test readers in any order, also several at once. Type:

    Enter      the step is done, or all other lights are as they should be
    2.5        the light of slot 5 at seat 2 is wrong (type it again to take that back)
    again 2    restart the test of seat 2
    end        end the test and write the report

The report says what works, what to repair and how. The app operates emulated readers
(`--table rig:8`) itself. The exit status is 0 if the table has passed, otherwise 1.
"""

from __future__ import annotations

import argparse
import select
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import IO, Final, Protocol

from companion.app.reports import keep_certificate
from companion.certificate.emulated_person import EmulatedPerson, act
from companion.certificate.report import (
    NOTED,
    PASSED,
    CertificateReport,
    as_json,
    as_lines,
    report_of,
)
from companion.certificate.run import (
    DONE,
    HEARD,
    PICTURES,
    WORDS,
    AgainFrom,
    CertificationRun,
    Finish,
    GoOn,
    LightSeen,
    NextPicture,
    Said,
    begin,
    lamps,
    step,
)
from companion.commands import Subparsers, add_command
from companion.commands._options import add_json, add_state, readers_url, state_of
from companion.commands._terminal import take_terminal
from companion.errors import SetupError, TableError
from companion.signals import SLOTS, Deed, ReaderModel, Signal, TableProblem
from companion.table.base import Table
from companion.table.seats import remembered_seats
from companion.table.urls import table_for_url

NAME = "certify"
PACE: Final = 4
"""The speed of emulated readers here, in multiples of real time."""
PATIENCE: Final = 1.5
"""Seconds that an emulated reader has to notice an action; then it counts as done."""
MOST_SEATS: Final = 8
NOT_PASSED: Final = 1
TICK: Final = 0.02
"""Seconds between two looks at the table."""
WAKING: Final = 10.0
"""Seconds within which the first reader must answer."""


def add(subparsers: Subparsers) -> None:
    """Add the options for readers and report."""
    parser = add_command(subparsers, NAME, __doc__)
    parser.add_argument(
        "--table",
        default="auto:",
        metavar="URL",
        help="the readers: auto: (all connected ones, the default) or emulated ones, such as rig:8",
    )
    parser.add_argument(
        "--seats",
        default="",
        metavar="LIST",
        help="seats that must have a reader, such as 1-4 or 1,3 (default: all that answer)",
    )
    parser.add_argument(
        "--out",
        default=".",
        metavar="FOLDER",
        help="the folder for the report, as PDF and JSON (default: this folder)",
    )
    add_json(
        parser,
        "one object",
        "version",
        "date",
        "table",
        "seconds",
        "verdict",
        "seats",
        "findings",
    )
    add_state(parser)


def run(args: argparse.Namespace) -> int:
    """Certify the table.

    Raises:
        TableError: No reader answers.
        SetupError: The seats are invalid.
    """
    expected = tuple(_seats_of(args.seats))
    url = readers_url(args.table, None, PACE)
    table = table_for_url(url, seats=remembered_seats(state_of(args)))
    # Also if another table wraps it, as in spy+rig:8.
    emulated = url.rpartition("+")[2].startswith("rig:")
    if not emulated:
        take_terminal()
    # With --json, standard output is for the report alone.
    worker = (
        EmulatedWorker(PATIENCE)
        if emulated
        else TerminalPerson(sys.stdin, sys.stderr if args.json else sys.stdout)
    )
    report = run_certification(table, expected, worker, time.strftime("%Y-%m-%d %H:%M"))
    print(*as_json(report).rstrip("\n").split("\n") if args.json else as_lines(report), sep="\n")
    print(keep_certificate(report, Path(args.out)), file=sys.stderr)
    return 0 if report.verdict in (PASSED, NOTED) else NOT_PASSED


def _seats_of(words: str) -> Iterator[int]:
    """Yield the seats of a list such as "1-4,6".

    Raises:
        SetupError: The list is invalid.
    """
    for part in filter(None, (word.strip() for word in words.split(","))):
        first, dash, last = part.partition("-")
        ends = (first, last if dash else first)
        if not all(
            end.isascii() and end.isdigit() and 1 <= int(end[:3]) <= MOST_SEATS for end in ends
        ) or int(ends[0]) > int(ends[1]):
            raise SetupError(
                f"--seats: found {part!r}, expected seats from 1 to {MOST_SEATS}, such as 1-4 or "
                "1,3"
            )
        yield from range(int(ends[0]), int(ends[1]) + 1)


class Worker(Protocol):
    """Does what a run asks for: a person at the terminal, or the app at emulated readers."""

    def hear(self, signal: Signal) -> None:
        """Take note of a signal of the table."""

    def work(self, run: CertificationRun, now: float) -> Sequence[Deed | Said]:
        """Return the deeds for the table and the answers for the run.

        Args:
            run: The run.
            now: Seconds of the monotonic clock.
        """


class EmulatedWorker:
    """The app at readers that it emulates."""

    def __init__(self, patience: float) -> None:
        self.person = EmulatedPerson(patience)
        self.models: dict[int, ReaderModel] = {}

    def hear(self, signal: Signal) -> None:
        """Remember the true state of a reader."""
        if isinstance(signal, ReaderModel):
            self.models[signal.seat] = signal

    def work(self, run: CertificationRun, now: float) -> Sequence[Deed | Said]:
        """Act as a person would who sees the readers."""
        self.person, acts = act(self.person, run, self.models, now)
        return acts


class TerminalPerson:
    """A person at a terminal: each new question is a line in `questions`, typed lines are answers.

    The end of `answers` ends the run.
    """

    def __init__(self, answers: IO[str], questions: IO[str]) -> None:
        self._answers, self._questions = answers, questions
        self._asked = ""
        self._over = False

    def hear(self, signal: Signal) -> None:
        """Print a trouble that needs a person."""
        if isinstance(signal, TableProblem) and signal.words:
            print(f"! {signal.words}", file=self._questions, flush=True)

    def work(self, run: CertificationRun, now: float) -> Sequence[Deed | Said]:
        """Print a new question, and take the lines that were typed."""
        asked = _question(run)
        if asked != self._asked:
            self._asked = asked
            print(asked, file=self._questions, flush=True)
        # Readers are polled while nobody types, so reading must not block.
        if self._over or not select.select([self._answers], [], [], 0)[0]:
            return ()
        line = self._answers.readline()
        if not line:
            self._over = True
            return (Finish(),)
        answer = answer_of(line, run)
        if answer is None:
            print(
                "? Enter, SEAT.SLOT of a light such as 2.5, again SEAT, or end",
                file=self._questions,
                flush=True,
            )
            return ()
        return (answer,)


def _question(run: CertificationRun) -> str:
    """Return the current question as one line."""
    if run.picture is not None:
        wrong = ", ".join(f"{seat}.{slot}" for seat, slot in sorted(run.wrong[run.picture]))
        return (
            f"Lights {run.picture + 1} of {len(PICTURES)}: "
            f"{PICTURES[run.picture].words}{f' Otherwise: {wrong}.' if wrong else ''}"
        )
    seat = run.current()
    if seat is None:
        return "Waiting for a reader."
    left = sum(reader.task != DONE for reader in run.seats.values())
    gone = f" (no answer: {run.seats[seat].gone})" if run.seats[seat].gone else ""
    return (
        f"Seat {seat}{gone}, {left} of {len(run.seats)} readers to go: "
        f"{WORDS[run.seats[seat].task]}"
    )


def answer_of(line: str, run: CertificationRun) -> Said | None:
    """Return the meaning of a typed line, or None. Case and blanks do not matter."""
    words = line.lower().replace(".", " ").split()
    seat = run.current()
    if not words:
        if run.picture is not None:
            return NextPicture()
        if seat is not None:
            return GoOn(seat)
        return None
    numbers = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 3]
    if words == ["end"]:
        return Finish()
    if words[0] == "again" and len(words) == 2 and len(numbers) == 1 and numbers[0] in run.seats:
        return AgainFrom(numbers[0])
    if (
        len(words) == 2
        and len(numbers) == 2
        and run.picture is not None
        and numbers[0] in run.seats
        and 1 <= numbers[1] <= SLOTS
    ):
        return LightSeen(*numbers)
    return None


def run_certification(
    table: Table, expected: Iterable[int], worker: Worker, date: str
) -> CertificateReport:
    """Run an acceptance run to its end.

    Args:
        table: The table, which is closed in any case.
        expected: Seats that must have a reader.
        worker: Does what the run asks for.
        date: The date of the report.

    Raises:
        TableError: The table does not open, or no reader answers.
    """
    table.open()
    with closing(table):
        run, begun = begin(expected)
        deeds, shown = list(begun), None
        began = time.monotonic()
        while not run.finished:
            for deed in deeds:
                table.do(deed)
            deeds = []
            for signal in table.poll():
                worker.hear(signal)
                if isinstance(signal, HEARD):
                    run, more = step(run, signal, time.monotonic())
                    deeds += more
            # Also without a signal: some faults are found because nothing comes for a while.
            run, more = step(run, None, time.monotonic())
            deeds += more
            for said in worker.work(run, run.now):
                if isinstance(said, Deed):
                    table.do(said)
                else:
                    run, more = step(run, said, time.monotonic())
                    deeds += more
            # The lights are set as a whole, and only when they have changed (hardware facts 3).
            if shown != (shown := lamps(run)):
                table.show(shown)
            # Once a reader has answered, people may take their time.
            if not run.seats and time.monotonic() - began > WAKING:
                raise TableError(
                    f"certify: no reader answers ({table.sign}): plug the readers in, or try "
                    "emulated ones with --table rig:8"
                )
            time.sleep(TICK)
        return report_of(run, table.sign, date)
