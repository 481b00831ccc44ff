"""The journal is copied for a trial, by whoever owns it: no link is followed, no pipe opened, and no more is copied than a journal can have.

All of it is called in the name of the user who plays.
"""
from __future__ import annotations

import fcntl
import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Final

JOURNAL: Final = "journal.db"
"""The journal in the folder with the games."""
ENDINGS: Final = ("", "-wal", "-shm", ".lock")
"""What a journal is made of, and its lock: files whose names begin with its own."""
LARGEST: Final = 2**30
"""Bytes that a journal may have; ten years of evenings have a hundredth of that."""


def beside(journal: Path, ending: str) -> Path:
    """A file that belongs to the journal, by what its name has more."""
    return journal.with_name(f"{journal.name}{ending}")


def opened(path: Path) -> int:
    """Open a file to read it; OSError where it is not there, or is a link, a pipe, a folder, or larger than LARGEST."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    about = os.fstat(handle)
    if stat.S_ISREG(about.st_mode) and about.st_size <= LARGEST:
        return handle
    os.close(handle)
    raise OSError(f"{path} is no plain file of at most {LARGEST // 2**20} MB: move it out of the way")


def check_plain(journal: Path) -> bool:
    """Whether there is a journal; OSError where it, or what lies beside it, is no file that may be opened."""
    there = [ending for ending in ENDINGS if os.path.lexists(beside(journal, ending))]
    for ending in there:
        os.close(opened(beside(journal, ending)))
    return "" in there


def copy_files(journal: Path, copy: Path) -> None:
    """Copy a journal that nobody changes meanwhile as it is, damaged or not; nothing where there is none. OSError as above."""
    # The log without its index: SQLite makes that anew.
    for ending in ("", "-wal"):
        if os.path.lexists(beside(journal, ending)):
            with open(opened(beside(journal, ending)), "rb") as source, open(beside(copy, ending), "xb") as target:
                left = LARGEST
                while piece := source.read(min(left, 2**20)):
                    target.write(piece)
                    left -= len(piece)


def back_up(journal: Path, copy: Path) -> None:
    """Copy a journal by way of SQLite into one file that is there and empty, also while somebody writes to it; sqlite3.Error where it is damaged."""
    with closing(connected(journal)) as here, closing(sqlite3.connect(copy)) as there:
        here.backup(there)


def connected(journal: Path) -> sqlite3.Connection:
    """The journal, to be read only."""
    return sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)


def copy_journal(journal: Path, copy: Path) -> None:
    """Copy a journal as it stands, also while somebody writes to it; nothing where there is none. OSError as above."""
    if not check_plain(journal):
        return
    if _is_held(beside(journal, ".lock")):
        try:
            back_up(journal, copy)
            return
        except sqlite3.Error:
            # Damaged, then: the new version must be able to put it in order, so it gets all that is there.
            copy.unlink(missing_ok=True)
    # Where nobody changes it SQLite would only leave files of its own beside it.
    copy_files(journal, copy)


def _is_held(lock: Path) -> bool:
    """Whether somebody is writing to the journal now."""
    try:
        handle = opened(lock)
    except FileNotFoundError:
        return False
    try:
        # Shared, so that two who look at the same time do not take each other for a writer.
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False
