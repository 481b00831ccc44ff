"""Confirmed data is on the disk: no connection that writes games leaves that to the system."""

from __future__ import annotations

import gc
import sqlite3
from pathlib import Path

from companion.journal.store import open_journal

FULL = 2
"""The level at which SQLite waits for every transaction; with less a power cut loses the last
ones."""


def test_every_transaction_waits_for_the_disk(tmp_path: Path) -> None:
    """Wait for the disk at each commit on every open connection that can write."""
    path = tmp_path / "journal.db"
    journal = open_journal(path, 0.0)
    try:
        found = [
            one.execute("PRAGMA synchronous").fetchone()[0]
            for one in gc.get_objects()
            # `isinstance` would ask a weak proxy for its class, and fail if its object is gone.
            if issubclass(type(one), sqlite3.Connection) and _writes_to(one, path)
        ]
    finally:
        journal.close()
    assert found and set(found) == {FULL}


def _writes_to(connection: sqlite3.Connection, path: Path) -> bool:
    try:
        files = [row[2] for row in connection.execute("PRAGMA database_list")]
        return str(path) in files and not connection.execute("PRAGMA query_only").fetchone()[0]
    except sqlite3.ProgrammingError:
        # A connection of another test that is closed.
        return False
