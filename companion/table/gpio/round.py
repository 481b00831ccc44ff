"""The round that the thread of a header table goes: handles, one slot, what is new."""
from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.signals import Signal
from companion.table.gpio.readers import WiredReader
from companion.table.gpio.wires import HeaderWires
from companion.table.gpio.table_file import TableFile

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

    def answering(self) -> int:
        """How many readers answer."""
        return sum(reader.answers for reader in self._readers)

    def turn(self) -> tuple[tuple[Signal, ...], bool]:
        """Look at all handles and scan one slot if one is due: what is new, and whether a slot was scanned."""
        now = self._now()
        self._look_at_handles(now)
        scanned = self._scan_one(now)
        news = tuple(signal for reader in self._readers for signal in reader.news(self._now()))
        if news:
            self._moved = now
        return news, scanned

    def reports(self) -> tuple[Signal, ...]:
        """About the readers that answer, twice a second."""
        now = self._now()
        if now - self._reported < REPORTING:
            return ()
        self._reported = now
        return tuple(reader.report() for reader in self._readers if reader.answers)

    def _look_at_handles(self, now: int) -> None:
        for reader in self._readers:
            reader.watch.turn(*self._wires.switches(reader.seat), now)

    def _scan_one(self, now: int) -> bool:
        """Scan the slot that is due; a handle that began to move meanwhile makes the scan void."""
        calm = now - self._moved > CALM and all(reader.watch.slots.settled() for reader in self._readers)
        if calm and now - self._scanned < CALM_PAUSE:
            return False
        for reader in self._readers:
            slot = reader.due(now)
            if slot is not None:
                cells = self._wires.scan(reader.seat, slot)
                self._look_at_handles(self._now())
                if not reader.watch.handle.moving(self._now()):
                    reader.look(slot, cells, self._now())
                self._scanned = now
                # The other reader comes first next time.
                self._readers = [other for other in self._readers if other is not reader] + [reader]
                return True
        return False
