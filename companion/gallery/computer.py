"""The pages of the computer of a table: its doctor, on machines that do not exist, and updates.

Each machine has a root folder with a /sys, a /proc and a /dev, and what else a check asks. Sticks,
versions and sentences of updates are made up: no installer runs, and `Away` keeps background tasks
from looking at this machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from companion.app.crash_loop import why_safe
from companion.app.host import BackgroundTasks
from companion.app.loop import EventLoop
from companion.gallery.race import race, send, session_after
from companion.health.base import run_checks, title_of
from companion.health.world import CommandResult, CurrentUser, Space, World
from companion.privileged.wheel import AGAIN
from companion.session.commands import CheckResult
from companion.session.messages import Message, OpenPage, ShowNotice, StartInfo, success
from companion.session.pages.doctor import HealthExamined, TapsCounted
from companion.session.pages.update import (
    ChooseUpdate,
    InstallUpdate,
    UpdateHeard,
    UpdateOffer,
    UpdatesSeen,
)
from companion.table.serial.discovery import ReaderPort
from companion.words import NOTHING, Text, sentence, sentences, text

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
        # No program is installed.
        run=lambda command: CommandResult(None, ""),
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


STICK: Final = "/run/media/system/STICK"
BOARD: Final = text(
    "a game on {board} stops in turn {turn}, expected turn {expected}",
    board="Fountain Circus",
    turn=1,
    expected=2,
)
ON_THE_STICK: Final = text("on the stick {stick}", stick="STICK")
OFFERS: Final = (
    UpdateOffer(f"{STICK}/clockwork_derby-1.4.0-py3-none-any.whl", "1.4.0", ON_THE_STICK, "newer"),
    UpdateOffer(
        f"{STICK}/clockwork_derby-1.2.0-py3-none-any.whl",
        "1.2.0",
        text("in the folder for updates"),
        "older",
    ),
    UpdateOffer(
        f"{STICK}/clockwork_derby-1.5.0-py3-none-any.whl",
        "",
        ON_THE_STICK,
        "refused",
        sentence(
            text(
                "{file} has another sum than {sums} says: it is damaged or cut off. {again}",
                file="clockwork_derby-1.5.0-py3-none-any.whl",
                sums="SHA256SUMS",
                again=AGAIN,
            )
        ),
    ),
)
UNSIGNED: Final = UpdateOffer(
    f"{STICK}/clockwork_derby-1.6.0-py3-none-any.whl",
    "",
    ON_THE_STICK,
    "refused",
    text(
        (
            "{signature} is missing, so the maker of this update is unknown. Build it with "
            "`make wheel`, and copy all of dist to the stick."
        ),
        signature="SHA256SUMS.sig",
    ),
)
STRANGERS: Final = UpdateOffer(
    f"{STICK}/updates/clockwork_derby-1.6.0-py3-none-any.whl",
    "",
    ON_THE_STICK,
    "refused",
    text(
        "{sums} is signed by a key that this table does not know ({key}). Build the update with "
        "`make wheel` where your own key is, or add this key: "
        "sudo make install key=FILE.pub",
        sums="SHA256SUMS",
        key="SHA256:0Vn3rMDdYq4rZ1rf…",
    ),
)


def slot(name: str, version: str, runs: bool = False) -> Text:
    """Return the guard's words about a slot with a version, which `runs` at the next start."""
    held = text("version {version}", version=version)
    if runs:
        return text("installation {slot}: {held}, runs at the next start", slot=name, held=held)
    return text("installation {slot}: {held}", slot=name, held=held)


SLOTS: Final = (slot("a", "1.3.0", True), slot("b", "1.2.9"))
SEEN: Final = UpdatesSeen("1.3.0", SLOTS, OFFERS, before="1.2.9")
DONE: Final = text(
    (
        "Version {version} is in installation {slot} and replaces {before} at the next start, "
        "on trial."
    ),
    version="1.4.0",
    slot="b",
    before="1.3.0",
)
ELSEWHERE: Final = text(
    "This app does not run from an installation in {place}, but from {folder}. Get the newer "
    "version as you got this one: "
    "newer sources, installed in the same way.",
    place="/opt/clockwork-derby",
    folder="/opt/derby/.venv",
)


def _open_page(
    seen: UpdatesSeen | None, *said: Message, loop: EventLoop | None = None
) -> EventLoop:
    """Return the open page, with findings and after some messages."""
    loop = loop or session_after()
    loop.host.background = Away()
    return send(loop, OpenPage("update"), *((seen,) if seen is not None else ()), *said)


def _asked(state: str, words: Text, seconds: int = 0) -> EventLoop:
    """Return the first update under way, with this answer.

    `state` is "working", "done" or "failed", `seconds` how long it has worked.
    """
    return _open_page(
        SEEN, ChooseUpdate(OFFERS[0].path), InstallUpdate(), UpdateHeard(1, state, words, seconds)
    )


UPDATE_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "update-looking": lambda: _open_page(None),
    "update-found": lambda: _open_page(SEEN),
    "update-unsigned": lambda: _open_page(SEEN._replace(offers=(UNSIGNED, STRANGERS))),
    "update-none": lambda: _open_page(SEEN._replace(offers=())),
    "update-playing": lambda: _open_page(SEEN, loop=race()),
    "update-waiting": lambda: _open_page(
        UpdatesSeen(
            "1.3.0", (slot("a", "1.3.0"), slot("b", "1.4.0", True)), OFFERS[1:2], waiting="1.4.0"
        )
    ),
    "update-elsewhere": lambda: _open_page(UpdatesSeen("1.3.0", elsewhere=ELSEWHERE)),
    "update-chosen": lambda: _open_page(SEEN, ChooseUpdate(OFFERS[0].path)),
    "update-back": lambda: _open_page(SEEN, ChooseUpdate("before")),
    "update-working": lambda: _asked(
        "working",
        text(
            "Version {version} is being put into installation {slot}. This takes minutes.",
            version="1.4.0",
            slot="b",
        ),
        78,
    ),
    "update-done": lambda: _asked("done", DONE),
    "update-failed": lambda: _asked(
        "failed",
        sentence(text("installation {slot} did not pass its own test: {why}", slot="b", why=BOARD)),
    ),
}
"""Pictures of the gallery of updates, in its order."""
