"""The tables of a journal, version by version: a new journal goes the same way as an old one, step by step to the newest."""
from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Final

SIGN: Final = 0x434A0000
"""Stands in the file's application id with the version's number added, so that a damaged version number is not taken for a newer app."""

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
    for order in _FIRST.split(";"):
        connection.execute(order)


STEPS: Final[tuple[Callable[[sqlite3.Connection], None], ...]] = (_tables,)
"""What leads from each version to the next; version 0 is an empty file."""
VERSION: Final = len(STEPS)


def version_of(connection: sqlite3.Connection) -> int | None:
    """The version of an open journal; None where the file does not say one that can be believed."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    sign = int(connection.execute("PRAGMA application_id").fetchone()[0])
    return version if sign == (SIGN + version if version else 0) else None


def bring_up(connection: sqlite3.Connection) -> None:
    """Take a journal to the newest version, all the way or not at all; sqlite3.Error where that is not possible."""
    version = version_of(connection) or 0
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
        connection.execute("ROLLBACK")
        raise
