"""`clockwork-derby certify` with emulated readers and the real firmware, and at a terminal."""

from __future__ import annotations

import io
import json
import os
from collections import deque
from pathlib import Path
from typing import Any

import pytest

from companion.__main__ import main
from companion.app.reports import keep_certificate
from companion.certificate import judging
from companion.certificate.report import report_of
from companion.certificate.run import (
    DONE,
    HANDLE_TASKS,
    SLOT_TASKS,
    CertificationRun,
    GoOn,
    NextPicture,
    begin,
)
from companion.commands.certify import TerminalPerson, answer_of, run_certification
from companion.session.messages import SUCCESS, Notice
from companion.signals import (
    CellsSeen,
    Deed,
    HandleMoved,
    Lamps,
    MeasureCells,
    ReaderBack,
    Signal,
    SlotRead,
)
from companion.words import text
from tests.certificate.reader import Table
from tests.press.prints import words
from tests.recorded import recorded
from tests.typed import of_kind

BROKEN = "light@3.2,weak@2.4.6,swapped@1.2-4,stuck@5.pull"
FOUND = [
    (1, "slots 2 and 4", judging.SLOTS_SWAPPED),
    (2, "slot 4, cell 6", judging.WEAK_CELL),
    (3, "light 2", judging.LIGHT_DARK),
    (5, "handle", judging.HANDLE_STUCK),
]


def certify(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any, str]:
    """Run the command; return its status, its report as JSON, and its messages."""
    status = main(["certify", "--json", *arguments])
    captured = capsys.readouterr()
    return status, json.loads(captured.out) if captured.out else None, captured.err


