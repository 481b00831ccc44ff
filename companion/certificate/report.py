"""The outcome of an acceptance run as values, as JSON and as lines, with explanations.

The same values make the page, the PDF and the lines. The sentences are for people who repair the
table; every kind of finding of `judging` has its own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from companion.certificate.judging import (
    BLIND,
    EXCHANGED,
    GLARING,
    HANDLE_CROSSED,
    HANDLE_MISSING,
    HANDLE_STUCK,
    LIGHT_DARK,
    LIGHT_ELSEWHERE,
    LIGHT_STUCK,
    LIGHT_WEAK,
    LIGHTS_REVERSED,
    LINK_DAMAGED,
    LINK_LOST,
    MARGIN_SMALL,
    NO_CELLS,
    NOT_TRIED,
    PALE_INK,
    READER_MISSING,
    REVERSED,
    SHINING,
    SLOT_WRONG,
    SLOTS_SWAPPED,
    WEAK_CELL,
    TableFinding,
    figures,
    findings,
    is_misplaced,
)
from companion.certificate.run import DONE, SLOT_TASKS, CertificationRun, Seat
from companion.named_tuples import NamedTuple
from companion.signals import OK, SLOTS
from companion.words import Text, text

PASSED, NOTED, FAILED, UNFINISHED = "passed", "passed with notes", "failed", "not finished"
"""The verdicts: nothing found, nothing that prevents play, something to repair, something not
tested."""

VERSION: Final = 1
"""Of the JSON form."""


class SlotFigures(NamedTuple):
    """The measured quality of a slot's sensors; None where it is unknown."""

    white: int | None
    """The usual white, 0-255."""
    contrast: int | None
    margin: float | None
    """The distance between white and black, as a share of the contrast."""


class SeatReport(NamedTuple):
    seat: int
    kind: str
    uid: str
    firmware: str
    tried: bool
    """Whether everything was tested."""
    slots: tuple[SlotFigures, ...]
    faults: int
    """The number of findings to repair."""
    notes: int
    """The number of other findings."""
    frames: int
    """Counted on its link in the run, as are the next two."""
    resends: int
    damaged: int
    lost: int
    """The number of times that it was gone."""


class CertificateReport(NamedTuple):
    date: str
    """As people write it."""
    table: Text | str
    """The table's sign."""
    seconds: int
    """The duration of the run."""
    verdict: str
    seats: tuple[SeatReport, ...]
    findings: tuple[TableFinding, ...]


def report_of(run: CertificationRun, table: Text | str, date: str) -> CertificateReport:
    """Return the outcome of a run, which need not be over.

    Args:
        run: The run.
        table: The table's sign.
        date: The date as people write it, since this module has no clock.
    """
    found = findings(run)
    seats = []
    for number in run.tested():
        seat = run.seats[number]
        mine = [finding for finding in found if finding.seat == number]
        faults = sum(finding.grave for finding in mine)
        answer = seat.report
        seats.append(
            SeatReport(
                number,
                answer.kind if answer else "",
                answer.uid if answer else "",
                answer.version if answer else "",
                seat.task == DONE and not seat.gone,
                tuple(_slot(slot, seat) for slot in range(1, SLOTS + 1)),
                faults,
                len(mine) - faults,
                seat.counted.frames,
                seat.counted.resends,
                seat.counted.damaged,
                seat.lost,
            )
        )
    # The lights come last, once every reader has shown everything or was given up.
    tried = run.compared and bool(seats) and all(one.tried for one in seats)
    grave = any(finding.grave for finding in found)
    # Untested parts weigh more than findings: the run must be repeated in any case.
    verdict = FAILED if grave and tried else UNFINISHED if not tried else NOTED if found else PASSED
    return CertificateReport(
        date, table, round(run.now - (run.began or run.now)), verdict, tuple(seats), found
    )


def _slot(slot: int, seat: Seat) -> SlotFigures:
    # The cells of another card say nothing about this slot.
    foreign = any(
        answer.status == OK and answer != SLOT_TASKS[task][slot - 1]
        for task, seen in seat.seen.items()
        for answer in [seen.answers[slot - 1]]
    )
    found = (
        None if foreign or is_misplaced(slot, seat.seen) is not None else figures(slot, seat.seen)
    )
    return SlotFigures(*found) if found is not None else SlotFigures(None, None, None)


def as_json(report: CertificateReport) -> str:
    """Return the report as JSON, with a sentence and the repair for each finding.

    Keys are the fields of `CertificateReport`; letters beyond ASCII are not escaped, and a line end
    closes it.
    """
    document = _plain(report)
    document["version"] = VERSION
    for finding, entry in zip(report.findings, document["findings"], strict=True):
        entry |= {
            "grave": finding.grave,
            "words": str(sentence(finding)),
            "repair": str(repair(finding)),
        }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _plain(value: Any) -> Any:
    if isinstance(value, Text):
        return str(value)
    if isinstance(value, tuple):
        if hasattr(value, "_asdict"):
            return {name: _plain(part) for name, part in value._asdict().items()}
        return [_plain(part) for part in value]
    return value


VERDICTS: Final[Mapping[str, Text]] = {
    PASSED: text("Everything works."),
    NOTED: text("Everything works; see the notes."),
    FAILED: text("Something must be repaired."),
    UNFINISHED: text("Not everything was tested."),
}
"""The verdicts in sentences."""
NAMES: Final[Mapping[str, Text]] = {
    PASSED: text("passed"),
    NOTED: text("passed with notes"),
    FAILED: text("failed"),
    UNFINISHED: text("not finished"),
}
"""The verdicts in a word or two."""


