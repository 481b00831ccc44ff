"""The drive of a reader: find it, check it, copy the firmware onto it and verify the copy.

CircuitPython shows its files as a drive called CIRCUITPY. Its `boot_out.txt` names version, board
and chip id. A reader with our firmware shows the drive only when it was started with its service
button held.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Final

from companion.errors import TableError
from companion.folders import FIRMWARE, NotPlainFileError, firmware_folder, open_plain, settle
from companion.named_tuples import NamedTuple

LABEL: Final = "CIRCUITPY"
OLDEST: Final = 10
"""The first CircuitPython version that the firmware supports."""

BOARDS: Final = (
    "raspberry_pi_pico",
    "raspberry_pi_pico_w",
    "raspberry_pi_pico2",
    "raspberry_pi_pico2_w",
)
"""Board ids as in boot_out.txt. All have the same pins."""

MOUNTS: Final = Path("/proc/self/mounts")
BY_LABEL: Final = Path("/dev/disk/by-label") / LABEL
ROOTS: Final = tuple(map(Path, ("/media", "/run/media", "/mnt", "/Volumes")))
"""Folders in which drives are mounted, at most two deep, on systems without a list of mounts."""


HIDDEN_CODE: Final = ("code.txt",)
"""Files that CircuitPython would run instead of our code.py."""

GREETING: Final = b'print("Hello World!")'
"""The content of code.py on a fresh CircuitPython."""

SERVICE: Final = "unplug the reader, hold its service button while you plug it in, and try again"


class BootInfo(NamedTuple):
    """The fields of a drive's boot_out.txt, "" where it does not name them."""

    version: str
    name: str
    board: str
    uid: str


class Installed(NamedTuple):
    """The changes of an installation, as paths on the drive."""

    chip: BootInfo
    written: tuple[str, ...]
    """Files written and read back."""
    kept: tuple[str, ...]
    """Files that were there already."""
    removed: tuple[str, ...]
    """Our old files that were removed."""


class PicoDrive:
    """The mounted drive of a Pico."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def chip(self) -> BootInfo:
        """Return what CircuitPython says about itself.

        Raises:
            TableError: This is not the drive of a Pico.
        """
        content = self.read("boot_out.txt")
        found = re.match(rb"Adafruit CircuitPython (\S+) on [^;]*; ([^\r\n]*)", content or b"")
        if content is None or found is None:
            raise TableError(
                f"{self.path}: found no boot_out.txt of CircuitPython on it, so this is not a"
                f" Pico's drive: name the one called {LABEL}"
            )
        version, name = (part.decode("utf-8", "replace").strip() for part in found.groups())
        return BootInfo(
            version, name, _boot_line(content, b"Board ID"), _boot_line(content, b"UID")
        )

    def read(self, name: str) -> bytes | None:
        """Return the content of a file, or None if it does not exist.

        Where the system allows it, the bytes come from the drive and not from the page cache.
        """
        try:
            with os.fdopen(open_plain(self.path / name), "rb") as file:
                if hasattr(os, "posix_fadvise"):
                    os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
                return file.read()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except NotPlainFileError as fault:
            raise TableError(
                f"{self.path / name}: found {fault.strerror}, expected a file: take it off the"
                " drive"
            ) from None

    def write(self, name: str, content: bytes) -> None:
        """Write a file and wait until the drive has stored it.

        Raises:
            OSError: The drive cannot be written.
        """
        path = self.path / name
        path.parent.mkdir(exist_ok=True)
        with path.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        self._settle(path.parent)

    def remove(self, name: str) -> None:
        """Remove a file and wait until the drive has stored that.

        Raises:
            OSError: The drive cannot be written.
        """
        (self.path / name).unlink()
        self._settle((self.path / name).parent)

    def free(self) -> int:
        """Return the number of free bytes.

        Raises:
            OSError: The drive is gone.
        """
        return shutil.disk_usage(self.path).free

    @staticmethod
    def _settle(folder: Path) -> None:
        """Flush the folder's entries to the drive, on systems that can."""
        with suppress(OSError):
            settle(folder)

    def stale(self, wanted: Mapping[str, bytes]) -> list[str]:
        """Return the modules in our folder on the drive that no longer belong to the firmware."""
        ours = sorted((self.path / "card_reader").glob("*"))
        names = [
            f"card_reader/{path.name}"
            for path in ours
            if path.suffix in (".py", ".mpy") and path.is_file()
        ]
        return [
            name for name in names if name not in wanted and not name.startswith("card_reader/.")
        ]


