"""The journal's files: their names, how to open and read them, and faults in words."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from companion.errors import JournalError
from companion.folders import NotPlainFileError, check_plain, open_plain
from companion.words import Text, capital, text

PAGE: Final = 4096
"""Size of a page of the file."""
_FILES: Final = ("", "-wal", "-shm", "-journal", ".lock")
"""The suffixes of the journal's file and of the files beside it."""
_PATIENCE: Final = 2.0
"""Seconds to wait for another program that holds the file."""


# ---- Names and opening ---------------------------------------------------------------------------


def sibling_path(path: Path, ending: str) -> Path:
    """Return the path of a file beside the journal, such as SQLite's `journal.db-wal`."""
    return path.with_name(path.name + ending)


def check_files(path: Path, write: bool) -> None:
    """Refuse named pipes, folders and other things on which SQLite might wait.

    Without `write`, folders in place of files that are not needed then are allowed.

    Raises:
        NotPlainFileError: One of the journal's files is no plain file.
    """
    for ending in _FILES:
        try:
            # Not opened: closing a handle would release locks of other connections in this process.
            check_plain(sibling_path(path, ending))
        except (FileNotFoundError, NotADirectoryError):
            pass
        except NotPlainFileError as fault:
            if write or not ending or fault.errno != errno.EISDIR:
                raise


def connect(path: Path, *, write: bool) -> sqlite3.Connection:
    """Return a connection in autocommit mode for any thread, one at a time.

    The file must exist. Without `write` nothing is changed, but even to read a journal with a log,
    SQLite must be able to write into its folder.

    Raises:
        sqlite3.Error: The file cannot be opened.
    """
    mode = "rw" if write else "ro"
    connection = sqlite3.connect(
        f"{path.as_uri()}?mode={mode}",
        uri=True,
        timeout=_PATIENCE,
        isolation_level=None,
        check_same_thread=False,
    )
    if write:
        try:
            # Readers do not wait for the writer.
            connection.execute("PRAGMA journal_mode = WAL")
            # With a log, the default NORMAL waits for the disk only at a checkpoint: a power cut
            # would take the last transactions.
            connection.execute("PRAGMA synchronous = FULL")
            # Otherwise deleted games stay on free pages, and a recovery would restore them.
            connection.execute("PRAGMA secure_delete = ON")
        except BaseException:
            connection.close()
            raise
    return connection


def in_memory() -> sqlite3.Connection:
    """Return a connection to an empty journal in memory."""
    return sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)


def make_folder(path: Path) -> None:
    """Make the journal's folder if it is missing, for its owner alone. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)


def make_file(path: Path) -> None:
    """Make an empty file for its owner alone, replacing an existing one.

    SQLite gives the files beside it the same permissions.
    """
    path.unlink(missing_ok=True)
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def read_bytes(path: Path, most: int | None = None) -> bytes:
    """Return a file's bytes, at most `most`; nothing if there is no file.

    Bytes that the disk cannot read are zero.
    """
    try:
        handle = open_plain(path)
    except FileNotFoundError:
        return b""
    try:
        size = os.fstat(handle).st_size if most is None else min(os.fstat(handle).st_size, most)
        return b"".join(_piece(handle, at, min(PAGE, size - at)) for at in range(0, size, PAGE))
    finally:
        os.close(handle)


def _piece(handle: int, at: int, size: int) -> bytes:
    """Return bytes, or zeros if unreadable, so that later ones keep their place."""
    try:
        return os.pread(handle, size, at).ljust(size, b"\0")
    except IsADirectoryError:
        raise
    except OSError:
        return bytes(size)


# ---- Faults --------------------------------------------------------------------------------------

READ, OPENED, WRITTEN = "read", "opened", "written"
"""The acts that can fail on a journal."""

_FULL: Final = (text("The disk is full"), text("Free some space"))
_READ_ONLY: Final = (
    text("The disk or the folder is read-only"),
    text("Make it writable, or name another folder with --state"),
)
_FORBIDDEN: Final = (
    text("The app has no right to write to the folder"),
    text("Give your user the right to write there, or name another folder with --state"),
)
_NO_FOLDER: Final = (
    text("There is no such folder, and it cannot be created"),
    text("Name another one with --state"),
)
_MOVE_IT: Final = text("Move it away, or name another folder with --state")
_BUSY: Final = (text("Another application is using the journal"), text("Close that application"))
_NO_MORE: Final = (
    text("The disk takes no more data"),
    text("Free some space, or use another disk"),
)
_BROKEN: Final = (
    text("The disk does not answer correctly"),
    text("Check its cable, or use another disk"),
)
_DAMAGED: Final = (
    text("The journal is damaged"),
    text("Start the app again: it recovers all readable games"),
)

_UNCLEAR: Final = (_NO_MORE, _BROKEN, _DAMAGED)
"""These also quote the system's words."""

