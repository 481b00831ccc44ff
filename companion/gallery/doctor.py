"""The doctor's page in typical states, on machines that do not exist.

Each has a root folder with a /sys, a /proc and a /dev, and what else a check asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from companion.app.crash_loop import why_safe
from companion.app.host import BackgroundTasks
from companion.app.loop import EventLoop
from companion.gallery.race import send, session_after
from companion.health.base import run_checks, title_of
from companion.health.world import CommandResult, CurrentUser, Space, World
from companion.session.commands import CheckResult
from companion.session.messages import Message, OpenPage, ShowNotice, StartInfo, success
from companion.session.pages.doctor import HealthExamined, TapsCounted
from companion.table.serial.discovery import ReaderPort
from companion.words import NOTHING, Text, sentences, text

NOW: Final = 1_800_000_000.0
"""A day in January 2027, when all these machines are checked."""
GIGABYTE: Final = 1_000_000_000
PI_5: Final = "Raspberry Pi 5 Model B Rev 1.0"
READER: Final = ReaderPort("/dev/ttyACM1", "E6614C775B4A2137", "Pico at /dev/ttyACM1")
THROTTLED: Final = "/sys/devices/platform/soc/soc:firmware/get_throttled"
INPUTS: Final = "/proc/bus/input/devices"

PANEL: Final = """I: Bus=0018 Vendor=0000 Product=0000 Version=0000
N: Name="Goodix Capacitive TouchScreen"
H: Handlers=event0
B: PROP=2
B: EV=b
B: KEY=400 0 0 0 0 0
B: ABS=260800000000003
"""
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
    for place, content in {"/proc/device-tree/model": f"{board}\0", **FILES, **files}.items():
        if content is not None:
            path = root / place.lstrip("/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, "utf-8")
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


STATE: Final = Path("/var/lib/clockwork-derby")
BROKEN: Final = {
    "/dev/spidev0.0": None,
    "/sys/class/thermal/thermal_zone0/temp": "83210",
    THROTTLED: "50005",
}
"""Files of a machine with many findings."""


def _found(*names: str, **how: Any) -> tuple[CheckResult, ...]:
    """Return the findings on a made-up machine in good or changed state."""
    with TemporaryDirectory() as root:
        return tuple(
            CheckResult(found.check, title_of(found), found.state, found.words, found.remedy)
            for found in run_checks(machine(Path(root), state=STATE, **how), names)
        )


WELL: Final = _found("clock", "disk", "display", "power", "readers", "touch")[:-1]
"""All is fine; the second finding of the check of touch is left out, so that the page is not
full."""
ILL: Final = _found("gpio", "heat", "permissions", "power", files=BROKEN, closed=("/dev/ttyACM",))
SAVED: Final = success(
    sentences(
        text(
            "The bundle is in {path}.", path="/run/media/system/STICK/derby-2026-11-22-190431.zip"
        ),
        text("You can pull the stick out now."),
    )
)


class Away(BackgroundTasks):
    """Background tasks that never return: scenes make up what was found.

    Real checks would look at the machine that draws the pictures, and no two machines would draw
    the same.
    """

    def send(
        self, name: str, run: Callable[[], Message], failed: Callable[[Text], Message]
    ) -> None:
        """Drop the task, so that nothing ever comes back."""


def _called(findings: Iterable[CheckResult] | None, safe: Text = NOTHING) -> EventLoop:
    """Return the doctor's page, with findings or None while it runs.

    `safe` is the reason for safe mode, NOTHING without it.
    """
    loop = session_after()
    if safe:
        loop.send(StartInfo(appliance=True, safe=safe))
    # Before the doctor is called: the call itself sends the checks off.
    loop.host.background = Away()
    loop.send(OpenPage("doctor"))
    return loop if findings is None else send(loop, HealthExamined(tuple(findings)))


DOCTOR_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "doctor-looking": lambda: _called(None),
    "doctor-fine": lambda: _called(WELL),
    "doctor-ill": lambda: _called((*WELL[:3], *ILL, *WELL[4:])),
    "doctor-taps": lambda: send(_called(WELL), TapsCounted(10, 3), ShowNotice(SAVED)),
    "doctor-safe": lambda: _called((*ILL[2:], *WELL[:3]), why_safe(2, False)),
}
"""Pictures of the gallery of the doctor, in its order."""
