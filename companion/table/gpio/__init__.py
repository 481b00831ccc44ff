"""One or two readers wired to the Raspberry Pi's header: `gpio:FILE.toml` or `gpio:two-players`.

`gpio:NAME` opens a table file that we ship. `table_file` assigns the pins, `wires` holds them,
`lights` drives the lock lights. This module makes signals of samples with the firmware's own
modules, and has the table and its thread. Source: hardware facts, section 4.

All readers share address lines and perhaps sensor LEDs, so they take turns in a `Round`: handles,
one slot, signals. Times are integer milliseconds of any clock, as in the firmware.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from card_reader.codes import cells as levels_and_rooms
from card_reader.inputs import ReaderInputs

from companion.errors import TableError
from companion.folders import shipped_folders
from companion.signals import (
    EMPTY,
    SLOTS,
    CellsSeen,
    Deed,
    HandleMoved,
    Lamps,
    MeasureCells,
    ReaderBack,
    ReaderLost,
    ReaderReport,
    Signal,
    SlotRead,
    SlotReport,
    TableProblem,
    Watch,
)
from companion.table.base import SignalQueue, Table
from companion.table.gpio.lights import LockLights, NoLights, open_lights
from companion.table.gpio.table_file import TableFile, read_table_file
from companion.table.gpio.wires import OpenHeader, SlotScan, fault_line
from companion.table.screen_fallback import ScreenFallback
from companion.table.seats import Seats
from companion.table.serial.messages import POSITIONS, STATUSES
from companion.words import NOTHING, Text, count, text

DEAD: Final = 500
"""Milliseconds without voltage from a slot's cells until its reader counts as lost."""
CALM, CALM_PAUSE = 3000, 50
"""Milliseconds without news until scans pause, and the pause: an idle table spares the Pi."""

REPORTING: Final = 500
"""Milliseconds between two reports about a reader."""


class _WiredReader:
    """One seat's reader: from samples to signals.

    It is reported lost while a slot gives no signal, and back when all do again.
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.inputs = ReaderInputs(SLOTS)
        self.answers = False
        self._reported_slots = self._empty()
        self._dead: dict[int, tuple[int, bool]] = {}
        self._trouble = NOTHING

    def _empty(self) -> list[SlotRead]:
        return [SlotRead(self.seat, slot, EMPTY) for slot in range(1, SLOTS + 1)]

    def due(self, now: int) -> int | None:
        """Return the slot to scan now, from 0; None if none is due or the handle is moving."""
        return self.inputs.due(now)

    def look(self, slot: int, cells: SlotScan, now: int) -> None:
        """Take in one scan of a slot, counted from 0.

        While a slot gives no signal, none is reported.
        """
        if not cells.alive():
            since, _ = self._dead.get(slot, (now, False))
            self._dead[slot] = (since, cells.answered)
        elif self._dead.pop(slot, None) and not self._dead:
            # Forget readings of slots without a signal; the handle was never in doubt.
            handle, self.inputs = self.inputs.handle, ReaderInputs(SLOTS)
            if self.answers:
                self.inputs.handle = handle
            else:
                # After ReaderBack all slots count as empty.
                self._reported_slots = self._empty()
        self.inputs.look(slot, cells.ambient, cells.lit, now)

    def seen(self, slot: int, cells: SlotScan) -> Iterator[CellsSeen]:
        """Yield a scanned slot's cells (from 0), unless the reader is lost or without a signal."""
        if self.answers and cells.alive():
            levels, rooms = levels_and_rooms(cells.ambient, cells.lit)
            yield CellsSeen(self.seat, slot + 1, tuple(levels), tuple(rooms))

    def news(self, now: int) -> Iterator[Signal]:
        """Yield due signals in order: slots before the handle that moved after they were read."""
        if self._dead and now - min(since for since, _ in self._dead.values()) >= DEAD:
            yield from self._give_up({slot: answered for slot, (_, answered) in self._dead.items()})
        if not self._dead:
            for _, change in self.inputs.news():
                if isinstance(change, str):
                    yield HandleMoved(self.seat, POSITIONS[change])
                else:
                    yield from self._slots(change)

    def _give_up(self, silent: Mapping[int, bool]) -> Iterator[Signal]:
        """Report slots without a signal, again when they are others."""
        words = _words(self.seat, silent)
        if words != self._trouble:
            self.answers, self._trouble = False, words
            yield ReaderLost(self.seat, _reason(silent))
            yield TableProblem(_place(self.seat), words)

    def _slots(self, readings: Iterable[tuple[str, int | None, int]]) -> Iterator[Signal]:
        if self._trouble:
            self._trouble = NOTHING
            yield TableProblem(_place(self.seat), NOTHING)
        if not self.answers:
            self.answers = True
            yield ReaderBack(self.seat)
        for place, (letter, code, _) in enumerate(readings):
            read = SlotRead(self.seat, place + 1, STATUSES[letter], code)
            if read != self._reported_slots[place]:
                self._reported_slots[place] = read
                yield read

    def report(self) -> ReaderReport:
        """Return the present readings."""
        slots = tuple(
            SlotReport(STATUSES[letter], code, contrast)
            for letter, code, contrast in self.inputs.slots.readings()
        )
        return ReaderReport(
            self.seat, "wired", "", "", POSITIONS[self.inputs.handle.position], slots, None
        )


