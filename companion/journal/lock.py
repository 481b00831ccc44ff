"""One writer at a time: a lock file beside the journal that also says how the last writer ended.

Its first line begins with "open", "closing", or "closed" and a fingerprint of the files. If a power
cut tears it, everything is checked. "open" is followed by what was confirmed last: a game and the
number of an entry. Only this distinguishes a log that was cut short from one that a power cut
interrupted. The second line always says how far the journal was written: the turn of writing
(`tables.Mark`), and again what was confirmed last. Earlier versions read the first line only.
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

from companion.errors import JournalError
from companion.folders import open_plain, settle
from companion.journal.disk import sibling_path
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
"""Length of each line while a writer works: constant, so that one write replaces both lines."""
_MOMENT: Final = 0.05
"""Seconds until a second attempt to lock."""


class Confirmed(NamedTuple):
    """A game's number and the number of its last entry that was certainly durable."""

    game: int
    entries: int


class LockFileState(NamedTuple):
    """The content of the lock file about the last writer; the defaults if there is no file."""

    begun: bool = False
    """Whether it has not closed."""
    ended: bool = False
    """Whether it was about to close, or has."""
    turn: int = 0
    """The last turn of writing (`tables.Mark`) that it knew of, 0 for none."""
    confirmed: Confirmed | None = None
    """The last state that was certainly durable, None if unknown."""


class WriterLock:
    """Holds `journal.db.lock` until `release` or the end of this process.

    `was_clean` is whether the journal's files are as the last writer left them when it closed,
    `had_begun` whether that writer has not closed, `had_journal` whether there was a journal then.
    `confirmed` is what is certainly durable by any writer, None if unknown, `turn` the last turn of
    writing, and `noted` all that the last writer left.

    Raises:
        JournalError: Another process holds it.
        OSError: It cannot be made.
    """

    def __init__(self, path: Path) -> None:
        self._journal, self._path = path, sibling_path(path, ".lock")
        self._handle = self._take()
        note = _read_note(self._handle)
        self.was_clean = note.partition("\n")[0] == _fingerprint(path)
        self.noted = _parse_note(note)
        self.had_begun, self.turn, self.confirmed = (
            self.noted.begun,
            self.noted.turn,
            self.noted.confirmed,
        )
        self.had_journal = self.had_begun or self.noted.ended

    def begin(self) -> None:
        """Note that a power cut may hit the journal from now on. Raises OSError."""
        self._write(_BUSY)
        settle(self._path.parent)

    def confirm(self, confirmed: Confirmed) -> None:
        """Note what has become durable. Raises OSError.

        It does not wait for the disk, which would double the time of every touch. After a power cut
        the note may be some seconds old, but it is never ahead of the journal, so it raises no
        false alarm.
        """
        self.confirmed = confirmed
        os.pwrite(self._handle, self._lines(_BUSY), 0)

    def forget(self, game: int) -> None:
        """Note, before a game is deleted, that it will not be missing. Raises OSError."""
        if self.confirmed is not None and self.confirmed.game == game:
            self.confirmed = None
        # Even if another game was confirmed since: the disk may still have the note before.
        self._write(_BUSY)

    def end(self) -> None:
        """Note that the file holds all of the log: a power cut loses nothing now.

        Raises OSError.
        """
        self._write(_CLOSING)

    def hold(self) -> None:
        """Lock again if the lock file was removed.

        Raises:
            JournalError: Another writer was faster.
        """
        mine = os.fstat(self._handle)
        try:
            there = self._path.stat()
        except FileNotFoundError:
            there = None
        if there is None or not os.path.samestat(mine, there):
            # The new one first, so that two can never write at the same time.
            fresh = self._take()
            os.close(self._handle)
            self._handle = fresh
            self.begin()

    def release(self, *, clean: bool) -> None:
        """Let the next writer in; unless `clean`, it checks everything."""
        try:
            if clean:
                self._write(_fingerprint(self._journal))
        except OSError:
            # The only effect is that the next writer checks everything.
            pass
        finally:
            os.close(self._handle)

    def _take(self) -> int:
        handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if not _lock(handle, fcntl.LOCK_EX):
                # Perhaps another process only checks whether it is held, which takes a moment.
                sleep(_MOMENT)
                if not _lock(handle, fcntl.LOCK_EX):
                    raise JournalError(
                        text(
                            "Another Clockwork Derby is using the journal {path}. Close that one,"
                            " or start this one with --state and another folder.",
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
        """Return both lines of the file, the first with these words."""
        confirmed = self.confirmed or Confirmed(0, 0)
        if words == _BUSY and self.confirmed is not None:
            known = f" {confirmed.game} {confirmed.entries}"
        else:
            known = ""
        first, second = f"{words}{known}", f"turn/{self.turn}/{confirmed.game}/{confirmed.entries}"
        # A fingerprint is compared exactly.
        return "".join(
            f"{line}\n"
            for line in (first.ljust(_WIDTH) if words == _BUSY else first, second.ljust(_WIDTH))
        ).encode("ascii")


def is_held(path: Path) -> bool:
    """Return whether a writer has the journal at this path now. Changes nothing.

    Raises:
        OSError: The lock file cannot be opened.
    """
    try:
        with _looked_at(path) as handle:
            return handle is None
    except FileNotFoundError:
        return False


def left_by(path: Path) -> LockFileState | None:
    """Return the last writer's notes; None while one works, or if unknown."""
    try:
        with _looked_at(path) as handle:
            return None if handle is None else _parse_note(_read_note(handle))
    except FileNotFoundError:
        return LockFileState()
    except OSError:
        return None


@contextmanager
def _looked_at(path: Path) -> Iterator[int | None]:
    """Open the lock file and keep writers out; yield None while a writer holds it.

    Raises:
        OSError: It cannot be opened.
    """
    handle = open_plain(sibling_path(path, ".lock"))
    try:
        # Shared, so that two readers do not mistake each other for a writer.
        yield handle if _lock(handle, fcntl.LOCK_SH) else None
    finally:
        os.close(handle)


def _lock(handle: int, kind: int) -> bool:
    """Lock a file if nobody else holds it; return whether that succeeded."""
    # The kernel releases the lock when the process ends in any way; a process number in a file
    # would stay.
    try:
        fcntl.flock(handle, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _read_note(handle: int) -> str:
    return os.pread(handle, 200, 0).decode("ascii", "replace")


def _parse_note(note: str) -> LockFileState:
    begun, written = _BEGUN.fullmatch(note), _WRITTEN.fullmatch(note)
    turn = game = entries = 0
    if written is not None:
        turn, game, entries = map(int, written.groups())
    elif begun is not None and begun[1]:
        # By a version that did not write the second line.
        game, entries = map(int, begun.groups())
    return LockFileState(
        begun is not None,
        note.startswith((_CLOSING, _CLOSED)),
        turn,
        Confirmed(game, entries) if game else None,
    )


def _fingerprint(path: Path) -> str:
    """Return what changes when another program writes to the journal.

    Sizes and times, since reading the content would slow every start with a large journal. A new
    log changes it, too.
    """
    try:
        file = path.stat()
        log = sibling_path(path, "-wal")
        return (
            f"{_CLOSED} {file.st_size} {file.st_mtime_ns}"
            f" {log.stat().st_size if log.exists() else 0}"
        )
    except FileNotFoundError:
        return "nothing there"
