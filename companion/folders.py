"""The folders of the app's own files and of its state, and writing that survives a power cut."""

from __future__ import annotations

import errno
import os
import site
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.errors import TableError
from companion.words import Text, text

FIRMWARE: Final = ("safemode.py", "code.py", "boot.py")
"""The files at the top of a reader's drive, in the order of writing: what starts it comes last."""

JOURNAL: Final = "journal.db"
"""The journal's name in the state folder."""
STARTS: Final = "starts"
"""The file in the state folder that counts starts without a first screen."""


def shipped_folders(name: str) -> tuple[Path, ...]:
    """Return the folders in which files outside the package may be, such as those of "firmware".

    They are that of a checkout and the two in which pip installs, for the environment and for one
    user (`pip install --user`). None of them has to exist.
    """
    # The checkout first: developers mean its files, also beside an installed version.
    checkout = Path(__file__).parents[1]
    shares = (Path(base) / "share" / "clockwork-derby" for base in (sys.prefix, site.getuserbase()))
    return tuple(home / name for home in (checkout, *shares))


def firmware_folder() -> Path:
    """Return the folder of the readers' files; TableError where there is none."""
    places = shipped_folders("firmware")
    found = next(
        (place for place in places if all((place / name).is_file() for name in FIRMWARE)), None
    )
    if found is None:
        raise TableError(
            f"the readers' files {', '.join(FIRMWARE)} are not in "
            f"{' nor in '.join(map(str, places))}: install clockwork-derby again"
        )
    return found


def state_folder() -> Path:
    """Return the folder of the app's state, under XDG_STATE_HOME or ~/.local/state.

    It may not exist yet: `write_whole` makes it. A relative XDG_STATE_HOME is ignored (XDG Base
    Directory Specification).
    """
    setting = os.environ.get("XDG_STATE_HOME", "")
    base = Path(setting)
    if not base.is_absolute():
        base = Path("~/.local/state")
        # It stays as it is where the user has no home.
        with suppress(RuntimeError):
            base = base.expanduser()
    return base / "clockwork-derby"


# Neither is there on Windows, which has no such files either.
_AT_ONCE: Final = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)


def is_there(path: str | os.PathLike[str]) -> bool:
    """Return whether a file or folder exists and may be looked at."""
    try:
        return Path(path).exists()
    except OSError:
        return False


def open_plain(path: str | os.PathLike[str]) -> int:
    """Open a plain file from outside for reading, perhaps through links, without ever waiting.

    A named pipe would wait for a writer, a device may have no end, and opening one may do
    something.

    Returns:
        A file descriptor.

    Raises:
        NotPlainFileError: Something else has this name.
        OSError: The file cannot be opened.
        ValueError: No file can have such a path.
    """
    check_plain(path)
    handle = os.open(path, os.O_RDONLY | _AT_ONCE)
    try:
        # Again: something else may have taken its place meanwhile.
        _check_mode(os.fstat(handle).st_mode, path)
    except BaseException:
        os.close(handle)
        raise
    return handle


def read_plain(path: str | os.PathLike[str], most: int) -> bytes:
    """Read a plain file from outside, as `open_plain` does.

    Raises:
        NotPlainFileError: It is none, or has more than `most` bytes.
    """
    with open(open_plain(path), "rb") as file:
        # One byte more shows that a file is too large without reading all of it.
        data = file.read(most + 1)
    if len(data) > most:
        raise NotPlainFileError(
            errno.EFBIG, text("a file of more than {most} bytes", most=most), str(path)
        )
    return data


def check_plain(path: str | os.PathLike[str]) -> None:
    """Raise NotPlainFileError where anything but a plain file has this name; open nothing."""
    _check_mode(Path(path).stat().st_mode, path)


def _check_mode(mode: int, path: str | os.PathLike[str]) -> None:
    if stat.S_ISDIR(mode):
        raise NotPlainFileError(errno.EISDIR, text("a folder"), str(path))
    if not stat.S_ISREG(mode):
        if stat.S_ISFIFO(mode):
            kind = text("a named pipe")
        elif stat.S_ISSOCK(mode):
            kind = text("a socket")
        else:
            kind = text("a device")
        raise NotPlainFileError(errno.EINVAL, kind, str(path))


class NotPlainFileError(OSError):
    """Something else where a file was expected: a folder, a named pipe, a socket or a device."""

    def __init__(self, number: int, kind: Text, path: str) -> None:
        """Take the error number, what it is (`strerror` has it in English) and the path."""
        self.kind = kind
        super().__init__(number, str(kind), path)


def write_whole(path: Path, words: str, *, private: bool = False) -> None:
    """Write a file and its folder so that a power cut leaves the whole old or the whole new text.

    Args:
        path: The file.
        words: Its text.
        private: Whether only its owner may read it.

    Raises:
        OSError: It cannot be written; the old text is still there.
    """
    write_whole_bytes(path, words.encode("utf-8"), private=private)


def write_whole_bytes(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write bytes as `write_whole` writes text."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    # In the same folder, since a rename is atomic only within a file system; always under the same
    # name, so that the next writing replaces what a power cut has left.
    fresh = path.with_name(f"{path.name}.new")
    try:
        # Removed and not opened: a named pipe would wait for a reader.
        fresh.unlink(missing_ok=True)
        # A private file must not be readable even for a moment.
        with os.fdopen(
            os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o666), "wb"
        ) as file:
            file.write(data)
            file.flush()
            # Before it gets its name: a power cut could leave the name on an empty file.
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise
    # The rename is an entry of the folder, which has to reach the disk, too.
    settle(path.parent)


def settle(path: Path) -> None:
    """Wait until a file's content or a folder's entries are on the disk; OSError where unknown."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
