"""One emulated reader: its hands, its cable and its chip.

The chip is a process of its own, which talks through a pseudo-terminal and hears of the world by a pipe.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tty
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any, Final

from card_reader.restarts import counted

from companion.errors import TableFault
from companion.named_tuples import NamedTuple
from companion.signals import SLOTS, ReaderModel
from companion.table.rig.chip.supervision import SAFE_MODES, SOFTWARE
from companion.table.rig.hands import FirmwareProgress, Hands
from companion.table.rig.wishes import Wishes

PARTING: Final = 2.0
"""Seconds that a process has to end by itself before it is killed."""

HOME: Final = Path(__file__).parents[3]
"""Where the package lies: a checkout, or a folder of installed packages."""
POWER_ON: Final = "POWER_ON"
DARK_BULBS: Final = ((0, 0, 0),) * SLOTS
UID: Final = "E6614C775B00{:04X}"
"""The chip ids of emulated readers, by seat."""

RESTART: Final = 1.0
"""Seconds from a reset until the chip runs again and its port is back."""

PRINTED: Final = 20
"""How many lines of a reader's console are kept."""


NEW_MEMORY: Final = 0xFF
"""What stands in the memory of a chip that nobody has written to."""


HANDLE, SAID, BULBS = "handle", "said", "bulbs"


