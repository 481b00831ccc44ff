"""The table of emulated readers: the same serial table as for real ones, around the pseudo-terminals of a rig."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.signals import Deed, Lamps, Mischief, SettleCard, Signal
from companion.table.rig.reader import UID
from companion.table.rig.rig import Rig
from companion.table.rig.wishes import Wishes
from companion.table.seats import Seats
from companion.table.serial import SerialTable
from companion.table.stand_ins import StandIns


class RigTable:
    """Emulated readers of real firmware, one for each seat up to `wishes.seats`; the other seats are played on the screen.

    `clock` is in seconds of the world; readers, hands and the wires' timeouts go `wishes.pace` times as fast.
    """

    def __init__(self, wishes: Wishes, clock: Callable[[], float]) -> None:
        self.rig = Rig(wishes, lambda: clock() * wishes.pace)
        seats = Seats(None, {UID.format(seat): seat for seat in range(1, wishes.seats + 1)})
        self.wires = SerialTable(self.rig.ports, seats, self.rig.clock, kind="emulated")
        self._readers = StandIns(self.wires, self.rig.do, clock=self.rig.clock)
        self.touch_seats = self._readers.touch_seats
        self._open = False

    @property
    def sign(self) -> str:
        """That nothing of it is real."""
        count = self.rig.wishes.seats
        return f"{count} emulated reader{'' if count == 1 else 's'}"

    @property
    def tap(self) -> Any:
        """Who hears the wires; see `SerialTable.tap`."""
        return self.wires.tap

    @tap.setter
    def tap(self, tap: Any) -> None:
        self.wires.tap = tap

    def open(self) -> None:
        """Start the readers; TableFault where firmware or a library is missing."""
        self.rig.open()
        self._open = True
        self._readers.open()

    def poll(self) -> tuple[Signal, ...]:
        """What the readers have told, and what really is there where that has changed."""
        if not self._open:
            return ()
        return (*self.rig.turn(), *self._readers.poll())

    def show(self, lamps: Lamps) -> None:
        """Hand the picture to the readers."""
        self._readers.show(lamps)

    def do(self, deed: Deed) -> None:
        """Hands, and mischief; whatever happens to cables and cards happens although a reader may be lost."""
        if not self._open:
            return
        if isinstance(deed, (Mischief, SettleCard)):
            self.rig.do(deed)
        else:
            self._readers.do(deed)

    def close(self) -> None:
        """Let go of the wires and end all processes."""
        self._open = False
        self._readers.close()
        self.rig.close()
