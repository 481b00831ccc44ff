"""One writer at a time: a lock file beside the journal, which also remembers whether the last writer closed it properly.

Its first line begins with one of three words: open, closing, or closed with a fingerprint of the files. A power cut may tear the word, and
then everything is checked. "open" is followed by what was confirmed last, a game and the number of an entry. A log that was cut short looks
like one that a power cut has interrupted, and only this tells them apart. The second line says how far the journal was written, whatever the
first one says: which turn of writing it was (`tables.Mark`), and again what was confirmed last. Earlier versions read the first line only.
"""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import Final

from companion.errors import JournalFault
from companion.folders import open_plain, settle
from companion.journal.disk import beside
from companion.named_tuples import NamedTuple
from companion.words import text

_BUSY: Final = "open"
_CLOSING: Final = "closing"
_CLOSED: Final = "closed"
_BEGUN: Final = re.compile(
    r"open(?: ([0-9]{1,18}) ([0-9]{1,18}))? *(?:\n.*)?", re.ASCII | re.DOTALL
)
_WRITTEN: Final = re.compile(
    r"[^\n]*\nturn/([0-9]{1,18})/([0-9]{1,18})/([0-9]{1,18}) *\n.*", re.ASCII | re.DOTALL
)
_WIDTH: Final = 80
"""Characters of each line while a writer is at work: always as many, so that one write replaces both lines before it."""
_MOMENT: Final = 0.05
"""Seconds until the lock is tried once more."""


class Confirmed(NamedTuple):
    """What was durable at least: a game, by its number, up to one of its entries."""

    game: int
    entries: int


class Noted(NamedTuple):
    """What the lock file tells of the last writer. `begun`: it has not closed; `ended`: it was about to, or has.

    `turn` is the last turn of writing (`tables.Mark`) that it knew of, 0 for none. `confirmed` was durable at least, None where nothing is known.
    All are as here where there is no lock file.
    """

    begun: bool = False
    ended: bool = False
    turn: int = 0
    confirmed: Confirmed | None = None


class WriterLock:
    """Holds `journal.db.lock` from its making until `release`, or until this process ends, however it ends.

    JournalFault where another process holds it, OSError where it cannot be made. `was_clean` says whether the files of the journal are just
    as the last writer left them when it closed; `had_begun` whether the last writer had begun and has not closed; `had_journal` whether there
    was a journal the last time. `confirmed` is what was durable at least, by the last writer or by this one, None where nothing is known, and
    `turn` the last turn of writing. `noted` is all that the last writer left.
    """

    def __init__(self, path: Path) -> None:
        self._journal, self._path = path, beside(path, ".lock")
        self._handle = self._take()
        told = _told(self._handle)
        self.was_clean = told.partition("\n")[0] == _fingerprint(path)
        self.noted = _noted(told)
        self.had_begun, self.turn, self.confirmed = (
            self.noted.begun,
            self.noted.turn,
            self.noted.confirmed,
        )
        self.had_journal = self.had_begun or self.noted.ended

    def begin(self) -> None:
        """From now on a power cut may hit the journal. OSError where that cannot be written down."""
        self._write(_BUSY)
        settle(self._path.parent)

    def confirm(self, confirmed: Confirmed) -> None:
        """Note what has become durable. OSError where that cannot be written down.

        It does not wait for the disk, which would double the time of every touch. So after a power cut the note may be some seconds old. It is
        never ahead of the journal, so nobody is alarmed for nothing.
        """
        self.confirmed = confirmed
        os.pwrite(self._handle, self._lines(_BUSY), 0)

    def forget(self, game: int) -> None:
        """Note, before a game is deleted, that nobody is to miss it. OSError as for `begin`."""
        if self.confirmed is not None and self.confirmed.game == game:
            self.confirmed = None
        # Also where another game was confirmed since: the disk may still have the note before.
        self._write(_BUSY)

    def end(self) -> None:
        """From now on the log may go, since the file holds all of it: a power cut loses nothing. OSError as for `begin`."""
        self._write(_CLOSING)

    def hold(self) -> None:
        """Lock anew where somebody has taken the lock file away; JournalFault when another writer was quicker."""
        mine = os.fstat(self._handle)
        try:
            there = self._path.stat()
        except FileNotFoundError:
            there = None
        if there is None or not os.path.samestat(mine, there):
            # The new one first, so that at no moment two may write.
            fresh = self._take()
            os.close(self._handle)
            self._handle = fresh
            self.begin()

    def release(self, *, clean: bool) -> None:
        """Let the next writer in; `clean` when the journal was closed properly. Otherwise the next writer checks everything."""
        try:
            if clean:
                self._write(_fingerprint(self._journal))
        except OSError:
            # The next writer checks everything once more, and that is all.
            pass
        finally:
            os.close(self._handle)

    def _take(self) -> int:
        handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if not _lock(handle, fcntl.LOCK_EX):
                # Perhaps somebody only looks whether it is held, which takes a moment.
                sleep(_MOMENT)
                if not _lock(handle, fcntl.LOCK_EX):
                    raise JournalFault(
                        text(
                            "Another Clockwork Derby is using the journal {path}. Close that one, or start this one with --state and another folder.",
                            path=str(self._journal),
                        ),
                        in_use=True,
                    )
        except BaseException:
            os.close(handle)
            raise
        return handle

    def _write(self, words: str) -> None:
        lines = self._lines(words)
        os.pwrite(self._handle, lines, 0)
        os.ftruncate(self._handle, len(lines))
        os.fsync(self._handle)

    def _lines(self, words: str) -> bytes:
        """Both lines of the file, the first of which says these words."""
        confirmed = self.confirmed or Confirmed(0, 0)
        known = (
            f" {confirmed.game} {confirmed.entries}"
            if words == _BUSY and self.confirmed is not None
            else ""
        )
        first, second = f"{words}{known}", f"turn/{self.turn}/{confirmed.game}/{confirmed.entries}"
        # A fingerprint is compared as it stands.
        return "".join(
            f"{line}\n"
            for line in (first.ljust(_WIDTH) if words == _BUSY else first, second.ljust(_WIDTH))
        ).encode("ascii")


