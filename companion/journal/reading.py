"""What is asked of a journal's tables."""
from __future__ import annotations

import sqlite3
from itertools import accumulate
from typing import Final, NamedTuple

from companion.journal import chain
from companion.journal.base import OPEN, OVER, RACE, Entry, Game
from companion.journal.schema import place

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


def finished(connection: sqlite3.Connection) -> Game | None:
    """The race that ended last, or None."""
    found = connection.execute(_GAMES + "WHERE kind = ? AND state = ? ORDER BY id DESC LIMIT 1", (RACE, OVER)).fetchone()
    return None if found is None else Game._make(found)


def last_game(connection: sqlite3.Connection) -> int:
    """The highest number that a game ever had, deleted ones too; 0 when there was none."""
    # The table of sequences knows deleted games, too. Either may be empty, and max() of nothing is no number.
    told = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'games' UNION ALL SELECT max(id) FROM games")
    return max((number for number, in told if isinstance(number, int)), default=0)


def settings(connection: sqlite3.Connection) -> dict[str, str]:
    """All settings by their names."""
    return dict(connection.execute("SELECT name, value FROM settings ORDER BY name"))


def findings(connection: sqlite3.Connection) -> tuple[str, ...]:
    """What a recovery has left to be told."""
    return tuple(words for words, in connection.execute("SELECT words FROM findings ORDER BY rowid"))


class Portion(NamedTuple):
    """Some entries of a game in their order and the sum at their end; `whole` is False where damage comes after them."""

    entries: list[Entry]
    sum: int
    whole: bool


def portion(connection: sqlite3.Connection, number: int, first: int, before: int) -> Portion:
    """Entries of a game from `first` on, the sum of those before them being `before`; none are left where it gives none."""
    order = "SELECT place - ?, text, mark, sum FROM entries WHERE place >= ? AND place < ? ORDER BY place LIMIT ?"
    start = place(number, 0)
    rows = connection.execute(order, (start, start + first, place(number + 1, 0), _PORTION)).fetchall()
    entries = [Entry(number, text, mark) for number, text, mark, _ in rows]
    total = chain.over(before, entries)
    # The last sum vouches for all before it, so one comparison does for thousands of entries; only where it fails is each looked at.
    if not rows or (rows[-1][0] == first + len(rows) - 1 and rows[-1][3] == total):
        return Portion(entries, total, True)
    sums = list(accumulate(entries, chain.go_on, initial=before))[1:]
    # A sum that is wrong itself does no harm where a later one is right, as in `rescue`.
    sure = [count for count, row in enumerate(rows, 1) if row[0] == first + count - 1 and row[3] == sums[count - 1]]
    good = sure[-1] if sure else 0
    return Portion(entries[:good], sums[good - 1] if good else before, False)


def before(connection: sqlite3.Connection, number: int, first: int) -> int | None:
    """The sum of the entry before a game's entry `first`; None where there is no such game or entry."""
    if first > 1:
        found = connection.execute("SELECT sum FROM entries WHERE place = ?", (place(number, first - 1),)).fetchone()
        return int(found[0]) if found else None
    found = connection.execute("SELECT kind, header FROM games WHERE id = ?", (number,)).fetchone()
    return chain.begin(*found) if found else None


def is_whole(connection: sqlite3.Connection, game: Game) -> bool:
    """Whether all entries of a game are there as they were written, without a gap.

    Entries beyond those that are counted make a game as little whole as missing ones.
    """
    total, first = chain.begin(game.kind, game.header), 1
    while True:
        entries, total, whole = portion(connection, game.id, first, total)
        first += len(entries)
        if not whole or not entries:
            return whole and first == game.entries + 1
