"""Whether a journal's files are as they should be.

What is looked at when: the header, the lists of games and settings, and the race that goes on, entry by entry, at every opening. Where the
last writer did not come to a proper end, or somebody else changed the files since, also SQLite's own check of all pages, the middle of
the log, and the entries of all games; in a large journal, of those that may have been written last. What is found later, on reading, is
told there, and looked for everywhere at the next opening.
"""
from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from companion.errors import JournalFault
from companion.journal import log, reading
from companion.journal.base import KINDS, OPEN, STATES, Game
from companion.journal.connecting import PAGE, beside, connect
from companion.journal.rescue import read_bytes
from companion.journal.schema import SIGN, VERSION, version_of

LARGE: Final = 32 << 20
"""Bytes from which on only the open games and the newest few are read through."""
NEWEST: Final = 3
"""So many of the newest games are read through in a large journal, open or not: what was written last is what a power cut meets."""

# By SQLite's published header: name and size of a page; nothing reserved on pages and the usual shares of a row; schema format 4; no
# automatic vacuum, and UTF-8; no vacuum step by step; what is kept for later versions.
_FIXED: Final = (
    (0, b"SQLite format 3\0" + PAGE.to_bytes(2, "big")), (20, b"\0\x40\x20\x20"), (44, b"\0\0\0\4"), (52, b"\0\0\0\0\0\0\0\1"),
    (64, b"\0\0\0\0"), (72, bytes(20)),
)
"""What never changes in the first hundred bytes of our files. Some of it SQLite believes, only to refuse to write later on."""
_MODES: Final = (b"\1\1", b"\2\2")
"""A plain file, and one with a log."""
_TYPES: Final = (int, str, str, str, str, float, float, int, str)
"""Of a game's fields."""

_TROUBLES: Final = frozenset({
    sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_AUTH, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_INTERRUPT,
})
_BAD_READS: Final = frozenset({sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS})
_PRIMARY: Final = 0xFF


def is_damage(fault: sqlite3.Error) -> bool:
    """Whether a complaint of SQLite's is about the file's content; others are about rights, space, or somebody who holds the file.

    What Python's module or we raise ourselves has no code of SQLite's, and is about the content.
    """
    code = getattr(fault, "sqlite_errorcode", None) or sqlite3.SQLITE_CORRUPT
    if code & _PRIMARY == sqlite3.SQLITE_IOERR:
        # A place that the disk cannot read is lost like a damaged one, and `rescue` goes on without it. What cannot be written may be
        # written later.
        return code in _BAD_READS
    return code & _PRIMARY not in _TROUBLES


def damage(path: Path, *, thorough: bool) -> str:
    """What is wrong with a journal that is there, in a few words, or "".

    JournalFault where a newer version wrote it; sqlite3.Error or OSError where it cannot be looked at.
    """
    head = _of_the_header(path)
    if head:
        return head
    # Before SQLite opens it, which takes the sound beginning of the log for all of it and says nothing of the rest.
    if thorough and log.is_damaged(read_bytes(beside(path, "-wal"))):
        return "what was written last is damaged in its middle"
    try:
        with closing(connect(path, write=False)) as connection:
            version = version_of(connection)
            _refuse_newer(path, version)
            return _of_the_tables(connection, version, thorough, path.stat().st_size)
    except sqlite3.Error as fault:
        if is_damage(fault):
            return f"SQLite cannot read it: {fault}"
        raise
    except (ArithmeticError, TypeError, ValueError):
        # Python cannot make anything of what it got, such as a complaint of SQLite's that quotes damaged letters.
        return "it holds what nobody has written"


def _of_the_header(path: Path) -> str:
    data = read_bytes(path, PAGE)
    if len(data) < PAGE:
        return f"only {len(data)} bytes of it are left"
    if any(data[place:place + len(fixed)] != fixed for place, fixed in _FIXED) or data[18:20] not in _MODES:
        return "its beginning is altered"
    version, sign = (int.from_bytes(data[place:place + 4], "big") for place in (60, 68))
    # Both numbers must agree, or a single damaged byte would pass for a newer version, and nothing would be mended.
    if sign == SIGN + version:
        _refuse_newer(path, version)
    return ""


def _refuse_newer(path: Path, version: int) -> None:
    if version > VERSION:
        raise JournalFault(
            f"The journal {path} was written by a newer Clockwork Derby: found version {version}, expected at most {VERSION}. "
            "Start the newer one, or this one with --state and another folder; the journal is left as it is."
        )


def _of_the_tables(connection: sqlite3.Connection, version: int, thorough: bool, size: int) -> str:
    if thorough and connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        return "some of its pages are not as they were written"
    games = reading.games(connection)
    # The list of games joins both tables: a row that has lost its other half is missing there without a word.
    counts = connection.execute("SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM standings)").fetchone()
    if counts != (len(games), len(games)) or not all(map(_is_sound, games)):
        return "its list of games is not as it was written"
    if not all(isinstance(word, str) for pair in reading.settings(connection).items() for word in pair):
        return "its settings are not as they were written"
    # Entries had no sums then. They get them when the journal is brought up, and are looked at from then on.
    if version < VERSION:
        return ""
    going_on = reading.unfinished(connection)
    # The race that goes on is always read: people are about to be asked whether they want it.
    looked_at = _looked_at(games, size) if thorough else [going_on] if going_on else []
    broken = next((game for game in looked_at if not reading.is_whole(connection, game)), None)
    return "" if broken is None else f"entries of game {broken.id} are missing or altered"


def _is_sound(game: Game) -> bool:
    """SQLite lets any column hold any type, so a damaged page may read well and still hold something else."""
    return all(type(value) is kind for value, kind in zip(game, _TYPES, strict=True)) and game.kind in KINDS and game.state in STATES


def _looked_at(games: tuple[Game, ...], size: int) -> list[Game]:
    """The games whose entries are read through in a thorough check; the newest come first in `games`."""
    return [game for place, game in enumerate(games) if size < LARGE or game.state == OPEN or place < NEWEST]
