"""The checks without privileges, on folders and files of another user: none fails.

Each says who the owner is.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

NOBODY = 65534
LOOK = """
import json, os, sys
from pathlib import Path
from companion.health.base import run_checks
from companion.health.world import World

folder = Path(sys.argv[1])
if os.getuid() == 0:
    # Without any capability root has the rights that are its own only.
    import ctypes
    ctypes.CDLL(None).prctl(47, 4, 0, 0, 0)
    header, data = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    if ctypes.CDLL(None, use_errno=True).capset(header, data) != 0:
        raise OSError(ctypes.get_errno(), "capset")
print(json.dumps([finding.plain() for finding in run_checks(World(state=folder), sys.argv[2:])]))
"""


def findings(folder: Path, *checks: str) -> list[dict[str, str]]:
    """Return the findings of these checks in an unprivileged process."""
    done = subprocess.run(
        [sys.executable, "-c", LOOK, str(folder), *checks],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    found: list[dict[str, str]] = json.loads(done.stdout)
    return found


@pytest.fixture
def others(tmp_path: Path) -> Path:
    """Return a folder that we may not enter, of another user or without any rights."""
    folder = tmp_path / "state"
    folder.mkdir()
    (folder / "journal.db").write_bytes(b"")
    _close(folder)
    return folder


def _close(path: Path) -> None:
    path.chmod(0)
    if os.getuid() == 0:
        os.chown(path, NOBODY, NOBODY)


def test_a_folder_of_somebody_else_fails_no_check(others: Path) -> None:
    """Name the owner and the remedy; an unreadable count of starts is no fault."""
    found = findings(others, "disk", "journal", "install", "clock")
    others.chmod(0o700)
    assert not [finding for finding in found if "has failed" in finding["words"]]
    disk = found[0]
    assert (
        disk["state"] == "bad"
        and "no right to write into" in disk["words"]
        and "sudo chown -R" in disk["remedy"]
    )


def test_a_folder_below_one_that_cannot_be_entered(others: Path) -> None:
    """Do not blame the disk for a folder that cannot be entered."""
    (disk,) = findings(others / "deep" / "state", "disk")
    others.chmod(0o700)
    assert "no right to write into" in disk["words"] and "new card" not in disk["remedy"]


def test_a_journal_of_somebody_else_is_named(tmp_path: Path) -> None:
    """Name a journal of another user, as after a game by root."""
    (tmp_path / "journal.db").write_bytes(b"")
    _close(tmp_path / "journal.db")
    (disk,) = findings(tmp_path, "disk")
    assert "no right to change journal.db in" in disk["words"] and "sudo chown -R" in disk["remedy"]
