"""Card readers on serial ports: `serial:` for all that are found on USB, `serial:/dev/ttyACM1,/dev/ttyACM3` for named ports.

`discovery` finds ports; `exchange` works all lines in one thread, each a `ReaderLine` of `port` (bytes) and `link` (protocol); `sitting` turns
what readers say into signals of seats. The app's thread reaches it by the `Orders` of `worker` only, and hears it by a queue.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from threading import Thread
from typing import TYPE_CHECKING, Final

from companion.errors import TableFault
from companion.signals import Deed, FreeSeat, GiveSeat, Lamps, Look, SetAside, Signal, Watch
from companion.table.base import SignalQueue, Table
from companion.table.seats import Seats, remembered_seats
from companion.table.serial.discovery import NamedPorts, Port, UsbPorts
from companion.table.serial.worker import Orders
from companion.table.stand_ins import StandIns
from companion.words import Text, count, text

if TYPE_CHECKING:
    from companion.table.serial.exchange import Exchange
    from companion.table.serial.port import Tap

SCHEME: Final = "serial"
GLANCE: Final = 0.5
"""Seconds between two glances for a first port."""
LAST: Final = 2.0
"""Seconds that closing waits for the thread at most."""


def table(rest: str, *, clock: Callable[[], float], seats: Seats | None) -> Table:
    """All readers on USB, or those at the named ports, with touch readers for the other seats; TableFault for a list with a gap."""
    paths = [path.strip() for path in rest.split(",")] if rest.strip() else []
    if not all(paths):
        raise TableFault(
            f"table 'serial:{rest}': found an empty name, expected names with commas between, such as serial:/dev/ttyACM1"
        )
    find = NamedPorts(paths) if paths else UsbPorts()
    return StandIns(
        SerialTable(find, remembered_seats() if seats is None else seats, clock), clock=clock
    )


class SerialTable:
    """Real readers on serial ports, each bound to its chip id; speaks only for seats that have a reader, so `StandIns` goes around it.

    `find` tells which ports there are now (called about once a second, in the table's thread, may raise OSError); `seats` which reader
    sits where; `clock` is in seconds, monotonic, and may run faster than time; `kind` is the word for such readers in reports. A reader
    that answers is told by ReaderBack, its five SlotReads and its handle where that does not rest. `tap` may be set at any time before
    opening, to hear what passes on the wires. What belongs together (a reader that answers and its slots) comes in one poll.
    """

    def __init__(
        self,
        find: Callable[[], Sequence[Port]],
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
        self._orders: Orders | None = None
        self._thread: Thread | None = None
        self._exchange: Exchange | None = None

    @property
    def sign(self) -> Text:
        """How many readers answer."""
        answering = 0 if self._exchange is None else self._exchange.sitting.answering()
        return (
            count("{number} card reader", "{number} card readers", answering)
            if answering
            else text("No card readers")
        )

    def open(self) -> None:
        """Begin to look for readers; nothing needs to be there, and nothing is waited for."""
        if self._thread is None:
            # A new queue: what an earlier thread may still say is nobody's business.
            self._news, self._orders = SignalQueue(), Orders()
            self._thread = Thread(
                target=self._work, args=(self._orders, self._news), name="card readers", daemon=True
            )
            self._thread.start()

    def poll(self) -> tuple[Signal, ...]:
        """What the readers have told since the last call, in the order in which it happened; see `SignalQueue` for what is overtaken by newer things."""
        return self._news.poll()

    def show(self, lamps: Lamps) -> None:
        """Hand the picture to the readers; each is told its five lamps until it confirms them, and again when it comes back."""
        if self._orders is not None:
            self._orders.show(lamps)

    def do(self, deed: Deed) -> None:
        """GiveSeat, FreeSeat, Watch and Look, and a reader that floods is tried again (SetAside with False); the rest is done by hands."""
        if self._orders is not None and isinstance(
            deed, (GiveSeat, FreeSeat, SetAside, Watch, Look)
        ):
            self._orders.order(deed)

    def close(self) -> None:
        """Let go of the ports; the readers keep their lamps for as long as they like."""
        if self._thread is None or self._orders is None:
            return
        self._orders.stop()
        self._thread.join(LAST)
        # A thread that hangs still watches the bell; closed, its number might go to another file.
        if not self._thread.is_alive():
            self._orders.close()
        self._thread = self._orders = self._exchange = None
        self._news = SignalQueue()

    def _work(self, orders: Orders, news: SignalQueue) -> None:
        # Imported only now, so that the first screen does not wait for what only readers need.
        if not self._port_comes(orders):
            return
        from companion.table.serial.exchange import Exchange

        self._exchange = exchange = Exchange(
            self._find,
            self._seats,
            orders,
            news.tell,
            clock=self._clock,
            kind=self._kind,
            tap=self.tap,
        )
        exchange.run()

    def _port_comes(self, orders: Orders) -> bool:
        """Wait until there is a port, or a reason why none can be found; False when the end is wanted before that."""
        import select

        while not orders.stopping:
            try:
                if self._find():
                    return True
            # The exchange meets the same, and tells it in words.
            except (ImportError, OSError):
                return True
            select.select([orders], [], [], GLANCE)
            orders.hush()
        return False