def _boot_line(content: bytes, key: bytes) -> str:
    found = re.search(rb"^" + key + rb": *(\S+)", content, re.MULTILINE)
    return found[1].decode("ascii", "replace") if found else ""


# ---- Find the drive ------------------------------------------------------------------------------


def find_drive(
    mounts: Path = MOUNTS, roots: Sequence[Path] = ROOTS, by_label: Path = BY_LABEL
) -> Path:
    """Return the folder of the one mounted drive of a Pico.

    Raises:
        TableError: There is no drive or more than one; the message says what to do.
    """
    # The list of mounts and the name may lead to the same drive.
    found = sorted(
        {path.resolve() for path in _places(mounts, roots) if (path / "boot_out.txt").is_file()}
    )
    if len(found) == 1:
        return found[0]
    if found:
        listed = ", ".join(map(str, found))
        raise TableError(
            f"there are {len(found)} {LABEL} drives: {listed}. Say which one: clockwork-derby"
            f" firmware install {found[0]}"
        )
    if by_label.exists():
        device = by_label.resolve()
        raise TableError(
            f"the drive {LABEL} is there ({device}) but not mounted: sudo mount -o uid=$(id -u)"
            f" {device} /mnt, then clockwork-derby firmware install /mnt"
        )
    raise TableError(
        f"no {LABEL} drive is mounted. A reader with this firmware shows it only in service mode:"
        f" {SERVICE}."
        " A new Pico needs CircuitPython 10 first, see firmware/README.md"
    )


def _places(mounts: Path, roots: Sequence[Path]) -> Iterator[Path]:
    """Yield candidates: mounted FAT file systems, and folders with the drive's name."""
    try:
        lines = mounts.read_text("utf-8", "replace").splitlines()
    except OSError:
        lines = []
    for fields in (line.split() for line in lines):
        if len(fields) > 2 and fields[2] in ("vfat", "msdos", "fat", "exfat", "fuseblk"):
            # The kernel writes blanks in a name as \040.
            yield Path(re.sub(r"\\(\d{3})", lambda code: chr(int(code[1], 8)), fields[1]))
    for root in roots:
        for pattern in (f"{LABEL}*", f"*/{LABEL}*"):
            with suppress(OSError):
                yield from root.glob(pattern)


# ---- Files of the firmware -----------------------------------------------------------------------


def firmware() -> dict[str, bytes]:
    """Return the firmware's files by their paths on the drive, in the order to write them.

    The files that start a reader come last, so that an interrupted copy never starts half a
    firmware.

    Raises:
        TableError: Files are missing here.
    """
    import card_reader

    modules = sorted(Path(card_reader.__file__).parent.glob("*.py"))
    # The library for the lock lights, from the installed package.
    try:
        installed = metadata.distribution("adafruit-circuitpython-neopixel").files or []
        neopixel = next(
            Path(str(file.locate())) for file in installed if str(file) == "neopixel.py"
        ).read_bytes()
    except (metadata.PackageNotFoundError, StopIteration, OSError):
        raise TableError(
            "the library neopixel, which a reader needs for its lock lights, is not installed"
            " here: pip install 'clockwork-derby[lights]'"
        ) from None
    files = {"lib/neopixel.py": neopixel}
    files |= {f"card_reader/{path.name}": path.read_bytes() for path in modules}
    home = firmware_folder()
    return files | {name: (home / name).read_bytes() for name in FIRMWARE}


