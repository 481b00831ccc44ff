"""USB sticks that are plugged in, mounted and writable."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.health.world import World

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
        if f"{place}/".startswith(PLACES) and _removable(world, device):
            # The place below the root, which is another one in tests.
            yield world.path(place)


def _unescape(text: str) -> str:
    """Decode a word of the kernel's list, with blanks as three octal digits."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), text)


def _removable(world: World, device: str) -> bool:
    """Return whether a device such as /dev/sda1 is on a removable disk."""
    name = device.removeprefix("/dev/")
    disks = [place.rsplit("/", 1)[1] for place in world.places("/sys/block/*")]
    return any(
        name.startswith(disk)
        and (world.text(f"/sys/block/{disk}/removable") == "1" or _on_usb(world, disk))
        for disk in disks
    )


def _on_usb(world: World, disk: str) -> bool:
    """Return whether a disk is on USB: large sticks claim not to be removable."""
    place = world.path(f"/sys/block/{disk}").resolve()
    return any(re.fullmatch(r"usb\d+", part) for part in place.parts)


def _writable(world: World, folder: Path) -> bool:
    try:
        return world.disk(folder).writable
    except OSError:
        return False
