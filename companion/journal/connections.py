"""What the writer holds while it works: the lock, a connection for writing, another for reading, and the file that they belong to."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from pathlib import Path
from threading import RLock
from typing import Final, TypeVar

from companion.folders import settle
from companion.journal import recovery, tables
from companion.journal.disk import beside, connect, make_folder
from companion.journal.lock import Confirmed, WriterLock
from companion.words import NOTHING, Text, sentences, text

_CUT_SHORT: Final = text("its log was cut short")

_Answer = TypeVar("_Answer")
_Identity = tuple[tuple[int, int] | None, ...]


class Connections:
    """Two connections, so that a question does not wait for what is being written.

    Locks are always taken in the same order, first for writing and then for reading. They are reentrant, since a write may have to open the
    file anew. JournalFault where another writer has the journal.

    `found` is what was found before: it is kept until the journal is closed properly, since a start that is killed may have shown it to nobody.
    """

    def __init__(self, path: Path, lock: WriterLock, found: tuple[Text, ...] = ()) -> None:
        self._path, self._lock = path, lock
        self._writing, self._reading = RLock(), RLock()
        self._write: sqlite3.Connection
        self._read: sqlite3.Connection
        self._is_open = self._has_turn = False
        self._open(found)

    def ask(self, question: Callable[[sqlite3.Connection], _Answer]) -> _Answer:
        """What the reading connection answers: every transaction that was durable when the question began, none that is under way."""
        with self._reading:
            return question(self._read)

    @contextmanager
    def changing(self) -> Iterator[sqlite3.Connection]:
        """One transaction, all of which is durable in the end, or nothing."""
        with self._writing:
            self._begin_turn()
            connection = self._write
            # Still open only where even rolling the last one back has failed.
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            # This takes the right to write now: in the middle of a transaction SQLite could only refuse it.
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def checkpoint(self) -> None:
        """Move everything from the log into the file, as far as readers allow."""
        with self._writing:
            # An empty log is no loss then, until the next turn begins.
            self._set_mark(is_open=False)
            # The answer says how far it got. A reader may hold some of it back; the next checkpoint moves the rest.
            self._write.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            self._logged = self._log_size()

    def alone(self) -> AbstractContextManager[bool]:
        """A block in which no other thread writes: for what belongs to a transaction and is not part of it."""
        return self._writing

    def confirm(self, confirmed: Confirmed | None) -> None:
        """Note what is durable now, so that a log that was cut short is recognized; None for nothing new. It never raises."""
        with self._writing, suppress(OSError):
            self._logged = self._log_size()
            if confirmed is not None:
                self._lock.confirm(confirmed)

    def forget(self, game: int) -> None:
        """Before a game is deleted: nobody is to miss it afterwards. OSError where that cannot be written down."""
        with self._writing:
            self._lock.forget(game)

    def steady(self, now: float) -> Text:
        """Make sure that writes land in the files that the path means; answers what was found, mostly NOTHING.

        Where the files were deleted, moved or replaced, the open connection still has everything: it is written to a new file, and what lies
        at its place is put aside. JournalFault, OSError or sqlite3.Error where that is not possible; the next write tries again.
        """
        with self._writing:
            # Somebody may have taken the folder away with everything in it.
            make_folder(self._path)
            self._lock.hold()
            if not self._is_open:
                self._open_again()
            if _identity(self._path) != self._identity:
                return self._put_back(now)
            # SQLite only makes the log shorter when it is asked to.
            return (
                sentences(*self.mend(now, _CUT_SHORT))
                if self._log_size() < self._logged
                else NOTHING
            )

    def mend(self, now: float, reason: Text) -> tuple[Text, ...]:
        """Recover the journal while it is used; answers what was found. Fails like `steady`.

        `reason` completes the sentence that the journal was damaged; `now` is Unix time.
        """
        with self._writing:
            # Questions wait meanwhile; in between no connection could answer them.
            with self._reading:
                confirmed = self._lock.confirmed
                self._shut()
                recovery.recover(self._path, now, reason, confirmed)
                self._open_again()
            return self.ask(tables.findings)

    def close(self, *, clean: bool) -> None:
        """Write everything into the file and let the next writer in; `clean` unless damage was met."""
        with self._writing, self._reading:
            if clean and self._is_open:
                with suppress(sqlite3.Error):
                    # Whoever used this journal has been told.
                    self._write.execute("DELETE FROM findings")
            # Also where damage was met; where the disk takes nothing any more, the lock file says that this was the end.
            with suppress(sqlite3.Error):
                if self._is_open and tables.mark(self._write).is_open:
                    self._set_mark(is_open=False)
            with suppress(OSError):
                # Before the connections close, which removes the log: from here on its absence is no loss.
                self._lock.end()
            self._shut()
            self._lock.release(clean=clean)

    def _put_back(self, now: float) -> Text:
        # The open connection still leads to the old file, whatever has become of its name.
        place, there = recovery.free_place(self._path, now), self._path.exists()
        fresh = recovery.new_file(self._path)
        with closing(sqlite3.connect(fresh, isolation_level=None)) as copy:
            self._write.backup(copy)
            tables.set_mark(copy, tables.mark(copy)._replace(is_open=False))
        settle(fresh)
        # From here on it counts, even where the next step fails.
        recovery.commit(self._path, fresh, place)
        # Questions wait, since in between no connection could answer them.
        with self._reading:
            self._shut()
            self._open_again()
        return sentences(
            text(
                "The journal {path} or a file beside it was removed while in use. It was written once more, complete.",
                path=str(self._path),
            ),
            text(
                "The file found in its place is now {path}.",
                path=str(recovery.aside(self._path, place)),
            )
            if there
            else NOTHING,
        )

    def _open_again(self) -> None:
        with self._reading:
            recovery.finish(self._path)
            self._open()

    def _open(self, found: tuple[Text, ...] = ()) -> None:
        with ExitStack() as opened:
            write = opened.enter_context(closing(connect(self._path, write=True)))
            # This fails now for whoever may not write, and makes SQLite create the log.
            write.execute("BEGIN IMMEDIATE")
            _in_step(write, self._lock, found)
            write.execute("COMMIT")
            read = opened.enter_context(closing(connect(self._path, write=False)))
            # Only now, since the log belongs to it.
            self._identity = _identity(self._path)
            self._logged = self._log_size()
            self._lock.begin()
            opened.pop_all()
        self._write, self._read, self._is_open, self._has_turn = write, read, True, False

    def _begin_turn(self) -> None:
        """Before the first batch: have the file itself say that a log belongs to it, so that nobody takes a file without one for the whole.

        sqlite3.Error where that cannot be written.
        """
        if not self._has_turn:
            self._set_mark(is_open=True)
            # Not TRUNCATE: the log keeps what it has, so from here on it is never empty.
            self._write.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def _set_mark(self, *, is_open: bool) -> None:
        turn = max(tables.mark(self._write).turn, self._lock.turn) + is_open
        tables.set_mark(self._write, tables.Mark(turn, is_open))
        # After it is durable, so that the note is never ahead of the journal.
        self._lock.turn, self._has_turn = turn, is_open

    def _shut(self) -> None:
        if self._is_open:
            self._is_open = False
            self._read.close()
            self._write.close()

    def _log_size(self) -> int:
        return beside(self._path, "-wal").stat().st_size


def _in_step(connection: sqlite3.Connection, lock: WriterLock, found: tuple[Text, ...]) -> None:
    """Bring journal and lock in step, within a transaction: what one knows and the other has lost is told by `found`, and once."""
    mark = tables.mark(connection)
    # Its log is the one that is there now.
    if mark.is_open or mark.turn < lock.turn:
        tables.set_mark(connection, tables.Mark(max(mark.turn, lock.turn)))
    tables.remember(connection, found)
    if lock.confirmed is not None and recovery.missing(
        lock.confirmed, tables.game(connection, lock.confirmed.game)
    ):
        lock.confirmed = None


def _identity(path: Path) -> _Identity:
    """Which files these are, whatever their names; None for one that does not exist.

    The log counts as well: without it the last transactions would be gone, although the file itself is the same.
    """
    return tuple(_inode(beside(path, ending)) for ending in ("", "-wal"))


def _inode(path: Path) -> tuple[int, int] | None:
    try:
        told = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return told.st_dev, told.st_ino
