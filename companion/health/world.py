"""The machine as checks see it: files below a root, programs, packages, the user, USB sticks.

Checks use nothing else, so that tests can build any machine, and the doctor sees the same as the
watch.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from companion.folders import is_there, open_plain, state_folder
from companion.health.process_facts import NOTHING, ProcessFacts
from companion.named_tuples import NamedTuple
from companion.table.serial.discovery import ReaderPort, UsbPorts

LONGEST_TRIAL: Final = 60.0
"""Seconds for a program that loads what it needs."""
LONGEST_RUN: Final = 1.5
"""Maximum run time of a program in seconds: less than a check has."""
MOST: Final = 1 << 20
"""Maximum number of bytes read of a file."""
SET_MASTER: Final = 0x641E
"""The kernel's DRM_IOCTL_SET_MASTER, _IO('d', 0x1e).

Only one program at a time may draw on a display.
"""


class CommandResult(NamedTuple):
    """The end of a program."""

    status: int | None
    """Its exit status, None if it could not be run or took too long."""
    output: str


class Space(NamedTuple):
    """Room on the disk of a folder, in bytes."""

    total: int
    free: int
    """Bytes that we may still use."""
    writable: bool
    """Whether we can write there."""
    read_only: bool = False
    """Whether nobody can."""
    owner: str = ""
    """The folder's owner, "" if it does not exist."""
    closed: tuple[str, ...] = ()
    """Files in it that we may not change."""


class Owner(NamedTuple):
    """The owner of a device."""

    user: str
    group: str
    rights: str
    """Three digits, such as "660"."""


class CurrentUser(NamedTuple):
    """Our identity to the system."""

    uid: int
    name: str
    groups: frozenset[str]
    """The groups of this process."""


def run_command(command: Sequence[str], longest: float = LONGEST_RUN) -> CommandResult:
    """Run a program without input and without a shell, at most `longest` seconds.

    Both output streams are joined. Never raises.
    """
    # Imported late, here and below: the watch must not delay the first screen.
    import subprocess

    from companion import children

    # Checks parse English output.
    surroundings = {**os.environ, "LC_ALL": "C.UTF-8"}
    try:
        done = children.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=longest,
            env=surroundings,
        )
    except (OSError, subprocess.SubprocessError):
        return CommandResult(None, "")
    return CommandResult(done.returncode, done.stdout.decode("utf-8", "replace"))


def space(folder: Path) -> Space:
    """Return the room at a folder, or where it will be made.

    Raises:
        OSError: The disk cannot be asked.
    """
    path = folder
    # A state folder is made only when something is kept; until then use the next folder above.
    while not is_there(path) and path != path.parent:
        path = path.parent
    usage = shutil.disk_usage(path)
    read_only = bool(os.statvfs(path).f_flag & os.ST_RDONLY)
    owner = owner_of(folder)
    return Space(
        usage.total,
        usage.free,
        not read_only and os.access(path, os.W_OK | os.X_OK),
        read_only,
        owner.user if owner else "",
        _unreadable_files(folder),
    )


def _unreadable_files(folder: Path) -> tuple[str, ...]:
    """Return the names of files in a folder that we may not read and write."""
    try:
        with os.scandir(folder) as found:
            return tuple(
                sorted(
                    file.name
                    for file in found
                    if file.is_file() and not os.access(file.path, os.R_OK | os.W_OK)
                )
            )
    except OSError:
        return ()


def version_of(package: str) -> str | None:
    """Return the version of an installed package by its pip name, or None."""
    from importlib import metadata

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def fits(version: str, wanted: str) -> bool:
    """Return whether a version matches, such as ">=2.3.1,<3" (PEP 440); True if unknown."""
    # The doctor is called when libraries are missing, also this one, which has its own finding.
    try:
        from packaging.specifiers import SpecifierSet
        from packaging.version import Version

        return SpecifierSet(wanted).contains(Version(version), prereleases=True)
    except (ImportError, ValueError):
        return True


def source_of(module: str) -> str | None:
    """Return the source of an installed module without importing it, or None.

    At most MOST bytes of it; its parent packages are imported.
    """
    from importlib import util

    found = util.find_spec(module)
    if found is None or not found.origin:
        return None
    with Path(found.origin).open("rb") as file:
        return file.read(MOST).decode("utf-8", "replace")


def owner_of(path: Path) -> Owner | None:
    """Return the owner of a file, None if it does not exist."""
    try:
        facts = path.stat()
    except OSError:
        return None
    return Owner(_user(facts.st_uid), _group(facts.st_gid), f"{facts.st_mode & 0o777:03o}")


def is_taken(path: Path) -> bool | None:
    """Return whether another program draws on this display, None if unknown. Draws nothing.

    `path` is a device such as /dev/dri/card1. True also if this process draws there.
    """
    import fcntl

    try:
        handle = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.ioctl(handle, SET_MASTER)
    except OSError as fault:
        # Opening a free display grants it, and so does asking again: only the second program is
        # refused.
        return True if fault.errno in (errno.EBUSY, errno.EACCES, errno.EPERM) else None
    finally:
        # This also gives the display back.
        os.close(handle)
    return False


def has_library(name: str) -> bool:
    """Return whether a library of the system, such as libgbm.so.1, can be loaded.

    The system's linker searches all its places.
    """
    import ctypes

    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def current_user() -> CurrentUser:
    """Return the user of this process; a group without a name is called by its number."""
    uid = os.getuid()
    return CurrentUser(uid, _user(uid), frozenset(map(_group, {os.getgid(), *os.getgroups()})))


