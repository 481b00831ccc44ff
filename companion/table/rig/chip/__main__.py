"""The process of an emulated reader: `python -m companion.table.rig.chip CONTROL PORT`.

CONTROL and PORT are inherited file descriptors. The first line on the control socket configures the
reader. Then `boot.py` and `code.py` run, as after a power-up, until the cable is pulled (the
process is killed), the app ends or the watchdog fires. A chip in safe mode runs `safemode.py`
alone.
"""

from __future__ import annotations

import json
import os
import runpy
import select
import signal
import socket
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final, NoReturn

from companion.table.rig.chip.clock import ChipClock
from companion.table.rig.chip.modules import all_modules, install
from companion.table.rig.chip.port import DataPort
from companion.table.rig.chip.supervision import WATCHDOG, ChipMemory, ChipReset, Supervision
from companion.table.rig.chip.wiring import HardwareDamageError, Wiring
from companion.table.rig.optics import picture_from
from companion.table.rig.rig_settings import Faults, Mangler, defects_from

RECEIVED: Final = 65536
TICK: Final = 0.25
"""Real seconds between two checks of the watchdog and of the app."""

BULB_REST: Final = 0.1
"""Minimum real seconds between two reports of the lights.

A blinking light would flood the app without it.
"""

RESET, ORPHANED = 3, 0
"""Exit statuses: restart the chip; the app is gone."""


class Control:
    """Lines of JSON both ways on a socket. `orphaned` is called when the other end is gone."""

    def __init__(self, end: socket.socket, orphaned: Callable[[], None]) -> None:
        self._end, self._orphaned = end, orphaned
        self._rest = b""
        self._kept: list[dict[str, Any]] = []
        self._end.setblocking(False)

    def tell(self, **message: object) -> None:
        """Send a message to the app; it is lost if there is no room."""
        try:
            self._end.sendall(json.dumps(message).encode() + b"\n")
        except BlockingIOError:
            # The app hangs; the newest message matters least.
            return
        except OSError:
            self._orphaned()

    def hear(self, seconds: float) -> list[dict[str, Any]]:
        """Wait at most this many seconds for messages of the app; return them."""
        if self._kept:
            heard, self._kept = self._kept, []
            return heard
        if not select.select([self._end], [], [], seconds)[0]:
            return []
        try:
            data = self._end.recv(RECEIVED)
        except BlockingIOError:
            return []
        except OSError:
            data = b""
        if not data:
            self._orphaned()
        *lines, self._rest = (self._rest + data).split(b"\n")
        return [json.loads(line) for line in lines]

    def hear_one(self) -> dict[str, Any]:
        """Wait for the first message; others that came with it are returned next time."""
        while not (heard := self.hear(1.0)):
            continue
        self._kept = heard[1:]
        return heard[0]


