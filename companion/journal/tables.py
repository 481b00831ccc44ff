"""The tables of a journal: versions, writing a batch, and questions.

Every function works on an open connection; the caller handles transactions.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import accumulate
from typing import Final

from companion.errors import JournalError
from companion.journal.base import (
    KINDS,
    NAMED,
    OPEN,
    OVER,
    RACE,
    STATES,
    Batch,
    Entry,
    KeptGame,
    first_sum,
    last_sum,
    next_sum,
)
from companion.kept_words import kept_words, words_kept
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text, listed, text

SIGN: Final = 0x434A0000
"""The file's application id is this plus the version, to detect a damaged version number."""

GAP: Final = 1_000_000_000
"""Distance between the keys of two games: entry 17 of game 7 has the key 7000000017."""

# AUTOINCREMENT remembers the highest number ever given, so that no number of a deleted game is
# reused.
_FIRST: Final = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, title TEXT NOT NULL, \
header TEXT NOT NULL, began REAL NOT NULL
);
CREATE TABLE standings (
    game INTEGER PRIMARY KEY, state TEXT NOT NULL, touched REAL NOT NULL, \
entries INTEGER NOT NULL, note TEXT NOT NULL
);
CREATE TABLE entries (
    game INTEGER NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL, mark TEXT NOT NULL, \
PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID
"""
"""Standings have their own table, because they change with every entry and a header is long."""

_GAMES: Final = (
    "SELECT id, kind, title, header, state, began, touched, entries, note,"
    " coalesce(settings.value, '') FROM games "
    f"JOIN standings ON standings.game = games.id LEFT JOIN settings ON settings.name = '{NAMED}'"
    " || games.id "
)
"""Names are settings, so that journals of every version can hold them.

Older versions can read those journals, too.
"""
_MARK: Final = "turn-of-writing"
"""The setting that holds the mark, for the same reason; hidden from others.

`companion/privileged/files.py` knows it, too.
"""
_OPEN: Final = "open"
_PORTION: Final = 5000
"""Entries read together. Longer statements would stop checkpoints."""


class Mark(NamedTuple):
    """The number of the writer's turn at a journal, and whether it has a log.

    It is in the file before anything else of that turn, so it survives the loss of the log.
    """

    turn: int = 0
    """0 if unknown."""
    is_open: bool = False
    """Whether the writer still had a log when this was written."""


# ---- Versions ------------------------------------------------------------------------------------


def _first_tables(connection: sqlite3.Connection) -> None:
    # Not executescript(), which would end the transaction that all steps share.
    for order in _FIRST.split(";"):
        connection.execute(order.strip())


def _add_sums(connection: sqlite3.Connection) -> None:
    """Give each entry a running sum and a key of one number; add a table for findings.

    With a key of two numbers SQLite also puts entries on the pages that point at others: losing
    such a page would tear holes into many games.
    """
    connection.execute("CREATE TABLE findings (words TEXT NOT NULL)")
    connection.execute("ALTER TABLE entries RENAME TO entries_before")
    connection.execute(
        "CREATE TABLE entries (place INTEGER PRIMARY KEY, text TEXT NOT NULL, mark TEXT NOT NULL,"
        " sum INTEGER NOT NULL)"
    )
    for game, kind, header in connection.execute("SELECT id, kind, header FROM games").fetchall():
        found = connection.execute(
            "SELECT number, text, mark FROM entries_before WHERE game = ? ORDER BY number", (game,)
        )
        add_entries(connection, game, map(Entry._make, found), first_sum(kind, header))
    connection.execute("DROP TABLE entries_before")


_STEPS: Final[tuple[Callable[[sqlite3.Connection], None], ...]] = (_first_tables, _add_sums)
"""The steps from each version to the next.

Version 0 is an empty file: all journals take these steps.
"""
VERSION: Final = len(_STEPS)


def version_of(connection: sqlite3.Connection) -> int:
    """Return the version of a journal, 0 for an empty file.

    Raises:
        sqlite3.DatabaseError: The application id does not match it.
    """
    version, sign = (
        int(connection.execute(f"PRAGMA {name}").fetchone()[0])
        for name in ("user_version", "application_id")
    )
    if sign != (SIGN + version if version else 0):
        raise sqlite3.DatabaseError(f"version {version} is marked as {sign:#x}")
    return version


def migrate(connection: sqlite3.Connection) -> None:
    """Take a journal to the newest version in one transaction. Raises sqlite3.Error."""
    version = version_of(connection)
    if version >= VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for step in _STEPS[version:]:
            step(connection)
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute(f"PRAGMA application_id = {SIGN + VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    with suppress(sqlite3.Error):
        # So that the file itself has the version, not only its log. On a full disk this can wait.
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


# ---- Writing -------------------------------------------------------------------------------------


def write_batch(connection: sqlite3.Connection, batch: Batch) -> None:
    """Write one batch.

    After a fault the caller rolls the transaction back. sqlite3.Error passes through if it concerns
    the disk or the file and not this batch.

    Raises:
        JournalError: The batch does not continue its game; the fault has the game's number.
    """
    try:
        _put(connection, batch)
    # Faults of this batch alone. After a full disk or a damaged page the batch waits, or the
    # journal is recovered.
    except (
        ValueError,
        TypeError,
        OverflowError,
        sqlite3.IntegrityError,
        sqlite3.InterfaceError,
        sqlite3.ProgrammingError,
    ) as fault:
        raise _refused(
            batch, text("the journal cannot store this content ({fault})", fault=str(fault))
        ) from fault


def add_entries(
    connection: sqlite3.Connection, game: int, entries: Iterable[Entry], total: int
) -> None:
    """Write entries of a game with their sums; `total` is the sum of the entry before them.

    Whether they continue the game is not checked here.

    Raises:
        sqlite3.IntegrityError: An entry exists already.
    """
    rows = []
    for entry in entries:
        total = next_sum(total, entry)
        rows.append((_entry_key(game, entry.number), entry.text, entry.mark, total))
    connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", rows)


def forget(connection: sqlite3.Connection, game: int) -> None:
    """Delete a game with all its entries and its name."""
    connection.execute("DELETE FROM settings WHERE name = ?", (f"{NAMED}{game}",))
    connection.execute(
        "DELETE FROM entries WHERE place >= ? AND place < ?",
        (_entry_key(game, 0), _entry_key(game + 1, 0)),
    )
    connection.execute("DELETE FROM standings WHERE game = ?", (game,))
    connection.execute("DELETE FROM games WHERE id = ?", (game,))


def blank_notes(connection: sqlite3.Connection, words: str) -> None:
    """Remove every note and every name of a game that contains these words."""
    connection.execute(
        "DELETE FROM settings WHERE substr(name, 1, ?) = ? AND instr(value, ?)",
        (len(NAMED), NAMED, words),
    )
    connection.execute("UPDATE standings SET note = '' WHERE instr(note, ?)", (words,))


def _entry_key(game: int, number: int) -> int:
    """Return the key of a game's entry; number 0 comes before its first one."""
    return game * GAP + number


def _put(connection: sqlite3.Connection, batch: Batch) -> None:
    if batch.settings:
        connection.executemany(
            "INSERT OR REPLACE INTO settings VALUES (?, ?)", batch.settings.items()
        )
    if not batch.game:
        return
    if batch.opening is not None:
        _open(connection, batch)
    # After the opening, so that a game's first batch is checked like any other.
    last = _last(connection, batch.game)
    reason = _misfit(batch, last)
    if reason:
        raise _refused(batch, reason)
    last = last or 0
    total = sum_before(connection, batch.game, last + 1)
    if total is None:
        # An error without an SQLite code counts as damage (`disk.is_damage`): the journal is
        # recovered and the batch tried again.
        raise sqlite3.DatabaseError(f"entry {last} of game {batch.game} is missing")
    add_entries(connection, batch.game, batch.entries, total)
    standing = (batch.state, batch.now, last + len(batch.entries), batch.note, batch.game)
    connection.execute(
        "UPDATE standings SET state = ?, touched = ?, entries = ?, note = ? WHERE game = ?",
        standing,
    )


def _open(connection: sqlite3.Connection, batch: Batch) -> None:
    """Insert a new game; raise JournalError if its number is taken or its kind unknown."""
    assert batch.opening is not None
    kind, title, header, began = batch.opening
    if kind not in KINDS or _last(connection, batch.game) is not None:
        raise _refused(
            batch,
            text("it is there already")
            if kind in KINDS
            else text(
                "found the kind {kind}, expected one of {kinds}",
                kind=repr(kind),
                kinds=listed(KINDS, ""),
            ),
        )
    connection.execute(
        "INSERT INTO games VALUES (?, ?, ?, ?, ?)", (batch.game, kind, title, header, began)
    )
    connection.execute(
        "INSERT INTO standings VALUES (?, ?, ?, 0, ?)",
        (batch.game, batch.state, batch.now, batch.note),
    )


def _refused(batch: Batch, reason: Text) -> JournalError:
    return JournalError(
        text(
            "Game {game} is no longer saved: {reason}. You can play on, but cannot continue from "
            "here later. Begin a new game when you can.",
            game=batch.game,
            reason=reason,
        ),
        batch.game,
    )


def _last(connection: sqlite3.Connection, game: int) -> int | None:
    """Return the number of a game's last entry, 0 for none; None without such a game."""
    found = connection.execute("SELECT entries FROM standings WHERE game = ?", (game,)).fetchone()
    return None if found is None else int(found[0])


def _misfit(batch: Batch, last: int | None) -> Text:
    """Return why a batch cannot follow a game's last entry, or NOTHING."""
    if last is None:
        return text("the journal does not know it")
    if not _is_plain(batch):
        return text("the journal cannot store this content")
    if batch.state not in STATES:
        return text(
            "found the state {state}, expected one of {states}",
            state=repr(batch.state),
            states=listed(STATES, ""),
        )
    numbers = [entry.number for entry in batch.entries]
    expected = list(range(last + 1, last + 1 + len(numbers)))
    wrong = next((pair for pair in zip(numbers, expected, strict=True) if pair[0] != pair[1]), None)
    if wrong is None:
        return NOTHING
    return text("found entry {found}, expected entry {expected}", found=wrong[0], expected=wrong[1])


def _is_plain(batch: Batch) -> bool:
    """Return whether everything has its declared type: SQLite would change other values."""
    # Not isinstance(): True is an integer to it, and would be read back as 1.
    texts, times = [batch.note], [batch.now]
    for entry in batch.entries:
        texts += [entry.text, entry.mark]
    if batch.opening is not None:
        texts += [batch.opening.title, batch.opening.header]
        times.append(batch.opening.began)
    return (
        all(type(entry.number) is int for entry in batch.entries)
        and all(type(words) is str for words in texts)
        and all(isinstance(time, int | float) for time in times)
    )


# ---- Questions -----------------------------------------------------------------------------------


def games(connection: sqlite3.Connection) -> tuple[KeptGame, ...]:
    """Return all games, the newest first; by number, since a clock may go back."""
    return tuple(map(KeptGame._make, connection.execute(_GAMES + "ORDER BY id DESC")))


def game(connection: sqlite3.Connection, number: int) -> KeptGame | None:
    """Return one game, or None."""
    return _first_game(connection, "WHERE id = ?", number)


def last_open_game(connection: sqlite3.Connection) -> KeptGame | None:
    """Return the open race that was touched last, or None."""
    return _first_game(
        connection,
        "WHERE kind = ? AND state = ? ORDER BY touched DESC, id DESC LIMIT 1",
        RACE,
        OPEN,
    )


def last_finished_games(connection: sqlite3.Connection, most: int) -> tuple[KeptGame, ...]:
    """Return the `most` races that ended last, the last one first."""
    which = "WHERE kind = ? AND state = ? ORDER BY touched DESC, id DESC LIMIT ?"
    return tuple(map(KeptGame._make, connection.execute(_GAMES + which, (RACE, OVER, most))))


def _first_game(connection: sqlite3.Connection, which: str, *values: int | str) -> KeptGame | None:
    found = connection.execute(_GAMES + which, values).fetchone()
    return None if found is None else KeptGame._make(found)


def last_game(connection: sqlite3.Connection) -> int:
    """Return the highest number that a game ever had, also a deleted one; 0 for none."""
    # The table of sequences remembers deleted games. Either may be empty, and max() of nothing is
    # no number.
    rows = connection.execute(
        "SELECT seq FROM sqlite_sequence WHERE name = 'games' UNION ALL SELECT max(id) FROM games"
    )
    return max((number for (number,) in rows if isinstance(number, int)), default=0)


def settings(connection: sqlite3.Connection) -> dict[str, str]:
    """Return all settings by name."""
    return dict(
        connection.execute(
            "SELECT name, value FROM settings WHERE name <> ? ORDER BY name", (_MARK,)
        )
    )


def mark(connection: sqlite3.Connection) -> Mark:
    """Return the mark of the journal."""
    found = connection.execute("SELECT value FROM settings WHERE name = ?", (_MARK,)).fetchone()
    turn, _, state = str(found[0]).partition(" ") if found else ("", "", "")
    return Mark(int(turn), state == _OPEN) if turn.isdecimal() else Mark()


def set_mark(connection: sqlite3.Connection, mark: Mark) -> None:
    """Write the mark of the journal."""
    connection.execute(
        "INSERT OR REPLACE INTO settings VALUES (?, ?)",
        (_MARK, f"{mark.turn} {_OPEN if mark.is_open else 'closed'}"),
    )


def remember(connection: sqlite3.Connection, words: Iterable[Text]) -> None:
    """Keep sentences for people until the journal is closed properly."""
    connection.executemany(
        "INSERT INTO findings VALUES (?)", ((kept_words(sentence),) for sentence in words)
    )


def findings(connection: sqlite3.Connection) -> tuple[Text, ...]:
    """Return the sentences of a recovery; earlier versions left them in English."""
    return tuple(
        words_kept(words)
        for (words,) in connection.execute("SELECT words FROM findings ORDER BY rowid")
    )


class Portion(NamedTuple):
    """Some entries of a game in order."""

    entries: list[Entry]
    sum: int
    """The sum of the last one."""
    whole: bool
    """False if damage follows."""


def portion(connection: sqlite3.Connection, number: int, first: int, before: int) -> Portion:
    """Return entries of a game from `first` on, none after the last one.

    `before` is the sum of the entry before them.
    """
    order = (
        "SELECT place - ?, text, mark, sum FROM entries WHERE place >= ? AND place < ? ORDER BY"
        " place LIMIT ?"
    )
    start = _entry_key(number, 0)
    rows = connection.execute(
        order, (start, start + first, _entry_key(number + 1, 0), _PORTION)
    ).fetchall()
    entries = [Entry(number, text, mark) for number, text, mark, _ in rows]
    total = last_sum(before, entries)
    # The last sum confirms all before it: one comparison covers thousands of entries. Check each
    # only if it fails.
    if not rows or (rows[-1][0] == first + len(rows) - 1 and rows[-1][3] == total):
        return Portion(entries, total, True)
    sums = list(accumulate(entries, next_sum, initial=before))[1:]
    # A wrong sum does no harm if a later one is right, as in `recovery`.
    sure = [
        count
        for count, row in enumerate(rows, 1)
        if row[0] == first + count - 1 and row[3] == sums[count - 1]
    ]
    good = sure[-1] if sure else 0
    return Portion(entries[:good], sums[good - 1] if good else before, False)


def sum_before(connection: sqlite3.Connection, number: int, first: int) -> int | None:
    """Return the sum of the entry before a game's entry `first`, None if it does not exist."""
    if first > 1:
        found = connection.execute(
            "SELECT sum FROM entries WHERE place = ?", (_entry_key(number, first - 1),)
        ).fetchone()
        return int(found[0]) if found else None
    found = connection.execute("SELECT kind, header FROM games WHERE id = ?", (number,)).fetchone()
    return first_sum(*found) if found else None


def is_whole(connection: sqlite3.Connection, game: KeptGame) -> bool:
    """Return whether a game has exactly its counted entries, all as they were written."""
    total, first = first_sum(game.kind, game.header), 1
    while True:
        entries, total, whole = portion(connection, game.id, first, total)
        first += len(entries)
        if not whole or not entries:
            return whole and first == game.entries + 1
