"""One or two readers wired to the Raspberry Pi's header: `gpio:FILE.toml` or `gpio:two-players`.

`gpio:NAME` opens a table file that we ship. `table_file` assigns the pins, `wires` holds them,
`readers` makes signals of samples with the firmware's own modules, `lights` drives the lock lights.
This module has the table and its thread. Source: hardware facts, section 4.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from companion.errors import TableError
from companion.folders import shipped_folders
from companion.signals import (
    SLOTS,
    Deed,
    Lamps,
    MeasureCells,
    ReaderLost,
    Signal,
    TableProblem,
    Watch,
)
from companion.table.base import SignalQueue, Table
from companion.table.gpio.lights import LockLights, NoLights, open_lights
from companion.table.gpio.readers import Round
from companion.table.gpio.table_file import TableFile, read_table_file
from companion.table.gpio.wires import OpenHeader, said
from companion.table.screen_fallback import ScreenFallback
from companion.table.seats import Seats
from companion.words import NOTHING, Text, count, text

SCHEME: Final = "gpio"

TICK: Final = 0.01
"""Seconds between two readings of the handles."""

RETRY: Final = 3.0
"""Seconds between two attempts to claim pins."""

HEADER, LIGHTS = "header", "lock lights"
"""Places of troubles."""

PATIENCE: Final = 3.0
"""Seconds that closing waits for the thread."""


def table(
    rest: str, *, clock: Callable[[], float] = time.monotonic, seats: Seats | None = None
) -> Table:
    """Return the table of a table file. `seats` is ignored: the file names the seats.

    Raises:
        FormatError: The file is wrong; the message says where.
    """
    if not rest:
        raise TableError(
            "table 'gpio:': found no table file, expected gpio:FILE.toml, such as gpio:two-players"
        )
    return ScreenFallback(GpioTable(read_table_file(_found(rest)), clock), clock=clock)


def _found(rest: str) -> str:
    """Return the path of a table file; a bare name may be one that we ship."""
    # Look only for bare names among ours, after a file of that name in the current folder.
    shipped = [
        folder / f"{rest}.toml"
        for folder in shipped_folders("hardware/tables")
        if rest == Path(rest).name
    ]
    return next((str(path) for path in shipped if path.is_file() and not Path(rest).exists()), rest)


class GpioTable:
    """Readers on the header, by a table file.

    It serves only its own seats, so `ScreenFallback` wraps it. One thread holds all pins. If it
    cannot have them, it reports a Trouble, reports its seats as lost and tries again every `retry`
    seconds. `clock` is in seconds.
    """

    def __init__(
        self, file: TableFile, clock: Callable[[], float] = time.monotonic, retry: float = RETRY
    ) -> None:
        self.file, self.retry = file, retry
        self.touch_seats: frozenset[int] = frozenset()
        self.clock, self.lamps, self.watched = clock, Lamps({}), False
        self.looks: deque[MeasureCells] = deque()
        self._shift: _HeaderThread | None = None

    @property
    def sign(self) -> Text:
        number = self._shift.answering if self._shift else 0
        return (
            count(
                "{number} card reader on the header", "{number} card readers on the header", number
            )
            if number
            else text("No card readers")
        )

    def open(self) -> None:
        """Start the thread. Cards in the slots, or faults, come as signals."""
        if self._shift is None:
            self.lamps, self.watched = Lamps({}), False
            self._shift = _HeaderThread(self)
            self._shift.start()

    def poll(self) -> tuple[Signal, ...]:
        return self._shift.told() if self._shift else ()

    def show(self, lamps: Lamps) -> None:
        self.lamps = lamps

    def do(self, deed: Deed) -> None:
        """Carry out Watch and Look; all other deeds are done by hand at the readers."""
        if isinstance(deed, Watch):
            self.watched = deed.on
        elif (
            isinstance(deed, MeasureCells)
            and self._has(deed.seat, deed.slot)
            and self._shift is not None
            and self._shift.answering
        ):
            self.looks.append(deed)

    def _has(self, seat: int, slot: int) -> bool:
        return 1 <= slot <= SLOTS and any(wiring.seat == seat for wiring in self.file.seats)

    def close(self) -> None:
        """Release the pins: sensor LEDs off, lock lights dark."""
        shift, self._shift = self._shift, None
        if shift is not None:
            shift.end()


class _HeaderThread:
    """The thread of one opening. Its own queue keeps a late thread out of the next opening."""

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
        """Stop and wait until the pins are free, at most PATIENCE seconds."""
        self._over.set()
        self._thread.join(PATIENCE)

    def told(self) -> tuple[Signal, ...]:
        """Return the signals since the last call."""
        return self._news.poll()

    def _run(self) -> None:
        while not self._over.is_set():
            try:
                self._work()
            except TableError as fault:
                self._fail(fault.words)
            # Faults of lgpio have no common base class. The session goes on by touch; the pins are
            # tried again.
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
        """Report all seats as lost and end all other troubles."""
        self.answering = 0
        if self._words.get(HEADER) != words:
            self._put(
                tuple(
                    ReaderLost(seat.seat, text("its pins cannot be used"))
                    for seat in self._file.seats
                )
            )
            # A list, since ending a trouble changes the dictionary.
            for place in [place for place in self._words if place != HEADER]:
                self._trouble(place, NOTHING)
            self._trouble(HEADER, words)

    def _trouble(self, place: str, words: Text) -> None:
        """Report a change of a trouble; NOTHING ends it."""
        if (self._words.get(place) or NOTHING) != words:
            self._put((TableProblem(place, words),))

    def _work(self) -> None:
        wires = OpenHeader(self._file)
        # Wishes from before the failure are outdated, since a new attempt takes seconds.
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
            # End the trouble only after a whole turn: pins that open and then fail would end it at
            # each attempt.
            self._trouble(HEADER, NOTHING)
            self._put(news)
            if self._table.watched:
                self._put(readers.reports())
            lights.show(self._table.lamps, self._now())

    def _put(self, signals: tuple[Signal, ...]) -> None:
        """Report signals that belong together."""
        self._words |= {
            signal.place: signal.words for signal in signals if isinstance(signal, TableProblem)
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
    """Lock lights that may fail: the failure is reported, and the readers work on."""

    def __init__(self, file: TableFile, trouble: Callable[[Text], None]) -> None:
        self._lights: LockLights = NoLights()
        self._trouble = trouble
        try:
            self._lights = open_lights(file)
            trouble(NOTHING)
        except TableError as fault:
            trouble(fault.words)

    def show(self, lamps: Lamps, now: int) -> None:
        try:
            self._lights.show(lamps, now)
        # Drivers raise exceptions of any class.
        except Exception as fault:
            self.close()
            self._trouble(
                text(
                    "The lock lights failed ({fault}). Cards are still read, and the screen shows"
                    " the lights.",
                    fault=said(fault),
                )
            )

    def close(self) -> None:
        lights, self._lights = self._lights, NoLights()
        with suppress(Exception):
            lights.close()
