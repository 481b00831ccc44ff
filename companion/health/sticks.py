"""USB sticks that are plugged in, mounted, and can be written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.health.world import World

PLACES: Final = ("/media/", "/run/media/", "/mnt/")
"""Below these sticks are mounted; /mnt itself counts, too."""


def sticks(world: World) -> tuple[Path, ...]:
    """The folders of all removable disks that may be written, as the kernel lists them.

    Empty where there is none; one that is plugged in but not mounted does not count.
    """
    return tuple(folder for folder in _mounted(world) if _writable(world, folder))


def mounted_sticks(world: World) -> tuple[Path, ...]:
    """The folders of all removable disks, also of those that can only be read."""
    return tuple(_mounted(world))


def _mounted(world: World) -> Iterator[Path]:
    for line in (world.text("/proc/self/mounts") or "").splitlines():
        device, place = [*map(_unescaped, line.split()), "", ""][:2]
        if f"{place}/".startswith(PLACES) and _removable(world, device):
            # A place of the machine as it is seen under the root, which in tests is another one.
            yield world.path(place)


def _unescaped(text: str) -> str:
    """A word of the kernel's list, where blanks and the like stand as three octal digits."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), text)


def _removable(world: World, device: str) -> bool:
    """Whether a device such as /dev/sda1 lies on a disk that can be pulled out."""
    name = device.removeprefix("/dev/")
    disks = [place.rsplit("/", 1)[1] for place in world.places("/sys/block/*")]
    return any(
        name.startswith(disk)
        and (world.text(f"/sys/block/{disk}/removable") == "1" or _on_usb(world, disk))
        for disk in disks
    )


def _on_usb(world: World, disk: str) -> bool:
    """Whether a disk hangs on USB: large sticks say that they stay where they are."""
    place = world.path(f"/sys/block/{disk}").resolve()
    return any(re.fullmatch(r"usb\d+", part) for part in place.parts)


def _writable(world: World, folder: Path) -> bool:
    try:
        return world.disk(folder).writable
    except OSError:
        return False
