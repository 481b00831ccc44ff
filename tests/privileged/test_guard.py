"""The guard outside the slots: two starts on trial may fail, then the old slot runs again.

A start that reaches its screen makes the new one permanent.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import JournalError, UpdateError
from companion.journal.store import open_journal
from companion.privileged import guard
from companion.privileged.files import JOURNAL, KEPT
from companion.privileged.guard import (
    CURRENT,
    STARTS,
    TAKEN_BACK,
    TRIAL,
    before_start,
    begin,
    end_trial,
    is_sound,
    running_slot,
    status,
    trial_of,
)
from tests.privileged.places import (
    NOW,
    SYSTEM_PYTHON,
    keep_race,
    lend,
    newer_form,
    place,
    roots_code,
    stub,
    tree,
    wheel,
)
from tests.privileged.signing import signers
from tests.recorded import WHEN, recorded
from tests.systemd.places import PROVED
from tests.under_unit import command

LACKING = (
    "an update cannot be read without the library packaging: install it (sudo apt install "
    "python3-packaging), and try again\n"
)


@pytest.fixture
def both(tmp_path: Path) -> Path:
    """Return a place whose slot b, version 0.2.0, has just taken over from slot a."""
    here = place(tmp_path)
    stub(here / "b", "0.2.0")
    begin(here, "b", "0.2.0", 1e9)
    return here


def test_two_failed_starts_are_taken_back(both: Path) -> None:
    """Start the old version third, give the reason in the status, and count no more."""
    assert [before_start(both).rpartition(": ")[2] for _ in range(STARTS)] == [
        "start 1 of 2",
        "start 2 of 2",
    ]
    assert running_slot(both) == "b"
    assert before_start(both) == recorded("did-not-reach-its-first-screen")
    assert running_slot(both) == "a" and trial_of(both) is None and not (both / TRIAL).exists()
    sentences = "\n".join(map(str, status(both)))
    assert sentences == recorded("installation-a-version-0-1-0", when=WHEN)
    before = tree(both)
    assert before_start(both) == "" and tree(both) == before


@pytest.mark.parametrize("starts", range(STARTS + 1))
def test_a_first_screen_makes_it_lasting(both: Path, starts: int) -> None:
    """Make it permanent at any start that reaches its screen; later failures do not count."""
    for _ in range(min(starts, STARTS)):
        before_start(both)
    assert end_trial(both) == recorded("version-0-2-0-in-installation")
    assert (
        [before_start(both) for _ in range(4)] == [""] * 4
        and running_slot(both) == "b"
        and end_trial(both) == ""
    )


def test_a_note_that_is_not_about_the_slot_that_runs_is_forgotten(both: Path) -> None:
    """Forget a note about another slot, as after a power cut before the link was changed."""
    guard.switch(both, "a")
    assert trial_of(both) is None and before_start(both) == ""
    assert running_slot(both) == "a" and not (both / TRIAL).exists()


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\0\0\0\0",
        b"[]",
        b"null",
        b'{"from": "a"}',
        b'{"from": "a", "to": "b", "version": "1", "when": "x", "starts": 0}',
        b"\xff",
    ],
)
def test_a_damaged_note_is_nothing(both: Path, text: bytes) -> None:
    """Ignore a damaged note."""
    (both / TRIAL).write_bytes(text)
    assert before_start(both) == "" and running_slot(both) == "b" and len(status(both)) == 2


@pytest.mark.parametrize("lost", ["slot", "programme", "mark"])
def test_a_slot_that_is_not_there_is_left_at_once(both: Path, lost: str) -> None:
    """Leave a missing slot without a start."""
    if lost == "slot":
        shutil.rmtree(both / "b")
    elif lost == "programme":
        (both / "b/bin/clockwork-derby").unlink()
    else:
        guard.unfinished_mark(both, "b").write_text("cut off")
    assert (
        before_start(both) == recorded("installation-b-cannot-be-started")
        and running_slot(both) == "a"
    )
    assert str(status(both)[0]) == recorded("installation-a-version-0-1-0")


@pytest.mark.parametrize("target", [None, "c", "../elsewhere", "/tmp", "b/bin"])
def test_a_link_that_leads_elsewhere_is_mended(both: Path, target: str | None) -> None:
    """Repair a link that is gone, or leads to no slot."""
    (both / CURRENT).unlink()
    if target is not None:
        (both / CURRENT).symlink_to(target)
    assert (
        running_slot(both) == ""
        and before_start(both) == recorded("installation-a-runs-now")
        and running_slot(both) == "a"
    )


def test_an_absolute_link_is_one_of_ours(both: Path) -> None:
    """Accept an absolute link."""
    (both / CURRENT).unlink()
    (both / CURRENT).symlink_to(both / "a")
    assert running_slot(both) == "a" and before_start(both) == ""


def test_where_no_slot_is_sound_nothing_is_changed(both: Path) -> None:
    """Change nothing if no slot is valid, and say what to do at the third failure."""
    shutil.rmtree(both / "a")
    for _ in range(STARTS):
        before_start(both)
    assert (
        before_start(both) == recorded("install-again-with-sudo-make-install")
        and running_slot(both) == "b"
    )
    shutil.rmtree(both / "b")
    assert before_start(both) == "" and not is_sound(both, "b")


def test_a_folder_without_slots_has_no_status(tmp_path: Path) -> None:
    """Report that there are no slots, and how to get one."""
    with pytest.raises(
        UpdateError, match="holds no Clockwork Derby: install it with sudo make install"
    ):
        status(tmp_path)


@pytest.fixture(scope="module")
def code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return root's own code, as installed."""
    return roots_code(tmp_path_factory.mktemp("root"))


