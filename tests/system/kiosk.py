"""The kiosk seen from outside: is its screen there, its service active, its memory small?"""

from __future__ import annotations

import base64
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from PIL import Image as Picture
from PIL import ImageChops, ImageFilter

from tests.system.bench import Bench
from tests.system.machine import Machine
from tests.system.words import KernelStoppedError, SystemTestError

SERVICE: Final = "clockwork-derby.service"
STATE: Final = "/var/lib/clockwork-derby"
COMMAND: Final = "clockwork-derby"
PLAYER: Final = ("runuser", "-u", "derby", "--")
"""The command prefix that asks as the user who plays, where root is refused."""
PLACE: Final = Path("/opt/clockwork-derby")
"""The folder of the slots of installed versions."""
PATIENCE: Final = 900
"""Seconds after which something will not come, also where ten others work on the same machine and a
boot takes ten times as long as alone."""
LONG: Final = 600
"""Seconds in which an installation ends on an emulated machine under load."""
GROUND: Final = (20, 16, 11)
"""The colour of the app's background, which no console has."""
GROUND_SHARE, COLOURS = 0.1, 60
"""The marks of a picture of the kiosk: its share of background, and its number of colours. A
console has a handful, and is black."""
NEAR, FAR = 3, 48
"""A pixel differs if nothing within a square of so many pixels is less than so many levels of grey
away: where an edge falls between two pixels, two machines draw it differently."""


def started_with(order: str, more: str = "") -> str:
    """Return words for the guest's kernel by which the service starts another command.

    They set a credential for systemd, so the disk stays as installed. `more` changes the unit
    further.
    """
    drop_in = f"[Service]\nExecStart=\nExecStart={order}\n{more}\n"
    return (
        f"systemd.set_credential_binary=systemd.unit-dropin.{SERVICE}:"
        f"{base64.b64encode(drop_in.encode()).decode()}"
    )


def wait_for(
    asked: Callable[[], bool], what: str, patience: float = PATIENCE, pause: float = 0.3
) -> float:
    """Ask again and again until it is so, and return the seconds that it took.

    Raises:
        SystemTestError: `what` did not come.
    """
    began = time.monotonic()
    while not asked():
        if time.monotonic() - began > patience:
            raise SystemTestError(f"waited {patience:.0f} s for {what}, in vain")
        time.sleep(pause)
    return time.monotonic() - began


def shown(guest: Machine, name: str, unit: str = SERVICE) -> str:
    """Return a property of a unit."""
    return guest.ask("systemctl", "show", "--value", "-p", name, unit).said.strip()


def is_active(guest: Machine) -> bool:
    """Return whether the service has said that it is ready."""
    return shown(guest, "ActiveState") == "active"


def first_screen(bench: Bench, guest: Machine, name: str = "now") -> float:
    """Wait until the display shows the kiosk; return the seconds since the guest was switched on.

    Only pictures decide.
    """
    try:
        wait_for(lambda: is_kiosk(bench.picture(guest, name)), "a picture of the kiosk")
    except KernelStoppedError:
        # It can be asked nothing any more.
        raise
    except SystemTestError as fault:
        raise SystemTestError(f"{fault}. The end of the guest's log: {last_words(guest)}") from None
    return time.monotonic() - guest.since


def again(guest: Machine, before: str) -> bool:
    """Return whether the service is active as another process than `before`."""
    # One command asks for all, since the process may end between two questions.
    properties = dict(
        line.split("=", 1)
        for line in guest.ask(
            "systemctl", "show", "-p", "ActiveState", "-p", "MainPID", SERVICE
        ).said.split()
    )
    return properties["ActiveState"] == "active" and properties["MainPID"] not in (before, "0")


def is_kiosk(path: Path) -> bool:
    """Return whether a picture shows the app: neither black nor a console."""
    with Picture.open(path) as picture:
        counts = picture.convert("RGB").getcolors(1 << 24) or []
    floor = sum(
        count
        for count, colour in counts
        if isinstance(colour, tuple)
        and max(abs(a - b) for a, b in zip(colour, GROUND, strict=True)) <= 6
    )
    return len(counts) >= COLOURS and floor >= GROUND_SHARE * sum(count for count, _ in counts)


def difference(one: Path, other: Path) -> float:
    """Return the share of pixels that differ, 0.0 to 1.0; 1.0 for pictures of two sizes."""
    with Picture.open(one) as first, Picture.open(other) as second:
        if first.size != second.size:
            return 1.0
        grey = first.convert("L"), second.convert("L")
    off = ImageChops.lighter(_unlike(*grey), _unlike(*reversed(grey))).histogram()
    return float(sum(off[FAR:]) / sum(off))


def _unlike(picture: Picture.Image, other: Picture.Image) -> Picture.Image:
    """Return how far each pixel is from everything near it in another picture."""
    above = ImageChops.subtract(picture, other.filter(ImageFilter.MaxFilter(NEAR)))
    return ImageChops.lighter(
        above, ImageChops.subtract(other.filter(ImageFilter.MinFilter(NEAR)), picture)
    )


def mounted(guest: Machine) -> str:
    """Return where the stick is mounted, "" while it is not.

    An automount does not count, since the game would not see it.
    """
    rows = [line.split() for line in guest.ask("cat", "/proc/mounts").said.splitlines()]
    return next(
        (row[1] for row in rows if row[1].startswith("/run/media/") and row[2] == "vfat"), ""
    )


def update_status(guest: Machine) -> str:
    """Return what the slots hold, and what became of the last update."""
    return guest.ask(COMMAND, "update", "status", limit=120).said.strip()


def is_there(guest: Machine, name: str) -> bool:
    """Return whether there is something of this name beside the slots."""
    return not guest.ask("test", "-e", str(PLACE / name)).code


def last_words(guest: Machine) -> str:
    """Return the end of what the app, and systemd about it, wrote to the log."""
    return guest.ask(
        "journalctl",
        "-b",
        "--no-pager",
        "-o",
        "short-monotonic",
        "-n",
        "30",
        "-t",
        "clockwork-derby",
        "-t",
        "systemd",
    ).said.strip()


def memory(guest: Machine) -> float:
    """Return the memory of the app's process that is private or shared, in MB."""
    return resident(guest.ask("cat", f"/proc/{shown(guest, 'MainPID')}/status").said)


def resident(status: str) -> float:
    """Return the resident memory in the kernel's status of a process, in MB."""
    return next(
        int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS:")
    )
