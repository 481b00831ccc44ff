"""Find out which readers are there: open every port that may lead to one and ask for its name."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from companion.errors import TableError
from companion.named_tuples import NamedTuple
from companion.table.seats import Seats, remembered_seats
from companion.table.serial.discovery import ReaderPort, UsbPorts
from companion.table.serial.serial_loop import LIBRARY, SerialLoop
from companion.table.serial.worker import OrderQueue
from companion.words import Text, text


class FoundReader(NamedTuple):
    """A port and the reader that answers there."""

    path: str
    uid: str
    """The chip id, "" if unknown."""
    version: str
    """The firmware version, "" if unknown."""
    seat: int | None
    words: Text | str
    """Its state, for people."""

    def __str__(self) -> str:
        """Return one line for people, which names the port once."""
        if self.version:
            who = f"reader {self.uid}, firmware {self.version}"
        else:
            who = self.uid and f"reader {self.uid}"
        where = "without a seat" if self.seat is None else f"seat {self.seat}"
        # The fault of a port names the port already.
        place = "" if self.path in str(self.words) else f"{self.path}: "
        return f"{place}{who}, {where}: {self.words}" if who else f"{place}{self.words}"


def probe_ports(
    patience: float = 3.0,
    find: Callable[[], Sequence[ReaderPort]] | None = None,
    seats: Seats | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> tuple[FoundReader, ...]:
    """Return every port that may lead to a reader, with the reader that answers there.

    It waits `patience` seconds for answers at most. By default `find` returns the ports on USB, and
    `seats` are the remembered ones.

    Raises:
        TableError: pyserial is missing.
    """
    orders = OrderQueue()
    seats = remembered_seats() if seats is None else seats
    loop = SerialLoop(find or UsbPorts(), seats, orders, lambda *signals: None, clock=clock)
    end = clock() + patience
    found: tuple[FoundReader, ...] = ()

    def called() -> bool:
        nonlocal found
        found = tuple(_probe(loop, port) for port in loop.ports or ())
        # A port with words is settled, also by a fault; the others may still be starting.
        looked = loop.ports is not None or bool(loop.troubles.words(LIBRARY))
        return (looked and all(reader.words for reader in found)) or clock() >= end

    try:
        loop.run(called)
    finally:
        orders.close()
    missing = loop.troubles.words(LIBRARY)
    if missing:
        raise TableError(missing)
    return tuple(
        reader if reader.words else reader._replace(words=text("does not answer"))
        for reader in found
    )


def _probe(loop: SerialLoop, port: ReaderPort) -> FoundReader:
    line = loop.lines.get(port.path)
    identity = None if line is None else line.link.identity
    if identity is None:
        return FoundReader(
            port.path,
            port.uid,
            "",
            loop.seating.seat_of(port.uid),
            loop.troubles.words(port.path),
        )
    return FoundReader(
        port.path,
        identity.uid,
        identity.version,
        loop.seating.seat_of(identity.uid),
        text("answers"),
    )
