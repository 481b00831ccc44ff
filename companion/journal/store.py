"""The journal: one SQLite file in which games survive power cuts, and how it is opened.

A writer first takes the lock, then recovers a damaged journal or migrates an old one, and only then
connects. A reader takes no lock and changes nothing on the disk: a damaged or old journal is
recovered or migrated in memory.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Lock, RLock
from typing import Final, TypeVar

from companion.errors import JournalError
from companion.folders import settle
from companion.journal import recovery, tables
from companion.journal.base import Batch, Entry, KeptGame
from companion.journal.checking import all_gone, damage, has_log, losses
from companion.journal.disk import (
    OPENED,
    READ,
    WRITTEN,
    as_journal_fault,
    check_files,
    connect,
    in_memory,
    in_short,
    is_damage,
    make_folder,
    sibling_path,
)
from companion.journal.lock import Confirmed, WriterLock, left_by
from companion.words import NOTHING, Text, sentences, text

_Answer = TypeVar("_Answer")


class Journal:
    """Games, their entries and settings. Any thread may ask, and no question waits for a write.

    `findings` are sentences for people: what was damaged, what was recovered, where the damaged
    file is. `now` is the Unix time for names of files set aside before the first batch. A writer
    has `connections`; a reader has one connection, `only_read`.

    Every method raises JournalError, in words for players, if the disk, SQLite or another program
    prevents it, and after `close`.
    """

    def __init__(
        self,
        path: Path,
        findings: tuple[Text, ...],
        now: float,
        *,
        connections: JournalConnections | None = None,
        only_read: sqlite3.Connection | None = None,
    ) -> None:
        self.path, self.findings = path, findings
        self._now = now
        self._connections, self._only_read = connections, only_read
        self._asking = Lock()
        self._last_game = 0
        self._deleted: set[int] = set()
        self._sound = True
        self._closed = False

    def append(self, *batches: Batch) -> None:
        """Write these batches in one transaction, durable on return.

        After a JournalError none of them is kept. Batches of a deleted game are ignored. If SQLite
        finds damage, the journal is recovered, with a sentence in `findings`, and the batches are
        tried again once.
        """
        try:
            self._put(batches)
            # The latest known time, for the names of files set aside.
            self._now = max((self._now, *(batch.now for batch in batches)))
        except JournalError as fault:
            cause = fault.__cause__
            if (
                fault.game is not None
                or self._connections is None
                or not isinstance(cause, sqlite3.Error)
                or not is_damage(cause)
            ):
                raise
            # Restarting the app would recover the journal, too, and lose these batches.
            with as_journal_fault(self.path, WRITTEN):
                self.findings += self._connections.mend(
                    self._now, text("SQLite cannot read it: {fault}", fault=in_short(cause))
                )
            self._put(batches)

    def next_game(self) -> int:
        """Return a number for a new game that was never given before."""
        last = self._ask(tables.last_game)
        with self._asking:
            self._last_game = max(self._last_game, last) + 1
            return self._last_game

    def games(self) -> tuple[KeptGame, ...]:
        """Return all games, the newest first, by number."""
        return self._ask(tables.games)

    def game(self, id: int) -> KeptGame | None:
        """Return the game with this number, or None."""
        return self._ask(partial(tables.game, number=id))

    def entries(self, id: int, first: int = 1) -> Iterator[Entry]:
        """Yield the entries of a game from number `first` to the last at the time of the call.

        Raises:
            JournalError: The rest is damaged or missing.
        """
        game, first = self.game(id), max(first, 1)
        if game is None or first > game.entries:
            return
        before = self._ask(partial(tables.sum_before, number=id, first=first))
        while before is not None and first <= game.entries:
            entries, before, whole = self._ask(
                partial(tables.portion, number=id, first=first, before=before)
            )
            # More may have been added since.
            yield from entries[: game.entries + 1 - first]
            first += len(entries)
            before = before if whole and entries else None
        # A game that was deleted meanwhile has no damage.
        if before is None and self.game(id) is not None:
            self._sound = False
            raise JournalError(
                text(
                    "The journal {path} is damaged: entry {number} of game {game} is missing "
                    "or altered. Start the app again: it recovers all readable games and puts "
                    "the damaged file aside.",
                    path=str(self.path),
                    number=first,
                    game=id,
                )
            )

    def sum_after(self, id: int, number: int) -> int | None:
        """Return the running sum after a game's entry, None if there is no such entry.

        It confirms the game's opening and all entries up to that one.
        """
        return self._ask(partial(tables.sum_before, number=id, first=number + 1))

    def unfinished(self) -> KeptGame | None:
        """Return the open race that was touched last, or None."""
        return self._ask(tables.last_open_game)

    def finished(self, most: int = 1) -> tuple[KeptGame, ...]:
        """Return the `most` races that ended last, the last one first."""
        return self._ask(partial(tables.last_finished_games, most=most))

    def settings(self) -> dict[str, str]:
        """Return all settings by name; the journal does not interpret them."""
        return self._ask(tables.settings)

    def blank_notes(self, words: str) -> None:
        """Remove notes and names of games that contain these words. Waits for the disk."""
        with (
            as_journal_fault(self.path, WRITTEN),
            self._writer().alone(),
            self._changing() as connection,
        ):
            tables.blank_notes(connection, words)

    def delete(self, id: int) -> None:
        """Delete a game with all its entries, also those waiting to be written, if it exists.

        This waits for the disk.
        """
        with as_journal_fault(self.path, WRITTEN), self._writer().alone():
            self._writer().forget(id)
            with self._changing() as connection:
                tables.forget(connection, id)
                if id <= max(self._last_game, tables.last_game(connection)):
                    # The number is never reused, so only batches of that game have it.
                    self._deleted.add(id)
        with as_journal_fault(self.path, WRITTEN):
            # Only now is it gone from the log, too.
            self._writer().checkpoint()

    def close(self) -> None:
        """Write everything to the file and let the next writer in. May be called twice."""
        if not self._closed:
            self._closed = True
            if self._connections is not None:
                self._connections.close(clean=self._sound)
            if self._only_read is not None:
                with self._asking:
                    self._only_read.close()

    def _ask(self, question: Callable[[sqlite3.Connection], _Answer]) -> _Answer:
        with as_journal_fault(self.path, READ):
            self._check_open()
            try:
                if self._connections is not None:
                    return self._connections.ask(question)
                assert self._only_read is not None
                with self._asking:
                    return question(self._only_read)
            except sqlite3.Error:
                # The next opening checks everything.
                self._sound = False
                raise

    @contextmanager
    def _changing(self) -> Iterator[sqlite3.Connection]:
        with as_journal_fault(self.path, WRITTEN):
            found = self._writer().steady(self._now)
            self.findings += (found,) if found else ()
            with self._writer().changing() as connection:
                yield connection

    def _put(self, batches: Iterable[Batch]) -> None:
        last: Confirmed | None = None
        with as_journal_fault(self.path, WRITTEN), self._writer().alone():
            with self._changing() as connection:
                for batch in batches:
                    if batch.game not in self._deleted:
                        tables.write_batch(connection, batch)
                        if batch.game and batch.entries:
                            last = Confirmed(batch.game, batch.entries[-1].number)
            # Only now is it durable, and no thread deletes it meanwhile.
            self._writer().confirm(last)

    def _writer(self) -> JournalConnections:
        self._check_open()
        if self._connections is None:
            raise JournalError(
                text(
                    "The journal {path} was opened for reading only: open it as its writer.",
                    path=str(self.path),
                )
            )
        return self._connections

    def _check_open(self) -> None:
        if self._closed:
            raise JournalError(
                text("The journal {path} is closed: open it again.", path=str(self.path))
            )


def open_journal(path: Path, now: float, *, writer: bool = True) -> Journal:
    """Return the journal at a path, made if missing and recovered if damaged.

    There is one writer at a time. With `writer=False` nothing on the disk changes, and a missing
    journal is an empty one. `now` is Unix time.

    Raises:
        JournalError: The journal cannot be opened.
    """
    # SQLite follows links by itself; files beside or in place of the journal must follow them, too.
    path = Path(os.path.realpath(path))
    with as_journal_fault(path, OPENED if writer else READ):
        check_files(path, writer)
        if not writer:
            # Without a lock: readers may look during a game.
            connection, findings = _opened_to_read(path)
            return Journal(path, findings, now, only_read=connection)
        make_folder(path)
        lock = WriterLock(path)
        try:
            connections = JournalConnections(path, lock, _put_in_order(path, now, lock))
        except BaseException:
            # After any failure the next writer checks everything.
            lock.release(clean=False)
            raise
        try:
            findings = connections.ask(tables.findings)
        except BaseException:
            connections.close(clean=False)
            raise
        return Journal(path, findings, now, connections=connections)


# ---- Opening -------------------------------------------------------------------------------------


def _opened_to_read(path: Path) -> tuple[sqlite3.Connection, tuple[Text, ...]]:
    """Return a reader's connection and the findings.

    Raises:
        JournalError: A newer version wrote the journal.
        sqlite3.Error: It cannot be read at all.
        OSError: It cannot be read at all.
    """
    # The new journal of a recovery that counts but is unfinished is the valid one.
    path = recovery.unfinished_recovery(path) or path
    logged = has_log(path)
    if not path.exists() and not sibling_path(path, "-wal").exists():
        return _write_rescued(recovery.RescuedJournal(), ())
    try:
        reason = damage(path, thorough=True) if path.exists() else text("its file is missing")
    except sqlite3.Error:
        # SQLite cannot read in a folder without write permission; the bare pages can be read.
        return _write_rescued(recovery.rescue(path), ())
    if not reason:
        # Before the journal: a writer that begins now only adds to it.
        noted = left_by(path)
        connection, words = _connected(path)
        lost = losses(path, connection, noted, logged) if noted is not None else ()
        # A writer meanwhile has closed the log that was there, or begun one.
        return connection, (*words, *(lost if noted == left_by(path) else ()))
    noted = left_by(path)
    rescued = recovery.rescue(path, noted.confirmed if noted is not None else None)
    where = text("The damaged file is {path}; it is repaired when the app starts.", path=str(path))
    return _write_rescued(
        rescued,
        recovery.findings(rescued, text("The journal is damaged ({reason})", reason=reason), where),
    )


def _put_in_order(path: Path, now: float, lock: WriterLock) -> tuple[Text, ...]:
    """Make sure of a valid journal of the newest version.

    Returns:
        The findings, except those that the journal itself remembers.
    """
    recovery.finish(path)
    # Left by an attempt that was interrupted before it counted.
    sibling_path(path, ".new").unlink(missing_ok=True)
    logged = has_log(path)
    if not path.exists() and not sibling_path(path, "-wal").exists():
        recovery.begin_anew(path)
        return all_gone(path) if lock.had_journal else ()
    # Check all pages only if the lock does not confirm them: the first screen waits for this.
    reason = (
        damage(path, thorough=not lock.was_clean) if path.exists() else text("its file is missing")
    )
    lost: tuple[Text, ...] = ()
    if not reason:
        with closing(connect(path, write=False)) as connection:
            if tables.version_of(connection):
                lost = losses(path, connection, lock.noted, logged)
    if lock.had_begun and logged and not reason:
        # From here on, connecting and closing once moves the log into the file and removes it.
        lock.end()
    if not reason:
        try:
            with closing(connect(path, write=True)) as connection:
                tables.migrate(connection)
        except sqlite3.Error as fault:
            if not is_damage(fault):
                raise
            reason = text("SQLite cannot read it: {fault}", fault=in_short(fault))
    if reason:
        recovery.recover(path, now, reason, lock.confirmed)
        return ()
    return lost


def _connected(path: Path) -> tuple[sqlite3.Connection, tuple[Text, ...]]:
    """Return a connection to a valid journal, or to a migrated copy in memory, and its findings."""
    connection = connect(path, write=False)
    try:
        if tables.version_of(connection) == tables.VERSION:
            return connection, tables.findings(connection)
        copy = in_memory()
        connection.backup(copy)
    except BaseException:
        connection.close()
        raise
    connection.close()
    tables.migrate(copy)
    return copy, ()


def _write_rescued(
    rescued: recovery.RescuedJournal, words: tuple[Text, ...]
) -> tuple[sqlite3.Connection, tuple[Text, ...]]:
    connection = in_memory()
    recovery.fill(connection, rescued, words)
    return connection, words


_CUT_SHORT: Final = text("its log was cut short")

_Identity = tuple[tuple[int, int] | None, ...]


class JournalConnections:
    """Two connections, so that no question waits for a write.

    Locks are always taken in the same order, for writing and then for reading. They are reentrant,
    since a write may have to reopen the file. Calls raise JournalError if another writer has the
    journal.

    `found` are earlier findings. They are kept until the journal is closed properly, since a killed
    start may not have shown them.
    """

    def __init__(self, path: Path, lock: WriterLock, found: tuple[Text, ...]) -> None:
        self._path, self._lock = path, lock
        self._writing, self._reading = RLock(), RLock()
        self._write: sqlite3.Connection
        self._read: sqlite3.Connection
        self._is_open = self._has_turn = False
        self._open(found)

    def ask(self, question: Callable[[sqlite3.Connection], _Answer]) -> _Answer:
        """Return the answer of the reading connection: durable transactions only."""
        with self._reading:
            return question(self._read)

    @contextmanager
    def changing(self) -> Iterator[sqlite3.Connection]:
        """Run one transaction: all of it becomes durable, or nothing."""
        with self._writing:
            # Before the first batch, note in the file itself that a log belongs to it: without its
            # log the file is not mistaken for the whole then.
            if not self._has_turn:
                self._set_mark(is_open=True)
                # Not TRUNCATE: the log keeps its content, so from here on it is never empty.
                self._write.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            connection = self._write
            # Still open only if even its rollback failed.
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            # Take the right to write now: in the middle of a transaction SQLite could only refuse
            # it.
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def checkpoint(self) -> None:
        """Move the log into the file, as far as readers allow."""
        with self._writing:
            # An empty log is no loss then, until the next turn begins.
            self._set_mark(is_open=False)
            # The answer says how far it got. A reader may hold some of it back; the next checkpoint
            # moves the rest.
            self._write.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            self._logged = self._log_size()

    def alone(self) -> AbstractContextManager[bool]:
        """Return a block without other writing threads, for steps around a transaction."""
        return self._writing

    def confirm(self, confirmed: Confirmed | None) -> None:
        """Note what is durable now, to detect a log that is cut short later. Never raises.

        None: nothing new.
        """
        with self._writing, suppress(OSError):
            self._logged = self._log_size()
            if confirmed is not None:
                self._lock.confirm(confirmed)

    def forget(self, game: int) -> None:
        """Note, before a game is deleted, that it will not be missing. Raises OSError."""
        with self._writing:
            self._lock.forget(game)

    def steady(self, now: float) -> Text:
        """Make sure that writes reach the files at the path; return findings, mostly NOTHING.

        If the files were deleted, moved or replaced, the open connection still has everything:
        write it to a new file and set aside what is in its place. After a JournalError, OSError or
        sqlite3.Error the next write tries again.
        """
        with self._writing:
            # The folder may have been removed with everything in it.
            make_folder(self._path)
            self._lock.hold()
            if not self._is_open:
                self._open_again()
            if _identity(self._path) != self._identity:
                return self._put_back(now)
            # SQLite shortens the log only when asked to.
            if self._log_size() < self._logged:
                return sentences(*self.mend(now, _CUT_SHORT))
            return NOTHING

    def mend(self, now: float, reason: Text) -> tuple[Text, ...]:
        """Recover the journal while it is in use; return the findings. Fails like `steady`.

        `reason` completes the sentence that the journal was damaged; `now` is Unix time.
        """
        with self._writing:
            # Questions wait, since no connection could answer them meanwhile.
            with self._reading:
                confirmed = self._lock.confirmed
                self._shut()
                recovery.recover(self._path, now, reason, confirmed)
                self._open_again()
            return self.ask(tables.findings)

    def close(self, *, clean: bool) -> None:
        """Write everything to the file and let the next writer in.

        `clean` unless damage was found.
        """
        with self._writing, self._reading:
            if clean and self._is_open:
                with suppress(sqlite3.Error):
                    # The user of this journal has seen them.
                    self._write.execute("DELETE FROM findings")
            # Even after damage; if the disk fails, the lock file says that this was the end.
            with suppress(sqlite3.Error):
                if self._is_open and tables.mark(self._write).is_open:
                    self._set_mark(is_open=False)
            with suppress(OSError):
                # Before the connections close, which removes the log: from here on its absence is
                # no loss.
                self._lock.end()
            self._shut()
            self._lock.release(clean=clean)

    def _put_back(self, now: float) -> Text:
        # The open connection still has the old file under any name.
        place, there = recovery.free_place(self._path, now), self._path.exists()
        fresh = recovery.new_file(self._path)
        with closing(sqlite3.connect(fresh, isolation_level=None)) as copy:
            self._write.backup(copy)
            tables.set_mark(copy, tables.mark(copy)._replace(is_open=False))
        settle(fresh)
        # From here on it counts, even if the next step fails.
        recovery.commit(self._path, fresh, place)
        # Questions wait, since no connection could answer them meanwhile.
        with self._reading:
            self._shut()
            self._open_again()
        return sentences(
            text(
                "The journal {path} or a file beside it was removed while in use. It was written "
                "again, complete.",
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
            # This fails now without write permission, and makes SQLite create the log.
            write.execute("BEGIN IMMEDIATE")
            # Align journal and lock; `found` reports what one of them has lost.
            mark, confirmed = tables.mark(write), self._lock.confirmed
            # Its log is the one that is there now.
            if mark.is_open or mark.turn < self._lock.turn:
                tables.set_mark(write, tables.Mark(max(mark.turn, self._lock.turn)))
            tables.remember(write, found)
            if confirmed is not None and recovery.missing(
                confirmed, tables.game(write, confirmed.game)
            ):
                self._lock.confirmed = None
            write.execute("COMMIT")
            read = opened.enter_context(closing(connect(self._path, write=False)))
            # Only now, since the log belongs to it.
            self._identity = _identity(self._path)
            self._logged = self._log_size()
            self._lock.begin()
            opened.pop_all()
        self._write, self._read, self._is_open, self._has_turn = write, read, True, False

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
        return sibling_path(self._path, "-wal").stat().st_size


def _identity(path: Path) -> _Identity:
    """Return the identity of the files, independent of their names; None for a missing one.

    The log counts, too: without it the last transactions would be gone, although the file is the
    same.
    """
    identity: list[tuple[int, int] | None] = []
    for ending in ("", "-wal"):
        try:
            status = sibling_path(path, ending).stat()
        except (FileNotFoundError, NotADirectoryError):
            identity.append(None)
        else:
            identity.append((status.st_dev, status.st_ino))
    return tuple(identity)
