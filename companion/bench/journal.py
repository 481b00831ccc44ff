"""How long it takes until what was played is safe from a power cut, on the disk where the state folder is, and how quickly it is read again."""
from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

from companion.bench.yardstick import Figure, best_seconds, seconds
from companion.errors import JournalFault
from companion.folders import state_folder
from companion.journal.base import RACE, Batch, Entry, Opening
from companion.journal.store import Journal, open_journal

COMMITS = 500
AT_ONCE = 3
"""Entries of one commit."""
LONG = 45_000
"""Entries of the evening that is read again."""
NOW = 1_795_257_000.0
"""Some moment in November 2026, in seconds since 1970: a bench needs no true one."""


def commit_times() -> list[Figure]:
    """Commits of three entries each, one after the other, as a table plays; and a long evening read again.

    JournalFault where nothing can be written there. The real journal is not touched.
    """
    folder = state_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Beside the real journal: a folder for temporary files may be in memory, where everything is durable at once and nothing survives.
        with tempfile.TemporaryDirectory(prefix="bench-", dir=folder) as place:
            return _measured(Path(place) / "journal.db")
    except OSError as fault:
        raise JournalFault(f"nothing can be written in {folder}: {fault.strerror or fault}. Make it writable, or set XDG_STATE_HOME.") from fault


def _measured(path: Path) -> list[Figure]:
    journal = open_journal(path, NOW)
    journal.append(Batch(1, (), NOW, Opening(RACE, "Bench", "{}", NOW)))
    times = sorted(seconds(partial(_commit, journal, commit)) for commit in range(COMMITS))
    journal.append(Batch(2, tuple(map(_entry, range(1, LONG + 1))), NOW, Opening(RACE, "Evening", "{}", NOW)))
    read, = best_seconds(lambda: sum(1 for _ in journal.entries(2)), runs=5)
    journal.close()
    again, = best_seconds(lambda: open_journal(path, NOW).close(), runs=5)
    return [
        Figure("commit of three entries, median", 1000 * times[COMMITS // 2], "ms"),
        Figure("commit of three entries, 99 of 100", 1000 * times[COMMITS * 99 // 100], "ms", remark="nobody waits for it: a thread writes"),
        Figure("reading 45,000 entries", 1000 * read, "ms", "≤ 100"),
        Figure("opening and closing with those", 1000 * again, "ms", remark="the race that goes on is read through once"),
    ]


def _commit(journal: Journal, commit: int) -> None:
    first = commit * AT_ONCE + 1
    journal.append(Batch(1, tuple(map(_entry, range(first, first + AT_ONCE))), NOW))


def _entry(number: int) -> Entry:
    """An entry such as a slot leaves behind that was read."""
    return Entry(number, f'{{"SlotRead":{{"seat":{number % 8 + 1},"slot":{number % 5 + 1},"status":"ok","code":{number % 84}}}}}')
