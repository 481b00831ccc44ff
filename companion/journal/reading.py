"""What is asked of a journal's tables."""
from __future__ import annotations

import sqlite3
from typing import Final

from companion.journal.base import OPEN, RACE, Entry, Game

_GAMES: Final = (
    "SELECT id, kind, title, header, state, began, touched, entries, note FROM games JOIN standings ON standings.game = games.id "
)
_PORTION: Final = 5000
"""Entries that are read in one go: no statement stays open longer, which would keep what is written from being put away."""


def games(connection: sqlite3.Connection) -> tuple[Game, ...]:
    """All games, the newest first; by their numbers, since a machine without a clock of its own may go back in time."""
    return tuple(map(Game._make, connection.execute(_GAMES + "ORDER BY id DESC")))


def game(connection: sqlite3.Connection, number: int) -> Game | None:
    """One game, or None."""
    found = connection.execute(_GAMES + "WHERE id = ?", (number,)).fetchone()
    return None if found is None else Game._make(found)


def unfinished(connection: sqlite3.Connection) -> Game | None:
    """The open race that was touched last, or None."""
    order = _GAMES + "WHERE kind = ? AND state = ? ORDER BY touched DESC, id DESC LIMIT 1"
    found = connection.execute(order, (RACE, OPEN)).fetchone()
    return None if found is None else Game._make(found)


def last_game(connection: sqlite3.Connection) -> int:
    """The highest number that a game ever had, deleted ones too; 0 when there was none."""
    found = connection.execute("SELECT max(seq) FROM sqlite_sequence WHERE name = 'games'").fetchone()
    return int(found[0] or 0)


def settings(connection: sqlite3.Connection) -> dict[str, str]:
    """All settings by their names."""
    return dict(connection.execute("SELECT name, value FROM settings ORDER BY name"))


def portion(connection: sqlite3.Connection, number: int, first: int) -> list[Entry]:
    """Some entries of a game from `first` on, in their order; none when it has no more."""
    order = "SELECT number, text, mark FROM entries WHERE game = ? AND number >= ? ORDER BY number LIMIT ?"
    return list(map(Entry._make, connection.execute(order, (number, first, _PORTION))))