def as_lines(report: CertificateReport) -> tuple[str, ...]:
    """Return the report for a terminal: the verdict, a line for each reader, then the findings.

    Findings are in the order of `findings`, each followed by its repair.
    """
    minutes, seconds = divmod(report.seconds, 60)
    readers = []
    for seat in report.seats:
        margins = [slot.margin for slot in seat.slots if slot.margin is not None]
        seen = f"least margin {min(margins):.0%}" if margins else "no margins told"
        if seat.tried and not seat.faults:
            state = "in order"
        elif seat.faults:
            state = f"{seat.faults} to repair"
        else:
            state = "not tried"
        notes = f", {seat.notes} note{'' if seat.notes == 1 else 's'}" if seat.notes else ""
        readers.append(
            f"  seat {seat.seat}: {state}{notes}; {seen}; {seat.frames} frames, {seat.damaged} "
            f"damaged, {seat.resends} sent again"
        )
    finding_lines = [
        line
        for finding in report.findings
        for line in (f"  {sentence(finding)}", f"      {repair(finding)}")
    ]
    head = (
        f"{report.verdict.upper()}: {VERDICTS[report.verdict]} {report.date}, {report.table}, "
        f"{minutes} min {seconds:02} s."
    )
    return (head, *readers, *finding_lines)


# ---- What findings mean --------------------------------------------------------------------------


MEANING: Final[dict[str, tuple[Text, Text]]] = {
    HANDLE_STUCK: (
        text("the handle's switch is always closed"),
        text(
            "Check whether the lever presses it at rest. If not, the switch is broken or its "
            "wire touches ground."
        ),
    ),
    HANDLE_MISSING: (
        text("the handle's switch never closes"),
        text(
            "Bend or move the switch until the lever makes it click. If it clicks already, look "
            "for a broken wire."
        ),
    ),
    HANDLE_CROSSED: (
        text("pull and push are swapped"),
        text("Swap the wires of the two switches."),
    ),
    SLOTS_SWAPPED: (
        text("two slots are swapped"),
        text(
            "Swap the plugs of the two sensor boards, or the test cards if they were in the "
            "wrong slots."
        ),
    ),
    REVERSED: (
        text("the sensors read from right to left"),
        text("Reverse the order of the eight wires between sensor board and multiplexer."),
    ),
    EXCHANGED: (
        text("two sensors are swapped"),
        text("Swap their wires between sensor board and multiplexer."),
    ),
    SLOT_WRONG: (
        text("the slot does not read correctly"),
        text(
            "Try another test card. If nothing changes, check the sensor board's plug and "
            "supply, the wire of its light, the multiplexer's wires."
        ),
    ),
    MARGIN_SMALL: (
        text("the slot is near its limit"),
        text("Clean the sensors and the card, keep light out, and print the cards blacker."),
    ),
    BLIND: (
        text("a sensor sees nothing"),
        text(
            "Look for dirt or tape over it, then for its wire between sensor board and multiplexer."
        ),
    ),
    WEAK_CELL: (
        text("a sensor sees less than its neighbours"),
        text(
            "Clean it. If that does not help, it is crooked or too far away, or its solder joint "
            "is bad."
        ),
    ),
    SHINING: (
        text("a sensor sees light in the empty slot"),
        text("Paint the back of the slot matt black, or look for a wire that touches ground."),
    ),
    PALE_INK: (
        text("the printed black is not black in infrared light"),
        text("Print the cards with a laser printer or with pigment black ink."),
    ),
    GLARING: (
        text("light from the room shines into the slot"),
        text("Turn the reader away from the window or lamp, or print the hood for it."),
    ),
    LIGHT_DARK: (
        text("a lock light never turns on"),
        text(
            "Check the data output of the pixel before it, then this one's data input and supply."
        ),
    ),
    LIGHT_STUCK: (
        text("a lock light never turns off"),
        text("Replace the pixel. With a plain LED, look for a wire that touches the supply."),
    ),
    LIGHT_ELSEWHERE: (
        text("the wrong lock light turns on"),
        text("Swap the two lights, or write the order of the strip into the plan."),
    ),
    LIGHTS_REVERSED: (
        text("the lock lights are in reverse order"),
        text("Write the order of the strip into the plan, or reverse the strip."),
    ),
    LIGHT_WEAK: (
        text("a lock light works only sometimes"),
        text(
            "Look for a bad joint in its data line. If it fails only when many lights are on, "
            "use thicker supply wires."
        ),
    ),
    LINK_DAMAGED: (
        text("the cable is noisy"),
        text(
            "Take another cable, away from motors and power supplies, and another port of the hub."
        ),
    ),
    LINK_LOST: (
        text("the reader was disconnected for a while"),
        text("Take another cable or port; a hub without its own supply cannot feed eight readers."),
    ),
    READER_MISSING: (
        text("the reader does not answer"),
        text(
            "Check its cable, then its own light: clockwork-derby firmware status shows its state."
        ),
    ),
    NOT_TRIED: (text("not everything was tested"), text("Certify this reader again.")),
    NO_CELLS: (
        text("the reader cannot show single cells"),
        text("Bring its firmware up to date: clockwork-derby firmware install."),
    ),
}
"""The meaning and the repair of each kind of finding."""


def sentence(finding: TableFinding) -> Text:
    """Return the finding in one line, such as "Seat 3, light 2: a lock light never burns."."""
    meaning, _ = MEANING[finding.kind]
    if not finding.seen:
        return text(
            "Seat {seat}, {place}: {meaning}.",
            seat=finding.seat,
            place=finding.place,
            meaning=meaning,
        )
    return text(
        "Seat {seat}, {place}: {meaning} ({seen}).",
        seat=finding.seat,
        place=finding.place,
        meaning=meaning,
        seen=finding.seen,
    )


def repair(finding: TableFinding) -> Text:
    """Return how to repair a finding; KeyError for an unknown kind."""
    return MEANING[finding.kind][1]
