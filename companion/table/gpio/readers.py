"""Readers on the header: samples of cells and switches in, signals out, by the firmware's logic.

All readers share address lines and perhaps sensor LEDs, so they take turns in a `Round`: handles,
one slot, signals. Times are integer milliseconds of any clock, as in the firmware.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from card_reader.codes import cells as levels_and_rooms
from card_reader.inputs import ReaderInputs

from companion.signals import (
    EMPTY,
    SLOTS,
    CellsSeen,
    HandleMoved,
    MeasureCells,
    ReaderBack,
    ReaderLost,
    ReaderReport,
    Signal,
    SlotRead,
    SlotReport,
    TableProblem,
)
from companion.table.gpio.table_file import TableFile
from companion.table.gpio.wires import OpenHeader, SlotScan
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
        self._told = self._empty()
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
            self._read_afresh()
        self.inputs.look(slot, cells.ambient, cells.lit, now)

    def _read_afresh(self) -> None:
        """Forget readings of slots without a signal; the handle was never in doubt."""
        handle, self.inputs = self.inputs.handle, ReaderInputs(SLOTS)
        if self.answers:
            self.inputs.handle = handle
        else:
            # After ReaderBack all slots count as empty.
            self._told = self._empty()

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
            for _, told in self.inputs.news():
                yield from self._handle(told) if isinstance(told, str) else self._slots(told)

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
            if read != self._told[place]:
                self._told[place] = read
                yield read

    def _handle(self, letter: str) -> Iterator[Signal]:
        yield HandleMoved(self.seat, POSITIONS[letter])

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
            self._see(wanted, now)
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

    def _see(self, deed: MeasureCells, now: int) -> None:
        """Scan a slot that somebody wants to see; repeat it if the handle moves."""
        reader = self._reader(deed.seat)
        cells = self._scan(reader, deed.slot - 1, now)
        if cells is not None:
            self._looks.remove(deed)
            self._seen += reader.seen(deed.slot - 1, cells)

    def _reader(self, seat: int) -> _WiredReader:
        return next(reader for reader in self._readers if reader.seat == seat)