_BY_ERRNO: Final = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EFBIG: _NO_MORE,
    errno.EROFS: _READ_ONLY,
    errno.EACCES: _FORBIDDEN,
    errno.EPERM: _FORBIDDEN,
    errno.ENOTDIR: _NO_FOLDER,
    errno.ENOENT: _NO_FOLDER,
    errno.EEXIST: _NO_FOLDER,
    errno.EIO: _BROKEN,
    errno.ELOOP: _NO_FOLDER,
    errno.ENAMETOOLONG: _NO_FOLDER,
}
_BY_CODE: Final = {
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: _FORBIDDEN,
    sqlite3.SQLITE_PERM: _FORBIDDEN,
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
}
_WRITING: Final = frozenset(
    {
        sqlite3.SQLITE_IOERR_WRITE,
        sqlite3.SQLITE_IOERR_FSYNC,
        sqlite3.SQLITE_IOERR_DIR_FSYNC,
        sqlite3.SQLITE_IOERR_TRUNCATE,
        sqlite3.SQLITE_IOERR_SHMSIZE,
        sqlite3.SQLITE_IOERR_SHMOPEN,
    }
)
_NO_DAMAGE: Final = frozenset(
    {
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_AUTH,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_INTERRUPT,
    }
)
_BAD_READS: Final = frozenset(
    {sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS}
)
_PRIMARY: Final = 0xFF
"""The bits of SQLite's extended codes with the kind of fault."""
_LONGEST_QUOTE: Final = 120
"""Maximum number of characters shown of the system's words."""
_LEAST: Final = 64 * 1024
"""Free bytes that SQLite needs beside a journal; with less it only reports a failed write."""


@contextmanager
def as_journal_fault(path: Path, doing: str) -> Iterator[None]:
    """Turn OSError, sqlite3.Error and UnicodeDecodeError in this block into JournalError.

    `doing` says what failed: READ, OPENED or WRITTEN. The cause stays attached, since
    `Journal.append` decides by it whether to recover the file.
    """
    try:
        yield
    except JournalError:
        raise
    except (OSError, sqlite3.Error, UnicodeDecodeError) as fault:
        # SQLite often reports a full disk as a failed write.
        found = _FULL if _in_words(fault) == _NO_MORE and _is_full(path) else _in_words(fault)
        what, remedy = found
        if found in _UNCLEAR:
            remedy = text("{remedy}. ({detail})", remedy=remedy, detail=in_short(fault))
        else:
            remedy = text("{remedy}.", remedy=remedy)
        # What cannot be done, and what that means for players.
        if doing == READ:
            undone = text("the journal {path} cannot be read", path=str(path))
        elif doing == OPENED:
            undone = text(
                "the journal {path} cannot be opened, so further play is lost if the power fails",
                path=str(path),
            )
        else:
            undone = text(
                "the journal {path} cannot be written, so further play is lost if the power fails",
                path=str(path),
            )
        raise JournalError(
            text("{what}: {undone}. {remedy}", what=what, undone=undone, remedy=remedy)
        ) from fault


def in_short(fault: Exception) -> str:
    """Return the system's words for a fault, cut: Python may quote a whole column."""
    words = getattr(fault, "strerror", None) or str(fault)
    return words if len(words) <= _LONGEST_QUOTE else words[:_LONGEST_QUOTE] + "…"


def is_damage(fault: sqlite3.Error) -> bool:
    """Return whether a fault concerns the file's content, not rights, space or another program.

    Faults raised by Python's module or this package have no SQLite code. They concern the content.
    """
    code = getattr(fault, "sqlite_errorcode", None) or sqlite3.SQLITE_CORRUPT
    if code & _PRIMARY == sqlite3.SQLITE_IOERR:
        # A recovery can do without an unreadable place. A failed write may succeed later.
        return code in _BAD_READS
    return code & _PRIMARY not in _NO_DAMAGE


def _is_full(path: Path) -> bool:
    """Return whether the disk of a journal is full; False if unknown."""
    with suppress(OSError):
        disk = os.statvfs(path.parent)
        return disk.f_bavail * disk.f_frsize < _LEAST
    return False


def _in_words(fault: OSError | sqlite3.Error | UnicodeDecodeError) -> tuple[Text, Text]:
    """Return what happened and what to do, both without a full stop."""
    if isinstance(fault, UnicodeDecodeError):
        # SQLite has quoted damaged letters in its message.
        return _DAMAGED
    if isinstance(fault, NotPlainFileError):
        return capital(
            text("{thing} has the name {path}", thing=fault.kind, path=str(fault.filename))
        ), _MOVE_IT
    if isinstance(fault, OSError):
        return _BY_ERRNO.get(fault.errno or 0, _BROKEN)
    code = getattr(fault, "sqlite_errorcode", None)
    if code in _WRITING:
        return _NO_MORE
    return _BY_CODE.get((code or 0) & _PRIMARY, _BROKEN)
