"""A stand with card readers: the reader's end of the wire behind pseudo-terminals, with hands.

The pins are left out: the link gets the state of the slots directly.
"""

from __future__ import annotations

import os
import select
import threading
import time
import tty
from collections.abc import Callable, Iterable
from contextlib import suppress

from card_reader.link import ReaderLink

from companion.signals import (
    PULL,
    PUSH,
    REST,
    SLOTS,
    CollectCards,
    Deed,
    InsertCard,
    MoveHandle,
    TakeCard,
)
from companion.table.seats import Seats
from companion.table.serial.discovery import ReaderPort

LETTERS = {PULL: "P", REST: "R", PUSH: "H"}
DEADLINE = 200.0
"""Seconds after which what should have come will not come any more, on a busy machine."""


def await_true(condition: Callable[[], bool], what: str | Callable[[], str]) -> None:
    """Wait until a condition holds.

    Raises:
        AssertionError: It does not in time; the message has these words.
    """
    end = time.monotonic() + DEADLINE
    while not condition():
        assert time.monotonic() < end, (
            f"waited in vain: {what if isinstance(what, str) else what()}"
        )
        time.sleep(0.001)


def uid_of(seat: int) -> str:
    """Return the chip id of the reader at a seat of the stand."""
    return f"E6614C775B00000{seat}"


class PatientClock:
    """A clock that moves `pace` times as fast as time while each of its threads comes to look.

    A thread that a busy machine delays holds it up. So no reader counts as silent only because its
    thread, or that of the table, has not had its turn. A thread that has not looked for EXCUSED
    seconds is not waited for.
    """

    EXCUSED = 1.0
    LEAP = 0.5
    """Seconds of its largest step."""

    def __init__(self, pace: float) -> None:
        self._pace, self._lock = pace, threading.Lock()
        self._now = self._since = time.monotonic()
        self._looked: dict[int, float] = {}

    def __call__(self) -> float:
        """Return seconds."""
        with self._lock:
            real = time.monotonic()
            self._looked[threading.get_ident()] = real
            if all(
                look >= self._since or real - look > self.EXCUSED for look in self._looked.values()
            ):
                self._now += min((real - self._since) * self._pace, self.LEAP)
                self._since = real
            return self._now


class Box:
    """One reader.

    While it is plugged in, `path` is its port. The test changes it under the stand's lock.
    """

    def __init__(self, uid: str, now: Callable[[], int]) -> None:
        self.uid, self._now = uid, now
        self.cards: list[int | None] = [None] * SLOTS
        self.letters = ["E"] * SLOTS
        self.version, self.mute, self.deaf = "1.0", False, False
        self.contrast = 180
        self.path = ""
        self.boots = 0
        self.link: ReaderLink | None = None
        self.master = self.slave = -1
        self.pending = b""
        self.spoil: Callable[[bytes], bytes] = lambda data: data

    def plug(self, reboot: bool = True) -> None:
        """Plug the cable into a new port; the reader restarts unless it had other power."""
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        os.set_blocking(self.master, False)
        self.path, self.pending = os.ttyname(self.slave), b""
        if reboot or self.link is None:
            self.start()

    def start(self) -> None:
        """Start the firmware."""
        self.boots += 1
        self.link = ReaderLink(self.uid, self.version, self.boots * 7919)
        self.link.handle("R")
        self.tell()

    def tell(self) -> None:
        """Report the slots."""
        if self.link is not None:
            pairs = zip(self.cards, self.letters, strict=True)
            self.link.slots(
                tuple(
                    ("O", code, self.contrast) if code is not None else (letter, None, 2)
                    for code, letter in pairs
                )
            )

    def cells(self, slot: int) -> tuple[list[int], list[int]]:
        """Return levels and contrasts of a slot, counted from 0.

        White cells are as bright as the contrast, and the first one is in the sun.
        """
        code = self.cards[slot] or 0
        return [self.contrast if code >> 7 - cell & 1 else 0 for cell in range(8)], [0, *[231] * 7]

    def unplug(self) -> None:
        """Pull the cable."""
        if self.path:
            os.close(self.master)
            os.close(self.slave)
            self.path = ""

    def turn(self) -> None:
        """Run one round of the reader's loop."""
        if not self.path or self.link is None:
            return
        if not self.deaf:
            with suppress(BlockingIOError):
                data = os.read(self.master, 4096)
                if not self.mute:
                    self.link.receive(data, self._now())
        if self.link.read_wanted:
            self.tell()
        if self.link.look_wanted is not None:
            self.link.cells(*self.cells(self.link.look_wanted))
        if not self.mute:
            self.pending += self.spoil(self.link.output(self._now()))
        with suppress(BlockingIOError):
            if self.pending:
                self.pending = self.pending[os.write(self.master, self.pending) :]