def test_every_fault_of_a_broken_table_is_found(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Find a dead light, a weak sensor, exchanged slots and a stuck switch, each at its place.

    PDF and JSON are kept and named. Six readers at a faster pace would lose their links on a busy
    machine.
    """
    status, report, side = certify(
        capsys, "--table", f"rig:6?pace=2&broken={BROKEN}", "--out", str(tmp_path)
    )
    assert [(found["seat"], found["place"], found["kind"]) for found in report["findings"]] == FOUND
    assert (status, report["verdict"], [seat["faults"] for seat in report["seats"]]) == (
        1,
        "failed",
        [1, 1, 1, 0, 1, 0],
    )
    kept = sorted(file.suffix for file in tmp_path.iterdir())
    assert kept == [".json", ".pdf"] and str(tmp_path) in side
    printed = words(next(tmp_path.glob("*.pdf")).read_bytes())
    assert "failed" in printed.lower() and report["date"] in printed


def test_a_healthy_table_passes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Pass two good readers, in far less than five minutes."""
    status, report, _ = certify(
        capsys, "--table", "rig:2?pace=4", "--seats", "1-2", "--out", str(tmp_path)
    )
    # A busy machine can hold up the emulated readers so long that the link is lost for a moment.
    notes = [found for found in report["findings"] if found["kind"] != "link lost"]
    assert (status, notes) == (0, []) and report["verdict"].startswith("passed")
    assert report["seconds"] < 300


@pytest.mark.parametrize(
    ("arguments", "words_said"),
    [
        (["--seats", "0-3"], "--seats: found '0-3', expected seats from 1 to 8"),
        (["--seats", "4-2"], "found '4-2'"),
        (["--table", "rigg:8"], "rig"),
        (["--table", "rig:8?broken=light@9.1"], "light@9.1"),
        (["--table", "virtual:"], "no reader answers"),
    ],
)
def test_what_cannot_be_certified_is_said_in_one_sentence(
    arguments: list[str],
    words_said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """Refuse wrong seats, wrong readers and no readers in one sentence, with status 2."""
    ends = os.pipe()
    monkeypatch.setattr("companion.commands.certify.WAKING", 0.1)
    with os.fdopen(ends[0]) as keyboard, os.fdopen(ends[1], "w"):
        monkeypatch.setattr("sys.stdin", keyboard)
        status, report, side = certify(capsys, *arguments, "--out", str(tmp_path))
    said = side.splitlines()[-1]
    assert (
        (status, report) == (2, None)
        and said.startswith("clockwork-derby: ")
        and words_said in said
        and not list(tmp_path.iterdir())
    )


def test_a_folder_that_cannot_be_written_costs_only_the_files(tmp_path: Path) -> None:
    """Say what cannot be kept and where, and still print the report."""
    (tmp_path / "file").write_text("in the way")
    said = keep_certificate(
        report_of(Table().whole(), "one reader", "2026-11-21 20:00"), tmp_path / "file"
    )
    assert (
        not isinstance(said, Notice)
        and str(said) == recorded("could-not-be-written", folder=tmp_path)
        and str(tmp_path / "file") in str(said)
        and [file.name for file in tmp_path.iterdir()] == ["file"]
    )


def test_no_certificate_takes_the_place_of_another(tmp_path: Path) -> None:
    """Write four files for two runs in the same minute."""
    report = report_of(Table().whole(), "one reader", "2026-11-21 20:00")
    for _ in range(2):
        said = keep_certificate(report, tmp_path)
        assert " is in " in str(said) and of_kind(Notice, said).kind == SUCCESS
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "certificate-2026-11-21-2000-2.json",
        "certificate-2026-11-21-2000-2.pdf",
        "certificate-2026-11-21-2000.json",
        "certificate-2026-11-21-2000.pdf",
    ]


# ---- Somebody at a terminal ----------------------------------------------------------------------


class OneReader:
    """A table with one good reader that is worked as soon as it is asked for."""

    sign = text("one reader")
    touch_seats: frozenset[int] = frozenset()

    def __init__(self) -> None:
        self.signals: deque[Signal] = deque([ReaderBack(1)])
        self.task = ""
        self.is_open = False
        self.shown: list[Lamps] = []

    def open(self) -> None:
        """Do nothing."""
        self.is_open = True

    def poll(self) -> tuple[Signal, ...]:
        """Return the signals."""
        signals = tuple(self.signals)
        self.signals.clear()
        return signals

    def show(self, lamps: Lamps) -> None:
        """Keep the lamps."""
        self.shown.append(lamps)

    def do(self, deed: Deed) -> None:
        """Answer a look by the test cards of the task."""
        if isinstance(deed, MeasureCells):
            code = SLOT_TASKS[self.task][deed.slot - 1].code
            levels = tuple(
                6 if code is None else 170 if code >> (7 - cell) & 1 else 16 for cell in range(8)
            )
            self.signals.append(CellsSeen(1, deed.slot, levels, (230,) * 8))

    def close(self) -> None:
        """Do nothing."""
        self.is_open = False

    def work(self, task: str) -> None:
        """Do what the task asks for."""
        self.task = task
        if task in HANDLE_TASKS:
            self.signals.append(HandleMoved(1, HANDLE_TASKS[task]))
        elif task in SLOT_TASKS:
            self.signals.extend(
                SlotRead(1, slot, *answer) for slot, answer in enumerate(SLOT_TASKS[task], 1)
            )


class Typist(TerminalPerson):
    """A person who does what is printed, and types about the lights."""

    def __init__(self, table: OneReader, typed: str) -> None:
        """Type these lines, one at each question about lights."""
        ends = os.pipe()
        self.read, self.write = (
            os.fdopen(ends[0], encoding="utf-8"),
            os.fdopen(ends[1], "w", encoding="utf-8"),
        )
        self.questions = io.StringIO()
        super().__init__(self.read, self.questions)
        self.table, self.lines, self.seen = table, deque(typed.splitlines()), ""

    def work(self, run: CertificationRun, now: float) -> Any:
        """Work the reader and type."""
        said = super().work(run, now)
        if run.picture is None and run.seats and run.seats[1].task != self.table.task:
            self.table.work(run.seats[1].task)
        elif run.picture is not None and self.questions.getvalue() != self.seen and self.lines:
            self.seen = self.questions.getvalue()
            self.write.write(f"{self.lines.popleft()}\n")
            self.write.flush()
        return said


def test_somebody_at_a_terminal_is_asked_and_answers() -> None:
    """Print every task once, ask about lights, and report a named light."""
    table = OneReader()
    typist = Typist(table, "\n\n1.2\n\n\n\n\n\n")
    with typist.read, typist.write:
        report = run_certification(table, (), typist, "today")
    asked = typist.questions.getvalue()
    assert [(found.seat, str(found.place)) for found in report.findings] == [
        (1, recorded("light-2"))
    ] and not table.is_open
    assert (
        "Pull the handle towards you." in asked
        and "Turn every test card" in asked
        and "Otherwise: 1.2." in asked
    )
    assert len({tuple(lamps.lit[1]) for lamps in table.shown if lamps.lit}) == 7


def test_typed_lines_mean_what_the_help_says() -> None:
    """Go on by Enter, at readers and lights; ask again about anything unknown."""
    table = OneReader()
    typist = Typist(table, "nonsense\nend\n")
    with typist.read, typist.write:
        run_certification(table, (), typist, "today")
    assert typist.questions.getvalue() == recorded("Enter-SEAT-SLOT")
    run = CertificationRun(seats={3: begin([3])[0].seats[3]})
    assert (
        answer_of("\n", run) == GoOn(3)
        and answer_of("3.1", run) is None
        and answer_of("again 9", run) is None
    )
    lit = run._replace(picture=0, seats={3: run.seats[3]._replace(task=DONE)})
    assert answer_of("", lit) == NextPicture() and answer_of("3.9", lit) is None
