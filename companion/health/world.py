"""The machine as checks see it: files under a root, programmes, packages, the user; everything can be put in place of the real one.

Checks ask nothing but this, so that tests can put together any machine, and a doctor sees the same as the watch.
"""

from __future__ import annotations

import errno
import os
import shutil
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from companion.folders import open_plain, state_folder
from companion.health.since import NOTHING, Since
from companion.named_tuples import NamedTuple
from companion.table.serial.discovery import Port, UsbPorts

LONGEST_RUN: Final = 1.5
"""Seconds that a programme may run: less than a check has."""
MOST: Final = 1 << 20
"""Bytes that are read of a file at most."""
SET_MASTER: Final = 0x641E
"""The kernel's DRM_IOCTL_SET_MASTER, its header's _IO('d', 0x1e): only one programme at a time may draw on a display."""


class Ran(NamedTuple):
    """How a programme ended: its exit status, or None where it could not be run or took too long; what it printed."""

    status: int | None
    output: str


class Space(NamedTuple):
    """Room on the disk of a folder: bytes in all and bytes that we may still use; whether we can write there at all.

    `read_only`: nobody can. `owner` is whose the folder is, "" where it is not there; `closed` are files in it that we may not change.
    """

    total: int
    free: int
    writable: bool
    read_only: bool = False
    owner: str = ""
    closed: tuple[str, ...] = ()


class Owner(NamedTuple):
    """Whose a device is: the names of its user and its group, and its rights as three digits, such as "660"."""

    user: str
    group: str
    rights: str


class Person(NamedTuple):
    """Who we are to the system: number, name, and the names of the groups that this process has."""

    uid: int
    name: str
    groups: frozenset[str]


def ran(command: Sequence[str], longest: float = LONGEST_RUN) -> Ran:
    """Run a programme without input and without a shell; it is ended after so many seconds.

    What it prints on both streams comes together. It never raises.
    """
    # Imported here and below, where it is asked for: what watches the machine must not keep the first screen waiting.
    import subprocess

    from companion import children

    # Checks understand what programmes say in English.
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
        return Ran(None, "")
    return Ran(done.returncode, done.stdout.decode("utf-8", "replace"))


def space(folder: Path) -> Space:
    """The room where a folder lies, or would lie once it is made. OSError where the disk cannot be asked."""
    path = folder
    # A state folder is made only when something is kept; until then the next folder above tells where it will lie.
    while not _is_there(path) and path != path.parent:
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
        _closed(folder),
    )


def _is_there(path: Path) -> bool:
    """Whether there is something that we may see.

    A folder that we may not look into counts as none.
    """
    try:
        return path.exists()
    except OSError:
        return False


def _closed(folder: Path) -> tuple[str, ...]:
    """The names of the files in a folder that we may not read and write."""
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
    """The version of an installed package, by its name as pip knows it; None where it is not installed."""
    from importlib import metadata

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def fits(version: str, wanted: str) -> bool:
    """Whether a version is one of those that are wanted, such as ">=2.3.1,<3"; also where nobody can tell. By Python's rules (PEP 440)."""
    # A doctor is called where libraries are missing, this one too: whether it is there has a finding of its own.
    try:
        from packaging.specifiers import SpecifierSet
        from packaging.version import Version

        return SpecifierSet(wanted).contains(Version(version), prereleases=True)
    except (ImportError, ValueError):
        return True


def source_of(module: str) -> str | None:
    """The source text of an installed module, without importing it; None where it is not installed.

    At most MOST bytes of it; the module's own packages above it are imported.
    """
    from importlib import util

    found = util.find_spec(module)
    if found is None or not found.origin:
        return None
    with Path(found.origin).open("rb") as file:
        return file.read(MOST).decode("utf-8", "replace")


def owner_of(path: Path) -> Owner | None:
    """Whose a file is; None where it is not there."""
    try:
        facts = path.stat()
    except OSError:
        return None
    return Owner(_user(facts.st_uid), _group(facts.st_gid), f"{facts.st_mode & 0o777:03o}")


