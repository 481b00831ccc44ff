"""What SQLite and the disk complain about, in words for players: what happened, what goes on, what to do."""
from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from companion.errors import JournalFault
from companion.folders import NotPlain

_FULL: Final = ("The disk is full", "Free some space")
_READ_ONLY: Final = ("The disk or the folder is read-only", "Make it writable, or name another folder with --state")
_FORBIDDEN: Final = ("The folder may not be written to", "Give your user the right to write there, or name another folder with --state")
_NO_FOLDER: Final = ("There is no such folder, and it cannot be made", "Name another one with --state")
_MOVE_IT: Final = "Move it away, or name another folder with --state"
_BUSY: Final = ("Another programme holds the journal", "Close that programme")
_NO_MORE: Final = ("The disk takes no more data", "Free some space, or use another disk")
_BROKEN: Final = ("The disk does not answer as it should", "Look at its cable, or use another disk")
_DAMAGED: Final = ("The journal is damaged", "Start the app again: it keeps what can be read")

_UNCLEAR: Final = {_NO_MORE[0], _BROKEN[0], _DAMAGED[0]}
"""What happened there is told in the system's own words, too."""

_BY_ERRNO: Final = {
    errno.ENOSPC: _FULL, errno.EDQUOT: _FULL, errno.EFBIG: _NO_MORE, errno.EROFS: _READ_ONLY, errno.EACCES: _FORBIDDEN,
    errno.EPERM: _FORBIDDEN, errno.ENOTDIR: _NO_FOLDER, errno.ENOENT: _NO_FOLDER, errno.EEXIST: _NO_FOLDER, errno.EIO: _BROKEN,
    errno.ELOOP: _NO_FOLDER, errno.ENAMETOOLONG: _NO_FOLDER,
}
_BY_CODE: Final = {
    sqlite3.SQLITE_FULL: _FULL, sqlite3.SQLITE_READONLY: _READ_ONLY, sqlite3.SQLITE_CANTOPEN: _FORBIDDEN, sqlite3.SQLITE_PERM: _FORBIDDEN,
    sqlite3.SQLITE_BUSY: _BUSY, sqlite3.SQLITE_LOCKED: _BUSY, sqlite3.SQLITE_CORRUPT: _DAMAGED, sqlite3.SQLITE_NOTADB: _DAMAGED,
}
_WRITING: Final = frozenset({
    sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_DIR_FSYNC, sqlite3.SQLITE_IOERR_TRUNCATE,
    sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMOPEN,
})
_PRIMARY: Final = 0xFF
"""The bits of SQLite's extended codes that say what kind of fault it is."""

LEAST: Final = 64 * 1024
"""Bytes that SQLite needs beside a journal; with less it only says that it could not write."""

MEANWHILE: Final = "what is played from now on is lost if the power fails"
OPENED: Final = f"opened, and {MEANWHILE}"
WRITTEN: Final = f"written, and {MEANWHILE}"


@contextmanager
def told(path: Path, doing: str) -> Iterator[None]:
    """Whatever the disk or SQLite complains about in here becomes a JournalFault; `doing` says what cannot be done, such as "read".

    OSError, sqlite3.Error and UnicodeDecodeError are turned, others go through. The cause stays attached: `Journal.append` decides by it
    whether the file is to be mended.
    """
    try:
        yield
    except JournalFault:
        raise
    except (OSError, sqlite3.Error, UnicodeDecodeError) as fault:
        # SQLite often calls a full disk a write that failed.
        what, remedy = _FULL if in_words(fault) == _NO_MORE and _is_full(path) else in_words(fault)
        detail = f" ({fault})" if what in _UNCLEAR else ""
        raise JournalFault(f"{what}: the journal {path} cannot be {doing}. {remedy}.{detail}") from fault


def _is_full(path: Path) -> bool:
    """Whether there is no room where a journal lies; False where nobody can tell."""
    with suppress(OSError):
        disk = os.statvfs(path.parent)
        return disk.f_bavail * disk.f_frsize < LEAST
    return False


def in_words(fault: OSError | sqlite3.Error | UnicodeDecodeError) -> tuple[str, str]:
    """What happened, and what to do about it, both without a full stop."""
    if isinstance(fault, UnicodeDecodeError):
        # SQLite has quoted damaged letters in its complaint.
        return _DAMAGED
    if isinstance(fault, NotPlain):
        return f"{str(fault.strerror).capitalize()} has the name {fault.filename}", _MOVE_IT
    if isinstance(fault, OSError):
        return _BY_ERRNO.get(fault.errno or 0, _BROKEN)
    code = getattr(fault, "sqlite_errorcode", None)
    if code in _WRITING:
        return _NO_MORE
    return _BY_CODE.get((code or 0) & _PRIMARY, _BROKEN)
