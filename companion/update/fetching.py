"""An update is fetched from where people may put one, into a folder that is ours alone, before anything of it is believed.

Whoever names the file may have no rights at all, and may change what lies there while we look: no link is followed on the way, only plain
files are copied, with a limit, and only the copies are looked at.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Final

from companion.errors import UpdateFault
from companion.update import OURS
from companion.update.parcel import LONGEST_SIGNATURE, LONGEST_SUMS, SIGNATURE, SUMS, needed
from companion.update.wheel import LARGEST
from companion.words import text

LARGEST_PARCEL: Final = 2 * LARGEST
"""Bytes that an update and what it needs may have together."""
MOST: Final = 100
"""So many wheels an update may need."""
ROOM: Final = 64 * 2**20
"""Bytes that must stay free."""
PIECE: Final = 2**20
"""Bytes that are copied in one go."""
UPDATES: Final = "updates"
"""The folder in that of the games for updates that come otherwise."""
STICKS: Final = ("/media/", "/run/media/", "/mnt/")
"""Below these sticks are mounted; /mnt itself counts, too."""
WHEEL: Final = re.compile(rf"{OURS}-[\w.+-]+\.whl")
NEEDED: Final = re.compile(r"\w[\w.+-]*\.whl")
FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
"""How folders are opened: the last part of a name must be a folder and no link."""
PLAIN: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
"""How files are opened: no link is followed, and a pipe without a writer is not waited for."""


def tops(root: Path, state: Path) -> tuple[Path, ...]:
    """The folders below which updates may lie that are asked for on the screen: what is mounted where sticks are, and one in that of the games.

    `root` is the machine's own, but in tests.
    """
    with (root / "proc/self/mounts").open(encoding="utf-8", errors="surrogateescape") as lines:
        # Blanks and the like stand there as three octal digits.
        mounted = [
            re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), line.split()[1])
            for line in lines
            if len(line.split()) > 1
        ]
    return *(
        root / place.lstrip("/") for place in mounted if f"{place}/".startswith(STICKS)
    ), state / UPDATES


def fetch(path: str, tops: Iterable[Path], into: Path) -> Path:
    """Copy an update and all that it lists into an empty folder; where it lies there. UpdateFault says why not.

    `path` must lie below one of `tops`.
    """
    top, *folders, name = _way(path, tops)
    if not WHEEL.fullmatch(name):
        raise UpdateFault(
            text("{file} is no update: expected a file {ours}-….whl", file=name, ours=OURS)
        )
    with _opened(Path(top), folders) as handle:
        left = min(LARGEST_PARCEL, shutil.disk_usage(into).free - ROOM)
        # The sums first: they tell what else is to be copied. They are believed only when all has been checked.
        left -= _copy(handle, SUMS, into, min(left, LONGEST_SUMS))
        with _missing_is_told_later():
            left -= _copy(handle, SIGNATURE, into, min(left, LONGEST_SIGNATURE))
        left -= _copy(handle, name, into, min(left, LARGEST))
        others = needed(into)
        if len(others) > MOST:
            raise UpdateFault(
                text(
                    "{sums} lists {number} wheels, expected {most} at most",
                    sums=SUMS,
                    number=len(others),
                    most=MOST,
                )
            )
        for other in others:
            if not NEEDED.fullmatch(other):
                raise UpdateFault(
                    text(
                        "{sums} lists {name}, which is no name of a wheel",
                        sums=SUMS,
                        name=repr(other),
                    )
                )
            left -= _copy(handle, other, into, left)
    return into / name


class _Missing(UpdateFault):
    """A file is not there."""


@contextmanager
def _missing_is_told_later() -> Iterator[None]:
    """Whoever checks the signature says what to do where there is none."""
    try:
        yield
    except _Missing:
        return


def _way(path: str, tops: Iterable[Path]) -> tuple[str, ...]:
    """The top, the folders below it, and the file's name."""
    told = PurePosixPath(path)
    if told.is_absolute() and ".." not in told.parts and "\0" not in path:
        for top in tops:
            if told != PurePosixPath(top) and told.is_relative_to(top):
                return str(top), *told.relative_to(top).parts
    raise UpdateFault(
        text(
            "{path} is neither on a stick that is plugged in nor in the folder for updates: is the stick still there?",
            path=path,
        )
    )


@contextmanager
def _opened(top: Path, folders: Iterable[str]) -> Iterator[int]:
    """A folder, with every step on the way to it below the top being a folder itself, and no link.

    UpdateFault for whatever stands in the way, also later while it is in use.
    """
    handle = -1
    try:
        handle = os.open(top, FOLDER)
        for folder in folders:
            # Each step is opened from the one before it, so that nobody can put a link in its place after it was looked at.
            below = os.open(folder, FOLDER, dir_fd=handle)
            os.close(handle)
            handle = below
        yield handle
    except UpdateFault:
        raise
    except OSError as fault:
        raise UpdateFault(
            text(
                "the update could not be copied from {folder} ({fault}). Unplug the stick, plug it in again, or take another one.",
                folder=str(top),
                fault=str(fault.strerror or fault),
            )
        ) from None
    finally:
        if handle >= 0:
            os.close(handle)


def _copy(folder: int, name: str, into: Path, most: int) -> int:
    """Copy a plain file of at most so many bytes; how many they were."""
    try:
        source = os.open(name, PLAIN, dir_fd=folder)
    except FileNotFoundError:
        raise _Missing(
            text(
                "{file} is not there (any more): an update is a wheel, its libraries and {sums}, all in one folder",
                file=name,
                sums=SUMS,
            )
        ) from None
    with os.fdopen(source, "rb") as opened:
        about = os.fstat(source)
        # Another name for a file that lies elsewhere could lead to what only we may read.
        if not stat.S_ISREG(about.st_mode) or about.st_nlink != 1:
            raise UpdateFault(text("{file} is not an ordinary file", file=name))
        copied = 0
        with (into / name).open("xb") as target:
            # One byte more than may be: a file that is too large, or grows while it is copied, is noticed by it.
            while piece := opened.read(min(PIECE, max(0, most - copied) + 1)):
                copied += len(piece)
                if copied > most:
                    raise UpdateFault(
                        text(
                            "{file} is too large: there is room for {most} MB",
                            file=name,
                            most=max(0, most) // 2**20,
                        )
                    )
                target.write(piece)
    return copied