# ---- Install -------------------------------------------------------------------------------------


def install(drive: PicoDrive, files: Mapping[str, bytes], replace: bool = False) -> Installed:
    """Copy the firmware onto a drive, verify every byte and remove our old files.

    `replace` allows it to overwrite another application on the drive.

    Raises:
        TableError: Before any change, if the drive does not belong to a Pico with CircuitPython 10,
            is too small or holds another application. Later, if copying fails; the message then
            says how to repair it.
    """
    chip = drive.chip()
    _fits(drive, chip)
    try:
        kept = tuple(name for name, content in files.items() if drive.read(name) == content)
        written = tuple(name for name in files if name not in kept)
        if not replace:
            _nobodys(drive)
        # Whole blocks, without those of files that are overwritten.
        needed = sum(
            _blocks(len(files[name])) - _blocks(len(drive.read(name) or b"")) for name in written
        )
        if needed > drive.free():
            raise TableError(
                f"{drive.path}: found {drive.free()} bytes free, expected {needed}: remove what the"
                " reader does not need, such as old libraries in lib"
            )
        for name in written:
            drive.write(name, files[name])
        for name, content in files.items():
            if drive.read(name) != content:
                raise TableError(
                    f"{drive.path}: {name} reads back differently from what was written: {SERVICE};"
                    " if it happens again, flash CircuitPython again"
                )
        stale = tuple(drive.stale(files))
        for name in stale:
            drive.remove(name)
        return Installed(chip, written, kept, stale)
    except OSError as fault:
        # TableError is an OSError, too.
        if isinstance(fault, TableError):
            raise
        raise TableError(_refusal(drive.path, fault)) from fault


def _fits(drive: PicoDrive, chip: BootInfo) -> None:
    major = re.match(r"\d+", chip.version)
    if chip.board not in BOARDS:
        raise TableError(
            f"{drive.path}: found {chip.name or chip.board or 'an unknown board'}, expected a"
            " Raspberry Pi Pico or Pico 2"
        )
    if major is None or int(major[0]) < OLDEST:
        raise TableError(
            f"{drive.path}: found CircuitPython {chip.version}, expected {OLDEST} or newer: put a"
            " newer one onto the Pico first"
            " (hold BOOTSEL while plugging it in and copy the .uf2 file, see firmware/README.md)"
        )


def _nobodys(drive: PicoDrive) -> None:
    """Refuse a drive that holds another application."""
    for name in ("code.py", "boot.py"):
        content = drive.read(name)
        # Both of our files import card_reader.
        if (
            content is not None
            and content.strip() not in (b"", GREETING)
            and b"card_reader" not in content
        ):
            raise TableError(
                f"{drive.path}: {name} is not ours, another application is there: save it and add"
                " --replace, or name another drive"
            )
    for name in HIDDEN_CODE:
        if drive.read(name) is not None:
            raise TableError(
                f"{drive.path}: {name} is there, and CircuitPython would run it instead of"
                " code.py: remove it"
            )


def _blocks(size: int) -> int:
    return -(-size // 512) * 512


def _refusal(path: Path, fault: OSError) -> str:
    """Explain an OSError of a drive and what to do."""
    if fault.errno == errno.EROFS:
        return f"{path}: the drive is read-only, as it may be after it was pulled out: {SERVICE}"
    if fault.errno == errno.ENOSPC:
        return (
            f"{path}: the drive is full, and the firmware on it is not whole now: remove what"
            " the reader does not need and install again"
        )
    if fault.errno in (errno.EACCES, errno.EPERM):
        return (
            f"{path}: this user may not write there: mount the drive for this user, or do it"
            " with sudo"
        )
    return f"{path}: {fault.strerror or fault}, so the firmware on it may not be whole: {SERVICE}"