def _user(number: int) -> str:
    import pwd

    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def _group(number: int) -> str:
    import grp

    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)


@dataclass(frozen=True)
class World:
    """Everything that a check may use."""

    root: Path = Path("/")
    """The folder of /sys, /proc, /dev and /etc."""
    state: Path = field(default_factory=state_folder)
    """The state folder."""
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    run: Callable[[Sequence[str]], CommandResult] = run_command
    """Runs a program."""
    try_out: Callable[[Sequence[str]], CommandResult] = field(
        default=partial(run_command, longest=LONGEST_TRIAL)
    )
    """Runs a program that may take its time."""
    disk: Callable[[Path], Space] = space
    """Returns the room at a folder."""
    version: Callable[[str], str | None] = version_of
    """Returns the version of a package."""
    source: Callable[[str], str | None] = source_of
    """Returns the source of a module."""
    ports: Callable[[], Sequence[ReaderPort]] = field(default_factory=UsbPorts)
    """Returns the ports of readers."""
    person: Callable[[], CurrentUser] = current_user
    loads: Callable[[str], bool] = has_library
    """Returns whether a library of the system exists."""
    taken: Callable[[Path], bool | None] = is_taken
    """Returns whether another program has a display."""
    now: Callable[[], float] = time.time
    """Returns the Unix time."""
    since: ProcessFacts = NOTHING
    """The facts that this process has learnt since its start."""
    python: tuple[int, int] = (sys.version_info.major, sys.version_info.minor)

    def path(self, place: str) -> Path:
        """Return where a place such as "/proc/meminfo" is below the root."""
        return self.root / place.lstrip("/")

    def text(self, place: str) -> str | None:
        """Return the stripped text of a file, None if it cannot be read."""
        try:
            with os.fdopen(open_plain(self.path(place)), "rb") as file:
                # Texts of the device tree end in a NUL.
                return file.read(MOST).decode("utf-8", "replace").strip(" \t\r\n\0")
        except OSError:
            return None

    def places(self, pattern: str) -> tuple[str, ...]:
        """Return the sorted places that match a pattern such as "/dev/dri/card*", without the root.

        Patterns are those of pathlib; unreadable folders match nothing.
        """
        return tuple(
            sorted(
                f"/{path.relative_to(self.root).as_posix()}"
                for path in self.root.glob(pattern.lstrip("/"))
            )
        )

    def may(self, place: str, how: int = os.R_OK | os.W_OK) -> bool:
        """Return whether we may read and write a place, or other access as in `how`."""
        return os.access(self.path(place), how)

    def owner(self, place: str) -> Owner | None:
        """Return the owner of a device, None if it does not exist."""
        return owner_of(self.path(place))

    @property
    def board(self) -> str:
        """The kind of Raspberry Pi, such as "Raspberry Pi 5 Model B Rev 1.0".

        "" for other machines.
        """
        model = (
            self.text("/proc/device-tree/model")
            or self.text("/sys/firmware/devicetree/base/model")
            or ""
        )
        return model if "Raspberry Pi" in model else ""

    @property
    def pi(self) -> int:
        """The generation of Raspberry Pi, 0 if there is none or it is unknown.

        By the first digit after the family's name: "Raspberry Pi 5 Model B" is 5, "Raspberry Pi
        Compute Module 4" is 4, "Raspberry Pi Zero 2" has none.
        """
        words = self.board.removeprefix("Raspberry Pi ").removeprefix("Compute Module ").split()
        return int(words[0][0]) if words and words[0][0].isdigit() else 0


PLACES: Final = ("/media/", "/run/media/", "/mnt/")
"""Sticks are mounted below these folders, or at /mnt itself."""


def sticks(world: World) -> tuple[Path, ...]:
    """Return the folders of all writable removable disks, in the kernel's order.

    Disks that are plugged in but not mounted do not count.
    """
    return tuple(folder for folder in _mounted_folders(world) if _writable(world, folder))


def mounted_sticks(world: World) -> tuple[Path, ...]:
    """Return the folders of all removable disks, also of read-only ones."""
    return tuple(_mounted_folders(world))


def _mounted_folders(world: World) -> Iterator[Path]:
    for line in (world.text("/proc/self/mounts") or "").splitlines():
        device, place = [*map(_unescape, line.split()), "", ""][:2]
        if not f"{place}/".startswith(PLACES):
            continue
        # A device such as /dev/sda1 is on one of these disks.
        name = device.removeprefix("/dev/")
        disks = [disk.rsplit("/", 1)[1] for disk in world.places("/sys/block/*")]
        if any(
            name.startswith(disk)
            and (world.text(f"/sys/block/{disk}/removable") == "1" or _on_usb(world, disk))
            for disk in disks
        ):
            # The place below the root, which is another one in tests.
            yield world.path(place)


def _unescape(text: str) -> str:
    """Decode a word of the kernel's list, with blanks as three octal digits."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), text)


def _on_usb(world: World, disk: str) -> bool:
    """Return whether a disk is on USB: large sticks claim not to be removable."""
    place = world.path(f"/sys/block/{disk}").resolve()
    return any(re.fullmatch(r"usb\d+", part) for part in place.parts)


def _writable(world: World, folder: Path) -> bool:
    try:
        return world.disk(folder).writable
    except OSError:
        return False
