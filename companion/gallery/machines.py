"""Machines that do not exist, as whole Raspberry Pis and broken ones.

Each has a root folder with a /sys, a /proc and a /dev, and what else a check asks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from companion.health.base import Finding, run_checks
from companion.health.world import CommandResult, CurrentUser, Space, World
from companion.table.serial.discovery import Port

NOW: Final = 1_800_000_000.0
"""A day in January 2027, when all these machines are checked."""
GIGABYTE: Final = 1_000_000_000
PI_4, PI_5 = "Raspberry Pi 4 Model B Rev 1.4", "Raspberry Pi 5 Model B Rev 1.0"
READER: Final = Port("/dev/ttyACM1", "E6614C775B4A2137", "Pico at /dev/ttyACM1")
THROTTLED: Final = "/sys/devices/platform/soc/soc:firmware/get_throttled"
INPUTS: Final = "/proc/bus/input/devices"
CURRENT: Final = "/opt/clockwork-derby/current"

PANEL: Final = """I: Bus=0018 Vendor=0000 Product=0000 Version=0000
N: Name="Goodix Capacitive TouchScreen"
H: Handlers=event0
B: PROP=2
B: EV=b
B: KEY=400 0 0 0 0 0
B: ABS=260800000000003
"""
TOUCHPAD: Final = PANEL.replace("Goodix Capacitive TouchScreen", "A touchpad").replace(
    "PROP=2", "PROP=5"
)
MOUSE: Final = """I: Bus=0003 Vendor=0627 Product=0001 Version=0001
N: Name="A mouse"
H: Handlers=mouse0 event1
B: PROP=0
B: EV=17
B: REL=903
"""

FILES: Final[Mapping[str, str]] = {
    THROTTLED: "0",
    "/sys/class/thermal/thermal_zone0/temp": "48312",
    INPUTS: f"{PANEL}\n{MOUSE}",
    "/proc/meminfo": (
        "MemTotal:        4147852 kB\nMemFree:          100000 kB\nMemAvailable:    3147852 kB"
    ),
    "/proc/self/status": "VmRSS:\t  180000 kB",
    "/dev/dri/card0": "",
    "/dev/dri/card1": "",
    "/dev/dri/renderD128": "",
    "/sys/class/drm/card1-DSI-1/status": "connected",
    "/dev/gpiochip0": "",
    "/dev/spidev0.0": "",
    "/dev/pio0": "",
    "/dev/ttyACM1": "",
    "/dev/input/event0": "",
    "/dev/input/event1": "",
    "/usr/lib/aarch64-linux-gnu/dri/vc4_dri.so": "",
    "/run/systemd/timesync/synchronized": "",
    "/dev/snd/pcmC0D0p": "",
    "/proc/asound/cards": (
        " 0 [vc4hdmi        ]: vc4-hdmi - vc4-hdmi\n                      vc4-hdmi"
    ),
}
"""The files of a Pi in a good state."""
AS_IT_IS: Final[Mapping[str, str | None]] = {}
VERSIONS: Final[Mapping[str, str]] = {
    "kivy": "2.3.1",
    "packaging": "23.0",
    "pyserial": "3.5",
    "reportlab": "4.2",
    "ppf-datamatrix": "0.2",
    "starlette": "0.46.0",
    "uvicorn": "0.34.0",
    "segno": "1.6.6",
    "gpiozero": "2.0.1.post3",
}


@dataclass(frozen=True)
class Strict(World):
    """A world whose rights can be removed although root runs the tests."""

    closed: tuple[str, ...] = ()
    """The places that may not be used."""

    def may(self, place: str, how: int = 6) -> bool:
        """Return whether the place is not closed."""
        return not place.startswith(self.closed)


def nothing_runs(command: Sequence[str]) -> CommandResult:
    """Fail: no program is installed."""
    return CommandResult(None, "")


def machine(
    root: Path,
    board: str = PI_5,
    files: Mapping[str, str | None] = AS_IT_IS,
    closed: tuple[str, ...] = (),
    **other: Any,
) -> World:
    """Return a good Raspberry Pi below a root, with changes.

    `files` replaces content (None: not there), `closed` removes rights, others are fields of the
    World.
    """
    for place, text in {"/proc/device-tree/model": f"{board}\0", **FILES, **files}.items():
        if text is not None:
            path = root / place.lstrip("/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    state = root / "state"
    state.mkdir(exist_ok=True)
    world = Strict(
        root=root,
        closed=closed,
        state=state,
        environment={},
        run=nothing_runs,
        disk=lambda path: Space(32 * GIGABYTE, 20 * GIGABYTE, True),
        version=VERSIONS.get,
        source={"lgpio": "def gpiochip_open(): ..."}.get,
        ports=lambda: (READER,),
        loads=lambda library: True,
        taken=lambda card: False,
        person=lambda: CurrentUser(990, "derby", frozenset({"derby", "video"})),
        now=lambda: NOW,
        python=(3, 13),
    )
    return replace(world, **other)


def without(*names: str) -> Any:
    """Return the versions of a good Pi without some packages."""
    return {name: version for name, version in VERSIONS.items() if name not in names}.get


def ills(world: World, *names: str) -> list[tuple[str, str]]:
    """Return check and state of everything that is not fine."""
    return [
        (finding.check, finding.state)
        for finding in run_checks(world, names)
        if finding.state != "fine"
    ]


def only(world: World, name: str) -> Finding:
    """Return the one finding of a check that is not fine."""
    (finding,) = [finding for finding in run_checks(world, (name,)) if finding.state != "fine"]
    return finding
