"""How batches go into a journal's tables, inside a transaction that somebody else begins and ends."""
from __future__ import annotations

import sqlite3

from companion.errors import JournalFault
from companion.journal import reading
from companion.journal.base import KINDS, STATES, Batch, Opening
from companion.journal.schema import add_entries, place


def put(connection: sqlite3.Connection, batch: Batch) -> None:
    """Write one batch; JournalFault with the game's number where it does not go on where that game stands.

    The transaction is the caller's: after a fault it rolls everything back. sqlite3.Error goes through where it is about the disk or the
    file rather than about this batch.
    """
    try:
        _put(connection, batch)
    # Faults of this batch alone. A full disk or a damaged page is none of its own: there the batch waits or the journal is mended.
    except (ValueError, TypeError, OverflowError, sqlite3.IntegrityError, sqlite3.InterfaceError, sqlite3.ProgrammingError) as fault:
        raise _refused(batch, f"the journal cannot hold what it says ({fault})") from fault


def forget(connection: sqlite3.Connection, game: int) -> None:
    """Delete a game with all its entries."""
    # Entries have no column for their game: the first part of the key tells it (`schema.GAP`).
    connection.execute("DELETE FROM entries WHERE place >= ? AND place < ?", (place(game, 0), place(game + 1, 0)))
    connection.execute("DELETE FROM standings WHERE game = ?", (game,))
    connection.execute("DELETE FROM games WHERE id = ?", (game,))


def _put(connection: sqlite3.Connection, batch: Batch) -> None:
    if batch.settings:
        connection.executemany("INSERT OR REPLACE INTO settings VALUES (?, ?)", batch.settings.items())
    if not batch.game:
        return
    if batch.opening is not None:
        _open(connection, batch)
    # After the opening, so that a game's first batch is looked at like any other.
    last = _last(connection, batch.game)
    reason = _misfit(batch, last)
    if reason:
        raise _refused(batch, reason)
    add_entries(connection, batch.game, batch.entries, _sum(connection, batch.game, last or 0))
    standing = (batch.state, batch.now, (last or 0) + len(batch.entries), batch.note, batch.game)
    connection.execute("UPDATE standings SET state = ?, touched = ?, entries = ?, note = ? WHERE game = ?", standing)


def _open(connection: sqlite3.Connection, batch: Batch) -> None:
    """Put a new game in; JournalFault where its number is taken or its kind is none of KINDS."""
    assert batch.opening is not None
    kind, title, header, began = batch.opening
    if kind not in KINDS or _last(connection, batch.game) is not None:
        reason = "it is there already" if kind in KINDS else f"found the kind {kind!r}, expected one of {', '.join(KINDS)}"
        raise _refused(batch, reason)
    connection.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?)", (batch.game, kind, title, header, began))
    connection.execute("INSERT INTO standings VALUES (?, ?, ?, 0, ?)", (batch.game, batch.state, batch.now, batch.note))


def _refused(batch: Batch, reason: str) -> JournalFault:
    words = f"Game {batch.game} is not kept any further: {reason}. It can be played on, but not resumed from here; begin a new race when you can."
    return JournalFault(words, batch.game)


def _last(connection: sqlite3.Connection, game: int) -> int | None:
    """The number of a game's last entry, 0 where it has none yet; None where there is no such game."""
    found = connection.execute("SELECT entries FROM standings WHERE game = ?", (game,)).fetchone()
    return None if found is None else int(found[0])


def _sum(connection: sqlite3.Connection, game: int, last: int) -> int:
    """The running sum at a game's end, after which the next entry comes."""
    total = reading.before(connection, game, last + 1)
    if total is None:
        # Without a code of SQLite's own this counts as damage (`checking.is_damage`): the journal is mended and the batch tried once more.
        raise sqlite3.DatabaseError(f"entry {last} of game {game} is missing")
    return total


def _misfit(batch: Batch, last: int | None) -> str:
    """Why a batch cannot follow a game's last entry, or ""."""
    if last is None:
        return "the journal does not know it"
    if not _is_plain(batch):
        return "the journal cannot hold what it says"
    if batch.state not in STATES:
        return f"found the state {batch.state!r}, expected one of {', '.join(STATES)}"
    numbers = [entry.number for entry in batch.entries]
    expected = list(range(last + 1, last + 1 + len(numbers)))
    wrong = next((pair for pair in zip(numbers, expected, strict=True) if pair[0] != pair[1]), None)
    return "" if wrong is None else f"found entry {wrong[0]}, expected entry {wrong[1]}"


def _is_plain(batch: Batch) -> bool:
    """Whether everything has the type that it says; SQLite would take other things, and give them back changed."""
    # Not isinstance(): True is a whole number to it, and would come back as 1.
    entries = all(type(number) is int and type(text) is str and type(mark) is str for number, text, mark in batch.entries)
    return entries and isinstance(batch.now, int | float) and type(batch.note) is str and (batch.opening is None or _is_plain_opening(batch.opening))


def _is_plain_opening(opening: Opening) -> bool:
    return type(opening.title) is str and type(opening.header) is str and isinstance(opening.began, int | float)
