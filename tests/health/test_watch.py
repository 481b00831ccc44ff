"""Failing and hanging checks stop nothing; a new trouble is reported once, and its end.

Both are recorded.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from companion.app.loop import open_session
from companion.gallery.computer import NOW, machine
from companion.health import base
from companion.health import checks as package
from companion.health.base import (
    PATIENCE,
    Check,
    CheckRun,
    Finding,
    State,
    check,
    checks,
    run_checks,
)
from companion.health.late import LateWatch
from companion.health.watch import FILE, MOST, HealthWatch, record
from companion.health.world import World
from companion.signals import TableProblem
from companion.words import NOTHING, Text, sentences, text
from tests.recorded import recorded

WARM = text("It has {degrees} degrees.", degrees=20)


@dataclass
class Patient:
    """A check that finds what it is set to, and counts its looks."""

    name: str = "patient"
    watched: float = 10.0
    state: State = "fine"
    words: Text = WARM
    looks: int = 0
    looked: threading.Event = field(default_factory=threading.Event)

    def look(self, world: World) -> tuple[Finding, ...]:
        """Return what it is set to find."""
        self.looks += 1
        self.looked.set()
        return (Finding(self.state, self.words, text("Rest.") if self.state == "bad" else NOTHING),)

    @property
    def check(self) -> Check:
        """Return it as a check."""
        return Check(self.name, text("Patient"), self.look, self.watched)


def degrees(number: int) -> Text:
    """Return the temperature in words."""
    return text("It has {degrees} degrees.", degrees=number)


class Stand:
    """A watch over such checks, with a clock moved by hand."""

    def __init__(self, folder: Path, *patients: Patient, patience: float = PATIENCE) -> None:
        self.seconds = 0.0
        self.world = machine(folder)
        self.watch = HealthWatch(
            self.world, lambda: self.seconds, [patient.check for patient in patients], patience
        )

    def after(self, seconds: float) -> tuple[TableProblem, ...]:
        """Return what is news after so many seconds."""
        self.seconds += seconds
        self.watch.look()
        return self.watch.poll()

    @property
    def log(self) -> list[str]:
        """Return the lines of the record without their times."""
        path = self.world.state / FILE
        return [line[20:] for line in path.read_text("utf-8").splitlines()] if path.exists() else []


class Failing(Patient):
    """A check that raises."""

    def look(self, world: World) -> tuple[Finding, ...]:
        """Raise what no check should."""
        raise ZeroDivisionError("by nothing")


class Hanging(Patient):
    """A check that waits until the test is over."""

    def look(self, world: World) -> tuple[Finding, ...]:
        """Wait."""
        self.looks += 1
        self.looked.wait()
        return ()


def known(monkeypatch: pytest.MonkeyPatch, *patients: Patient) -> None:
    """Register these as checks, for one test."""
    monkeypatch.setattr(base, "_CHECKS", dict(checks()))
    for patient in patients:
        check(patient.name, text("Patient"), patient.watched)(patient.look)


def unhurried(monkeypatch: pytest.MonkeyPatch, *hanging: Patient) -> None:
    """Let only these checks run out of time, on a busy machine, too."""
    names, found = [patient.name for patient in hanging], CheckRun.found
    monkeypatch.setattr(
        CheckRun,
        "found",
        lambda look, patience: found(look, patience if look.name in names else 60.0),
    )


def test_a_new_check_is_a_file_that_nobody_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Find a new check by its file; a broken file is a finding, and stops no other."""
    known(monkeypatch)
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path / "more")])
    (tmp_path / "more").mkdir()
    (tmp_path / "more/coffee.py").write_text(
        "from companion.health.base import NOTE, Finding, check\nfrom companion.words import "
        "text\n\n\n"
        "@check('coffee', text('Coffee'))\ndef coffee(world):\n    yield Finding(NOTE, text('The "
        "cup is empty.'))\n",
    )
    (tmp_path / "more/tea.py").write_text("import no_such_library_here\n")
    found = run_checks(machine(tmp_path))
    assert Finding("note", text("The cup is empty."), NOTHING, "coffee") in found and base.title_of(
        found[[one.check for one in found].index("coffee")]
    ) == text("Coffee")
    assert [
        (one.check, one.state) for one in found if "no_such_library_here" in str(one.words)
    ] == [("tea", "bad")]
    assert len(found) > 17 and run_checks(machine(tmp_path), ("coffee",)) == (
        Finding("note", text("The cup is empty."), NOTHING, "coffee"),
    )
    monkeypatch.delitem(sys.modules, f"{package.__name__}.coffee")


def test_a_check_that_fails_is_a_finding(tmp_path: Path) -> None:
    """Report a failing check with its exception's words."""
    found = CheckRun(Failing().check, machine(tmp_path)).found(60)
    assert found is not None
    assert found[0].state == "bad"
    assert str(found[0].words) == recorded("ZeroDivisionError-by-nothing")


