"""Durable files: notes written whole or not at all, and copies of the journal for a trial.

The journal is handled as the service user: no link is followed, no pipe opened, and no more is
copied than a journal can have.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import stat
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from companion.errors import UpdateError
from companion.words import text

JOURNAL: Final = "journal.db"
"""The journal in the folder of the games."""
KEPT: Final = "journal-before-trial.db"
"""A copy of the journal from before the first start on trial, beside it, with the same owner."""
ENDINGS: Final = ("", "-wal", "-shm", ".lock")
"""Suffixes of a journal's files and its lock."""
MARK: Final = "turn-of-writing"
"""The setting that says whether a log belongs to a journal (companion/journal/tables.py)."""
LARGEST: Final = 2**30
"""Maximum size of a journal in bytes, a hundred times that of ten years of games."""


def write_note(path: Path, words: str) -> None:
    """Write a file whole or not at all, like companion/folders.py, which is not importable here."""
    fresh = path.with_name(f"{path.name}.new")
    with fresh.open("w", encoding="utf-8") as file:
        file.write(words)
        file.flush()
        # Anybody may ask for the status, even with a strict umask.
        os.fchmod(file.fileno(), 0o644)
        os.fsync(file.fileno())
    fresh.replace(path)
    sync_to_disk(path.parent)


def sync_to_disk(path: Path) -> None:
    """Wait until a folder's entries, or a file's content, are on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# ---- The journal's copy for a trial --------------------------------------------------------------


def copy_journal(journal: Path, copy: Path) -> None:
    """Copy a journal if there is one, also during writes.

    Raises:
        UpdateError: One of its files is no plain file.
        OSError: One of its files cannot be opened.
    """
    if not _check_plain(journal):
        return
    if _is_held(_sibling_path(journal, ".lock")):
        try:
            _back_up(journal, copy)
            return
        except sqlite3.Error:
            # It is damaged: the new version must be able to repair it, so it gets everything.
            copy.unlink(missing_ok=True)
    # Without a writer, SQLite would only leave files of its own beside it: copy the journal as it
    # is, damaged or not, and its log without the index, which SQLite rebuilds.
    for ending in ("", "-wal"):
        if os.path.lexists(_sibling_path(journal, ending)):
            with (
                os.fdopen(_open_file(_sibling_path(journal, ending)), "rb") as source,
                _sibling_path(copy, ending).open("xb") as target,
            ):
                left = LARGEST
                while piece := source.read(min(left, 2**20)):
                    target.write(piece)
                    left -= len(piece)


def _is_held(lock: Path) -> bool:
    """Return whether a writer has the journal now."""
    try:
        handle = _open_file(lock)
    except FileNotFoundError:
        return False
    try:
        # Shared, so that two readers do not mistake each other for a writer.
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


# ---- The journal from before a trial -------------------------------------------------------------


def keep_journal(state: Path) -> None:
    """Copy the journal, which nobody has open before a start, unless it is missing or damaged."""
    fresh = state / f"{KEPT}.new"
    forget_journal(state)
    if not _check_plain(state / JOURNAL):
        return
    os.close(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        # With SQLite: the latest entries are in the log beside the file.
        _back_up(state / JOURNAL, fresh)
    except sqlite3.Error:
        fresh.unlink()
        return
    sync_to_disk(fresh)
    fresh.replace(state / KEPT)


def put_journal_back(state: Path) -> None:
    """Restore the old journal if the old version cannot read the present one.

    No game is lost: the new version showed no screen since the copy was made.
    """
    # The new version's failed starts: with this file the old one would begin in safe mode.
    with suppress(OSError):
        (state / "starts").unlink()
    kept, live, back = state / KEPT, state / JOURNAL, state / f"{JOURNAL}.back"
    if not os.path.lexists(back):
        # An unreadable live journal counts as 0 and stays: the old version repairs it.
        if not _check_plain(kept) or not _check_plain(live) or _form(live) <= _form(kept):
            return
        # Under this name it is restored in any case: the next steps may damage the version of the
        # live one.
        kept.replace(back)
    for ending in ("-wal", "-shm", ".lock"):
        _sibling_path(live, ending).unlink(missing_ok=True)
    back.replace(live)
    sync_to_disk(state)


def forget_journal(state: Path) -> None:
    """Remove the copy, and an unfinished one."""
    for path in (state / KEPT, state / f"{KEPT}.new"):
        path.unlink(missing_ok=True)


def _form(journal: Path) -> int:
    """Return the version of a journal's tables, 0 if unknown."""
    try:
        with closing(_connect(journal)) as connection:
            return int(connection.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error:
        return 0


# ---- Opening and copying -------------------------------------------------------------------------


def _sibling_path(journal: Path, ending: str) -> Path:
    """Return the journal's file with this suffix."""
    return journal.with_name(f"{journal.name}{ending}")


def _open_file(path: Path) -> int:
    """Open a file for reading.

    Raises:
        OSError: It does not exist or is a link.
        UpdateError: It is a pipe, a folder, or larger than LARGEST.
    """
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    about = os.fstat(handle)
    if stat.S_ISREG(about.st_mode) and about.st_size <= LARGEST:
        return handle
    os.close(handle)
    raise UpdateError(
        text(
            "{path} is not an ordinary file of at most {most} MB: move it away",
            path=str(path),
            most=LARGEST // 2**20,
        )
    )


def _check_plain(journal: Path) -> bool:
    """Return whether there is a journal; check all its files.

    Raises:
        UpdateError: One of its files is no plain file.
        OSError: One of its files cannot be opened.
    """
    there = [ending for ending in ENDINGS if os.path.lexists(_sibling_path(journal, ending))]
    for ending in there:
        os.close(_open_file(_sibling_path(journal, ending)))
    return "" in there


def _back_up(journal: Path, copy: Path) -> None:
    """Copy a journal into an existing empty file with SQLite, also during writes.

    Raises:
        sqlite3.Error: It is damaged.
    """
    with closing(_connect(journal)) as here, closing(sqlite3.connect(copy)) as there:
        here.backup(there)
        if there.execute("SELECT 1 FROM sqlite_schema WHERE name = 'settings'").fetchone():
            # The copy is complete without a log; a missing one is no loss.
            there.execute(
                "UPDATE settings SET value = replace(value, ' open', ' closed') WHERE name = ?",
                (MARK,),
            )
            there.commit()


def _connect(journal: Path) -> sqlite3.Connection:
    """Open the journal for reading only."""
    return sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)
