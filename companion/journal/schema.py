"""The tables of a journal, version by version: a new journal goes the same way as an old one, step by step to the newest."""
from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final

from companion.journal import chain
from companion.journal.base import Entry

SIGN: Final = 0x434A0000
"""Stands in the file's application id with the version's number added, so that a damaged version number is not taken for a newer app."""

GAP: Final = 1_000_000_000
"""From a game's place 0 to the next game's: entry 17 of game 7 has the key 7000000017."""

# AUTOINCREMENT remembers the highest number ever given, so that no later game gets that of a deleted one.
_FIRST: Final = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, title TEXT NOT NULL, header TEXT NOT NULL, began REAL NOT NULL
);
CREATE TABLE standings (
    game INTEGER PRIMARY KEY, state TEXT NOT NULL, touched REAL NOT NULL, entries INTEGER NOT NULL, note TEXT NOT NULL
);
CREATE TABLE entries (
    game INTEGER NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL, mark TEXT NOT NULL, PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID
"""
"""Standings lie apart from their games, because they change with every entry and a header is long."""


def _tables(connection: sqlite3.Connection) -> None:
    # Not executescript(), which would end the transaction that all steps share.
    for order in _FIRST.split(";"):
        connection.execute(order.strip())


def _sums(connection: sqlite3.Connection) -> None:
    """Every entry gets a sum over all before it, and one number for its key; and what a recovery has found is kept until somebody was told.

    With a key of two numbers SQLite puts entries on the pages, too, that only point at others: one such page, lost, would tear holes into
    many games.
    """
    connection.execute("CREATE TABLE findings (words TEXT NOT NULL)")
    connection.execute("ALTER TABLE entries RENAME TO entries_before")
    connection.execute("CREATE TABLE entries (place INTEGER PRIMARY KEY, text TEXT NOT NULL, mark TEXT NOT NULL, sum INTEGER NOT NULL)")
    for game, kind, header in connection.execute("SELECT id, kind, header FROM games").fetchall():
        found = connection.execute("SELECT number, text, mark FROM entries_before WHERE game = ? ORDER BY number", (game,))
        add_entries(connection, game, map(Entry._make, found), chain.begin(kind, header))
    connection.execute("DROP TABLE entries_before")


def place(game: int, number: int) -> int:
    """The key of a game's entry; number 0 comes before its first one."""
    return game * GAP + number


def add_entries(connection: sqlite3.Connection, game: int, entries: Iterable[Entry], total: int) -> None:
    """Write entries of a game, with their sums; `total` is the sum of the one before them.

    They must go on where `total` was taken; nobody looks here. sqlite3.IntegrityError where an entry is there already.
    """
    rows = []
    for entry in entries:
        total = chain.go_on(total, entry)
        rows.append((place(game, entry.number), entry.text, entry.mark, total))
    connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", rows)


STEPS: Final[tuple[Callable[[sqlite3.Connection], None], ...]] = (_tables, _sums)
"""What leads from each version to the next; version 0 is an empty file."""
VERSION: Final = len(STEPS)


def version_of(connection: sqlite3.Connection) -> int:
    """The version of an open journal; sqlite3.DatabaseError where the application id does not bear it out. 0 is an empty file."""
    version, sign = (int(connection.execute(f"PRAGMA {name}").fetchone()[0]) for name in ("user_version", "application_id"))
    if sign != (SIGN + version if version else 0):
        raise sqlite3.DatabaseError(f"version {version} is marked as {sign:#x}")
    return version


def bring_up(connection: sqlite3.Connection) -> None:
    """Take a journal to the newest version, all the way or not at all; sqlite3.Error where that is not possible."""
    version = version_of(connection)
    if version >= VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for step in STEPS[version:]:
            step(connection)
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute(f"PRAGMA application_id = {SIGN + VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    with suppress(sqlite3.Error):
        # So that the file itself says its version, not only what waits beside it; on a full disk that has time.
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
