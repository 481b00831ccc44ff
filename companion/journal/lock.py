"""One writer at a time: a lock file beside the journal, which also remembers whether the last writer came to a proper end.

What stands in it is one of three words: open, closing, or closed with a fingerprint of the files. A word that a power cut has torn is
none of them, and then everything is looked at. Behind "open" stands what was kept last, a game and its entry: a log that was cut short looks
like one that a power cut has interrupted, and only this tells them apart.
"""
from __future__ import annotations

import fcntl
import os
import re
from pathlib import Path
from time import sleep
from typing import Final, NamedTuple

from companion.errors import JournalFault
from companion.folders import open_plain, settle
from companion.journal.connecting import beside

_BUSY: Final = "open"
_CLOSING: Final = "closing"
_CLOSED: Final = "closed"
_BEGUN: Final = re.compile(r"open(?: ([0-9]{1,18}) ([0-9]{1,18}) *\n.*)?", re.ASCII | re.DOTALL)
_WIDTH: Final = 48
"""Letters of the line with what was kept last: always as many, so that one write replaces all of the line before it."""
MOMENT: Final = 0.05
"""Seconds after which the lock is tried once more."""


class Confirmed(NamedTuple):
    """What was durable at least: a game, by its number, up to one of its entries."""

    game: int
    entries: int


class Lock:
    """Holds `journal.db.lock` from its making until `release`, or until this process ends, however it ends.

    JournalFault where another process holds it, OSError where it cannot be made. `was_clean` says whether the files of the journal are just
    as the last writer left them when it closed; `had_begun` whether the last writer had begun and has not closed; `had_journal` whether there
    was a journal the last time. `confirmed` is what was durable at least, by the last writer or by this one, None where nothing is known.
    """

    def __init__(self, path: Path) -> None:
        self._journal, self._path = path, beside(path, ".lock")
        self._handle = self._take()
        told = _told(self._handle)
        self.was_clean = told == _fingerprint(path)
        self.had_begun = _BEGUN.fullmatch(told) is not None
        self.confirmed = _confirmed(told)
        self.had_journal = self.had_begun or told.startswith((_CLOSING, _CLOSED))

    def _take(self) -> int:
        handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(handle)
        except BlockingIOError:
            os.close(handle)
            raise JournalFault(
                f"Another Clockwork Derby is using the journal {self._journal}. Close that one, or start this one with --state and another folder.",
                in_use=True,
            ) from None
        except BaseException:
            os.close(handle)
            raise
        return handle

    def begin(self) -> None:
        """From now on the journal may be caught by a power cut. OSError where that cannot be written down."""
        self._write(_BUSY)
        self.confirmed = None
        settle(self._path.parent)

    def confirm(self, confirmed: Confirmed) -> None:
        """Note what has become durable. OSError where that cannot be written down.

        It does not wait for the disk, which would double the time of every touch. After a power cut it may tell of a moment some seconds
        earlier, never of a later one: so nobody is alarmed for nothing.
        """
        self.confirmed = confirmed
        os.pwrite(self._handle, f"{_BUSY} {confirmed.game} {confirmed.entries}".ljust(_WIDTH).encode("ascii") + b"\n", 0)

    def forget(self) -> None:
        """What was kept last is about to be deleted: nobody is to miss it. OSError as for `begin`."""
        if self.confirmed is not None:
            self.confirmed = None
            self._write(_BUSY)

    def end(self) -> None:
        """From now on the log may go, all of it being in the file: whoever is caught here misses nothing. OSError as for `begin`."""
        self._write(_CLOSING)

    def hold(self) -> None:
        """Make sure of the lock where somebody has taken the lock file away; JournalFault when another writer was quicker."""
        mine = os.fstat(self._handle)
        try:
            there = os.stat(self._path)
        except FileNotFoundError:
            there = None
        if there is None or not os.path.samestat(mine, there):
            # The new one first, so that at no moment two may write.
            fresh = self._take()
            os.close(self._handle)
            self._handle = fresh
            self.begin()

    def release(self, *, clean: bool) -> None:
        """Let the next writer in; `clean` when the journal was closed as it should be.

        Where it was not clean the word stays as it is, and the next writer looks at everything.
        """
        try:
            if clean:
                self._write(_fingerprint(self._journal))
        except OSError:
            # The next writer looks at everything once more, and that is all.
            pass
        finally:
            os.close(self._handle)

    def _write(self, words: str) -> None:
        os.pwrite(self._handle, words.encode("ascii"), 0)
        os.ftruncate(self._handle, len(words))
        os.fsync(self._handle)


def _lock(handle: int) -> None:
    """Have it for oneself; BlockingIOError where another writer has it."""
    # The kernel lets go of it however a process ends; a number of a process in a file would stay behind.
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        # Perhaps it is only somebody who looks whether it is held, which is over in a moment.
        sleep(MOMENT)
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def is_held(path: Path) -> bool:
    """Whether somebody is writing to the journal at this path now. Nothing is changed; OSError where nobody can tell."""
    try:
        handle = open_plain(beside(path, ".lock"))
    except FileNotFoundError:
        return False
    try:
        # Shared, so that two who look at the same time do not take each other for a writer.
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


def left_by(path: Path) -> Confirmed | None:
    """What a writer that has not closed had made durable at least; None while one is at work, and where nothing is known."""
    try:
        handle = open_plain(beside(path, ".lock"))
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return _confirmed(_told(handle))
    except OSError:
        return None
    finally:
        os.close(handle)


def _told(handle: int) -> str:
    return os.pread(handle, 200, 0).decode("ascii", "replace")


def _confirmed(told: str) -> Confirmed | None:
    begun = _BEGUN.fullmatch(told)
    return Confirmed(int(begun[1]), int(begun[2])) if begun is not None and begun[1] else None


def _fingerprint(path: Path) -> str:
    """What changes when somebody else writes to the journal.

    Sizes and time, since reading the content would make every start of a large journal slow. A log that has come up since counts, too.
    """
    try:
        file = path.stat()
        log = beside(path, "-wal")
        return f"{_CLOSED} {file.st_size} {file.st_mtime_ns} {log.stat().st_size if log.exists() else 0}"
    except FileNotFoundError:
        return "nothing there"
