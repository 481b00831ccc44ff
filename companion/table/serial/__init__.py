"""Card readers on serial ports: `serial:` for all on USB, `serial:/dev/ttyACM1,…` for named ports.

`discovery` finds ports. `serial_loop` works all lines in one thread, each a `ReaderLine` of `port`
(bytes) and `link` (protocol). `seating` turns the readers' messages into signals of seats. The
app's thread talks to it through the `OrderQueue` of `worker` and listens to a queue.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from threading import Thread
from typing import TYPE_CHECKING, Final

from companion.errors import TableError
from companion.signals import Deed, FreeSeat, GiveSeat, Lamps, MeasureCells, SetAside, Signal, Watch
from companion.table.base import SignalQueue, Table
from companion.table.screen_fallback import ScreenFallback
from companion.table.seats import Seats, remembered_seats
from companion.table.serial.discovery import NamedPorts, ReaderPort, UsbPorts
from companion.table.serial.worker import OrderQueue
from companion.words import Text, count, text

if TYPE_CHECKING:
    from companion.table.serial.port import Tap
    from companion.table.serial.serial_loop import SerialLoop

SCHEME: Final = "serial"
GLANCE: Final = 0.5
"""Seconds between two searches for a first port."""
LAST: Final = 2.0
"""Seconds that closing waits for the thread at most."""


def table(rest: str, *, clock: Callable[[], float], seats: Seats | None) -> Table:
    """Return a table of all readers on USB or at the named ports.

    Other seats have touch readers.

    Raises:
        TableError: A name in the list is empty.
    """
    paths = [path.strip() for path in rest.split(",")] if rest.strip() else []
    if not all(paths):
        raise TableError(
            f"table 'serial:{rest}': found an empty name, expected names with commas between, such"
            " as serial:/dev/ttyACM1"
        )
    find = NamedPorts(paths) if paths else UsbPorts()
    return ScreenFallback(
        SerialTable(find, remembered_seats() if seats is None else seats, clock), clock=clock
    )


class SerialTable:
    """Readers on serial ports, each bound to its chip id.

    `ScreenFallback` wraps it for seats without a reader.

    A reader that answers is reported by ReaderBack, its five SlotReads and its handle if that is
    not at rest, all in one poll.

    Args:
        find: Returns the present ports. Called about once a second in the table's thread; may raise
            OSError.
        seats: The remembered seats of readers.
        clock: Seconds, monotonic; may run faster than real time.
        kind: The word for such readers in reports.
        tap: Receives all bytes on the wires. May also be set before opening.
    """

    def __init__(
        self,
        find: Callable[[], Sequence[ReaderPort]],
        seats: Seats,
        clock: Callable[[], float] = time.monotonic,
        *,
        kind: str = "usb",
        tap: Tap | None = None,
    ) -> None:
        self.touch_seats: frozenset[int] = frozenset()
        self.tap = tap
        self._find, self._seats, self._clock, self._kind = find, seats, clock, kind
        self._news = SignalQueue()
        self._orders: OrderQueue | None = None
        self._thread: Thread | None = None
        self._loop: SerialLoop | None = None

    @property
    def sign(self) -> Text:
        answering = 0 if self._loop is None else self._loop.seating.answering()
        if answering:
            return count("{number} card reader", "{number} card readers", answering)
        return text("No card readers")

    def open(self) -> None:
        """Start looking for readers, without waiting for any."""
        if self._thread is None:
            # A new queue, so that an earlier thread cannot report into this opening.
            self._news, self._orders = SignalQueue(), OrderQueue()
            self._thread = Thread(
                target=self._work, args=(self._orders, self._news), name="card readers", daemon=True
            )
            self._thread.start()

    def poll(self) -> tuple[Signal, ...]:
        """Return the signals since the last call in order.

        See `SignalQueue` for those that are replaced.
        """
        return self._news.poll()

    def show(self, lamps: Lamps) -> None:
        """Send the lamps to the readers until each confirms, and again when one comes back."""
        if self._orders is not None:
            self._orders.show(lamps)

    def do(self, deed: Deed) -> None:
        """Carry out GiveSeat, FreeSeat, Watch and MeasureCells.

        SetAside(False) retries a flooding reader. All other deeds are done by hand at the readers.
        """
        if self._orders is not None and isinstance(
            deed, (GiveSeat, FreeSeat, SetAside, Watch, MeasureCells)
        ):
            self._orders.order(deed)

    def close(self) -> None:
        """Release the ports; the readers keep their lamps for a while."""
        if self._thread is None or self._orders is None:
            return
        self._orders.stop()
        self._thread.join(LAST)
        # A hanging thread still watches the bell; if closed, its number might be reused for another
        # file.
        if not self._thread.is_alive():
            self._orders.close()
        self._thread = self._orders = self._loop = None
        self._news = SignalQueue()

    def _work(self, orders: OrderQueue, news: SignalQueue) -> None:
        # Imported late, since the first screen does not need it.
        if not self._port_comes(orders):
            return
        from companion.table.serial.serial_loop import SerialLoop

        self._loop = loop = SerialLoop(
            self._find,
            self._seats,
            orders,
            news.tell,
            clock=self._clock,
            kind=self._kind,
            tap=self.tap,
        )
        loop.run()

    def _port_comes(self, orders: OrderQueue) -> bool:
        """Wait for a port, or for a reason why none can be found.

        Returns:
            False if the thread was stopped before that.
        """
        import select

        while not orders.stopping:
            try:
                if self._find():
                    return True
            # The loop meets the same fault and reports it in words.
            except (ImportError, OSError):
                return True
            select.select([orders], [], [], GLANCE)
            orders.hush()
        return False
