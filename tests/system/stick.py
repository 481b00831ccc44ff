"""A USB stick for the guest: a FAT disk with updates, plugged in and pulled while the guest runs.

It is made and read on this machine.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

from tests.system.image import SOURCES
from tests.system.machine import Machine
from tests.system.words import run

DEVICES: Final = ("-device", "qemu-xhci,id=usb")
"""Words for QEMU before a stick can be plugged in."""
MEGABYTES: Final = 64


class Stick:
    """A stick, empty at first."""

    def __init__(self, disk: Path) -> None:
        """Make the disk."""
        self.disk = disk
        disk.unlink(missing_ok=True)
        with disk.open("wb") as file:
            file.truncate(MEGABYTES * 2**20)
        run("mformat", "-i", str(disk), "-F", "-v", "DERBY", "::")

    def put(self, *paths: Path) -> None:
        """Copy files and whole folders to its top."""
        run("mcopy", "-s", "-i", str(self.disk), *map(str, paths), "::")

    def names(self) -> list[str]:
        """Return the names at its top."""
        return [
            line.rpartition("/")[2]
            for line in run("mdir", "-b", "-i", str(self.disk), "::").splitlines()
            if line
        ]

    def get(self, name: str, to: Path) -> Path:
        """Copy a file from its top into a folder; return its path there."""
        run("mcopy", "-n", "-o", "-i", str(self.disk), f"::{name}", str(to / name))
        return to / name

    def words(self) -> tuple[str, ...]:
        """Return words for QEMU with which it may be plugged in."""
        return *DEVICES, "-drive", f"if=none,id=stick,file={self.disk},format=raw"

    def plug(self, guest: Machine) -> None:
        """Plug it into a running guest, which was started with these words."""
        guest.order(
            "device_add",
            driver="usb-storage",
            id="plugged",
            bus="usb.0",
            drive="stick",
            removable=True,
        )


def update(
    repository: Path,
    folder: Path,
    version: str,
    key: Path,
    broken: str = "",
    more: Mapping[str, str] = {},
) -> Path:
    """Write a version of the game as a signed update into a new folder, as `make wheel` does.

    `broken` is added to its command `play`, `more` are other files of its sources, by their paths,
    with what is added to them.
    """
    copy = folder.with_name(f"{folder.name}-sources")
    for old in (copy, folder):
        shutil.rmtree(old, ignore_errors=True)
    copy.mkdir(parents=True)
    for name in SOURCES:
        place = repository / name
        if place.is_dir():
            _ = shutil.copytree(place, copy / name)
        else:
            _ = shutil.copy2(place, copy / name)
    top, played = copy / "companion/__init__.py", copy / "companion/commands/play.py"
    top.write_text(
        re.sub(
            r'^__version__ = ".*"$',
            f'__version__ = "{version}"',
            top.read_text("utf-8"),
            flags=re.MULTILINE,
        ),
        "utf-8",
    )
    for path, text in {
        played: broken,
        **{copy / name: text for name, text in more.items()},
    }.items():
        path.write_text(path.read_text("utf-8") + text, "utf-8")
    run(str(repository / ".ci/wheel"), sys.executable, str(copy), str(folder))
    shutil.rmtree(copy)
    sign(repository, folder, key)
    return folder


def sign(repository: Path, folder: Path, key: Path) -> None:
    """Write the hashes of the wheels in a folder, and sign them as `make wheel` does."""
    sums = [
        f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(folder.glob("*.whl"))
    ]
    (folder / "SHA256SUMS").write_text("".join(sums), "ascii")
    run(str(repository / ".ci/sign"), str(folder), str(key))
