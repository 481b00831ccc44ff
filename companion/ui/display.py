"""The console's display while the machine starts: the game begins beside the drivers, and its window alone waits for the display."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

VIRTUAL: Final = ("virtio_gpu", "virtio-pci", "vkms", "vgem")
"""Kernel drivers of displays without a chip of their own."""
QUEUE: Final = "run/udev/queue"
"""It is there while udev still has news of devices to work off."""
PATIENCE: Final = 20.0
"""Seconds that the window waits at most; what is missing then is told by whoever opens it."""
NAP: Final = 0.1
"""Seconds between two looks."""


def await_display(
    system: Path = Path("/"),
    clock: Callable[[], float] = time.monotonic,
    nap: Callable[[float], None] = time.sleep,
) -> bool:
    """Wait until the console's display is there as it is going to stay, or nothing more comes, for PATIENCE seconds at most; whether it waited.

    A window that is opened before would be drawn without the graphics chip, or on a display that the real driver takes away.
    """
    end, waited = clock() + PATIENCE, False
    while (system / QUEUE).exists() and not _stays(system) and clock() < end:
        waited = True
        nap(NAP)
    return waited


def _stays(system: Path) -> bool:
    """Whether there is a display with a connector that we may use, and with all that draws on it.

    That is a chip of its own, or none at all where the machine is a virtual one. A Raspberry Pi has two devices, one that shows and one that
    draws, and a PC may begin with a display of its firmware: only when udev is done there is no more to come.
    """
    for place in (system / "sys/class/drm").glob("card*-*"):
        card = place.name.partition("-")[0]
        device = system / "sys/class/drm" / card / "device"
        whole = (device / "driver").resolve().name in VIRTUAL or any(
            (device / "drm").glob("renderD*")
        )
        if whole and os.access(system / "dev/dri" / card, os.R_OK | os.W_OK):
            return True
    return False
