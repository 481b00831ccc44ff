"""How the journal's file is opened, by whom, and how its files beside it are called."""
from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path
from typing import Final

from companion.folders import NotPlain, check_plain

PAGE: Final = 4096
"""Bytes of a page of the file."""
FILES: Final = ("", "-wal", "-shm", "-journal", ".lock")
"""The endings of its own file and of those beside it."""
PATIENCE: Final = 2.0
"""Seconds that are waited for another programme that holds the file."""


def beside(path: Path, ending: str) -> Path:
    """A file beside the journal, such as what SQLite calls `journal.db-wal`."""
    return path.with_name(path.name + ending)


def check_files(path: Path, write: bool) -> None:
    """NotPlain where one of the journal's files is a named pipe, a folder or another thing that SQLite would open, and might wait for.

    Who does not `write` does without some of them, and no folder is waited for.
    """
    for ending in FILES:
        try:
            # Only looked at: a handle that is closed would take the locks of another connection in this process with it.
            check_plain(beside(path, ending))
        except (FileNotFoundError, NotADirectoryError):
            pass
        except NotPlain as fault:
            if write or not ending or fault.errno != errno.EISDIR:
                raise


def connect(path: Path, *, write: bool) -> sqlite3.Connection:
    """A connection that begins no transaction by itself and may be used by any thread, by one at a time. The file must be there.

    sqlite3.Error where that is not possible. Without `write` nothing is ever changed, but SQLite wants to write into the folder of a
    journal that has a log, even to read it.
    """
    mode = "rw" if write else "ro"
    connection = sqlite3.connect(f"{path.as_uri()}?mode={mode}", uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    if write:
        try:
            _make_lasting(connection)
        except BaseException:
            connection.close()
            raise
    return connection


def _make_lasting(connection: sqlite3.Connection) -> None:
    """What is committed is on the disk, and what is deleted is gone, so that no recovery brings it back."""
    # Whoever reads does not wait for whoever writes.
    connection.execute("PRAGMA journal_mode = WAL")
    # With a log the usual NORMAL waits for the disk only when the log is put away: a power cut would take the last transactions.
    connection.execute("PRAGMA synchronous = FULL")
    # Else deleted games stay on free pages, where `rescue` finds them.
    connection.execute("PRAGMA secure_delete = ON")


def in_memory() -> sqlite3.Connection:
    """A connection to an empty file that nobody else sees."""
    return sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)


def make_folder(path: Path) -> None:
    """Make the journal's folder where it is missing, for its owner alone. OSError where that is not possible."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)


def make_file(path: Path) -> None:
    """An empty file for its owner alone, in place of one that may be there; SQLite gives the files beside it the same rights."""
    path.unlink(missing_ok=True)
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