def is_taken(path: Path) -> bool | None:
    """Whether another programme draws on this display now; None where that cannot be told. Nothing is drawn, and nothing is kept.

    `path` is a device such as /dev/dri/card1. While this process itself draws there the answer is True.
    """
    import fcntl

    try:
        handle = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.ioctl(handle, SET_MASTER)
    except OSError as fault:
        # Who opens a display that nobody has gets it at once, and asking again is granted: refused is only who came second.
        return True if fault.errno in (errno.EBUSY, errno.EACCES, errno.EPERM) else None
    finally:
        # With it the display is given back, too.
        os.close(handle)
    return False


def has_library(name: str) -> bool:
    """Whether a library of the system, such as libgbm.so.1, can be loaded.

    The system's own linker looks for it, in all places that it knows.
    """
    import ctypes

    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def this_person() -> Person:
    """Who runs this process; a group without a name is called by its number."""
    uid = os.getuid()
    return Person(uid, _user(uid), frozenset(map(_group, {os.getgid(), *os.getgroups()})))


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
    """Everything a check may touch. `root` is where /sys, /proc, /dev and /etc are looked for, `state` the folder of what is kept.

    `run` and `disk` ask about programmes and room, `version` and `source` about packages and modules, `ports` where readers answer; `loads`
    whether there is a library of the system, `taken` whether another programme has a display; `now` tells the Unix time. `since` is what this process has learnt since it began.
    """

    root: Path = Path("/")
    state: Path = field(default_factory=state_folder)
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    run: Callable[[Sequence[str]], Ran] = ran
    disk: Callable[[Path], Space] = space
    version: Callable[[str], str | None] = version_of
    source: Callable[[str], str | None] = source_of
    ports: Callable[[], Sequence[Port]] = field(default_factory=UsbPorts)
    person: Callable[[], Person] = this_person
    loads: Callable[[str], bool] = has_library
    taken: Callable[[Path], bool | None] = is_taken
    now: Callable[[], float] = time.time
    since: Since = NOTHING
    python: tuple[int, int] = (sys.version_info.major, sys.version_info.minor)

    def path(self, place: str) -> Path:
        """Where a place such as "/proc/meminfo" is under the root."""
        return self.root / place.lstrip("/")

    def text(self, place: str) -> str | None:
        """What stands in a file, without blanks around it; None where it is not there or cannot be read."""
        try:
            with os.fdopen(open_plain(self.path(place)), "rb") as file:
                # What the device tree tells ends in a NUL.
                return file.read(MOST).decode("utf-8", "replace").strip(" \t\r\n\0")
        except OSError:
            return None

    def places(self, pattern: str) -> tuple[str, ...]:
        """The places that match a pattern such as "/dev/dri/card*", in order, as they are called without the root.

        Patterns are those of pathlib; a place that may not be looked into matches nothing.
        """
        return tuple(
            sorted(
                f"/{path.relative_to(self.root).as_posix()}"
                for path in self.root.glob(pattern.lstrip("/"))
            )
        )

    def may(self, place: str, how: int = os.R_OK | os.W_OK) -> bool:
        """Whether we may read and write a place, or what else `how` says."""
        return os.access(self.path(place), how)

    def owner(self, place: str) -> Owner | None:
        """Whose a device is; None where it is not there."""
        return owner_of(self.path(place))

    @property
    def board(self) -> str:
        """What kind of Raspberry Pi this is, such as "Raspberry Pi 5 Model B Rev 1.0"; "" where it is none."""
        model = (
            self.text("/proc/device-tree/model")
            or self.text("/sys/firmware/devicetree/base/model")
            or ""
        )
        return model if "Raspberry Pi" in model else ""

    @property
    def pi(self) -> int:
        """Which generation of Raspberry Pi it is, 0 where it is none or cannot be told.

        By the first digit after the family's name: "Raspberry Pi 5 Model B" is 5, "Raspberry Pi Compute Module 4" is 4, "Raspberry Pi
        Zero 2" is none.
        """
        words = self.board.removeprefix("Raspberry Pi ").removeprefix("Compute Module ").split()
        return int(words[0][0]) if words and words[0][0].isdigit() else 0
