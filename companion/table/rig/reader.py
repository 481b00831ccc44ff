"""One emulated reader: its hands, its cable and its chip.

The chip is a process. It talks to the host through a pseudo-terminal and learns of the world
through a pipe.

A deed is accepted or refused immediately, by the state after all earlier deeds; then it waits for
its turn. Fingers wait for what a person would see or feel: a card is touched again, and a handle
released, only after the reader had time to notice it. Times are seconds of any clock.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tty
from collections import deque
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from card_reader.restarts import restart_count

from companion.errors import TableError
from companion.named_tuples import NamedTuple
from companion.signals import PULL, PUSH, REST, SLOTS, WELL, LyingCard, ReaderModel
from companion.table.rig.chip.supervision import SAFE_MODES, SOFTWARE
from companion.table.rig.optics import LIES, Picture
from companion.table.rig.rig_settings import RigSettings

CARD_TIME: Final = 0.06
"""Minimum seconds for a card to stay before its slot is touched again."""

BEFORE_HANDLE, HELD, AFTER_HANDLE = 0.1, 0.2, 0.1
"""Seconds from the last card to the handle, of holding it, and until the next deed."""

PATIENCE: Final = 2.0
"""Seconds that fingers wait for a reader that notices nothing."""


class FirmwareProgress(NamedTuple):
    """The last picture whose slots a reader's firmware has scanned, and whose handle it has felt.

    None if no firmware runs.
    """

    scanned: int | None = None
    felt: int | None = None


class _PlaceCard(NamedTuple):
    """Insert a card into a slot, or take it out."""

    slot: int
    card: LyingCard | None
    """None to take the card out."""


class _TurnHandle(NamedTuple):
    """Move the handle to a position; REST releases it."""

    position: str


_HandStep: TypeAlias = _PlaceCard | _TurnHandle


class ReaderHands:
    """The hands at one reader."""

    def __init__(self) -> None:
        self.picture = Picture()
        """The present state of the reader."""
        self.cards = list(self.picture.cards)
        """The cards after all deeds."""
        self._steps: deque[_HandStep] = deque()
        self._touched: dict[int, tuple[float, int]] = {}
        self._moved: tuple[float, int] | None = None
        self._is_answered = False

    def insert(self, slot: int, card: LyingCard) -> bool:
        """Insert a card; return False if the slot does not exist or is full."""
        return 1 <= slot <= SLOTS and self.cards[slot - 1] is None and self._place(slot, card)

    def take(self, slot: int) -> bool:
        """Take the card out of a slot; return False if there is none."""
        return 1 <= slot <= SLOTS and self.cards[slot - 1] is not None and self._place(slot, None)

    def settle(self, slot: int) -> bool:
        """Take a badly inserted card out and insert it well; return False if there is none."""
        card = self.cards[slot - 1] if 1 <= slot <= SLOTS else None
        return (
            card is not None
            and card.lie != WELL
            and self.take(slot)
            and self.insert(slot, card._replace(lie=WELL))
        )

    def disturb(self, slot: int, lie: str) -> bool:
        """Change how the card in a slot lies; return False if there is none or `lie` is unknown."""
        card = self.cards[slot - 1] if 1 <= slot <= SLOTS else None
        return card is not None and lie in LIES and self._place(slot, card._replace(lie=lie))

    def move_handle(self, position: str) -> bool:
        """Pull or push the handle, hold it and release it.

        Returns:
            False for another position, or if the same movement is waiting or under way and nobody
            has answered it (see `note_answer`).
        """
        if position not in (PULL, PUSH):
            return False
        last = list(self._steps)[-2:]
        # Only the release is left, so the handle is held at this moment.
        held = (
            last == [_TurnHandle(REST)]
            and self.picture.handle == position
            and not self._is_answered
        )
        if held or last == [_TurnHandle(position), _TurnHandle(REST)]:
            return False
        self._steps += [_TurnHandle(position), _TurnHandle(REST)]
        return True

    def note_answer(self, position: str) -> None:
        """Note that the handle's position was noticed: the next movement there is a new one."""
        if position == self.picture.handle:
            self._is_answered = True

    def shine(self, sunny: bool) -> bool:
        """Switch the sun on or off immediately; return False if it is so already."""
        if sunny == self.picture.sunny:
            return False
        self.picture = self.picture.with_sun(sunny)
        return True

    def busy(self) -> bool:
        """Return whether deeds are left."""
        return bool(self._steps)

    def work(self, now: float, noticed: FirmwareProgress) -> None:
        """Do what can be done by now."""
        while self._steps and self._ready(self._steps[0], now, noticed):
            step = self._steps.popleft()
            if isinstance(step, _PlaceCard):
                self.picture = self.picture.with_card(step.slot, step.card)
                self._touched[step.slot] = now, self.picture.number
            else:
                self.picture = self.picture.with_handle(step.position)
                self._moved, self._is_answered = (now, self.picture.number), False

    def _place(self, slot: int, card: LyingCard | None) -> bool:
        self.cards[slot - 1] = card
        if not self._never_mind(slot, card):
            self._steps.append(_PlaceCard(slot, card))
        return True

    def _never_mind(self, slot: int, card: LyingCard | None) -> bool:
        """Return whether a card comes back before fingers took it out; then they leave it."""
        waiting = [
            step for step in self._steps if isinstance(step, _PlaceCard) and step.slot == slot
        ]
        if card is None or not waiting or waiting[-1].card is not None:
            return False
        before = waiting[-2].card if len(waiting) > 1 else self.picture.cards[slot - 1]
        if before != card:
            return False
        # From the right: an equal step may wait earlier.
        self._steps.reverse()
        self._steps.remove(waiting[-1])
        self._steps.reverse()
        return True

    def _ready(self, step: _HandStep, now: float, noticed: FirmwareProgress) -> bool:
        if isinstance(step, _PlaceCard):
            # After this slot's last change, and cards moved the other way in other slots: several
            # cards may go in together, or out, but no card is in two slots.
            inwards = step.card is not None
            touches_before = [
                touch
                for slot, touch in self._touched.items()
                if slot == step.slot or (self.picture.cards[slot - 1] is not None) != inwards
            ]
            return self._is_over(self._moved, AFTER_HANDLE, now, noticed.felt) and all(
                self._is_over(touch, CARD_TIME, now, noticed.scanned) for touch in touches_before
            )
        if not self._is_over(
            self._moved, HELD if step.position == REST else AFTER_HANDLE, now, noticed.felt
        ):
            return False
        # No wait until the cards are noticed: the firmware scans all slots before it reports a
        # pull.
        return step.position == REST or all(
            now - when >= BEFORE_HANDLE for when, _ in self._touched.values()
        )

    @staticmethod
    def _is_over(
        change: tuple[float, int] | None, least: float, now: float, noticed: int | None
    ) -> bool:
        """Return whether a change (time and picture number) had its time and was noticed."""
        if change is None:
            return True
        passed = now - change[0]
        return passed >= least and (noticed is None or noticed >= change[1] or passed >= PATIENCE)


