"""The outcome of an acceptance run: a dated report as values, as JSON, and as lines for a terminal.

The same values make the page, the PDF and the lines; `repairs` has the words.
"""
from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from companion.certificate.cells import figures, misplaced
from companion.certificate.judging import Finding, findings
from companion.certificate.repairs import repair, sentence
from companion.certificate.run import Run, Seat
from companion.certificate.tasks import DONE, SLOT_TASKS
from companion.signals import OK, SLOTS

PASSED, NOTED, FAILED, UNFINISHED = "passed", "passed with notes", "failed", "not finished"
"""The verdicts: nothing found, nothing that hinders play, something to repair, something not tried."""

VERSION: Final = 1
"""Of the JSON form."""


class SlotFigures(NamedTuple):
    """How well a slot sees: its usual white (0-255), the contrast, and the margin between white and black as a share; None where not told."""

    white: int | None
    contrast: int | None
    margin: float | None


class SeatReport(NamedTuple):
    """One reader: what it is, whether everything was tried, its slots, how many findings, and how its link has fared in the run."""

    seat: int
    kind: str
    uid: str
    firmware: str
    tried: bool
    slots: tuple[SlotFigures, ...]
    faults: int
    notes: int
    frames: int
    resends: int
    damaged: int
    lost: int


class Report(NamedTuple):
    """The whole outcome: the `date` as people write it, the table's sign, how many seconds it took, the verdict, seats and findings."""

    date: str
    table: str
    seconds: int
    verdict: str
    seats: tuple[SeatReport, ...]
    findings: tuple[Finding, ...]


def report_of(run: Run, table: str, date: str) -> Report:
    """What a run came to; `table` is the table's sign.

    `date` is told as it is given: this module knows no clock. The run need not be over.
    """
    found = findings(run)
    seats = tuple(_seat(number, run.seats[number], found) for number in run.tested())
    # The lights come last and only once every reader has shown everything, or was given up.
    tried = run.compared and bool(seats) and all(seat.tried for seat in seats)
    grave = any(finding.grave for finding in found)
    # What was not tried weighs more than what was found: the run has to be done again in any case.
    verdict = FAILED if grave and tried else UNFINISHED if not tried else NOTED if found else PASSED
    return Report(date, table, round(run.now - (run.began or run.now)), verdict, seats, found)


def _seat(number: int, seat: Seat, found: tuple[Finding, ...]) -> SeatReport:
    mine = [finding for finding in found if finding.seat == number]
    grave = sum(finding.grave for finding in mine)
    told = seat.report
    return SeatReport(
        number, told.kind if told else "", told.uid if told else "", told.version if told else "", seat.task == DONE and not seat.gone,
        tuple(_slot(slot, seat) for slot in range(1, SLOTS + 1)), grave, len(mine) - grave,
        seat.counted.frames, seat.counted.resends, seat.counted.damaged, seat.lost,
    )


def _slot(slot: int, seat: Seat) -> SlotFigures:
    # What another card's cells show says nothing of this slot.
    foreign = any(answer.status == OK and answer != SLOT_TASKS[task][slot - 1] for task, seen in seat.seen.items() for answer in [seen.answers[slot - 1]])
    found = None if foreign or misplaced(slot, seat.seen) is not None else figures(slot, seat.seen)
    return SlotFigures(*found) if found is not None else SlotFigures(None, None, None)


def as_json(report: Report) -> str:
    """The report as JSON, with a sentence and the remedy for each finding.

    Keys are the fields of `Report`; letters beyond ASCII stand as they are, and a line end closes it.
    """
    told = _plain(report)
    told["version"] = VERSION
    for finding, entry in zip(report.findings, told["findings"], strict=True):
        entry |= {"grave": finding.grave, "words": sentence(finding), "repair": repair(finding)}
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return {name: _plain(part) for name, part in value._asdict().items()} if hasattr(value, "_asdict") else [_plain(part) for part in value]
    return value


VERDICTS: Final[Mapping[str, str]] = {
    PASSED: "Everything works.", NOTED: "Everything works; some things are worth looking after.",
    FAILED: "Something must be repaired.", UNFINISHED: "Not everything was tried.",
}
"""The verdicts in sentences."""


def as_lines(report: Report) -> tuple[str, ...]:
    """The report for a terminal: the verdict, a line for each reader, then every finding and what to do.

    Findings stand in the order of `findings`, each with what to do below it.
    """
    minutes, seconds = divmod(report.seconds, 60)
    readers = [f"  seat {seat.seat}: {_reader_line(seat)}" for seat in report.seats]
    told = [line for finding in report.findings for line in (f"  {sentence(finding)}", f"      {repair(finding)}")]
    head = f"{report.verdict.upper()}: {VERDICTS[report.verdict]} {report.date}, {report.table}, {minutes} min {seconds:02} s."
    return (head, *readers, *told)


def _reader_line(seat: SeatReport) -> str:
    margins = [slot.margin for slot in seat.slots if slot.margin is not None]
    seen = f"least margin {min(margins):.0%}" if margins else "no margins told"
    state = "in order" if seat.tried and not seat.faults else f"{seat.faults} to repair" if seat.faults else "not tried"
    notes = f", {seat.notes} note{'' if seat.notes == 1 else 's'}" if seat.notes else ""
    return f"{state}{notes}; {seen}; {seat.frames} frames, {seat.damaged} damaged, {seat.resends} sent again"
