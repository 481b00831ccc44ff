"""An acceptance run at a table: between the pure run, the readers, and whoever does what is asked for."""
from __future__ import annotations

import select
import time
from collections.abc import Iterable, Sequence
from typing import IO, Final, Protocol

from companion.certificate.emulated import EmulatedPerson, act
from companion.certificate.report import Report, report_of
from companion.certificate.run import DONE, HEARD, PICTURES, WORDS, AgainFrom, Finish, GoOn, LightSeen, NextPicture, Run, Said, begin, lamps, step
from companion.errors import TableFault
from companion.signals import DEEDS, SLOTS, Deed, ReaderModel, Signal, Trouble
from companion.table.base import Table

TICK: Final = 0.02
"""Seconds between two looks at the table."""
WAKING: Final = 10.0
"""Seconds in which the first reader must answer."""


class Worker(Protocol):
    """Whoever does what a run asks for: somebody at the terminal, or the app itself at emulated readers."""

    def hear(self, signal: Signal) -> None:
        """Take notice of what the table says."""

    def work(self, run: Run, now: float) -> Sequence[Deed | Said]:
        """What is done and answered now.

        `now` is in seconds of the monotonic clock. Deeds go to the table, answers into the run.
        """


class Emulated:
    """The app itself, at readers that it plays."""

    def __init__(self, patience: float) -> None:
        self.person = EmulatedPerson(patience)
        self.models: dict[int, ReaderModel] = {}

    def hear(self, signal: Signal) -> None:
        """Remember what really is at the readers."""
        if isinstance(signal, ReaderModel):
            self.models[signal.seat] = signal

    def work(self, run: Run, now: float) -> Sequence[Deed | Said]:
        """What hands and eyes do."""
        self.person, acts = act(self.person, run, self.models, now)
        return acts


class Talk:
    """Somebody at a terminal: what is asked is printed whenever it changes, and lines that are typed are answers.

    Questions go to `questions`, one line each; the end of `answers` ends the run.
    """

    def __init__(self, answers: IO[str], questions: IO[str]) -> None:
        self._answers, self._questions = answers, questions
        self._asked = ""
        self._over = False

    def hear(self, signal: Signal) -> None:
        """Print what needs a person."""
        if isinstance(signal, Trouble) and signal.words:
            print(f"! {signal.words}", file=self._questions, flush=True)

    def work(self, run: Run, now: float) -> Sequence[Deed | Said]:
        """Ask when something else is to be asked, and take the lines that have been typed."""
        asked = question(run)
        if asked != self._asked:
            self._asked = asked
            print(asked, file=self._questions, flush=True)
        # Readers must be heard while nobody types, so nothing is read before a line is there.
        return () if self._over or not select.select([self._answers], [], [], 0)[0] else self._taken(self._answers.readline(), run)

    def _taken(self, line: str, run: Run) -> Sequence[Said]:
        if not line:
            self._over = True
            return (Finish(),)
        answer = answer_of(line, run)
        if answer is None:
            print("? Enter, SEAT.SLOT of a light such as 2.5, again SEAT, or end", file=self._questions, flush=True)
            return ()
        return (answer,)


def question(run: Run) -> str:
    """What is asked of people now, in one line."""
    if run.picture is not None:
        wrong = ", ".join(f"{seat}.{slot}" for seat, slot in sorted(run.wrong[run.picture]))
        return f"Lights {run.picture + 1} of {len(PICTURES)}: {PICTURES[run.picture].words}{f' Otherwise: {wrong}.' if wrong else ''}"
    seat = run.current()
    if seat is None:
        return "Waiting for a reader."
    left = sum(reader.task != DONE for reader in run.seats.values())
    gone = f" (no answer: {run.seats[seat].gone})" if run.seats[seat].gone else ""
    return f"Seat {seat}{gone}, {left} of {len(run.seats)} readers to go: {WORDS[run.seats[seat].task]}"


def answer_of(line: str, run: Run) -> Said | None:
    """What a typed line means; None where nobody knows.

    Case and blanks do not matter; numbers of more than two digits are no seat and no slot.
    """
    words = line.lower().replace(".", " ").split()
    seat = run.current()
    if not words:
        return NextPicture() if run.picture is not None else GoOn(seat) if seat is not None else None
    numbers = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 3]
    if words == ["end"]:
        return Finish()
    if words[0] == "again" and len(words) == 2 and len(numbers) == 1 and numbers[0] in run.seats:
        return AgainFrom(numbers[0])
    if len(words) == 2 and len(numbers) == 2 and run.picture is not None and numbers[0] in run.seats and 1 <= numbers[1] <= SLOTS:
        return LightSeen(*numbers)
    return None


def certified(table: Table, expected: Iterable[int], worker: Worker, date: str) -> Report:
    """Run to the end; TableFault where the table cannot be had, or no reader answers.

    `expected` are the seats that must have a reader, `date` stands on the report. The table is closed in any case.
    """
    table.open()
    try:
        return _run(table, expected, worker, date)
    finally:
        table.close()


def _run(table: Table, expected: Iterable[int], worker: Worker, date: str) -> Report:
    run, begun = begin(expected)
    deeds: tuple[Deed, ...] = begun
    shown = None
    began = time.monotonic()
    while not run.finished:
        for deed in deeds:
            table.do(deed)
        run, deeds = _heard(table, worker, run)
        for said in worker.work(run, run.now):
            if isinstance(said, DEEDS):
                table.do(said)
            else:
                run, more = step(run, said, time.monotonic())
                deeds = (*deeds, *more)
        # Lights are sent as a whole picture, and only where it is another one (hardware facts 3).
        if shown != (shown := lamps(run)):
            table.show(shown)
        # Once a reader has answered people may take all the time they need.
        if not run.seats and time.monotonic() - began > WAKING:
            raise TableFault(f"certify: no reader answers ({table.sign}): plug the readers in, or try emulated ones with --table rig:8")
        time.sleep(TICK)
    return report_of(run, table.sign, date)


def _heard(table: Table, worker: Worker, run: Run) -> tuple[Run, tuple[Deed, ...]]:
    """Take in all that the table says, and that time has passed."""
    deeds: tuple[Deed, ...] = ()
    for signal in table.poll():
        worker.hear(signal)
        if isinstance(signal, HEARD):
            run, more = step(run, signal, time.monotonic())
            deeds = (*deeds, *more)
    # Also without a signal: some things are found by nothing having come for a while.
    run, more = step(run, None, time.monotonic())
    return run, (*deeds, *more)
