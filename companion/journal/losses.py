"""What is missing of a journal whose files are sound: a log that was deleted or cut short, a file that an older copy has replaced.

Two notes tell it, neither of which lies in the log: the file's own mark (`tables.Mark`) and the lock file (`lock.Noted`). A power cut may leave
the second one behind the journal, never ahead of it, so nobody is alarmed for nothing.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from companion.journal import recovery, tables
from companion.journal.disk import beside
from companion.journal.lock import Noted
from companion.words import NOTHING, Text, text


def has_log(path: Path) -> bool:
    """Whether a journal's log has anything in it: whoever only looks makes SQLite create an empty one."""
    try:
        return beside(path, "-wal").stat().st_size > 0
    except OSError:
        return False


def losses(
    path: Path, connection: sqlite3.Connection, noted: Noted, logged: bool
) -> tuple[Text, ...]:
    """Return sentences that say what is missing and what to do, none where nothing is.

    Args:
        path: The journal.
        connection: A connection to it, its log included.
        noted: What its last writer has noted.
        logged: Whether it had a log before anybody connected.
    """
    gone = NOTHING
    if noted.confirmed is not None:
        gone = recovery.missing(noted.confirmed, tables.game(connection, noted.confirmed.game))
    what = _file_that_is_wrong(path, tables.mark(connection), noted, logged, bool(gone))
    return tuple(words for words in (what, gone, remedy(path)) if words) if what else ()


def all_gone(path: Path) -> tuple[Text, ...]:
    """Return what is said where a journal was and neither its file nor its log is left."""
    return text(
        "The journal {path} is missing, although it was there last time: a new one was begun.",
        path=str(path),
    ), remedy(path)


def remedy(path: Path) -> Text:
    """Return what to do about what is missing."""
    return text(
        "If you have a copy of all files whose names begin with {name}, close the app and put all of them back together. If not, play on: nothing else is missing.",
        name=path.name,
    )


def _file_that_is_wrong(
    path: Path, mark: tables.Mark, noted: Noted, logged: bool, gone: bool
) -> Text:
    """Which file was deleted, cut short or replaced, and what may be missing therefore; NOTHING where none was."""
    log = beside(path, "-wal")
    is_older = noted.turn > mark.turn
    # A journal without a mark is of a version that only noted that it had begun.
    had_log = (
        mark.is_open or is_older or (not mark.turn and not log.exists())
        if noted.begun
        else mark.is_open and not noted.ended
    )
    if not logged and had_log:
        # The empty one was made by somebody who only looked.
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