class ChipProcess:
    """A running chip. `settings` are what its process is told first: see `chip.__main__.Life`. `path` is where a host can talk to it.

    TableFault where this machine has no room for one more process or terminal.
    """

    def __init__(self, settings: dict[str, Any]) -> None:
        self._rest = b""
        with ExitStack() as ours:
            try:
                self._end, theirs = socket.socketpair()
                ours.callback(theirs.close)
                master, slave = os.openpty()
                for descriptor in (master, slave):
                    # The process has copies of its own; while ours were open, neither side would notice that the other is gone.
                    ours.callback(os.close, descriptor)
                # Before anybody talks: a terminal that is not raw sends an echo, and makes two bytes of a newline.
                tty.setraw(slave)
                self.path = os.ttyname(slave)
                self._process = _process(theirs.fileno(), master)
            except OSError as fault:
                raise TableFault(
                    f"An emulated reader cannot be started: {fault}. End other applications and try again."
                ) from fault
        self._end.setblocking(False)
        self.tell(settings)

    @property
    def process(self) -> int:
        return self._process.pid

    def tell(self, message: dict[str, Any]) -> None:
        """Say something to the process, one JSON object in a line; one that has ended, or does not listen, hears nothing."""
        try:
            self._end.send(json.dumps(message).encode() + b"\n")
        except OSError:
            return

    def hear(self) -> list[dict[str, Any]] | None:
        """What it has said since the last call; None when it has ended."""
        try:
            data = self._end.recv(65536)
        except BlockingIOError:
            return []
        except OSError:
            data = b""
        if not data:
            return None
        *lines, self._rest = (self._rest + data).split(b"\n")
        return [json.loads(line) for line in lines]

    def unplug(self) -> None:
        """Pull the cable: it has no power from now on."""
        self._process.kill()
        self.leave()

    def leave(self) -> None:
        """Let go of it: the process ends when the pipe does. Afterwards nothing of it is left."""
        self._end.close()
        try:
            self._process.wait(PARTING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _process(control: int, port: int) -> subprocess.Popen[bytes]:
    """Start Python with the search path of this one, without what it would read at its start; it hears no Ctrl-C meant for the app."""
    # -B: byte code put beside the firmware would be taken for the firmware writing to its drive (see `chip.__main__`).
    words = [
        sys.executable,
        "-S",
        "-s",
        "-P",
        "-B",
        "-m",
        "companion.table.rig.chip",
        str(control),
        str(port),
    ]
    path = [str(HOME), *(place for place in sys.path if place)]
    environment = {
        "PYTHONPATH": os.pathsep.join(path),
        "PATH": os.defpath,
        "PYTHONWARNINGS": "ignore",
    }
    return subprocess.Popen(
        words,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=(control, port),
        process_group=0,
    )


class TimedEvent(NamedTuple):
    """When something happened at a reader, in seconds of the machine's monotonic clock, for whoever measures.

    `what`: HANDLE (its switches moved), SAID (the firmware wrote the word that it is watched for), BULBS (the lights shine otherwise).
    """

    what: str
    when: float


class EmulatedReader:
    """A reader at a seat, `plugged` while its cable is in.

    `troubles` are what its firmware did that it must never do, as texts for people; `booted` tells how `boot.py` has arranged things, and
    is empty while the firmware does not run.
    With a `mark`, a word that its firmware is watched for, `moments` tell when things happened; whoever measures clears them.
    """

    def __init__(self, seat: int, wishes: Wishes, folder: str, mark: str = "") -> None:
        self.seat, self.uid = seat, UID.format(seat)
        self.hands = Hands()
        self.troubles: list[str] = []
        self.printed: list[str] = []
        self.moments: list[TimedEvent] = []
        self.plugged = False
        self.booted: dict[str, Any] = {}
        self._wishes, self._folder, self._mark = wishes, folder, mark
        # By the seat, so that what happens at one reader does not depend on how many there are.
        self._random = Random(f"{wishes.seed} {seat}")
        self._chip: ChipProcess | None = None
        self._noticed = FirmwareProgress(-1, -1)
        self._told = 0
        self._reset, self._restart = POWER_ON, 0.0
        # Which safe mode it comes up in, "" for none; and the one byte of its memory that firmware may write, which outlasts a pulled cable.
        self._safe, self._memory = "", NEW_MEMORY
        self._crash = ""
        self._on_usb = False
        self._bulbs = DARK_BULBS

    @property
    def chip(self) -> ChipProcess | None:
        """The running chip; None while the cable is out, and for a moment after a reset."""
        return self._chip

    @property
    def path(self) -> str:
        """The port of its data channel; "" while it is not on USB, which begins when `boot.py` has arranged it."""
        return self._chip.path if self._chip is not None and self._on_usb else ""

    @property
    def counted_starts(self) -> int:
        """How many starts out of safe mode its firmware has counted in the chip's memory."""
        return counted(bytes((self._memory,)))

    def model(self) -> ReaderModel:
        """What really is there."""
        picture = self.hands.picture
        return ReaderModel(
            self.seat, picture.cards, picture.handle, self._bulbs, self.plugged, picture.sunny
        )

    def plug(self) -> bool:
        """Put the cable in, and the chip starts; False where it is in. TableFault where this machine cannot start one more process."""
        if self.plugged:
            return False
        self.plugged, self._reset, self._safe = True, POWER_ON, ""
        self._start(POWER_ON)
        return True

    def unplug(self) -> bool:
        """Pull the cable out, and the lights go out; False where it is out."""
        if not self.plugged:
            return False
        if self._chip is not None:
            self._chip.unplug()
        self._chip, self.plugged, self._bulbs = None, False, DARK_BULBS
        return True

    def crash(self, reason: str) -> bool:
        """Let the chip fall into safe mode for one of SAFE_MODES: it starts again and comes up there. False where it does not run."""
        if self._chip is None or reason not in SAFE_MODES:
            return False
        self._crash = reason
        return True

    def close(self) -> None:
        if self._chip is not None:
            self._chip.leave()
        self._chip, self.plugged, self._bulbs = None, False, DARK_BULBS

    def turn(self, now: float) -> None:
        """Hear what the chip tells, move the hands, and tell the chip what is different now. `now` is in seconds of the rig's clock."""
        self._hear(now)
        if self._crash and self._chip is not None:
            self._chip.unplug()
            self._stop(f"safe mode, {self._crash}", now)
            self._reset, self._safe, self._crash = SOFTWARE, self._crash, ""
        if self.plugged and self._chip is None and now >= self._restart:
            self._start_again(now)
        self.hands.work(now, self._noticed if self._chip is not None else FirmwareProgress())
        if self._chip is not None and self._told != self.hands.picture.number:
            self._told = self.hands.picture.number
            self._chip.tell({"picture": self.hands.picture})

    def _start(self, reason: str) -> None:
        # The picture goes with the settings and need not be told; of it nothing was noticed yet.
        self._noticed, self._told, self.booted = (
            FirmwareProgress(-1, -1),
            self.hands.picture.number,
            {},
        )
        self._on_usb = False
        self._chip = ChipProcess(
            {
                "uid": self.uid,
                "seed": self._random.getrandbits(64),
                "pace": self._wishes.pace,
                "faults": self._wishes.faults,
                "folder": self._folder,
                "reason": reason,
                "service": False,
                "picture": self.hands.picture,
                "parent": os.getpid(),
                "mark": self._mark,
                "broken": self._wishes.defects(self.seat),
                "safe": self._safe,
                "memory": self._memory,
            }
        )
        self._safe = ""

    def _start_again(self, now: float) -> None:
        try:
            self._start(self._reset)
        except TableFault as fault:
            self.troubles.append(str(fault))
            self._restart = now + RESTART

    def _hear(self, now: float) -> None:
        heard = self._chip.hear() if self._chip is not None else []
        if heard is None:
            self._stop("it ended without a word", now)
            return
        for message in heard:
            self._take_in(message, now)

    def _take_in(self, message: dict[str, Any], now: float) -> None:
        """One line from the chip; its names say what it is about."""
        self._noticed = FirmwareProgress(
            message.get("scanned", self._noticed.scanned), message.get("felt", self._noticed.felt)
        )
        if self._mark and "at" in message:
            self.moments += [
                TimedEvent(what, message["at"]) for what in (HANDLE, SAID, BULBS) if what in message
            ]
        if "memory" in message:
            self._memory = message["memory"]
        elif "bulbs" in message:
            self._bulbs = tuple((red, green, blue) for red, green, blue in message["bulbs"])
        elif "console" in message:
            self.printed = [*self.printed, message["console"]][-PRINTED:]
        elif "crash" in message:
            self.booted = {}
            self.troubles.append(message["crash"].strip())
        elif "reset" in message:
            self._stop(message["reset"], now)
        elif "booted" in message:
            self.booted, self._on_usb = message["booted"], True

    def _stop(self, reason: str, now: float) -> None:
        """The chip has reset itself: its port goes, and comes back in a moment; the lights stay as they were."""
        if self._chip is not None:
            self._chip.leave()
        self._chip, self._reset, self._restart = None, reason, now + RESTART
        self.troubles.append(f"it has restarted ({reason}). {' '.join(self.printed[-1:])}".rstrip())
