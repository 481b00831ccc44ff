"""A process that writes is killed again and again: every number that it has confirmed is there afterwards, in order, whole.

Set DERBY_KILLS to a number for so many kills instead of twelve.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from companion.journal.store import open_journal
from tests.journal.children import REPOSITORY, command
from tests.journal.games import NOW, entries

KILLS = int(os.environ.get("DERBY_KILLS", "12"))


def confirmed_until_killed(path: Path, first: int, patience: int) -> list[int]:
    """Let a process write entries from one number on, kill it once it has confirmed some, and get all that it had confirmed."""
    with subprocess.Popen(
        command("append_for_ever", path, 1, first),
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout is not None
        confirmed = [int(child.stdout.readline()) for _ in range(patience)]
        child.kill()
        # What it said before it died is in the pipe, but for a line that it could not end.
        confirmed += [int(line) for line in child.stdout if line.endswith("\n")]
    return confirmed


def test_every_confirmed_entry_survives(tmp_path: Path) -> None:
    """Each process goes on where the one before it was killed; at most one entry more than was confirmed is there, and it is whole."""
    path, last = tmp_path / "journal.db", 0
    for kill in range(KILLS):
        confirmed = confirmed_until_killed(path, last + 1, 1 + kill * 7 % 90)
        assert confirmed == list(range(last + 1, last + 1 + len(confirmed)))
        journal = open_journal(path, NOW)
        found = tuple(journal.entries(1))
        game = journal.game(1)
        journal.close()
        assert journal.findings == () and len(found) - confirmed[-1] in (0, 1)
        last = len(found)
        assert found == entries(1, last)
        assert game is not None and (game.entries, game.note) == (last, f"after entry {last}")
    assert last >= KILLS
