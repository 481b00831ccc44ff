"""Wait for the console's display while the machine starts; only the window waits for it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

VIRTUAL: Final = ("virtio_gpu", "virtio-pci", "vkms", "vgem")
"""Kernel drivers of displays without a graphics chip."""
QUEUE: Final = "run/udev/queue"
"""This file exists while udev has devices to process."""
PATIENCE: Final = 20.0
"""The window waits for so many seconds at most; what is missing then is reported on opening it."""
NAP: Final = 0.1
"""Seconds between two looks."""


def await_display(
    system: Path = Path("/"),
    clock: Callable[[], float] = time.monotonic,
    nap: Callable[[float], None] = time.sleep,
) -> bool:
    """Wait until the console's display is final, and return whether there was a wait.

    It ends after PATIENCE seconds, or when udev has no more devices. A window that is opened
    earlier would be drawn without the graphics chip, or on a display that the real driver replaces.
    """
    end, waited = clock() + PATIENCE, False
    while (system / QUEUE).exists() and not _is_usable(system) and clock() < end:
        waited = True
        nap(NAP)
    return waited


def _is_usable(system: Path) -> bool:
    """Return whether there is a usable display with a connector and its renderer.

    The renderer is a chip of the display, or none on a virtual machine. A Raspberry Pi has two
    devices, one that shows and one that draws, and a PC may begin with a display of its firmware:
    the list is complete only when udev is done.
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
