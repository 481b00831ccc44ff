"""A writing process is killed again and again: each confirmed entry is there, in order, whole.

DERBY_KILLS sets another number of kills than twelve.
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
    """Let a process write entries, kill it after some, and return all that it has confirmed."""
    with subprocess.Popen(
        command("append_for_ever", path, 1, first),
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout is not None
        confirmed = [int(child.stdout.readline()) for _ in range(patience)]
        child.kill()
        # Its last output is in the pipe, without a line that it could not end.
        confirmed += [int(line) for line in child.stdout if line.endswith("\n")]
    return confirmed


def test_every_confirmed_entry_survives(tmp_path: Path) -> None:
    """Resume after each kill, with at most one whole entry more than was confirmed."""
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