PARTING: Final = 2.0
"""Seconds that a process has to end before it is killed."""

HOME: Final = Path(__file__).parents[3]
"""The package's root: a checkout, or a folder of installed packages."""
POWER_ON: Final = "POWER_ON"
DARK_BULBS: Final = ((0, 0, 0),) * SLOTS
UID: Final = "E6614C775B00{:04X}"
"""The chip ids of emulated readers, by seat."""

RESTART: Final = 1.0
"""Seconds from a reset until the chip runs again and its port is back."""

PRINTED: Final = 20
"""Number of kept lines of a reader's console."""


NEW_MEMORY: Final = 0xFF
"""The unwritten memory of a chip."""


HANDLE, SAID, BULBS = "handle", "said", "bulbs"


class ChipProcess:
    """A running chip. `path` is its port for a host.

    Args:
        settings: The first message to its process, see `chip.__main__.ChipRun`.

    Raises:
        TableError: This machine has no room for another process or terminal.
    """

    def __init__(self, settings: dict[str, Any]) -> None:
        self._rest = b""
        with ExitStack() as ours:
            try:
                self._end, theirs = socket.socketpair()
                ours.callback(theirs.close)
                master, slave = os.openpty()
                for descriptor in (master, slave):
                    # The process has its own copies; with ours open neither side would notice the
                    # other's end.
                    ours.callback(os.close, descriptor)
                # Before any traffic: a terminal that is not raw echoes, and makes two bytes of a
                # newline.
                tty.setraw(slave)
                self.path = os.ttyname(slave)
                self._process = _process(theirs.fileno(), master)
            except OSError as fault:
                raise TableError(
                    f"An emulated reader cannot be started: {fault}. End other applications and"
                    " try again."
                ) from fault
        self._end.setblocking(False)
        self.tell(settings)

    @property
    def process(self) -> int:
        return self._process.pid

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message to the process as a line of JSON.

        Lost if it has ended or does not listen.
        """
        try:
            self._end.send(json.dumps(message).encode() + b"\n")
        except OSError:
            return

    def hear(self) -> list[dict[str, Any]] | None:
        """Return its messages since the last call, or None when it has ended."""
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
        """Pull the cable: the chip has no power."""
        self._process.kill()
        self.leave()

    def leave(self) -> None:
        """Close the pipe, wait for the process to end and remove its remains."""
        self._end.close()
        try:
            self._process.wait(PARTING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _process(control: int, port: int) -> subprocess.Popen[bytes]:
    """Start Python with this search path and without its start files; it ignores Ctrl-C."""
    # -B: byte code beside the firmware would count as the firmware writing to its drive (see
    # `chip.__main__`).
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
    """An event at a reader for measurements."""

    what: str
    """HANDLE (switches moved), SAID (firmware wrote the mark) or BULBS (lights changed)."""
    when: float
    """Seconds of the machine's monotonic clock."""