class ChipRun:
    """One chip: its modules and its messages. `settings` is the app's first line."""

    def __init__(self, control: Control, descriptor: int, settings: dict[str, Any]) -> None:
        self.control, self.settings = control, settings
        random = Random(settings["seed"])
        self.clock = ChipClock(settings["pace"], self.wait)
        self.wiring = Wiring(
            self.clock,
            random,
            picture_from(settings["picture"]),
            settings["service"],
            defects_from(settings["broken"]),
        )
        memory = ChipMemory(settings["memory"], lambda byte: control.tell(memory=byte))
        self.supervision = Supervision(
            self.clock,
            bytes.fromhex(settings["uid"]),
            settings["reason"],
            settings["safe"] or "NONE",
            memory,
        )
        faults = Faults(*settings["faults"])
        self.port = DataPort(
            descriptor, self.clock, Mangler(faults, random), Mangler(faults, random), self._overhear
        )
        self._mark = settings["mark"].encode()
        self._reported_bulbs, self._bulbs_reported_at = self.wiring.bulbs, 0.0
        self._shining, self._shining_since = self.wiring.bulbs, 0.0
        self._reported_scan = self._reported_touch = -1

    def run(self, folder: Path) -> NoReturn:
        """Power up: run `boot.py`, then `code.py`, or `safemode.py` alone; report how they end."""
        install(all_modules(self.clock, self.wiring, self.supervision, self.port))
        try:
            if self.settings["safe"]:
                # Stay in safe mode unless `safemode.py` restarts the chip. CircuitPython runs no
                # code if a person held the button.
                if self.settings["safe"] != "USER":
                    runpy.run_path(str(folder / "safemode.py"), run_name="__main__")
                self.control.tell(
                    crash=f"it stays in safe mode ({self.settings['safe']}) until somebody pulls"
                    " its cable"
                )
                while True:
                    self.clock.sleep(1.0)
            # The real chip runs it only after a hard reset, as each start of this process is.
            runpy.run_path(str(folder / "boot.py"), run_name="__main__")
            # No pin stays in use between the two.
            for pin in vars(sys.modules["board"]).values():
                if getattr(pin, "in_use", False):
                    pin.let_go()
            self.supervision.booting = False
            self.control.tell(
                booted={"drive": self.supervision.drive, "names": self.supervision.identity}
            )
            runpy.run_path(str(folder / "code.py"), run_name="__main__")
            self.control.tell(crash="code.py has come to its end")
        except ChipReset as reset:
            self.restart(reset.reason)
        except (Exception, HardwareDamageError):
            self.control.tell(crash=traceback.format_exc())
        while True:
            # As on the real chip: nothing runs until the watchdog fires or the cable is pulled.
            self.clock.sleep(1.0)

    def wait(self, seconds: float) -> None:
        """Let time pass and take in the app's messages: they change the pins.

        At the end report the lights, and the changes that the firmware can have noticed.
        """
        deadline = time.monotonic() + seconds
        while True:
            for message in self.control.hear(max(0.0, seconds)):
                picture = picture_from(message["picture"])
                moved = picture.handle != self.wiring.picture.handle
                self.wiring.show(picture)
                if moved:
                    self.control.tell(handle=picture.handle, at=time.monotonic())
            seconds = deadline - time.monotonic()
            if seconds <= 0:
                break
        number = self.wiring.picture.number
        if self._reported_scan != number and self.wiring.scanned():
            self._reported_scan = number
            self.control.tell(scanned=number)
        if self._reported_touch != number and self.wiring.felt():
            self._reported_touch = number
            self.control.tell(felt=number)
        if self.wiring.bulbs != self._reported_bulbs:
            now = time.monotonic()
            if self.wiring.bulbs != self._shining:
                self._shining, self._shining_since = self.wiring.bulbs, now
            if now - self._bulbs_reported_at >= BULB_REST:
                self._reported_bulbs, self._bulbs_reported_at = self._shining, now
                self.control.tell(bulbs=self._shining, at=self._shining_since)

    def watch(self) -> None:
        """Check the watchdog, and whether the app is still there."""
        # Hanging firmware spends no time of the chip: then the world's counts.
        if self.supervision.watchdog.overdue(max(self.clock.now, self.clock.world_now())):
            self.restart(WATCHDOG)
        if os.getppid() != self.settings["parent"]:
            os._exit(ORPHANED)

    def restart(self, reason: str) -> NoReturn:
        """End and ask the app to restart the chip."""
        self.control.tell(reset=reason)
        # No firmware may run any more, not even a `finally`.
        os._exit(RESET)

    def _overhear(self, said: bytes) -> None:
        """Report when the firmware writes the word to watch for."""
        if self._mark and self._mark in said:
            self.control.tell(said=True, at=time.monotonic())


class Console:
    """The firmware's output; passed on to the app."""

    def __init__(self, control: Control) -> None:
        self._control = control

    def write(self, text: str) -> int:
        """Send the text to the app unless it is blank."""
        if text.strip():
            self._control.tell(console=text.rstrip())
        return len(text)

    def flush(self) -> None:
        """Do nothing: nothing is buffered."""


def watch_drive(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuse writes of the firmware to its drive, which pulled cables would damage."""
    if (
        event == "open"
        and isinstance(arguments[2], int)
        and arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC)
    ):
        raise HardwareDamageError(f"the firmware writes to its drive: {arguments[0]}")


def live(control_end: int, port: int) -> NoReturn:
    """Run a chip on these two file descriptors."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    control = Control(socket.socket(fileno=control_end), lambda: os._exit(ORPHANED))
    settings = control.hear_one()
    life = ChipRun(control, port, settings)
    # By a signal, since hanging firmware never looks at a pin, where it would be checked otherwise.
    signal.signal(signal.SIGALRM, lambda *_: life.watch())
    signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
    sys.addaudithook(watch_drive)
    sys.stdout = sys.stderr = Console(control)
    folder = Path(settings["folder"])
    sys.path.insert(0, str(folder))
    life.run(folder)


if __name__ == "__main__":
    live(int(sys.argv[1]), int(sys.argv[2]))
