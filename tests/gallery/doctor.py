"""The doctor's page in telling states: while the checks look, when all is fine, and when there is much to do."""
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from companion.app.crash_loop import why_safe
from companion.app.host import BackgroundTasks
from companion.app.loop import EventLoop
from companion.session.commands import Checked
from companion.session.messages import CallHouse, Message, Noticed, OpenPage, success
from companion.session.pages.doctor import Examined, Tapped
from companion.words import sentences, text
from companion.words import NOTHING, Text, sentences, text
from tests.gallery.race import evening

WELL: Final = (
    Checked("clock", "Clock", "fine", "It is 2026-11-22 19:04.", ""),
    Checked("disk", "Disk", "fine", "Games are kept in /var/lib/clockwork-derby: 21456 MB of 29640 MB are free.", ""),
    Checked("display", "Display", "fine", "The console has the display /dev/dri/card1, and we may draw on it.", ""),
    Checked("power", "Power", "fine", "The power supply has been strong enough since the start.", ""),
    Checked("readers", "Readers", "fine", "8 readers are plugged in, and all of them may be opened.", ""),
    Checked("touch", "Touch", "fine", "There is one touchscreen: Goodix Capacitive TouchScreen.", ""),
)
ILL: Final = (
    Checked("gpio", "Header", "note", "SPI is switched off, so that readers at the header cannot light up.", "Put dtparam=spi=on into /boot/firmware/config.txt and restart."),
    Checked("heat", "Heat", "bad", "The processor is at 83 °C and slows down.", "Give it air, or a cooler; from 85 °C on it stutters."),
    Checked(
        "permissions", "Rights", "bad", "/dev/ttyACM0 and /dev/ttyACM1 may not be opened: you are not in the group dialout.",
        "Run sudo usermod -aG dialout derby, and restart.",
    ),
    Checked(
        "power", "Power", "bad", "The voltage was too low since the start.", "Take the power supply that belongs to the Raspberry Pi, and a short, thick cable.",
    ),
)
SAVED: Final = success(sentences(
    text("The bundle lies in {path}.", path="/run/media/system/STICK/derby-2026-11-22-190431.zip"), text("The stick can be pulled out now."),
))


class Away(BackgroundTasks):
    """Nobody comes back: scenes say themselves what was found.

    Real checks would look at the machine that draws the pictures, and no two machines would draw the same.
    """

    def send(self, name: str, run: Callable[[], Message], failed: Callable[[str], Message]) -> None:
        """Forget it."""


def _called(findings: Iterable[Checked] | None, safe: Text = NOTHING) -> EventLoop:
    """The doctor has been called, and perhaps has looked: None while it still does. `safe` is why this is safe mode, NOTHING where it is not."""
    loop = evening()
    if safe:
        loop.send(CallHouse(appliance=True, safe=safe))
    # Before the doctor is called: the call itself sends the checks off.
    loop.host.background = Away()
    loop.send(OpenPage("doctor"))
    if findings is not None:
        loop.send(Examined(tuple(findings)))
    return loop


def _tapped() -> EventLoop:
    """Some taps have arrived twice, and a bundle lies on a stick."""
    loop = _called(WELL)
    loop.send(Tapped(10, 3))
    loop.send(Noticed(SAVED))
    return loop


DOCTOR_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "doctor-looking": lambda: _called(None),
    "doctor-fine": lambda: _called(WELL),
    "doctor-ill": lambda: _called((*WELL[:3], *ILL, *WELL[4:])),
    "doctor-taps": _tapped,
    "doctor-safe": lambda: _called((*ILL[2:], *WELL[:3]), why_safe(2, False)),
}
"""Pictures of the gallery of the doctor, in its order."""