def test_a_check_that_hangs_is_a_finding_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Report a hanging check, and go on with the others."""
    patient, hanging = Patient(), Hanging("stuck")
    known(monkeypatch, hanging, patient)
    unhurried(monkeypatch, hanging)
    found = run_checks(machine(tmp_path), ("stuck", "patient"), patience=0.05)
    hanging.looked.set()
    assert [(finding.check, finding.state) for finding in found] == [
        ("stuck", "bad"),
        ("patient", "fine"),
    ]
    assert str(found[0].words) == recorded("has-not-answered")


def test_a_check_that_is_slow_is_waited_for_while_the_others_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wait for a slow check while others run, and keep the order."""
    patient, slow = Patient(), Hanging("slow")
    slow.looked = patient.looked
    known(monkeypatch, slow, patient)
    found = run_checks(machine(tmp_path), ("slow", "patient"), patience=5)
    assert [str(finding.words) for finding in found] == recorded("The-check-slow-has-nothing-to")


def test_a_check_that_is_not_there_is_a_finding(tmp_path: Path) -> None:
    """Report an unknown check with the nearest name."""
    (finding,) = run_checks(machine(tmp_path), ("fnts",))
    assert finding.state == "bad"
    assert str(finding.remedy) == recorded("Did-you-mean-fonts")


def test_what_turns_bad_is_told_once_and_its_end_too(tmp_path: Path) -> None:
    """Report a trouble once over repeated looks and changing numbers, and its end after some."""
    patient = Patient()
    stand = Stand(tmp_path, patient)
    assert stand.after(0) == ()
    patient.state, patient.words = "bad", degrees(41)
    assert stand.after(10) == (
        TableProblem("health patient", sentences(degrees(41), text("Rest."))),
    )
    patient.words = degrees(42)
    assert stand.after(10) == stand.after(10) == ()
    patient.state = "fine"
    assert stand.after(10) == stand.after(10) == ()
    assert stand.after(10) == (TableProblem("health patient", NOTHING),)
    assert stand.after(10) == ()
    assert stand.log == recorded("patient-bad-It-has-41-degrees")


def test_another_trouble_of_the_same_check_is_news(tmp_path: Path) -> None:
    """Report another trouble of the same check, such as a full and then a read-only disk."""
    patient = Patient(state="bad", words=text("It is full."))
    stand = Stand(tmp_path, patient)
    assert stand.after(0) == (
        TableProblem("health patient", sentences(text("It is full."), text("Rest."))),
    )
    patient.words = text("It is read-only.")
    assert stand.after(10) == (
        TableProblem("health patient", sentences(text("It is read-only."), text("Rest."))),
    )


def test_a_long_remedy_is_left_to_the_doctor(tmp_path: Path) -> None:
    """Show a finding and where to read on in the status bar; record the long remedy."""
    patient = Patient(
        state="bad", words=text("It has {very} high fever.", very=("very " * 20).strip())
    )
    stand = Stand(tmp_path, patient)
    (trouble,) = stand.after(0)
    assert str(trouble.words) == recorded("words-Doctor-shows-the-remedy", words=patient.words)
    assert stand.log == [recorded("patient-bad-words-Rest", words=patient.words)]


def test_a_value_at_the_limit_does_not_flicker(tmp_path: Path) -> None:
    """Take bad, fine, bad, fine … for one trouble."""
    patient = Patient()
    stand = Stand(tmp_path, patient)
    problems: list[TableProblem] = []
    states: tuple[State, ...] = ("bad", "fine", "fine", "bad", "fine", "bad")
    for patient.state in states:
        problems += stand.after(10)
    assert len(problems) == len(stand.log) == 1


def test_a_note_is_recorded_and_not_told(tmp_path: Path) -> None:
    """Record a note without showing it."""
    stand = Stand(tmp_path, Patient(state="note"))
    assert stand.after(0) == ()
    assert stand.log == recorded("patient-note-It-has-20-degrees")


def test_each_check_has_its_own_rhythm(tmp_path: Path) -> None:
    """Run each check in its own rhythm; one without is the doctor's alone."""
    often, seldom, never = Patient("often"), Patient("seldom", 60.0), Patient("never", 0.0)
    stand = Stand(tmp_path, often, seldom, never)
    for _ in range(12):
        stand.after(5)
    assert (often.looks, seldom.looks, never.looks) == (6, 1, 0)


