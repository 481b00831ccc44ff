"""A hand-held scanner on a serial port, `scanner:/dev/ttyACM0`, beside the usual table.

A scanner that acts as a keyboard is not supported, since it may be taken for a touch device
(hardware facts, section 10). Scanned codes name no slot: the session puts each card into the next
free slot of the reader shown open on the screen.
"""

from __future__ import annotations

import select
import time
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Final

from companion.errors import TableError
from companion.signals import Scanned, Signal
from companion.table.auto import table as auto_table
from companion.table.base import Table, TableWrapper
from companion.table.seats import Seats
from companion.table.serial.discovery import marks
from companion.table.serial.port import BREATHER, LIMIT, MOUTHFUL, OpenPort, Rate
from companion.table.serial.worker import OpenTroubles, OrderQueue, Tempo
from companion.words import NOTHING, Text, text

SCHEME: Final = "scanner"
AGAIN: Final = 1.0
"""Seconds between two attempts to open a missing scanner."""
LONGEST: Final = 64
"""Longest accepted line, in characters; the code of a card has three."""


def table(rest: str, *, clock: Callable[[], float], seats: Seats | None) -> Table:
    """Return the usual table with a scanner.

    Raises:
        TableError: No port is named.
    """
    if not rest.strip():
        raise TableError(
            "table 'scanner:': found no port, expected the scanner's, such as scanner:/dev/ttyACM0"
        )
    return ScannerTable(rest.strip(), auto_table("", clock=clock, seats=seats), clock)


class ScannedLines:
    """Cuts the bytes of a scanner into lines and drops noise: unprintable or overlong ones."""

    def __init__(self) -> None:
        self._rest = ""

    def feed(self, data: bytes) -> tuple[str, ...]:
        """Return the lines that end in these bytes, stripped. A line ends with CR, LF or both."""
        *lines, self._rest = (
            self._rest + data.decode("ascii", "replace").replace("\r", "\n")
        ).split("\n")
        # Keep one character more than accepted, so that an endless line stays too long.
        self._rest = self._rest[: LONGEST + 1]
        plain = (_plain(line) for line in lines if len(line) <= LONGEST)
        return tuple(line for line in plain if line)


def _plain(line: str) -> str:
    return "".join(letter for letter in line if letter.isprintable() and letter.isascii()).strip()


class ScannerTable(TableWrapper):
    """Another table with a scanner whose port may come and go; reports each line as `Scanned`.

    Each opening has its own thread, orders and signals, so that a late thread cannot report into
    the next opening. `clock` is in seconds.
    """

    def __init__(
        self, path: str, inner: Table, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(inner)
        self.path = path
        self._clock = clock
        self._signals: SimpleQueue[Signal] = SimpleQueue()
        self._orders: OrderQueue | None = None
        self._thread: Thread | None = None

    @property
    def sign(self) -> Text:
        return text("{readers}, scanner", readers=self.inner.sign)

    def open(self) -> None:
        """Open the other table and start looking for the scanner.

        Raises:
            TableError: The other table cannot be opened.
        """
        self.inner.open()
        if self._thread is None:
            self._signals, self._orders = SimpleQueue(), OrderQueue()
            self._thread = Thread(
                target=self._work, args=(self._orders, self._signals), name="scanner", daemon=True
            )
            self._thread.start()

    def poll(self) -> tuple[Signal, ...]:
        """Return the signals of the readers, then the scanned lines."""
        scanned = (self._signals.get() for _ in range(self._signals.qsize()))
        return (*self.inner.poll(), *scanned)

    def close(self) -> None:
        """Release the scanner and the other table."""
        self.inner.close()
        if self._thread is None or self._orders is None:
            return
        self._orders.stop()
        self._thread.join(AGAIN)
        # A hanging thread still watches the bell; if closed, its number might be reused for another
        # file.
        if not self._thread.is_alive():
            self._orders.close()
        self._thread, self._orders, self._signals = None, None, SimpleQueue()

    def _work(self, orders: OrderQueue, signals: SimpleQueue[Signal]) -> None:
        tempo, troubles = Tempo(self._clock), OpenTroubles(signals.put)
        # The marks of a scanner's device file that flooded, or ().
        flooding: tuple[object, ...] = ()
        while not orders.stopping:
            port = self._found(troubles) if not flooding or flooding != marks(self.path) else None
            if port is not None:
                rate = _read(port, orders, signals, self._clock)
                flooding = marks(self.path) if rate else ()
                if rate:
                    troubles.say(
                        self.path,
                        text(
                            "The scanner at {path} sends {rate} messages a second; unplug it and"
                            " plug it in again.",
                            path=self.path,
                            rate=rate,
                        ),
                    )
            due = self._clock() + AGAIN
            while not orders.stopping and self._clock() < due:
                if select.select([orders], [], [], tempo.wait(due))[0]:
                    orders.hush()

    def _found(self, troubles: OpenTroubles) -> OpenPort | None:
        try:
            port = OpenPort(self.path)
        except ImportError as fault:
            words = text(
                "A scanner on a serial port needs the library pyserial, and it is missing "
                "({fault}): run `pip install pyserial`.",
                fault=str(fault),
            )
        except TableError as fault:
            words = fault.words
        except OSError:
            words = text(
                "The scanner at {path} is not there: check its cable, and that it is set to be a"
                " serial port (see its handbook).",
                path=self.path,
            )
        else:
            troubles.say(self.path, NOTHING)
            return port
        troubles.say(self.path, words)
        return None


def _read(
    port: OpenPort, orders: OrderQueue, signals: SimpleQueue[Signal], clock: Callable[[], float]
) -> int:
    """Report every line until the port is gone, the thread is stopped or the port floods.

    Returns:
        Messages per second if it flooded, else 0.
    """
    lines, rate = ScannedLines(), Rate(clock())
    watched: list[OpenPort | OrderQueue] = [port, orders]
    try:
        while not orders.stopping:
            ready = select.select(watched, [], [])[0]
            if port in ready:
                data = port.read()
                for line in lines.feed(data):
                    # Nobody scans so many cards before the session polls: the excess is noise.
                    if signals.qsize() < LIMIT:
                        signals.put(Scanned(line))
                if flood := rate.count(data, clock()):
                    return flood
                if len(data) == MOUTHFUL or rate.over:
                    time.sleep(BREATHER)
            if orders in ready:
                orders.hush()
    except OSError:
        # The cable is out or loose: look for the scanner again.
        return 0
    finally:
        port.close()
    return 0
