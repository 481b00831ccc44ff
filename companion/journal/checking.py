"""Check the files of a journal for damage, and find losses of one with valid files.

Every opening checks the header, the lists of games and settings, and each entry of the current
race. If the last writer did not close properly, or the files changed since, it also runs SQLite's
check of all pages, and checks the middle of the log and the entries of all games; in a large
journal, only of those that may have been written last. Damage found later, while reading, is
reported then, and the next opening checks everything.

Two notes outside the log show losses of valid files, such as a deleted log or an older copy of the
file: the file's mark (`tables.Mark`) and the lock file (`lock.LockFileState`). After a power cut
the lock file may be behind the journal, but never ahead of it, so it raises no false alarm.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from companion.errors import JournalError
from companion.journal import recovery, tables
from companion.journal.base import KINDS, OPEN, STATES, KeptGame
from companion.journal.disk import PAGE, connect, in_short, is_damage, read_bytes, sibling_path
from companion.journal.lock import LockFileState
from companion.journal.pages import log_is_damaged
from companion.words import NOTHING, Text, count, text

_LARGE: Final = 32 << 20
"""File size in bytes from which only open games and the newest few are read through."""
_NEWEST: Final = 3
"""Number of newest games that are always read: a power cut damages what was written last."""

# From SQLite's published header: name and page size; no reserved bytes and the usual shares of a
# row; schema format 4; no automatic vacuum, and UTF-8; no incremental vacuum; bytes reserved for
# later versions.
_FIXED: Final = (
    (0, b"SQLite format 3\0" + PAGE.to_bytes(2, "big")),
    (20, b"\0\x40\x20\x20"),
    (44, b"\0\0\0\4"),
    (52, b"\0\0\0\0\0\0\0\1"),
    (64, b"\0\0\0\0"),
    (72, bytes(20)),
)
"""The constant parts of our files' first hundred bytes.

SQLite trusts some of them when they are wrong, and then refuses to write.
"""
_MODES: Final = (b"\1\1", b"\2\2")
"""The modes of a plain file and of one with a log."""
_TYPES: Final = (int, str, str, str, str, float, float, int, str, str)
"""The types of a game's fields."""


def damage(path: Path, *, thorough: bool) -> Text:
    """Return the damage of an existing journal in a few words, or NOTHING.

    Raises:
        JournalError: A newer version wrote it.
        sqlite3.Error: It cannot be checked.
        OSError: It cannot be checked.
    """
    data = read_bytes(path, PAGE)
    if len(data) < PAGE:
        return count(
            "only {number} byte of it is left", "only {number} bytes of it are left", len(data)
        )
    if (
        any(data[place : place + len(fixed)] != fixed for place, fixed in _FIXED)
        or data[18:20] not in _MODES
    ):
        return text("its beginning is damaged")
    version, sign = (int.from_bytes(data[place : place + 4], "big") for place in (60, 68))
    # Both numbers must agree, or one damaged byte would pass for a newer version, and nothing would
    # be recovered.
    if sign == tables.SIGN + version:
        _refuse_newer(path, version)
    # Before SQLite opens it and silently drops everything after the valid part of the log.
    if thorough and log_is_damaged(read_bytes(sibling_path(path, "-wal"))):
        return text("the newest entry is damaged in its middle")
    try:
        with closing(connect(path, write=False)) as connection:
            version = tables.version_of(connection)
            _refuse_newer(path, version)
            return _of_the_tables(connection, version, thorough, path.stat().st_size)
    except sqlite3.Error as fault:
        if is_damage(fault):
            return text("SQLite cannot read it: {fault}", fault=in_short(fault))
        raise
    except (ArithmeticError, TypeError, ValueError):
        # Python cannot decode it, such as a message of SQLite's that quotes damaged letters.
        return text("it holds data that this app did not write")


def _refuse_newer(path: Path, version: int) -> None:
    if version > tables.VERSION:
        raise JournalError(
            text(
                "The journal {path} was written by a newer Clockwork Derby: found version "
                "{version}, expected at most {newest}. Start the newer one, or this one with "
                "--state and another folder; the journal is not changed.",
                path=str(path),
                version=version,
                newest=tables.VERSION,
            )
        )


def _of_the_tables(connection: sqlite3.Connection, version: int, thorough: bool, size: int) -> Text:
    if thorough and connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        return text("some of its pages are damaged")
    games = tables.games(connection)
    # The list of games joins both tables: a row without its other half would be missing silently.
    counts = connection.execute(
        "SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM standings)"
    ).fetchone()
    if counts != (len(games), len(games)) or not all(map(_is_sound, games)):
        return text("its list of games is damaged")
    if not all(
        isinstance(word, str) for pair in tables.settings(connection).items() for word in pair
    ):
        return text("its settings are damaged")
    # Entries had no sums then. The migration adds them, and they are checked from then on.
    if version < tables.VERSION:
        return NOTHING
    if thorough:
        # The list has the newest first.
        checked = [
            game
            for place, game in enumerate(games)
            if size < _LARGE or game.state == OPEN or place < _NEWEST
        ]
    else:
        # Always read the current race: players are about to be asked whether to continue it.
        going_on = tables.last_open_game(connection)
        checked = [going_on] if going_on else []
    broken = next((game for game in checked if not tables.is_whole(connection, game)), None)
    if broken is None:
        return NOTHING
    return text("entries of game {game} are missing or altered", game=broken.id)


def _is_sound(game: KeptGame) -> bool:
    """Return whether all values have their types: SQLite would accept any from a damaged page."""
    return (
        all(type(value) is kind for value, kind in zip(game, _TYPES, strict=True))
        and game.kind in KINDS
        and game.state in STATES
    )


def has_log(path: Path) -> bool:
    """Return whether a journal has a log with content; readers make SQLite create an empty one."""
    try:
        return sibling_path(path, "-wal").stat().st_size > 0
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
    log = sibling_path(path, "-wal")
    is_older = noted.turn > mark.turn
    # A journal without a mark is of a version that only noted that it had begun.
    if noted.begun:
        had_log = mark.is_open or is_older or (not mark.turn and not log.exists())
    else:
        had_log = mark.is_open and not noted.ended
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
    if gone:
        return text(
            "The journal {path} has changed since it was closed. The newest entries are missing.",
            path=str(path),
        )
    return NOTHING
