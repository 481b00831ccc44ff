"""The doctor's page in typical states: while the checks run, all fine, and much to do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from companion.app.crash_loop import why_safe
from companion.app.host import BackgroundTasks
from companion.app.loop import EventLoop
from companion.gallery.machines import THROTTLED, machine
from companion.gallery.race import session_after
from companion.health.base import run_checks, title_of
from companion.session.commands import CheckResult
from companion.session.messages import Message, OpenPage, ShowNotice, StartInfo, success
from companion.session.pages.doctor import HealthExamined, TapsCounted
from companion.words import NOTHING, Text, sentences, text

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
        """Forget it."""


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
    if findings is not None:
        loop.send(HealthExamined(tuple(findings)))
    return loop


def _tapped() -> EventLoop:
    """Return doubled taps, and a bundle on a stick."""
    loop = _called(WELL)
    loop.send(TapsCounted(10, 3))
    loop.send(ShowNotice(SAVED))
    return loop


DOCTOR_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "doctor-looking": lambda: _called(None),
    "doctor-fine": lambda: _called(WELL),
    "doctor-ill": lambda: _called((*WELL[:3], *ILL, *WELL[4:])),
    "doctor-taps": _tapped,
    "doctor-safe": lambda: _called((*ILL[2:], *WELL[:3]), why_safe(2, False)),
}
"""Pictures of the gallery of the doctor, in its order."""
