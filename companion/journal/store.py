"""The journal itself: one SQLite file in which games outlast power cuts."""
from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TypeVar

from companion.errors import JournalFault
from companion.journal import opening, reading
from companion.journal.appending import forget, put
from companion.journal.base import Batch, Entry, Game
from companion.journal.checking import is_damage
from companion.journal.connecting import check_files
from companion.journal.faults import OPENED, WRITTEN, told
from companion.journal.held import Held
from companion.journal.lock import Confirmed

_Answer = TypeVar("_Answer")


class Journal:
    """Games, their entries and settings. Any thread may ask; what is asked never waits for what is being written.

    `findings` are sentences for people: what was damaged, what was recovered, where the damaged file lies. `now` is the Unix time for what
    is put aside before the first batch; `held` is what a writer holds, `only_read` a reader's connection.

    JournalFault for whatever the disk, SQLite or another programme stands in the way with, in words for players; also for everything once
    it is closed.
    """

    def __init__(
        self, path: Path, findings: tuple[str, ...], now: float, *, held: Held | None = None, only_read: sqlite3.Connection | None = None
    ) -> None:
        self.path, self.findings = path, findings
        self._now = now
        self._held, self._only_read = held, only_read
        self._asking = Lock()
        self._last_game = 0
        self._deleted: set[int] = set()
        self._sound = True
        self._closed = False

    def append(self, *batches: Batch) -> None:
        """Keep these batches, all of them in one transaction: durable on return. JournalFault, and nothing of them is kept.

        What still comes for a game that was deleted is nothing.

        Damage that SQLite meets is mended on the way, with a sentence in `findings`, and the batches are tried once more.
        """
        try:
            self._put(batches)
            # The latest time that anybody has told, for the names of what may have to be put aside.
            self._now = max((self._now, *(batch.now for batch in batches)))
        except JournalFault as fault:
            cause = fault.__cause__
            if fault.game is not None or self._held is None or not isinstance(cause, sqlite3.Error) or not is_damage(cause):
                raise
            # Whoever would start the app again to have it mended would lose these batches.
            with told(self.path, WRITTEN):
                self.findings += self._held.mend(self._now, f"SQLite cannot read it: {cause}")
            self._put(batches)

    def next_game(self) -> int:
        """A number for a new game, never given before, also not to one that is not written yet."""
        last = self._ask(reading.last_game)
        with self._asking:
            self._last_game = max(self._last_game, last) + 1
            return self._last_game

    def games(self) -> tuple[Game, ...]:
        """All games, the newest first.

        By their numbers, since clocks may go back.
        """
        return self._ask(reading.games)

    def game(self, id: int) -> Game | None:
        """The game with this number, or None."""
        return self._ask(partial(reading.game, number=id))

    def entries(self, id: int, first: int = 1) -> Iterator[Entry]:
        """The entries of a game in their order, from number `first` on, as many as there are at the beginning.

        JournalFault after the last sound one where the rest is damaged or missing.
        """
        game, first = self.game(id), max(first, 1)
        if game is None or first > game.entries:
            return
        before = self._ask(partial(reading.before, number=id, first=first))
        while before is not None and first <= game.entries:
            entries, before, whole = self._ask(partial(reading.portion, number=id, first=first, before=before))
            # More may have come since the beginning.
            yield from entries[:game.entries + 1 - first]
            first += len(entries)
            before = before if whole and entries else None
        if before is None:
            self._check_there(id, first)

    def unfinished(self) -> Game | None:
        """The open race that was touched last, or None."""
        return self._ask(reading.unfinished)

    def finished(self) -> Game | None:
        """The race that ended last, or None."""
        return self._ask(reading.finished)

    def settings(self) -> dict[str, str]:
        """All settings by their names.

        Names and values are text that means nothing here.
        """
        return self._ask(reading.settings)

    def delete(self, id: int) -> None:
        """Forget a game with all its entries, those too that still wait to be written; nothing happens where there is none.

        This waits for the disk.
        """
        with told(self.path, WRITTEN), self._writer().alone():
            self._writer().forget(id)
            with self._changing() as connection:
                forget(connection, id)
                if id <= max(self._last_game, reading.last_game(connection)):
                    # Such a number is never given again, so nobody's batches are meant but that game's own.
                    self._deleted.add(id)
        with told(self.path, WRITTEN):
            # Only now is it gone from what waits beside the file, too.
            self._writer().put_away()

    def close(self) -> None:
        """Put everything away and let the next writer in; once is enough."""
        if not self._closed:
            self._closed = True
            if self._held is not None:
                self._held.close(clean=self._sound)
            if self._only_read is not None:
                with self._asking:
                    self._only_read.close()

    def _ask(self, question: Callable[[sqlite3.Connection], _Answer]) -> _Answer:
        with told(self.path, "read"):
            self._check_open()
            try:
                if self._held is not None:
                    return self._held.ask(question)
                assert self._only_read is not None
                with self._asking:
                    return question(self._only_read)
            except sqlite3.Error:
                # At the next opening everything is looked at.
                self._sound = False
                raise

    @contextmanager
    def _changing(self) -> Iterator[sqlite3.Connection]:
        with told(self.path, WRITTEN):
            found = self._writer().steady(self._now)
            self.findings += (found,) if found else ()
            with self._writer().changing() as connection:
                yield connection

    def _put(self, batches: Iterable[Batch]) -> None:
        last: Confirmed | None = None
        with told(self.path, WRITTEN), self._writer().alone():
            with self._changing() as connection:
                for batch in batches:
                    if batch.game not in self._deleted:
                        put(connection, batch)
                        last = Confirmed(batch.game, batch.entries[-1].number) if batch.game and batch.entries else last
            # Only now is it durable; and nobody deletes it in between.
            self._writer().confirm(last)

    def _writer(self) -> Held:
        self._check_open()
        if self._held is None:
            raise JournalFault(f"The journal {self.path} was opened for reading only: open it as its writer.")
        return self._held

    def _check_open(self) -> None:
        if self._closed:
            raise JournalFault(f"The journal {self.path} is closed: open it again.")

    def _check_there(self, id: int, number: int) -> None:
        """JournalFault where an entry is missing of a game that was not deleted meanwhile."""
        if self.game(id) is not None:
            self._sound = False
            raise JournalFault(
                f"The journal {self.path} is damaged: entry {number} of game {id} is missing or altered. "
                "Start the app again: it keeps what can be read, and the damaged file aside."
            )


def open_journal(path: Path, now: float, *, writer: bool = True) -> Journal:
    """The journal at a path, made where there is none and put in order where it is damaged; JournalFault where it cannot be had.

    There is one writer at a time. With `writer=False` nothing on the disk is created or changed, and a journal that is not there is an
    empty one. `now` is Unix time.
    """
    # SQLite goes to the end of a chain of links by itself; what is put beside the file or in its place must, too.
    path = Path(os.path.realpath(path))
    with told(path, OPENED if writer else "read"):
        check_files(path, writer)
        if writer:
            held, findings = opening.to_write(path, now)
            return Journal(path, findings, now, held=held)
        # Without a lock: whoever reads may look while somebody plays.
        connection, findings = opening.to_read(path)
        return Journal(path, findings, now, only_read=connection)
