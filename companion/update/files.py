"""Files that last: notes that are written whole or not at all, and the journal's copies for a trial.

What is done with the journal is done in the name of the user who plays: no link is followed, no pipe opened, and no more is copied than a journal
can have.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import stat
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from companion.errors import UpdateFault
from companion.words import text

JOURNAL: Final = "journal.db"
"""The journal in the folder with the games."""
KEPT: Final = "journal-before-trial.db"
"""A copy of the journal from before the first start on trial, beside it: it belongs to whom the games belong."""
ENDINGS: Final = ("", "-wal", "-shm", ".lock")
"""What a journal is made of, and its lock: files whose names begin with its own."""
MARK: Final = "turn-of-writing"
"""The setting in which a journal says whether a log belongs to it (companion/journal/tables.py)."""
LARGEST: Final = 2**30
"""Bytes that a journal may have; ten years of evenings have a hundredth of that."""


def write_note(path: Path, words: str) -> None:
    """Write a file whole or not at all, as companion/folders.py does, which is out of reach from here."""
    fresh = path.with_name(f"{path.name}.new")
    with fresh.open("w", encoding="utf-8") as file:
        file.write(words)
        file.flush()
        # Whoever asks for the status may read it, however strict the service is.
        os.fchmod(file.fileno(), 0o644)
        os.fsync(file.fileno())
    fresh.replace(path)
    settle(path.parent)


def settle(path: Path) -> None:
    """Wait until a folder's entries, or a file's content, are on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# ---- The journal, copied for a trial ---------------------------------------------------------------------------------


def copy_journal(journal: Path, copy: Path) -> None:
    """Copy a journal as it stands, also while somebody writes to it; nothing where there is none. UpdateFault or OSError where one of its files may not be opened."""
    if not _check_plain(journal):
        return
    if _is_held(_beside(journal, ".lock")):
        try:
            _back_up(journal, copy)
            return
        except sqlite3.Error:
            # Damaged, then: the new version must be able to put it in order, so it gets all that is there.
            copy.unlink(missing_ok=True)
    # Where nobody changes it SQLite would only leave files of its own beside it.
    _copy_files(journal, copy)


def _is_held(lock: Path) -> bool:
    """Whether somebody is writing to the journal now."""
    try:
        handle = _opened(lock)
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


# ---- The journal from before a trial ---------------------------------------------------------------------------------


def keep_journal(state: Path) -> None:
    """Copy the journal, which nobody has open before a start; no copy where there is none, or a damaged one."""
    fresh = state / f"{KEPT}.new"
    forget_journal(state)
    if not _check_plain(state / JOURNAL):
        return
    os.close(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        # By way of SQLite: what was played last is in the log beside the file.
        _back_up(state / JOURNAL, fresh)
    except sqlite3.Error:
        fresh.unlink()
        return
    settle(fresh)
    fresh.replace(state / KEPT)


def put_journal_back(state: Path) -> None:
    """Have the journal as it was, where the old version could not read it any more. No game is lost: none was seen since the copy was made."""
    # The starts that failed were the new version's: without this the old one would begin in safe mode.
    with suppress(OSError):
        (state / "starts").unlink()
    kept, live, back = state / KEPT, state / JOURNAL, state / f"{JOURNAL}.back"
    if not os.path.lexists(back):
        # A live one that cannot be read counts as 0 and stays: the old version puts it in order by itself.
        if not _check_plain(kept) or not _check_plain(live) or _form(live) <= _form(kept):
            return
        # Under this name it is put back whatever the live one looks like by then: what goes below may have told that it is the newer one.
        kept.replace(back)
    for ending in ("-wal", "-shm", ".lock"):
        _beside(live, ending).unlink(missing_ok=True)
    back.replace(live)
    settle(state)


def forget_journal(state: Path) -> None:
    """The copy goes, and one that was not finished."""
    for path in (state / KEPT, state / f"{KEPT}.new"):
        path.unlink(missing_ok=True)


def _form(journal: Path) -> int:
    """The version of a journal's tables, 0 where nobody can tell."""
    try:
        with closing(_connected(journal)) as connection:
            return int(connection.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error:
        return 0


# ---- Opening and copying ---------------------------------------------------------------------------------------------


def _beside(journal: Path, ending: str) -> Path:
    """A file that belongs to the journal, by what its name has more."""
    return journal.with_name(f"{journal.name}{ending}")


def _opened(path: Path) -> int:
    """Open a file to read it; OSError where it is not there or is a link, UpdateFault where it is a pipe, a folder, or larger than LARGEST."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    about = os.fstat(handle)
    if stat.S_ISREG(about.st_mode) and about.st_size <= LARGEST:
        return handle
    os.close(handle)
    raise UpdateFault(
        text(
            "{path} is not an ordinary file of at most {most} MB: move it away",
            path=str(path),
            most=LARGEST // 2**20,
        )
    )


def _check_plain(journal: Path) -> bool:
    """Whether there is a journal; UpdateFault or OSError where it, or what lies beside it, is no file that may be opened."""
    there = [ending for ending in ENDINGS if os.path.lexists(_beside(journal, ending))]
    for ending in there:
        os.close(_opened(_beside(journal, ending)))
    return "" in there


def _copy_files(journal: Path, copy: Path) -> None:
    """Copy a journal that nobody changes meanwhile as it is, damaged or not; nothing where there is none. Faults as above."""
    # The log without its index: SQLite makes that anew.
    for ending in ("", "-wal"):
        if os.path.lexists(_beside(journal, ending)):
            with (
                os.fdopen(_opened(_beside(journal, ending)), "rb") as source,
                _beside(copy, ending).open("xb") as target,
            ):
                left = LARGEST
                while piece := source.read(min(left, 2**20)):
                    target.write(piece)
                    left -= len(piece)


def _back_up(journal: Path, copy: Path) -> None:
    """Copy a journal by way of SQLite into one file that is there and empty, also while somebody writes to it; sqlite3.Error where it is damaged."""
    with closing(_connected(journal)) as here, closing(sqlite3.connect(copy)) as there:
        here.backup(there)
        if there.execute("SELECT 1 FROM sqlite_schema WHERE name = 'settings'").fetchone():
            # The copy is whole without a log; nobody is to miss one.
            there.execute(
                "UPDATE settings SET value = replace(value, ' open', ' closed') WHERE name = ?",
                (MARK,),
            )
            there.commit()


def _connected(journal: Path) -> sqlite3.Connection:
    """The journal, to be read only."""
    return sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)