def test_a_hanging_check_is_told_once_and_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Report a hanging check once and do not repeat it, since each look costs a thread."""
    hanging, patient = Hanging("stuck"), Patient()
    unhurried(monkeypatch, hanging)
    stand = Stand(tmp_path, hanging, patient, patience=0.05)
    (trouble,) = stand.after(0)
    assert stand.after(10) == stand.after(10) == ()
    assert trouble.place == "health stuck"
    assert (hanging.looks, patient.looks) == (1, 3)
    hanging.looked.set()


def test_a_check_that_answers_late_is_well_again(tmp_path: Path) -> None:
    """Accept a late answer, end the trouble, and ask as before."""
    hanging = Hanging("stuck")
    stand = Stand(tmp_path, hanging, patience=0.05)
    assert stand.after(0)[0].words
    hanging.looked.set()
    _until(lambda: TableProblem("health stuck", NOTHING) in stand.after(10))
    assert hanging.looks > 1


def test_the_evening_hears_of_it_and_ends_the_watch(tmp_path: Path) -> None:
    """Show troubles of the watch in the loop, which closes it at its end."""
    patient = Patient(state="bad", words=text("It is hot."))
    watch = HealthWatch(machine(tmp_path), own=(patient.check,))
    loop = open_session()
    loop.host.watch = watch
    watch.start()
    assert patient.looked.wait(60)

    def heard() -> bool:
        loop.poll(0.0)
        return "health patient" in loop.session.readers.troubles

    _until(heard)
    assert loop.session.readers.troubles == {
        "health patient": sentences(text("It is hot."), text("Rest."))
    }
    loop.close()
    _until(lambda: all(thread.name != "health" for thread in threading.enumerate()))


def test_the_usual_evening_is_watched(tmp_path: Path) -> None:
    """Watch what `play` opens; the first look is well after the first screen."""
    from companion.ui.app import usual_session

    loop = usual_session(tmp_path)
    assert isinstance(loop.host.watch, LateWatch) and all(
        thread.name != "health" for thread in threading.enumerate()
    )
    loop.close()
    _until(lambda: all(not isinstance(thread, threading.Timer) for thread in threading.enumerate()))


def _until(true: Callable[[], bool]) -> None:
    """Ask again until it is so, within the test's time limit."""
    pause = threading.Event()
    while not true():
        pause.wait(0.005)


def test_every_check_of_the_house_can_be_watched(tmp_path: Path) -> None:
    """Find no news of any watched check on a good machine, and write nothing."""
    world = machine(tmp_path)
    watch = HealthWatch(world, lambda: 0.0)
    assert 0 < watch.look() <= 10
    assert watch.poll() == ()
    assert list(world.state.iterdir()) == []


def test_the_record_is_put_aside_when_it_is_large(tmp_path: Path) -> None:
    """Keep one older record of whole lines when it is large."""
    (tmp_path / FILE).write_bytes(b"x" * (MOST - 10) + b"\n")
    record(tmp_path, NOW, "heat bad: It has\n81 degrees.")
    record(tmp_path, NOW, "heat fine: 60.")
    assert (tmp_path / f"{FILE}.1").stat().st_size == MOST - 9
    assert [line[20:] for line in (tmp_path / FILE).read_text().splitlines()] == [
        recorded("heat-bad-It-has-81-degrees"),
        "heat fine: 60.",
    ]


def test_half_a_line_spoils_only_itself(tmp_path: Path) -> None:
    """End a half line of a power cut before the next one."""
    (tmp_path / FILE).write_text("2027-01-15 08:00:00 heat ba")
    record(tmp_path, NOW, "heat bad: 81.")
    assert [line[20:] for line in (tmp_path / FILE).read_text().splitlines()] == [
        "heat ba",
        "heat bad: 81.",
    ]


def test_a_record_that_cannot_be_written_is_said_aloud(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Log a line that the disk refuses; show the trouble all the same."""
    stand = Stand(tmp_path, Patient(state="bad"))
    (tmp_path / "a file").write_text("in the way")
    stand.world = replace(stand.world, state=tmp_path / "a file")
    stand.watch = HealthWatch(stand.world, lambda: 0.0, (Patient(state="bad").check,))
    assert len(stand.after(0)) == 1
    assert capsys.readouterr().err == recorded("clockwork-derby-health-patient-bad-It")


def test_a_full_disk_leaves_no_half_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove a half line on a full disk."""

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    record(tmp_path, NOW, "heat bad: 81.")
    before = (tmp_path / FILE).read_bytes()
    monkeypatch.setattr(os, "fsync", full)
    record(tmp_path, NOW, "heat fine: 60.")
    assert (tmp_path / FILE).read_bytes() == before


def test_the_watch_begins_late_and_not_at_all_once_it_is_closed(tmp_path: Path) -> None:
    """Start after the first screen, and not at all when closed before."""
    before = threading.active_count()
    late = LateWatch(tmp_path, first=0.0)
    _until(lambda: any(thread.name == "health" for thread in threading.enumerate()))
    assert late.poll() == ()
    late.close()
    never = LateWatch(tmp_path, first=60.0)
    never.close()
    assert never.poll() == ()
    _until(lambda: threading.active_count() == before)
