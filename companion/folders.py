"""Where files lie that came with the app, and where it keeps what it must remember; written so that people may pull the plug at any moment."""

from __future__ import annotations

import errno
import os
import site
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.errors import TableFault
from companion.words import Text, text

FIRMWARE: Final = ("safemode.py", "code.py", "boot.py")
"""What lies at the top of a reader's drive, in the order in which it is written there: what starts a reader comes last."""

JOURNAL: Final = "journal.db"
"""The journal's name in the state folder."""
STARTS: Final = "starts"
"""The name of the file in the state folder that counts starts without a first screen."""


def shipped_folders(name: str) -> tuple[Path, ...]:
    """Where files from outside the package may lie, by the name of their folder, such as "firmware": in a checkout, or where pip put them.

    pip has two places, that of the environment and that of one user (`pip install --user`). None of these folders need be there.
    """
    # The checkout first: who works on it means its files, whatever is installed beside.
    checkout = Path(__file__).parents[1]
    shares = (Path(base) / "share" / "clockwork-derby" for base in (sys.prefix, site.getuserbase()))
    return tuple(home / name for home in (checkout, *shares))


def firmware_folder() -> Path:
    """Where the readers' boot.py and its neighbours are; TableFault where they are not."""
    places = shipped_folders("firmware")
    found = next(
        (place for place in places if all((place / name).is_file() for name in FIRMWARE)), None
    )
    if found is None:
        raise TableFault(
            f"the readers' files {', '.join(FIRMWARE)} are not in {' nor in '.join(map(str, places))}: install clockwork-derby again"
        )
    return found


def state_folder() -> Path:
    """The folder for what is remembered: `clockwork-derby` under XDG_STATE_HOME, or under ~/.local/state where that is not set.

    It need not be there: `write_whole` makes it. A relative XDG_STATE_HOME does not count (XDG Base Directory Specification).
    """
    told = os.environ.get("XDG_STATE_HOME", "")
    base = Path(told)
    if not base.is_absolute():
        base = Path("~/.local/state")
        # It stays as it is where nobody knows a home.
        with suppress(RuntimeError):
            base = base.expanduser()
    return base / "clockwork-derby"


# Neither is there on Windows, which has no such files either.
_AT_ONCE: Final = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)


def open_plain(path: str | os.PathLike[str]) -> int:
    """A handle to read a file from outside, which opens at once whatever lies there; OSError says in `strerror` what does.

    Only a plain file is opened, at the end of links perhaps. A named pipe would wait for somebody who writes, a device may have no end,
    and merely opening one may do something. ValueError for a path that no file can have.
    """
    check_plain(path)
    handle = os.open(path, os.O_RDONLY | _AT_ONCE)
    try:
        # Once more: something else may have taken its place meanwhile.
        _check_mode(os.fstat(handle).st_mode, path)
    except BaseException:
        os.close(handle)
        raise
    return handle


def read_plain(path: str | os.PathLike[str], most: int) -> bytes:
    """The bytes of a plain file from outside, OSError and ValueError as for `open_plain`; NotPlain for more than `most` bytes, too."""
    with open(open_plain(path), "rb") as file:
        # One byte more than may be, by which a file that is too large is known without reading it all.
        data = file.read(most + 1)
    if len(data) > most:
        raise NotPlain(errno.EFBIG, text("a file of more than {most} bytes", most=most), str(path))
    return data


def check_plain(path: str | os.PathLike[str]) -> None:
    """NotPlain where something that is no plain file has this name, OSError where nobody can tell; nothing is opened."""
    _check_mode(Path(path).stat().st_mode, path)


def _check_mode(mode: int, path: str | os.PathLike[str]) -> None:
    if stat.S_ISDIR(mode):
        raise NotPlain(errno.EISDIR, text("a folder"), str(path))
    if not stat.S_ISREG(mode):
        kind = (
            text("a named pipe")
            if stat.S_ISFIFO(mode)
            else text("a socket")
            if stat.S_ISSOCK(mode)
            else text("a device")
        )
        raise NotPlain(errno.EINVAL, kind, str(path))


class NotPlain(OSError):
    """A folder, a named pipe, a socket, a device or something without end where a file was expected; `kind` says which, `strerror` in English."""

    def __init__(self, number: int, kind: Text, path: str) -> None:
        self.kind = kind
        super().__init__(number, str(kind), path)


def write_whole(path: Path, words: str, *, private: bool = False) -> None:
    """Write a file so that after a power cut either the old text or the new one is there, whole; its folder is made when needed.

    Args:
        path: The file.
        words: Its text.
        private: Whether nobody but its owner may read it.

    Raises:
        OSError: Where that is not possible; the old text is there then.
    """
    write_whole_bytes(path, words.encode("utf-8"), private=private)


def write_whole_bytes(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write a file that is no text, as `write_whole` does."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    # Beside the old file, since only within one file system a rename is whole. Always one name, so that what a power cut leaves is written over.
    fresh = path.with_name(f"{path.name}.new")
    try:
        # What lies there is removed and not opened: a named pipe would wait for somebody who reads.
        fresh.unlink(missing_ok=True)
        # What is private was never open to anybody, not even for a moment.
        with os.fdopen(
            os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o666), "wb"
        ) as file:
            file.write(data)
            file.flush()
            # Before it gets its name, or a power cut could leave the name on a file with nothing in it.
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise
    # The rename is an entry of the folder, and has to reach the disk, too.
    settle(path.parent)


def settle(path: Path) -> None:
    """Wait until a file's content, or a folder's own entries, are on the disk: without this a new name may be lost in a power cut.

    OSError where nobody can tell.
    """
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
