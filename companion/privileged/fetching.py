"""Copy an update from where people put it to a private folder, before anything is trusted.

The requester may have no rights at all and may change files meanwhile: no link is followed, only
plain files are copied, up to a limit, and only the copies are examined.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import Final

from companion.errors import UpdateError
from companion.privileged import OURS
from companion.privileged.parcel import (
    LONGEST_SIGNATURE,
    LONGEST_SUMS,
    SIGNATURE,
    SUMS,
    needed_wheels,
)
from companion.privileged.wheel import LARGEST
from companion.words import text

LARGEST_PARCEL: Final = 2 * LARGEST
"""Maximum size of an update and its needs in bytes."""
MOST: Final = 100
"""Maximum number of wheels that an update may need."""
ROOM: Final = 64 * 2**20
"""Bytes that must stay free."""
PIECE: Final = 2**20
"""Bytes copied in one step."""
UPDATES: Final = "updates"
"""The folder for updates from other sources, in the folder of the games."""
STICKS: Final = ("/media/", "/run/media/", "/mnt/")
"""Sticks are mounted below these folders, or at /mnt itself."""
WHEEL: Final = re.compile(rf"{OURS}-[\w.+-]+\.whl")
NEEDED: Final = re.compile(r"\w[\w.+-]*\.whl")
FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
"""Flags for opening folders: the last part of a name must be a folder and no link."""
PLAIN: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
"""Flags for opening files: no link is followed, and a pipe without a writer is not waited for."""


def tops(root: Path, state: Path) -> tuple[Path, ...]:
    """Return the folders for updates requested on the screen: mounted sticks, and one of ours.

    `root` is the machine's own, except in tests.
    """
    with (root / "proc/self/mounts").open(encoding="utf-8", errors="surrogateescape") as lines:
        # Blanks and the like are three octal digits there.
        mounted = [
            re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), line.split()[1])
            for line in lines
            if len(line.split()) > 1
        ]
    return *(
        root / place.lstrip("/") for place in mounted if f"{place}/".startswith(STICKS)
    ), state / UPDATES


def fetch(path: str, tops: Iterable[Path], into: Path) -> Path:
    """Copy an update and all wheels that it lists to an empty folder; return its path there.

    `path` must be below one of `tops`.

    Raises:
        UpdateError: It cannot be copied.
    """
    top, *folders, name = _path_parts(path, tops)
    if not WHEEL.fullmatch(name):
        raise UpdateError(
            text("{file} is no update: expected a file {ours}-….whl", file=name, ours=OURS)
        )
    with _open_folder(Path(top), folders) as handle:
        left = min(LARGEST_PARCEL, shutil.disk_usage(into).free - ROOM)
        # The sums first: they name the other files. They are trusted only after all checks.
        left -= _copy(handle, SUMS, into, min(left, LONGEST_SUMS))
        # The check of a missing signature says later what to do.
        with suppress(_MissingError):
            left -= _copy(handle, SIGNATURE, into, min(left, LONGEST_SIGNATURE))
        left -= _copy(handle, name, into, min(left, LARGEST))
        others = needed_wheels(into)
        if len(others) > MOST:
            raise UpdateError(
                text(
                    "{sums} lists {number} wheels, expected {most} at most",
                    sums=SUMS,
                    number=len(others),
                    most=MOST,
                )
            )
        for other in others:
            if not NEEDED.fullmatch(other):
                raise UpdateError(
                    text(
                        "{sums} lists {name}, which is not the name of a wheel",
                        sums=SUMS,
                        name=repr(other),
                    )
                )
            left -= _copy(handle, other, into, left)
    return into / name


class _MissingError(UpdateError):
    """A file does not exist."""


def _path_parts(path: str, tops: Iterable[Path]) -> tuple[str, ...]:
    """Return the top, the folders below it, and the file's name."""
    file = PurePosixPath(path)
    if file.is_absolute() and ".." not in file.parts and "\0" not in path:
        for top in tops:
            if file != PurePosixPath(top) and file.is_relative_to(top):
                return str(top), *file.relative_to(top).parts
    raise UpdateError(
        text(
            "{path} is neither on a stick that is plugged in nor in the folder for updates: is"
            " the stick still there?",
            path=path,
        )
    )


@contextmanager
def _open_folder(top: Path, folders: Iterable[str]) -> Iterator[int]:
    """Open a folder; every step below the top must be a folder and no link.

    Raises:
        UpdateError: Something is in the way, also later during its use.
    """
    handle = -1
    try:
        handle = os.open(top, FOLDER)
        for folder in folders:
            # Each step is opened from the one before it, so that nobody can put a link in its place
            # after the check.
            below = os.open(folder, FOLDER, dir_fd=handle)
            os.close(handle)
            handle = below
        yield handle
    except UpdateError:
        raise
    except OSError as fault:
        raise UpdateError(
            text(
                "the update could not be copied from {folder} ({fault}). Unplug the stick, plug"
                " it in again, or take another one.",
                folder=str(top),
                fault=str(fault.strerror or fault),
            )
        ) from None
    finally:
        if handle >= 0:
            os.close(handle)


def _copy(folder: int, name: str, into: Path, most: int) -> int:
    """Copy a plain file of at most `most` bytes; return its size."""
    try:
        source = os.open(name, PLAIN, dir_fd=folder)
    except FileNotFoundError:
        raise _MissingError(
            text(
                "{file} is not there (any more): an update is a wheel, its libraries and {sums},"
                " all in one folder",
                file=name,
                sums=SUMS,
            )
        ) from None
    with os.fdopen(source, "rb") as opened:
        about = os.fstat(source)
        # A hard link could lead to a file that only we may read.
        if not stat.S_ISREG(about.st_mode) or about.st_nlink != 1:
            raise UpdateError(text("{file} is not an ordinary file", file=name))
        copied = 0
        with (into / name).open("xb") as target:
            # Read one byte more than allowed, to notice a file that is too large or growing.
            while piece := opened.read(min(PIECE, max(0, most - copied) + 1)):
                copied += len(piece)
                if copied > most:
                    raise UpdateError(
                        text(
                            "{file} is too large: there is room for {most} MB",
                            file=name,
                            most=max(0, most) // 2**20,
                        )
                    )
                target.write(piece)
    return copied
