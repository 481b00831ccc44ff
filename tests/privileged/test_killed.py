"""An update killed at any moment leaves a link to a version that runs; so does a guard."""

from __future__ import annotations

import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from companion.folders import JOURNAL
from companion.journal.store import open_journal
from companion.journal.tables import VERSION
from companion.privileged.guard import STARTS, before_start, begin, is_sound, running_slot
from tests.privileged.places import NOW, keep_race, newer_form, place, stub, tree, wheel
from tests.privileged.signing import signers


def moments(repository: Path, *words: object) -> list[str]:
    """Return what is left after each kill."""
    command = [sys.executable, "-m", "tests.privileged.dying", *map(str, words), str(signers())]
    done = subprocess.run(
        command, cwd=repository, capture_output=True, text=True, timeout=120, check=False
    )
    *lines, last = done.stdout.splitlines()
    assert last == "done", last + done.stderr[-2000:]
    return lines


def test_an_update_killed_at_any_moment_leaves_a_version_that_runs(
    tmp_path: Path, repository: Path
) -> None:
    """Keep the old slot until its successor is complete, over repeated kills.

    Games are untouched.
    """
    here, stick, state = place(tmp_path), wheel(tmp_path / "stick"), tmp_path / "state"
    keep_race(state)
    before, games = tree(here / "a"), tree(state)
    left = moments(repository, "install", here, state, stick)
    assert len(left) > 80 and left.count("a sound") > 70 and set(left) == {"a sound", "b sound"}
    assert tree(here / "a") == before and tree(state) == games
    assert running_slot(here) == "b" and is_sound(here, "b")


def test_a_guard_killed_at_any_moment_leaves_a_version_that_runs(
    tmp_path: Path, repository: Path
) -> None:
    """Keep a slot that runs when the guard is killed while it goes back.

    In the end the old one runs, with a journal that it can read.
    """
    here, state = place(tmp_path), tmp_path / "state"
    keep_race(state)
    stub(here / "b", "0.2.0")
    begin(here, "b", "0.2.0", 1.0)
    for _ in range(STARTS):
        before_start(here, state)
    newer_form(state / JOURNAL)
    for folder in (here, state):
        shutil.copytree(folder, tmp_path / "saved" / folder.name, symlinks=True)
    left = moments(repository, "start", here, state, tmp_path / "saved")
    assert len(left) > 15 and {line.partition(" then ")[0] for line in left} == {
        "a sound",
        "b sound",
    }
    assert {line.partition(" then ")[2] for line in left} == {f"a sound {VERSION}"}
    assert running_slot(here) == "a"
    with closing(open_journal(state / JOURNAL, NOW)) as journal:
        assert journal.unfinished() is not None and journal.findings == ()