def guarded(code: Path, here: Path, *words: str, state: Path | None = None) -> str:
    """Return what the guard prints under its service's filters.

    It runs by the system's Python, which does not know our packages.
    """
    order = [
        SYSTEM_PYTHON,
        "-IB",
        str(code),
        "guard",
        *words,
        "--place",
        str(here),
        "--state",
        str(state or here / "none"),
    ]
    # Before a start it has all rights of root.
    order = command(PROVED, *order) if words[:1] == ("proved",) else order
    done = subprocess.run(
        order,
        env={"PATH": "/usr/bin:/bin"},
        cwd="/",
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    ("lies", "said"),
    [
        (None, ""),
        ("trial", "asked\n"),
        ("b.unfinished", "asked\n"),
        ("state/journal-before-trial.db", "asked\n"),
        ("state/journal-before-trial.db.new", "asked\n"),
        ("current", "asked\npause\n"),
        ("b/bin/clockwork-derby", "asked\npause\n"),
    ],
)
def test_before_a_start_python_is_asked_only_where_there_is_something_to_do(
    both: Path, tmp_path: Path, code: Path, lies: str | None, said: str
) -> None:
    """Start Python before a start only if needed, since it takes a second.

    That is for a trial, the mark of an installation, a copy of the journal, or a slot that cannot
    be started, after which there is a pause.
    """
    root, tools, state = tmp_path / "root", tmp_path / "tools", both / "state"
    for folder in (root, tools, state):
        folder.mkdir()
    shutil.copy(code / "guard", root)
    (root / "__main__.py").write_text("print('asked')", "utf-8")
    (tools / "sleep").write_text("#!/bin/sh\necho pause\n", "utf-8")
    (tools / "sleep").chmod(0o755)
    (both / TRIAL).unlink()
    if lies is not None:
        place = both / lies
        if os.path.lexists(place):
            place.unlink()
        else:
            # A link that leads nowhere counts, too.
            place.symlink_to("nowhere")
    done = subprocess.run(
        [root / "guard", state, both],
        env={"PATH": f"{tools}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, said, "")


def test_roots_code_does_it_alone(both: Path, tmp_path: Path, code: Path) -> None:
    """Run by the standard library alone; start the old version without safe mode."""
    starts = tmp_path / "state" / "starts"
    starts.write_text("2")
    assert [
        guarded(code, both, "start", state=starts.parent).count("is on trial") for _ in range(2)
    ] == [1, 1]
    assert starts.exists() and guarded(code, both, "start", state=starts.parent) == recorded(
        "installation-a-runs-again"
    )
    assert running_slot(both) == "a" and not starts.exists()
    assert json.loads((both / TAKEN_BACK).read_text())["version"] == "0.2.0"
    assert guarded(code, both, "start") == "" and guarded(code, both, "proved") == ""
    assert guarded(code, both) == recorded("expected-start-or-proved") and guarded(
        code, both, "sing"
    ) == recorded("expected-start-or-proved-2")


def test_a_journal_in_a_newer_form_is_put_back_with_the_old_slot(
    both: Path, tmp_path: Path, code: Path
) -> None:
    """Restore the journal with the old slot, which can read it again; delete the copy."""
    state = tmp_path / "state"
    keep_race(state)
    guarded(code, both, "start", state=state)
    assert (
        stat.S_IMODE((state / KEPT).stat().st_mode) == 0o600
        and (state / KEPT).stat().st_uid == state.stat().st_uid
    )
    newer_form(state / JOURNAL)
    (state / f"{JOURNAL}.lock").write_text("open")
    lend(state)
    with pytest.raises(JournalError, match="written by a newer Clockwork Derby"):
        open_journal(state / JOURNAL, NOW)
    for _ in range(2):
        guarded(code, both, "start", state=state)
    with closing(open_journal(state / JOURNAL, NOW)) as journal:
        assert journal.unfinished() is not None and journal.findings == ()
    assert (
        running_slot(both) == "a"
        and not (state / KEPT).exists()
        and stat.S_IMODE((state / JOURNAL).stat().st_mode) == 0o600
    )


@pytest.mark.parametrize(
    "name", [JOURNAL, f"{JOURNAL}-wal", f"{JOURNAL}.lock", KEPT, f"{KEPT}.new", "starts"]
)
@pytest.mark.parametrize(
    "lay",
    [os.mkfifo, lambda path: path.symlink_to("/dev/zero"), Path.mkdir],
    ids=["pipe", "link", "folder"],
)
def test_what_is_laid_among_the_games_keeps_no_start_waiting(
    both: Path, tmp_path: Path, code: Path, name: str, lay: Callable[[Path], object]
) -> None:
    """Go on with each start despite pipes, links and folders in place of copies."""
    state = tmp_path / "state"
    lay(state / name)
    lend(state)
    for _ in range(STARTS + 1):
        guarded(code, both, "start", state=state)
    assert running_slot(both) == "a"


def test_a_link_among_the_games_leads_the_guard_nowhere(
    both: Path, tmp_path: Path, code: Path
) -> None:
    """Copy as the games' owner, so that a link reveals and changes no file of root's."""
    state, secret = tmp_path / "state", tmp_path / "secret"
    keep_race(tmp_path / "state")
    (state / JOURNAL).rename(secret)
    before = secret.read_bytes()
    (state / JOURNAL).symlink_to(secret)
    (state / f"{KEPT}.new").symlink_to(tmp_path / "written")
    lend(state)
    for _ in range(STARTS + 1):
        guarded(code, both, "start", state=state)
    assert (
        not (state / KEPT).exists()
        and not (tmp_path / "written").exists()
        and secret.read_bytes() == before
    )


@pytest.mark.parametrize("screen", [True, False])
def test_a_journal_that_both_can_read_is_left_alone(
    both: Path, tmp_path: Path, screen: bool
) -> None:
    """Keep a journal that both versions can read, and leave no copy."""
    state = tmp_path / "state"
    for _ in range(STARTS):
        before_start(both, state)
        keep_race(state)
    assert bool(end_trial(both) if screen else before_start(both, state)) and running_slot(
        both
    ) == ("b" if screen else "a")
    # The copy is the games' owner's, so it goes with the next start.
    before_start(both, state)
    with closing(open_journal(state / JOURNAL, NOW)) as journal:
        assert len(journal.games()) == STARTS and journal.findings == ()
    assert not (state / KEPT).exists()


def test_a_damaged_journal_is_no_hindrance(both: Path, tmp_path: Path) -> None:
    """Copy and restore nothing of a damaged journal."""
    (tmp_path / "state" / JOURNAL).write_bytes(b"nonsense" * 999)
    lend(tmp_path / "state")
    for _ in range(STARTS + 1):
        assert before_start(both, tmp_path / "state")
    assert (
        running_slot(both) == "a"
        and (tmp_path / "state" / JOURNAL).read_bytes() == b"nonsense" * 999
    )


def test_root_hears_when_the_first_screen_is_reached(both: Path, code: Path) -> None:
    """Report the first screen by the command of the service."""
    assert guarded(code, both, "start") == recorded("is-on-trial-start-1-of")
    assert guarded(code, both, "proved") == recorded("guard-version-0-2-0-in")
    assert guarded(code, both, "start") == "" and running_slot(both) == "b"


def test_a_guard_that_may_not_write_lets_the_game_start(
    both: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Let the game start on a read-only disk, without counting the trial, and say so."""

    def refuse(*_: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(os, "replace", refuse)
    assert guard.main(["start", "--place", str(both)]) == 0
    assert (
        capsys.readouterr().out == recorded("nothing-could-be-changed-Errno-30")
        and running_slot(both) == "b"
    )


def test_roots_code_needs_the_standard_library_and_itself_only(code: Path) -> None:
    """Import only the standard library and own files, and one library for wheels."""
    ours = {
        str(path.relative_to(code).with_suffix("")).replace("/", ".").removesuffix(".__init__")
        for path in code.rglob("*.py")
    }
    for path in code.rglob("*.py"):
        # The front door of the package loads what is not used here.
        for node in (
            ast.walk(ast.parse(path.read_text("utf-8")))
            if path != code / "companion/__init__.py"
            else ()
        ):
            if isinstance(node, ast.Import):
                found = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                found = [node.module or ""]
            else:
                found = []
            known = sys.stdlib_module_names | ({"packaging"} if path.name == "wheel.py" else set())
            assert all(name in ours or name.partition(".")[0] in known for name in found), (
                f"{path.name}: {found}"
            )


def test_all_of_the_folder_is_roots_and_nothing_else(code: Path, repository: Path) -> None:
    """Install exactly the folder, the package's front door, errors and texts.

    The code that opens the port for phones comes with it.
    """
    there = {
        str(path.relative_to(repository))
        for path in (repository / "companion/privileged").glob("*.py")
    }
    assert {str(path.relative_to(code)) for path in code.rglob("*.py")} == there | {
        "__main__.py",
        "companion/__init__.py",
        "companion/children.py",
        "companion/errors.py",
        "companion/named_tuples.py",
        "companion/words.py",
        "companion/kept_words.py",
    }


def test_without_the_library_that_reads_wheels_all_else_goes_on(
    both: Path, tmp_path: Path, code: Path
) -> None:
    """Refuse an update without the wheel library, with what to do; guard and status still work.

    Going back does, too.
    """

    def asked(*words: str) -> tuple[int, str]:
        # Without the system's packages Python sees the standard library only.
        command = [
            SYSTEM_PYTHON,
            "-ISB",
            str(code),
            *words,
            "--place",
            str(both),
            "--state",
            str(tmp_path / "state"),
        ]
        done = subprocess.run(
            command,
            env={"PATH": "/usr/bin:/bin"},
            cwd="/",
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    assert asked("guard", "start") == (
        0,
        recorded("guard-version-0-2-0-in"),
    )
    assert asked("guard", "proved") == (
        0,
        recorded("guard-version-0-2-0-in-installation"),
    )
    assert asked("update", "status") == (
        0,
        recorded("installation-a-version-0-1-0"),
    )
    wheel(tmp_path / "stick", "0.3.0")
    status, said = asked("update", "check", str(tmp_path / "stick"), "--signers", str(signers()))
    assert status == 2 and said == "clockwork-derby: " + LACKING
    assert asked("update", "back")[0] == 0 and running_slot(both) == "a"
