"""One or two readers wired straight to the Raspberry Pi's header: `gpio:FILE.toml`, or `gpio:two-players` for a file that we ship.

`table_file` says which pin does what, `wires` holds the pins, `readers` take turns and make signals of samples by the firmware's own modules,
`lights` burn; here are the table and its thread. Source: hardware facts, section 4.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from companion.errors import TableFault
from companion.folders import shipped_folders
from companion.signals import SLOTS, Deed, Lamps, Look, ReaderLost, Signal, Trouble, Watch
from companion.table.base import SignalQueue, Table
from companion.table.gpio.lights import LockLights, NoLights, open_lights
from companion.table.gpio.readers import Round
from companion.table.gpio.table_file import TableFile, read_table_file
from companion.table.gpio.wires import OpenHeader, said
from companion.table.seats import Seats
from companion.table.stand_ins import StandIns
from companion.words import NOTHING, Text, count, text

SCHEME: Final = "gpio"

TICK: Final = 0.01
"""Seconds between two looks at the handles."""

RETRY: Final = 3.0
"""Seconds until pins that could not be had are tried again."""

HEADER, LIGHTS = "header", "lock lights"
"""Places of troubles."""

PATIENCE: Final = 3.0
"""Seconds that closing waits for the thread."""


def table(
    rest: str, *, clock: Callable[[], float] = time.monotonic, seats: Seats | None = None
) -> Table:
    """The table that a table file describes; FormatFault says what is wrong with the file. `seats` stand in the file."""
    if not rest:
        raise TableFault(
            "table 'gpio:': found no table file, expected gpio:FILE.toml, such as gpio:two-players"
        )
    return StandIns(GpioTable(read_table_file(_found(rest)), clock), clock=clock)


def _found(rest: str) -> str:
    """The path of a table file; a bare name may be one that we ship."""
    # A path is a path; only a bare name is looked for among ours, and a file of that name in the present folder comes first.
    shipped = [
        folder / f"{rest}.toml"
        for folder in shipped_folders("hardware/tables")
        if rest == Path(rest).name
    ]
    return next((str(path) for path in shipped if path.is_file() and not Path(rest).exists()), rest)


class GpioTable:
    """Readers on the header, by a table file; speaks for its seats only, so `StandIns` goes around it.

    One thread holds all pins. What it cannot have it tells as Trouble, its seats as lost, and tries again every `retry` seconds.
    `clock` is in seconds. `lamps`, `watched` and `looks` are what the thread is to do next; it reads them, and empties `looks`.
    """

    def __init__(
        self, file: TableFile, clock: Callable[[], float] = time.monotonic, retry: float = RETRY
    ) -> None:
        self.file, self.retry = file, retry
        self.touch_seats: frozenset[int] = frozenset()
        self.clock, self.lamps, self.watched = clock, Lamps({}), False
        self.looks: deque[Look] = deque()
        self._shift: _HeaderThread | None = None

    @property
    def sign(self) -> Text:
        """How many of the readers answer."""
        number = self._shift.answering if self._shift else 0
        return (
            count(
                "{number} card reader on the header", "{number} card readers on the header", number
            )
            if number
            else text("No card readers")
        )

    def open(self) -> None:
        """Begin to read; what lies in the slots, or why nothing can be read, comes as signals."""
        if self._shift is None:
            self.lamps, self.watched = Lamps({}), False
            self._shift = _HeaderThread(self)
            self._shift.start()

    def poll(self) -> tuple[Signal, ...]:
        """What the readers have told since the last call."""
        return self._shift.told() if self._shift else ()

    def show(self, lamps: Lamps) -> None:
        """The thread shows this picture from now on."""
        self.lamps = lamps

    def do(self, deed: Deed) -> None:
        """Watch and Look; everything else is done by hands at the readers."""
        if isinstance(deed, Watch):
            self.watched = deed.on
        elif (
            isinstance(deed, Look)
            and self._has(deed.seat, deed.slot)
            and self._shift is not None
            and self._shift.answering
        ):
            self.looks.append(deed)

    def _has(self, seat: int, slot: int) -> bool:
        return 1 <= slot <= SLOTS and any(wiring.seat == seat for wiring in self.file.seats)

    def close(self) -> None:
        """Let go of the pins: sensor LEDs off, lock lights dark."""
        shift, self._shift = self._shift, None
        if shift is not None:
            shift.end()


class _HeaderThread:
    """The thread of one opening of the table, with a queue of its own, so that a late one never speaks into the next opening."""

    def __init__(self, table: GpioTable) -> None:
        self.answering = 0
        self._table, self._file = table, table.file
        self._news = SignalQueue()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="header", daemon=True)
        self._words: dict[str, Text | str] = {}

    def _now(self) -> int:
        return int(self._table.clock() * 1000)

    def start(self) -> None:
        self._thread.start()

    def end(self) -> None:
        """Stop, and wait until the pins are free; a library that hangs is not waited for."""
        self._over.set()
        self._thread.join(PATIENCE)

    def told(self) -> tuple[Signal, ...]:
        """What was told since the last call."""
        return self._news.poll()

    def _run(self) -> None:
        while not self._over.is_set():
            try:
                self._work()
            except TableFault as fault:
                self._fail(fault.words)
            # What lgpio raises when a pin or the bus fails has no family; the session goes on by touch, and the pins are tried again.
            except Exception as fault:
                self._fail(
                    text(
                        "The readers on the header failed ({fault}): make sure that no other "
                        "application uses their pins.",
                        fault=said(fault),
                    )
                )
            self._over.wait(self._table.retry)

    def _fail(self, words: Text) -> None:
        """All seats are lost; whatever else was the matter does not matter now."""
        self.answering = 0
        if self._words.get(HEADER) != words:
            self._put(
                tuple(
                    ReaderLost(seat.seat, text("its pins cannot be used"))
                    for seat in self._file.seats
                )
            )
            # A list, since telling that one is over writes into the words.
            for place in [place for place in self._words if place != HEADER]:
                self._trouble(place, NOTHING)
            self._trouble(HEADER, words)

    def _trouble(self, place: str, words: Text) -> None:
        """Tell a trouble, or by NOTHING that it is over, once."""
        if (self._words.get(place) or NOTHING) != words:
            self._put((Trouble(place, words),))

    def _work(self) -> None:
        wires = OpenHeader(self._file)
        # Wishes from before the pins failed: whoever had them has gone on by now, since trying again takes seconds.
        self._table.looks.clear()
        try:
            with self._lit() as lights:
                self._go_round(Round(wires, self._file, self._now), lights)
        finally:
            wires.close()

    def _go_round(self, readers: Round, lights: _Lights) -> None:
        scanned = False
        # A scan has taken its time already.
        while not self._over.wait(0 if scanned else TICK):
            while self._table.looks:
                readers.look(self._table.looks.popleft())
            news, scanned = readers.turn()
            self.answering = readers.answering()
            # Not before a whole turn went well: pins that open and then fail would be told mended each time they are tried.
            self._trouble(HEADER, NOTHING)
            self._put(news)
            if self._table.watched:
                self._put(readers.reports())
            lights.show(self._table.lamps, self._now())

    def _put(self, signals: tuple[Signal, ...]) -> None:
        """Hand over together what belongs together."""
        self._words |= {
            signal.place: signal.words for signal in signals if isinstance(signal, Trouble)
        }
        self._news.tell(*signals)

    @contextmanager
    def _lit(self) -> Iterator[_Lights]:
        lights = _Lights(self._file, lambda words: self._trouble(LIGHTS, words))
        try:
            yield lights
        finally:
            lights.close()


class _Lights:
    """Lock lights that may fail: then that is told, and everything else goes on without them."""

    def __init__(self, file: TableFile, trouble: Callable[[Text], None]) -> None:
        self._lights: LockLights = NoLights()
        self._trouble = trouble
        try:
            self._lights = open_lights(file)
            trouble(NOTHING)
        except TableFault as fault:
            trouble(fault.words)

    def show(self, lamps: Lamps, now: int) -> None:
        try:
            self._lights.show(lamps, now)
        # Drivers raise what they like.
        except Exception as fault:
            self.close()
            self._trouble(
                text(
                    "The lock lights failed ({fault}). Cards are still read, and the screen shows the lights.",
                    fault=said(fault),
                )
            )

    def close(self) -> None:
        lights, self._lights = self._lights, NoLights()
        with suppress(Exception):
            lights.close()
