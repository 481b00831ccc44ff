"""The guard outside the slots: two starts on trial may fail, then the old slot runs again; a start that reaches its screen makes it lasting."""
from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import JournalFault, UpdateFault
from companion.journal.store import open_journal
from companion.update import guard
from companion.update.guard import CURRENT, JOURNAL, KEPT, STARTS, TAKEN_BACK, TRIAL, is_sound, running, trial_of
from companion.update.status import status
from companion.update.trial import before_start, begin, proved
from tests.update.places import NOW, keep_race, newer_form, place, stub, tree

SYSTEM_PYTHON = "/usr/bin/python3"


@pytest.fixture
def both(tmp_path: Path) -> Path:
    """A place whose slot b, version 0.2.0, has just taken over from slot a."""
    here = place(tmp_path)
    stub(here / "b", "0.2.0")
    begin(here, "b", "0.2.0", 1e9)
    return here


def test_two_failed_starts_are_taken_back(both: Path) -> None:
    """The third start is the old version's, and the status tells why; after that nothing is counted."""
    assert [before_start(both).rpartition(": ")[2] for _ in range(STARTS)] == ["start 1 of 2", "start 2 of 2"]
    assert running(both) == "b"
    assert before_start(both).endswith("did not reach its first screen in 2 starts: slot a runs again")
    assert running(both) == "a" and trial_of(both) is None and not (both / TRIAL).exists()
    told = "\n".join(status(both))
    assert "slot a: version 0.1.0, runs at the next start" in told and "version 0.2.0 was taken back on " in told
    before = tree(both)
    assert before_start(both) == "" and tree(both) == before


@pytest.mark.parametrize("starts", range(STARTS + 1))
def test_a_first_screen_makes_it_lasting(both: Path, starts: int) -> None:
    """Whether at the first start or at the last: from then on starts may fail as often as they will."""
    for _ in range(min(starts, STARTS)):
        before_start(both)
    assert proved(both) == "version 0.2.0 in slot b reached its first screen and stays"
    assert [before_start(both) for _ in range(4)] == [""] * 4 and running(both) == "b" and proved(both) == ""


def test_a_note_that_is_not_about_the_slot_that_runs_is_forgotten(both: Path) -> None:
    """As after a power cut between the note and the turn of the link."""
    guard.switch(both, "a")
    assert trial_of(both) is None and before_start(both) == ""
    assert running(both) == "a" and not (both / TRIAL).exists()


@pytest.mark.parametrize("text", [b"", b"\0\0\0\0", b"[]", b"null", b'{"from": "a"}', b'{"from": "a", "to": "b", "version": "1", "when": "x", "starts": 0}', b"\xff"])
def test_a_damaged_note_is_nothing(both: Path, text: bytes) -> None:
    """The slot that runs goes on running."""
    (both / TRIAL).write_bytes(text)
    assert before_start(both) == "" and running(both) == "b" and len(status(both)) == 2


@pytest.mark.parametrize("lost", ["slot", "programme", "mark"])
def test_a_slot_that_is_not_there_is_left_at_once(both: Path, lost: str) -> None:
    """No start is wasted on it."""
    if lost == "slot":
        shutil.rmtree(both / "b")
    elif lost == "programme":
        (both / "b/bin/clockwork-derby").unlink()
    else:
        guard.unfinished(both, "b").write_text("cut off")
    assert before_start(both) == "slot b cannot be started: slot a runs now" and running(both) == "a"
    assert "slot a: version 0.1.0, runs" in status(both)[0]


@pytest.mark.parametrize("target", [None, "c", "../elsewhere", "/tmp", "b/bin"])
def test_a_link_that_leads_elsewhere_is_mended(both: Path, target: str | None) -> None:
    """Gone, or turned by somebody to what is no slot."""
    (both / CURRENT).unlink()
    if target is not None:
        (both / CURRENT).symlink_to(target)
    assert running(both) == "" and before_start(both).endswith("slot a runs now") and running(both) == "a"


def test_an_absolute_link_is_one_of_ours(both: Path) -> None:
    """Whoever installed it so."""
    (both / CURRENT).unlink()
    (both / CURRENT).symlink_to(both / "a")
    assert running(both) == "a" and before_start(both) == ""


def test_where_no_slot_is_sound_nothing_is_changed(both: Path) -> None:
    """There is nothing better to lead to; the third failed start says what to do."""
    shutil.rmtree(both / "a")
    for _ in range(STARTS):
        before_start(both)
    assert "install again with sudo make install" in before_start(both) and running(both) == "b"
    shutil.rmtree(both / "b")
    assert before_start(both) == "" and not is_sound(both, "b")


