"""The round that the thread of a header table goes: handles, one slot, what is new. Times are integer milliseconds, as in the firmware.

All readers share address lines and perhaps sensor LEDs, so nothing here may happen at two of them at once.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.signals import CellsSeen, Look, Signal
from companion.table.gpio.readers import Cells, WiredReader
from companion.table.gpio.table_file import TableFile
from companion.table.gpio.wires import HeaderWires

CALM, CALM_PAUSE = 3000, 50
"""Milliseconds without news after which only one slot is scanned in each pause, so that an idle table leaves the Pi its time."""

REPORTING: Final = 500
"""Milliseconds between two reports about a reader."""


class Round:
    """The readers' turn, again and again: all handles, then at most one slot of one reader, so that never more than one is lit."""

    def __init__(self, wires: HeaderWires, file: TableFile, now: Callable[[], int]) -> None:
        self._wires, self._now = wires, now
        self._readers = [WiredReader(seat.seat) for seat in file.seats]
        self._scanned = self._moved = self._reported = 0
        self._looks: list[Look] = []
        self._seen: list[CellsSeen] = []

    def answering(self) -> int:
        """How many readers answer."""
        return sum(reader.answers for reader in self._readers)

    def look(self, deed: Look) -> None:
        """Have the cells of a slot of a reader that is there looked at in one of the next turns; what waits already does not wait twice."""
        if deed not in self._looks:
            self._looks.append(deed)

    def turn(self) -> tuple[tuple[Signal, ...], bool]:
        """Look at all handles and scan one slot if one is due: what is new, and whether a slot was scanned."""
        now = self._now()
        self._look_at_handles(now)
        scanned = self._scan_one(now)
        news = tuple(signal for reader in self._readers for signal in reader.news(self._now()))
        if news:
            self._moved = now
        seen, self._seen = tuple(self._seen), []
        return (*news, *seen), scanned

    def reports(self) -> tuple[Signal, ...]:
        """About the readers that answer, twice a second; nothing in between."""
        now = self._now()
        if now - self._reported < REPORTING:
            return ()
        self._reported = now
        return tuple(reader.report() for reader in self._readers if reader.answers)

    def _look_at_handles(self, now: int) -> None:
        for reader in self._readers:
            reader.watch.turn(*self._wires.switches(reader.seat), now)

    def _scan_one(self, now: int) -> bool:
        """Scan a slot that somebody wants to see, else the one that is due."""
        # While a handle moves its cards do, too: that wish waits, and one for the other reader may come first.
        wanted = next((deed for deed in self._looks if not self._reader(deed.seat).watch.handle.moving(now)), None)
        if wanted is not None:
            self._see(wanted, now)
            return True
        # Not while a slot is still being read: that would put off the pull behind it.
        calm = now - self._moved > CALM and all(reader.watch.slots.settled() for reader in self._readers)
        if calm and now - self._scanned < CALM_PAUSE:
            return False
        for reader in self._readers:
            slot = reader.due(now)
            if slot is not None:
                self._scan(reader, slot, now)
                return True
        return False

    def _scan(self, reader: WiredReader, slot: int, now: int) -> Cells | None:
        """Scan a slot, counted from 0; None where the handle began to move meanwhile, which makes the scan void."""
        cells = self._wires.scan(reader.seat, slot)
        self._look_at_handles(self._now())
        self._scanned = now
        # The other reader comes first next time.
        self._readers = [other for other in self._readers if other is not reader] + [reader]
        if reader.watch.handle.moving(self._now()):
            return None
        reader.look(slot, cells, self._now())
        return cells

    def _see(self, deed: Look, now: int) -> None:
        """Scan the slot that somebody wants to see; where the handle begins to move meanwhile, once more when it has arrived."""
        reader = self._reader(deed.seat)
        cells = self._scan(reader, deed.slot - 1, now)
        if cells is not None:
            self._looks.remove(deed)
            self._seen += reader.seen(deed.slot - 1, cells)

    def _reader(self, seat: int) -> WiredReader:
        return next(reader for reader in self._readers if reader.seat == seat)