def _place(seat: int) -> str:
    return f"seat {seat}"


def _reason(silent: Mapping[int, bool]) -> Text:
    """Explain the slots without a signal in half a sentence."""
    if not all(silent.values()):
        return text("its MCP3008 does not answer")
    slots = ", ".join(str(slot + 1) for slot in sorted(silent))
    return count(
        "its slot {slots} gives no signal",
        "its slots {slots} give no signal",
        len(silent),
        slots=slots,
    )


def _words(seat: int, silent: Mapping[int, bool]) -> Text:
    """Return the whole sentence, with what to do."""
    reason = _reason(silent)
    if not all(silent.values()) or len(silent) == SLOTS:
        return text(
            "Seat {seat}: {reason}: check that the MCP3008 has 3.3 V and ground, and check "
            "its wires to GPIO8, 9, 10 and 11. Until then the seat is played on the screen.",
            seat=seat,
            reason=reason,
        )
    muxes = ", ".join(sorted({"ABC"[8 * slot // 16] for slot in silent}))
    return text(
        "Seat {seat}: {reason}: check that multiplexer {multiplexer} has 3.3 V and ground, "
        "and check its wire to the MCP3008. Until then the seat is played on the screen.",
        seat=seat,
        reason=reason,
        multiplexer=muxes,
    )


class Round:
    """The readers' turns: all handles, then at most one slot, so that only one is ever lit."""

    def __init__(self, wires: OpenHeader, file: TableFile, now: Callable[[], int]) -> None:
        self._wires, self._now = wires, now
        self._readers = [_WiredReader(seat.seat) for seat in file.seats]
        self._scanned = self._moved = self._reported = 0
        self._looks: list[MeasureCells] = []
        self._seen: list[CellsSeen] = []

    def answering(self) -> int:
        """Return the number of readers that answer."""
        return sum(reader.answers for reader in self._readers)

    def look(self, deed: MeasureCells) -> None:
        """Queue the cells of a slot for one of the next turns, each slot once."""
        if deed not in self._looks:
            self._looks.append(deed)

    def turn(self) -> tuple[tuple[Signal, ...], bool]:
        """Read all handles and scan one due slot.

        Returns:
            The new signals, and whether a slot was scanned.
        """
        now = self._now()
        self._look_at_handles(now)
        scanned = self._scan_one(now)
        news = tuple(signal for reader in self._readers for signal in reader.news(self._now()))
        if news:
            self._moved = now
        seen, self._seen = tuple(self._seen), []
        return (*news, *seen), scanned

    def reports(self) -> tuple[Signal, ...]:
        """Return reports about the readers that answer when they are due, else nothing."""
        now = self._now()
        if now - self._reported < REPORTING:
            return ()
        self._reported = now
        return tuple(reader.report() for reader in self._readers if reader.answers)

    def _look_at_handles(self, now: int) -> None:
        for reader in self._readers:
            reader.inputs.turn(*self._wires.switches(reader.seat), now)

    def _scan_one(self, now: int) -> bool:
        """Scan a slot that somebody wants to see, else one that is due."""
        # Cards move with the handle: that wish waits, and one for the other reader may come first.
        wanted = next(
            (deed for deed in self._looks if not self._reader(deed.seat).inputs.handle.moving(now)),
            None,
        )
        if wanted is not None:
            reader = self._reader(wanted.seat)
            cells = self._scan(reader, wanted.slot - 1, now)
            # It is repeated if the handle began to move.
            if cells is not None:
                self._looks.remove(wanted)
                self._seen += reader.seen(wanted.slot - 1, cells)
            return True
        # Not while a slot is still being read: that would delay the pull after it.
        calm = now - self._moved > CALM and all(
            reader.inputs.slots.settled() for reader in self._readers
        )
        if calm and now - self._scanned < CALM_PAUSE:
            return False
        for reader in self._readers:
            slot = reader.due(now)
            if slot is not None:
                self._scan(reader, slot, now)
                return True
        return False

    def _scan(self, reader: _WiredReader, slot: int, now: int) -> SlotScan | None:
        """Scan a slot, counted from 0.

        Returns:
            None if the handle began to move, which makes the scan void.
        """
        cells = self._wires.scan(reader.seat, slot)
        self._look_at_handles(self._now())
        self._scanned = now
        # The other reader comes first next time.
        self._readers = [other for other in self._readers if other is not reader] + [reader]
        if reader.inputs.handle.moving(self._now()):
            return None
        reader.look(slot, cells, self._now())
        return cells

    def _reader(self, seat: int) -> _WiredReader:
        return next(reader for reader in self._readers if reader.seat == seat)


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
    # A bare name may be one of ours, after a file of that name in the current folder.
    shipped = [
        folder / f"{rest}.toml"
        for folder in shipped_folders("hardware/tables")
        if rest == Path(rest).name
    ]
    path = next((path for path in shipped if path.is_file() and not Path(rest).exists()), rest)
    return ScreenFallback(GpioTable(read_table_file(str(path)), clock), clock=clock)


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
        if number:
            return count(
                "{number} card reader on the header", "{number} card readers on the header", number
            )
        return text("No card readers")

    def open(self) -> None:
        """Start the thread. Cards in the slots, or faults, come as signals."""
        if self._shift is None:
            self.lamps, self.watched = Lamps({}), False
            self._shift = _HeaderThread(self)
            self._shift.start()

    def poll(self) -> tuple[Signal, ...]:
        return self._shift.poll() if self._shift else ()

    def show(self, lamps: Lamps) -> None:
        self.lamps = lamps

    def do(self, deed: Deed) -> None:
        """Carry out Watch and MeasureCells; all other deeds are done by hand at the readers."""
        if isinstance(deed, Watch):
            self.watched = deed.on
        elif (
            isinstance(deed, MeasureCells)
            and 1 <= deed.slot <= SLOTS
            and any(wiring.seat == deed.seat for wiring in self.file.seats)
            and self._shift is not None
            and self._shift.answering
        ):
            self.looks.append(deed)

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

    def poll(self) -> tuple[Signal, ...]:
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
                        fault=fault_line(fault),
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
        with closing(OpenHeader(self._file)) as wires:
            # Wishes from before the failure are outdated, since a new attempt takes seconds.
            self._table.looks.clear()
            with closing(_Lights(self._file, lambda words: self._trouble(LIGHTS, words))) as lights:
                readers, scanned = Round(wires, self._file, self._now), False
                # A scan has taken its time already.
                while not self._over.wait(0 if scanned else TICK):
                    while self._table.looks:
                        readers.look(self._table.looks.popleft())
                    news, scanned = readers.turn()
                    self.answering = readers.answering()
                    # End the trouble only after a whole turn: pins that open and then fail would
                    # end it at each attempt.
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
                    fault=fault_line(fault),
                )
            )

    def close(self) -> None:
        lights, self._lights = self._lights, NoLights()
        with suppress(Exception):
            lights.close()
