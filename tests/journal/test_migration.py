"""Journals of every older version are migrated, whole or not at all; newer ones are left alone."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.journal.base import KeptGame
from companion.journal.store import open_journal
from tests.journal.children import run
from tests.journal.games import NOW, batch, entries, kept, opening
from tests.recorded import recorded

VERSION_1 = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, title TEXT NOT NULL, header TEXT NOT NULL, began REAL NOT NULL
);
CREATE TABLE standings (
    game INTEGER PRIMARY KEY, state TEXT NOT NULL, touched REAL NOT NULL, entries INTEGER NOT NULL, note TEXT NOT NULL
);
CREATE TABLE entries (
    game INTEGER NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL, mark TEXT NOT NULL, PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
PRAGMA application_id = 0x434A0001;
PRAGMA user_version = 1;
"""  # noqa: E501
COUNTS = (200, 0, 7)


def version_1(path: Path) -> None:
    """Write a journal as version 1 left it when it was closed."""
    with closing(sqlite3.connect(path)) as journal:
        journal.execute("PRAGMA journal_mode = WAL")
        journal.executescript(VERSION_1)
        for game, count in enumerate(COUNTS, 1):
            journal.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?, ?)", (game, *opening(f"Game {game}"))
            )
            journal.execute(
                "INSERT INTO standings VALUES (?, 'open', ?, ?, ?)",
                (game, NOW + game, count, f"after entry {count}"),
            )
            journal.executemany(f"INSERT INTO entries VALUES ({game}, ?, ?, ?)", entries(1, count))
        journal.execute("INSERT INTO settings VALUES ('tempo', 'slow')")
        journal.commit()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a journal of version 1."""
    version_1(tmp_path / "journal.db")
    return tmp_path / "journal.db"


def tables(path: Path) -> list[tuple[str, ...]]:
    """Return what a file has of tables, and its version."""
    with closing(sqlite3.connect(path)) as journal:
        names = journal.execute(
            "SELECT name, replace(sql, '\"', '') FROM sqlite_schema ORDER BY name"
        ).fetchall()
        return [*names, *journal.execute("PRAGMA user_version").fetchall()]


def expected() -> tuple[KeptGame, ...]:
    """Return the games of the journal of version 1."""
    kept = [(game, opening(f"Game {game}"), count) for game, count in enumerate(COUNTS, 1)]
    return tuple(
        KeptGame(game, *begun[:3], "open", NOW, NOW + game, count, f"after entry {count}")
        for game, begun, count in reversed(kept)
    )


def test_version_1_comes_to_the_newest(path: Path, tmp_path: Path) -> None:
    """Migrate games, entries and settings into the tables of a new journal, and go on."""
    journal = open_journal(path, NOW)
    assert (
        journal.findings == ()
        and journal.games() == expected()
        and journal.settings() == {"tempo": "slow"}
    )
    assert kept(journal) == {game: entries(1, count) for game, count in enumerate(COUNTS, 1)}
    journal.append(batch(1, 201, 203), batch(4, 1, 3))
    assert journal.next_game() == 5
    journal.close()
    open_journal(tmp_path / "new.db", NOW).close()
    assert tables(path) == tables(tmp_path / "new.db")
    journal = open_journal(path, NOW)
    assert journal.findings == () and kept(journal)[1] == entries(1, 203)
    journal.close()


def test_readers_read_version_1_and_leave_it(path: Path) -> None:
    """Read an older journal without changing the file."""
    before = path.read_bytes()
    reader = open_journal(path, NOW, writer=False)
    assert reader.games() == expected() and kept(reader)[1] == entries(1, 200)
    reader.close()
    assert path.read_bytes() == before


def test_a_migration_is_all_or_nothing(path: Path, tmp_path: Path) -> None:
    """Keep version 1 whole on a disk that fills up at any point, and migrate later."""
    for room in (10, 5000, 20_000, 30_000):
        copied = shutil.copytree(tmp_path, tmp_path.parent / f"full-{room}") / "journal.db"
        (words,) = run("open_on_a_full_disk", copied, room)
        assert words == recorded("Free-some-space", journal=copied)
        assert copied.read_bytes() == path.read_bytes()
        journal = open_journal(copied, NOW)
        assert (
            journal.findings == ()
            and journal.games() == expected()
            and kept(journal)[1] == entries(1, 200)
        )
        journal.close()


@pytest.mark.parametrize("case", range(8))
def test_a_damaged_version_1_is_recovered(path: Path, case: int) -> None:
    """Recover a damaged journal of version 1 into the newest version."""
    chance, data = random.Random(case), bytearray(path.read_bytes())
    at = 4096 * chance.randrange(len(data) // 4096)
    data[at : at + 4096] = chance.randbytes(4096)
    path.write_bytes(data if case % 2 else data[:at])
    journal = open_journal(path, NOW)
    assert journal.findings and all(
        found == entries(1, len(found)) for found in kept(journal).values()
    )
    journal.append(batch(journal.next_game(), 1, 3))
    journal.close()


def test_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    """Refuse a newer version to reader and writer with a remedy, and change no byte."""
    path = tmp_path / "journal.db"
    open_journal(path, NOW).close()
    with closing(sqlite3.connect(path)) as journal:
        journal.executescript(
            f"PRAGMA user_version = 77; PRAGMA application_id = {0x434A0000 + 77}; DROP "
            f"TABLE entries"
        )
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    for writer in (True, False):
        with pytest.raises(
            JournalError,
            match="written by a newer Clockwork Derby: found version 77, expected at most 2",
        ) as caught:
            open_journal(path, NOW, writer=writer)
        assert str(path) in str(caught.value) and "--state" in str(caught.value)
        assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_a_damaged_version_number_is_no_newer_version(path: Path) -> None:
    """Open a journal whose version number has one wrong bit."""
    open_journal(path, NOW).close()
    for place in (60, 61, 63, 68, 71):
        data = bytearray(path.read_bytes())
        data[place] ^= 4
        path.write_bytes(data)
        journal = open_journal(path, NOW)
        assert (
            journal.games() == expected()
            and kept(journal)[1] == entries(1, 200)
            and "3 games with 207 entries" in str(journal.findings[0])
        )
        journal.close()
