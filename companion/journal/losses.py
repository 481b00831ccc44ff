"""Find losses of a journal with valid files: a log deleted or cut short, an older copy of the file.

Two notes outside the log show it: the file's mark (`tables.Mark`) and the lock file
(`lock.LockFileState`). After a power cut the lock file may be behind the journal, but never ahead
of it, so it raises no false alarm.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from companion.journal import recovery, tables
from companion.journal.disk import beside
from companion.journal.lock import LockFileState
from companion.words import NOTHING, Text, text


def has_log(path: Path) -> bool:
    """Return whether a journal has a log with content; readers make SQLite create an empty one."""
    try:
        return beside(path, "-wal").stat().st_size > 0
    except OSError:
        return False


def losses(
    path: Path, connection: sqlite3.Connection, noted: LockFileState, logged: bool
) -> tuple[Text, ...]:
    """Return sentences that say what is missing and what to do, or none.

    Args:
        path: The journal.
        connection: A connection to it, its log included.
        noted: The notes of its last writer.
        logged: Whether it had a log before anybody connected.
    """
    gone = NOTHING
    if noted.confirmed is not None:
        gone = recovery.missing(noted.confirmed, tables.game(connection, noted.confirmed.game))
    what = _file_that_is_wrong(path, tables.mark(connection), noted, logged, bool(gone))
    return tuple(words for words in (what, gone, remedy(path)) if words) if what else ()


def all_gone(path: Path) -> tuple[Text, ...]:
    """Return what to say if a journal's file and log are gone."""
    return text(
        "The journal {path} is missing; it was there last time. A new one was begun.",
        path=str(path),
    ), remedy(path)


def remedy(path: Path) -> Text:
    """Return what to do about a loss."""
    return text(
        "If you have copies of all files whose names begin with {name}, close the app and put "
        "them all back. If not, play on: nothing else is missing.",
        name=path.name,
    )


def _file_that_is_wrong(
    path: Path, mark: tables.Mark, noted: LockFileState, logged: bool, gone: bool
) -> Text:
    """Return which file was deleted, cut short or replaced and what may be missing, or NOTHING."""
    log = beside(path, "-wal")
    is_older = noted.turn > mark.turn
    # A journal without a mark is of a version that only noted that it had begun.
    had_log = (
        mark.is_open or is_older or (not mark.turn and not log.exists())
        if noted.begun
        else mark.is_open and not noted.ended
    )
    if not logged and had_log:
        # A reader has created the empty one.
        return text(
            "The file {path} is missing. The last entries may be missing with it.", path=str(log)
        )
    if is_older:
        return text(
            "The journal {path} is an older copy. Everything saved after it is missing.",
            path=str(path),
        )
    if gone and noted.begun:
        return text(
            "The file {path} was cut short. Everything saved before that is there.", path=str(log)
        )
    return (
        text(
            "The journal {path} has changed since it was closed. The newest entries are missing.",
            path=str(path),
        )
        if gone
        else NOTHING
    )
