"""The journal itself: one SQLite file in which games outlast power cuts."""
from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import RLock
from typing import TypeVar

from companion.errors import JournalFault
from companion.journal import reading
from companion.journal.appending import put
from companion.journal.base import Batch, Entry, Game
from companion.journal.connecting import connect, in_memory, make_file, make_folder
from companion.journal.faults import OPENED, WRITTEN, told
from companion.journal.lock import Lock
from companion.journal.schema import bring_up

_Answer = TypeVar("_Answer")


class Journal:
    """Games, their entries and settings. Any thread may ask; what is asked never waits for what is being written.

    `findings` are sentences for people: what was damaged, what was recovered, where the damaged file lies.
    """

    def __init__(self, path: Path, read: sqlite3.Connection, write: sqlite3.Connection | None, lock: Lock | None, findings: tuple[str, ...]) -> None:
        self.path, self.findings = path, findings
        self._read, self._write, self._lock = read, write, lock
        self._reading, self._writing = RLock(), RLock()
        self._last_game = 0
        self._closed = False

    def append(self, *batches: Batch) -> None:
        """Keep these batches, all of them in one transaction: durable on return. JournalFault, and nothing of them is kept."""
        with self._changing() as connection:
            for batch in batches:
                put(connection, batch)

    def next_game(self) -> int:
        """A number for a new game, never given before, also not to one that is not written yet."""
        last = self._ask(reading.last_game)
        with self._reading:
            self._last_game = max(self._last_game, last) + 1
            return self._last_game

    def games(self) -> tuple[Game, ...]:
        """All games, the newest first."""
        return self._ask(reading.games)

    def game(self, id: int) -> Game | None:
        """The game with this number, or None."""
        return self._ask(partial(reading.game, number=id))

    def entries(self, id: int, first: int = 1) -> Iterator[Entry]:
        """The entries of a game in their order, from number `first` on."""
        while portion := self._ask(partial(reading.portion, number=id, first=first)):
            yield from portion
            first = portion[-1].number + 1

    def unfinished(self) -> Game | None:
        """The open race that was touched last, or None."""
        return self._ask(reading.unfinished)

    def settings(self) -> dict[str, str]:
        """All settings by their names."""
        return self._ask(reading.settings)

    def delete(self, id: int) -> None:
        """Forget a game with all its entries; nothing happens where there is none."""
        with self._changing() as connection:
            for table, column in (("entries", "game"), ("standings", "game"), ("games", "id")):
                connection.execute(f"DELETE FROM {table} WHERE {column} = ?", (id,))
        with self._writing, told(self.path, WRITTEN):
            if self._write is not None:
                # Only now is it gone from what waits beside the file, too.
                self._write.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def close(self) -> None:
        """Put everything away and let the next writer in; once is enough."""
        with self._writing, self._reading:
            if self._closed:
                return
            self._closed = True
            self._read.close()
            if self._write is not None:
                self._write.close()
            if self._lock is not None:
                self._lock.release(clean=True)

    def _ask(self, question: Callable[[sqlite3.Connection], _Answer]) -> _Answer:
        with self._reading, told(self.path, "read"):
            self._check_open()
            return question(self._read)

    @contextmanager
    def _changing(self) -> Iterator[sqlite3.Connection]:
        """One transaction, all of which is kept or nothing."""
        with self._writing, told(self.path, WRITTEN):
            self._check_open()
            if self._write is None:
                raise JournalFault(f"The journal {self.path} was opened for reading only: open it as its writer.")
            if self._write.in_transaction:
                self._write.execute("ROLLBACK")
            self._write.execute("BEGIN IMMEDIATE")
            try:
                yield self._write
                self._write.execute("COMMIT")
            except BaseException:
                if self._write.in_transaction:
                    self._write.execute("ROLLBACK")
                raise

    def _check_open(self) -> None:
        if self._closed:
            raise JournalFault(f"The journal {self.path} is closed: open it again.")


def open_journal(path: Path, now: float, *, writer: bool = True) -> Journal:
    """The journal at a path, made where there is none; JournalFault where it cannot be had.

    There is one writer at a time. With `writer=False` nothing is created or changed, and a journal that is not there is an empty one.
    `now` is Unix time.
    """
    path = path.absolute()
    with told(path, OPENED if writer else "opened"):
        return _writing(path) if writer else _reading(path)


def _reading(path: Path) -> Journal:
    if path.exists():
        return Journal(path, connect(path, write=False), None, None, ())
    connection = in_memory()
    bring_up(connection)
    return Journal(path, connection, None, None, ())


def _writing(path: Path) -> Journal:
    make_folder(path)
    lock = Lock(path)
    try:
        if not path.exists():
            make_file(path)
        write = connect(path, write=True)
        bring_up(write)
        lock.begin()
    except BaseException:
        lock.release(clean=False)
        raise
    return Journal(path, connect(path, write=False), write, lock, ())
