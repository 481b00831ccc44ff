"""Card readers on serial ports: `serial:` for all that are found on USB, `serial:/dev/ttyACM1,/dev/ttyACM3` for named ports."""
from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from companion.signals import Deed, Lamps, Signal
from companion.table.discovery import Port
from companion.table.seats import Seats

SCHEME: Final = "serial"

Tap: TypeAlias = Callable[[str, str, bytes], None]
"""Hears what passes on the wires: the port's path, ">" to the reader or "<" from it, and the bytes. Called in the table's own thread."""


class SerialTable:
    """Real readers on serial ports, each bound to its chip id; speaks only for seats that have a reader, so `StandIns` goes around it.

    `find` tells which ports there are now (called about once a second, in the table's thread, may raise OSError); `seats` which reader
    sits where; `clock` is in seconds, monotonic, and may run faster than time. A reader that answers is told by ReaderBack, its five
    SlotReads and its handle where that does not rest.
    """

    def __init__(
        self, find: Callable[[], Sequence[Port]], seats: Seats, clock: Callable[[], float] = time.monotonic, *, kind: str = "usb",
        tap: Tap | None = None,
    ) -> None:
        self.touch_seats: frozenset[int] = frozenset()
        self.tap = tap
        self._find, self._seats, self._clock, self._kind = find, seats, clock, kind

    @property
    def sign(self) -> str:
        """How many readers answer."""
        return "No card readers"

    def open(self) -> None:
        """Begin to look for readers; nothing needs to be there."""

    def poll(self) -> tuple[Signal, ...]:
        """What the readers have told since the last call."""
        return ()

    def show(self, lamps: Lamps) -> None:
        """Hand the picture to the readers; each is told its five lamps until it confirms them."""

    def do(self, deed: Deed) -> None:
        """GiveSeat, FreeSeat and Watch; everything else is done by hands at real readers."""

    def close(self) -> None:
        """Let go of the ports."""