class EmulatedReader:
    """The reader at a seat.

    With a `mark`, a word to watch for in the firmware's output, `moments` record when things
    happened; the caller clears them.
    """

    def __init__(self, seat: int, settings: RigSettings, folder: str, mark: str = "") -> None:
        self.seat, self.uid = seat, UID.format(seat)
        self.hands = ReaderHands()
        self.troubles: list[str] = []
        """Forbidden acts of its firmware, as texts for people."""
        self.printed: list[str] = []
        self.moments: list[TimedEvent] = []
        self.plugged = False
        """Whether its cable is in."""
        self.booted: dict[str, Any] = {}
        self._settings, self._folder, self._mark = settings, folder, mark
        # By seat, so that one reader's chance does not depend on how many there are.
        self._random = Random(f"{settings.seed} {seat}")
        self._chip: ChipProcess | None = None
        self._noticed = FirmwareProgress(-1, -1)
        self._shown = 0
        self._reset, self._restart = POWER_ON, 0.0
        # Its safe mode, "" for none, and the one byte of memory that firmware may write and that
        # survives a pulled cable.
        self._safe, self._memory = "", NEW_MEMORY
        self._crash = ""
        self._on_usb = False
        self._bulbs = DARK_BULBS

    @property
    def chip(self) -> ChipProcess | None:
        """Return the running chip; None without a cable and for a moment after a reset."""
        return self._chip

    @property
    def path(self) -> str:
        """Return the port of its data channel, "" before `boot.py` has put it on USB."""
        return self._chip.path if self._chip is not None and self._on_usb else ""

    @property
    def counted_starts(self) -> int:
        """Return how many starts out of safe mode its firmware has counted."""
        return restart_count(bytes((self._memory,)))

    def model(self) -> ReaderModel:
        """Return the true state of the reader."""
        picture = self.hands.picture
        return ReaderModel(
            self.seat, picture.cards, picture.handle, self._bulbs, self.plugged, picture.sunny
        )

    def plug(self) -> bool:
        """Plug the cable in and start the chip; return False if it is in.

        Raises:
            TableError: This machine cannot start another process.
        """
        if self.plugged:
            return False
        self.plugged, self._reset, self._safe = True, POWER_ON, ""
        self._start(POWER_ON)
        return True

    def unplug(self) -> bool:
        """Pull the cable out, which switches the lights off; return False if it is out."""
        if not self.plugged:
            return False
        if self._chip is not None:
            self._chip.unplug()
        self._chip, self.plugged, self._bulbs = None, False, DARK_BULBS
        return True

    def crash(self, reason: str) -> bool:
        """Restart the chip in safe mode for one of SAFE_MODES; return False if it does not run."""
        if self._chip is None or reason not in SAFE_MODES:
            return False
        self._crash = reason
        return True

    def close(self) -> None:
        if self._chip is not None:
            self._chip.leave()
        self._chip, self.plugged, self._bulbs = None, False, DARK_BULBS

    def turn(self, now: float) -> None:
        """Take in the chip's messages, move the hands and tell the chip of changes.

        `now` is in seconds of the rig's clock.
        """
        heard = self._chip.hear() if self._chip is not None else []
        if heard is None:
            self._stop("it ended without a word", now)
        for message in heard or ():
            self._take_in(message, now)
        if self._crash and self._chip is not None:
            self._chip.unplug()
            self._stop(f"safe mode, {self._crash}", now)
            self._reset, self._safe, self._crash = SOFTWARE, self._crash, ""
        if self.plugged and self._chip is None and now >= self._restart:
            try:
                self._start(self._reset)
            except TableError as fault:
                self.troubles.append(str(fault))
                self._restart = now + RESTART
        self.hands.work(now, self._noticed if self._chip is not None else FirmwareProgress())
        if self._chip is not None and self._shown != self.hands.picture.number:
            self._shown = self.hands.picture.number
            self._chip.tell({"picture": self.hands.picture})

    def _start(self, reason: str) -> None:
        # The settings contain the picture; nothing of it was noticed yet.
        self._noticed, self._shown, self.booted = (
            FirmwareProgress(-1, -1),
            self.hands.picture.number,
            {},
        )
        self._on_usb = False
        self._chip = ChipProcess(
            {
                "uid": self.uid,
                "seed": self._random.getrandbits(64),
                "pace": self._settings.pace,
                "faults": self._settings.faults,
                "folder": self._folder,
                "reason": reason,
                "service": False,
                "picture": self.hands.picture,
                "parent": os.getpid(),
                "mark": self._mark,
                "broken": self._settings.defects(self.seat),
                "safe": self._safe,
                "memory": self._memory,
            }
        )
        self._safe = ""

    def _take_in(self, message: dict[str, Any], now: float) -> None:
        """Take in one message of the chip; its keys say what it is about."""
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
        """Note a reset of the chip: its port goes and comes back later, the lights stay."""
        if self._chip is not None:
            self._chip.leave()
        self._chip, self._reset, self._restart = None, reason, now + RESTART
        self.troubles.append(f"it has restarted ({reason}). {' '.join(self.printed[-1:])}".rstrip())