def is_held(path: Path) -> bool:
    """Whether somebody is writing to the journal at this path now. Nothing is changed; OSError where nobody can tell."""
    try:
        with _looked_at(path) as handle:
            return handle is None
    except FileNotFoundError:
        return False


def left_by(path: Path) -> Noted | None:
    """What the last writer has noted; None while one is at work, and where nobody can tell."""
    try:
        with _looked_at(path) as handle:
            return None if handle is None else _noted(_told(handle))
    except FileNotFoundError:
        return Noted()
    except OSError:
        return None


@contextmanager
def _looked_at(path: Path) -> Iterator[int | None]:
    """The lock file, open for reading while no writer can begin; None while a writer holds it. OSError where it cannot be opened."""
    handle = open_plain(beside(path, ".lock"))
    try:
        # Shared, so that two who look at the same time do not mistake each other for a writer.
        yield handle if _lock(handle, fcntl.LOCK_SH) else None
    finally:
        os.close(handle)


def _lock(handle: int, kind: int) -> bool:
    """Lock a file if nobody else holds it; whether it is locked now."""
    # The kernel releases the lock however a process ends. A process number in a file would stay behind.
    try:
        fcntl.flock(handle, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _told(handle: int) -> str:
    return os.pread(handle, 200, 0).decode("ascii", "replace")


def _noted(told: str) -> Noted:
    begun, written = _BEGUN.fullmatch(told), _WRITTEN.fullmatch(told)
    turn = game = entries = 0
    if written is not None:
        turn, game, entries = map(int, written.groups())
    elif begun is not None and begun[1]:
        # By a version that did not write the second line.
        game, entries = map(int, begun.groups())
    return Noted(
        begun is not None,
        told.startswith((_CLOSING, _CLOSED)),
        turn,
        Confirmed(game, entries) if game else None,
    )


def _fingerprint(path: Path) -> str:
    """What changes when somebody else writes to the journal.

    Sizes and time, since reading the content would slow every start with a large journal. A new log changes it, too.
    """
    try:
        file = path.stat()
        log = beside(path, "-wal")
        return f"{_CLOSED} {file.st_size} {file.st_mtime_ns} {log.stat().st_size if log.exists() else 0}"
    except FileNotFoundError:
        return "nothing there"
