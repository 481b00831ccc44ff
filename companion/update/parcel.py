"""An update as it lies on a stick: our wheel, perhaps wheels that it needs, and SHA256SUMS beside them."""
from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Final, NamedTuple

from companion.errors import UpdateFault
from companion.update.wheel import AGAIN, OURS, Wheel, read_wheel

SUMS: Final = "SHA256SUMS"
"""By this name; what is in it is what the programme sha256sum writes."""
LONGEST_SUMS: Final = 2**20
"""Bytes of it that are read."""


class Parcel(NamedTuple):
    """Our wheel, and the other wheels that the sums list."""

    wheel: Wheel
    others: tuple[Path, ...]

    @property
    def files(self) -> tuple[Path, ...]:
        """All that must be carried: the wheels and their sums."""
        return self.wheel.path, *self.others, self.wheel.path.with_name(SUMS)


def read_parcel(path: Path) -> Parcel:
    """The update in a folder, or around a wheel file, with every sum compared; UpdateFault says what is wrong with it.

    First the sums of the files, then the wheel from within: a stick that came out too early shows itself by the sums.
    """
    try:
        main = _in_folder(path) if path.is_dir() else path
        if not main.is_file():
            raise UpdateFault(f"{main}: there is no such file; is the stick plugged in?")
        others = _compared(main, _sums(main.with_name(SUMS)))
        return Parcel(read_wheel(main), others)
    except OSError as fault:
        raise UpdateFault(f"{path} cannot be read ({fault.strerror or fault}). Unplug the stick, plug it in again, or take another one.") from None


def needed(folder: Path) -> tuple[str, ...]:
    """The wheels beside ours that the sums in a folder list; UpdateFault where they cannot be read."""
    return tuple(name for name in sorted(_sums(folder / SUMS)) if name.endswith(".whl") and not name.startswith(f"{OURS}-"))


def _in_folder(folder: Path) -> Path:
    found = sorted(folder.glob(f"{OURS}-*.whl"))
    if len(found) == 1:
        return found[0]
    if found:
        raise UpdateFault(f"{folder} holds several updates ({', '.join(path.name for path in found)}): name the one to take")
    raise UpdateFault(f"{folder} holds no update: expected a file {OURS}-….whl and {SUMS} beside it")


def _sums(path: Path) -> dict[str, str]:
    """The sum of each file by its name, as sha256sum writes them.

    Names with a slash are refused: everything lies in one folder.
    """
    if not path.is_file():
        raise UpdateFault(f"{path} is missing, and without it nobody can tell whether the update is whole. Copy it to the stick, too.")
    with open(path, "rb") as file:
        text = file.read(LONGEST_SUMS).decode("utf-8", "replace")
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        told = re.fullmatch(r"([0-9a-fA-F]{64}) [ *]([^/]+)", line.rstrip())
        if told is None and line.strip():
            raise UpdateFault(f"{path}:{number}: found {line[:40]!r}, expected a sum and a file's name. {AGAIN}")
        if told is not None:
            found[told[2]] = told[1].lower()
    return found


def _compared(main: Path, sums: dict[str, str]) -> tuple[Path, ...]:
    """Compare our wheel and those it may need; other versions of our own that lie there, too, are nobody's concern."""
    # Sums without our wheel are those of another update, left on the stick.
    if main.name not in sums:
        raise UpdateFault(f"{main.name} is not listed in {SUMS}: the two do not belong together. {AGAIN}")
    others = tuple(main.with_name(name) for name in sorted(sums) if name.endswith(".whl") and not name.startswith(f"{OURS}-"))
    for path in (main, *others):
        if not path.is_file():
            raise UpdateFault(f"{path.name} is listed in {SUMS} and is missing: the update is incomplete. {AGAIN}")
        if _sum(path) != sums[path.name]:
            raise UpdateFault(f"{path.name} has another sum than {SUMS} says: it is damaged or cut off. {AGAIN}")
    return others


def _sum(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