def test_a_folder_without_slots_has_no_status(tmp_path: Path) -> None:
    """It says how to get one."""
    with pytest.raises(UpdateFault, match="holds no Clockwork Derby: install it with sudo make install"):
        status(tmp_path)


def guarded(here: Path, *words: str, **environment: str) -> str:
    """What the copied guard says, run as the service runs it: by the system's Python, which knows nothing of us."""
    command = [SYSTEM_PYTHON, "-I", str(here / "guard.py"), *words]
    done = subprocess.run(command, env={"PATH": "/usr/bin:/bin", **environment}, cwd="/", capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def test_the_copy_beside_the_slots_does_it_alone(both: Path, tmp_path: Path) -> None:
    """As a file on its own with the standard library only; the old version does not begin in safe mode for what the new one did."""
    starts = tmp_path / "state" / "starts"
    starts.write_text("2")
    assert [guarded(both, "start", STATE_DIRECTORY=str(starts.parent)).count("is on trial") for _ in range(2)] == [1, 1]
    assert starts.exists() and guarded(both, "start", STATE_DIRECTORY=str(starts.parent)).endswith("slot a runs again\n")
    assert running(both) == "a" and not starts.exists()
    assert json.loads((both / TAKEN_BACK).read_text())["version"] == "0.2.0"
    assert guarded(both, "start") == "" and guarded(both, "proved") == ""
    assert "expected start or proved" in guarded(both) and "expected start or proved" in guarded(both, "sing")


def test_a_journal_in_a_newer_form_is_put_back_with_the_old_slot(both: Path, tmp_path: Path) -> None:
    """The old version reads its games again, and finds nothing wrong; the copy is gone."""
    state = tmp_path / "state"
    keep_race(state)
    guarded(both, "start", STATE_DIRECTORY=str(state))
    assert stat.S_IMODE((both / KEPT).stat().st_mode) == 0o600
    newer_form(state / JOURNAL)
    (state / f"{JOURNAL}.lock").write_text("open")
    with pytest.raises(JournalFault, match="written by a newer Clockwork Derby"):
        open_journal(state / JOURNAL, NOW)
    for _ in range(2):
        guarded(both, "start", STATE_DIRECTORY=str(state))
    with closing(open_journal(state / JOURNAL, NOW)) as journal:
        assert journal.unfinished() is not None and journal.findings == ()
    assert running(both) == "a" and not (both / KEPT).exists() and stat.S_IMODE((state / JOURNAL).stat().st_mode) == 0o600


@pytest.mark.parametrize("screen", [True, False])
def test_a_journal_that_both_can_read_is_left_alone(both: Path, tmp_path: Path, screen: bool) -> None:
    """Whether the trial succeeds or not: what was kept meanwhile stays, and no copy is left."""
    state = tmp_path / "state"
    for _ in range(STARTS):
        before_start(both, state)
        keep_race(state)
    assert bool(proved(both) if screen else before_start(both, state)) and running(both) == ("b" if screen else "a")
    with closing(open_journal(state / JOURNAL, NOW)) as journal:
        assert len(journal.games()) == STARTS and journal.findings == ()
    assert not (both / KEPT).exists()


def test_a_damaged_journal_is_no_hindrance(both: Path, tmp_path: Path) -> None:
    """Nothing is copied, nothing put back."""
    (tmp_path / "state" / JOURNAL).write_bytes(b"nonsense" * 999)
    for _ in range(STARTS + 1):
        assert before_start(both, tmp_path / "state")
    assert running(both) == "a" and (tmp_path / "state" / JOURNAL).read_bytes() == b"nonsense" * 999


def test_the_copy_says_when_the_first_screen_is_reached(both: Path) -> None:
    """This is what the service runs once the app is ready."""
    assert "is on trial: start 1 of 2" in guarded(both, "start")
    assert guarded(both, "proved") == "guard: version 0.2.0 in slot b reached its first screen and stays\n"
    assert guarded(both, "start") == "" and running(both) == "b"


def test_a_guard_that_may_not_write_lets_the_game_start(both: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """On a read-only disk a trial is not counted, and that is said; the status is 0 all the same."""
    def refuse(*_: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(os, "replace", refuse)
    monkeypatch.setattr(guard, "__file__", str(both / "guard.py"))
    assert guard.main(["start"]) == 0
    assert "nothing could be changed: [Errno 30] Read-only file system" in capsys.readouterr().out and running(both) == "b"


def test_the_guard_needs_the_standard_library_only() -> None:
    """It imports nothing of ours: it runs where no slot can be imported from."""
    source = Path(guard.__file__).read_text("utf-8")
    imported = {line.split()[1].partition(".")[0] for line in source.splitlines() if line.startswith(("import ", "from "))}
    assert imported <= sys.stdlib_module_names