class Stand:
    """Readers for some seats, all plugged in at first by default.

    `pace` is how much faster than time it runs.
    """

    def __init__(
        self, seats: Iterable[int] = range(1, 9), pace: float = 1.0, plugged: bool = True
    ) -> None:
        self.pace, self.clock = pace, PatientClock(pace)
        self.lock = threading.RLock()
        self.boxes = {seat: Box(uid_of(seat), lambda: int(self.clock() * 1000)) for seat in seats}
        self.known_uids = True
        for box in self.boxes.values():
            if plugged:
                box.plug()
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def seats(self) -> Seats:
        """Return the seats, kept in memory."""
        return Seats(None, {box.uid: seat for seat, box in self.boxes.items()})

    def find(self) -> tuple[ReaderPort, ...]:
        """Return the ports of all readers that are plugged in."""
        with self.lock:
            boxes = [box for box in self.boxes.values() if box.path]
            return tuple(
                ReaderPort(box.path, box.uid if self.known_uids else "", "Card reader")
                for box in boxes
            )

    def lamps(self, seat: int) -> tuple[int, ...]:
        """Return the five lamps of a reader, as it keeps them."""
        self.clock()
        with self.lock:
            link = self.boxes[seat].link
            return tuple(link.lamps) if link is not None else ()

    def do(self, deed: Deed) -> None:
        """Carry out a deed by the contract: a card is in one place only, a handle springs back."""
        with self.lock:
            if isinstance(deed, InsertCard) and not any(
                deed.code in box.cards for box in self.boxes.values()
            ):
                self._place(deed.seat, deed.slot, deed.code)
            elif isinstance(deed, TakeCard):
                self._place(deed.seat, deed.slot, None)
            elif (
                isinstance(deed, MoveHandle)
                and deed.position in (PULL, PUSH)
                and deed.seat in self.boxes
            ):
                self.handle(deed.seat, deed.position)
                self.handle(deed.seat, REST)
            elif isinstance(deed, CollectCards):
                for seat in self.boxes:
                    for slot in set(range(1, SLOTS + 1)) - set(deed.keep.get(seat, ())):
                        self._place(seat, slot, None)

    def handle(self, seat: int, position: str) -> None:
        """Move a handle and leave it there."""
        with self.lock:
            link = self.boxes[seat].link
            assert link is not None
            link.handle(LETTERS[position])

    def close(self) -> None:
        """Unplug everything."""
        self._ends.set()
        self._thread.join()
        for box in self.boxes.values():
            box.unplug()

    def _place(self, seat: int, slot: int, code: int | None) -> None:
        box = self.boxes.get(seat)
        if (
            box is None
            or not 1 <= slot <= SLOTS
            or not 0 <= (code or 0) <= 255
            or (code is None) == (box.cards[slot - 1] is None)
        ):
            return
        box.cards[slot - 1] = code
        box.tell()

    def _run(self) -> None:
        while not self._ends.is_set():
            with self.lock:
                listening = [box.master for box in self.boxes.values() if box.path and not box.deaf]
                for box in self.boxes.values():
                    box.turn()
            # A cable may be pulled meanwhile. The wait is no longer: hands and resends do not wake
            # it.
            with suppress(OSError, ValueError):
                select.select(listening, [], [], 0.002)
