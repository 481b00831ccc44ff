"""The table of emulated readers: the same serial table as for real ones, around the pseudo-terminals of a rig."""
from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from companion.signals import Deed, HandleMoved, Lamps, ReaderBack, ReaderLost, Signal
from companion.table.base import Around
from companion.table.rig.reader import UID
from companion.table.rig.rig import Rig
from companion.table.rig.wishes import Wishes
from companion.table.seats import Seats
from companion.table.serial import SerialTable
from companion.table.stand_ins import StandIns

if TYPE_CHECKING:
    from companion.table.serial.port import Tap

PATIENCE: Final = 3.0
"""Seconds, of time and not of the rig's clock, in which emulated readers have to answer when the table is opened."""


class WiredRig:
    """A rig and the wires to it as one table of real readers, for `StandIns` to go around; whoever polls it moves the hands.

    `answering` are the seats whose readers answer, as far as was told.
    """

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.touch_seats: frozenset[int] = frozenset()
        self.answering: set[int] = set()
        seats = Seats(None, {UID.format(seat): seat for seat in range(1, rig.wishes.seats + 1)})
        self.wires = SerialTable(rig.ports, seats, rig.clock, kind="emulated")
        self._signals: list[Signal] = []

    @property
    def sign(self) -> str:
        """That nothing of it is real."""
        count = self.rig.wishes.seats
        return f"{count} emulated reader{'' if count == 1 else 's'}"

    def open(self) -> None:
        """Start the readers and wait a moment until they are on USB; TableFault where firmware or a library is missing."""
        self.rig.open()
        self._signals, self.answering = [], set()
        # So that the wires' first look finds every reader: the next one is a second later.
        _work_until(lambda: not self.rig.starting(), lambda: self._signals.extend(self.rig.turn()))
        self.wires.open()

    def poll(self) -> tuple[Signal, ...]:
        """What really is there where that has changed, and what the readers have told."""
        signals, self._signals = (*self._signals, *self.rig.turn(), *self.wires.poll()), []
        for signal in signals:
            # Hands that are told of it take the next pull for a new one, see `Hands.answered`.
            if isinstance(signal, HandleMoved):
                self.rig.answered(signal.seat, signal.position)
            elif isinstance(signal, ReaderBack):
                self.answering.add(signal.seat)
            elif isinstance(signal, ReaderLost):
                self.answering.discard(signal.seat)
        return signals

    def show(self, lamps: Lamps) -> None:
        """Hand the picture to the readers."""
        self.wires.show(lamps)

    def do(self, deed: Deed) -> None:
        """Hand on what is the wires' business; what hands do is done at the rig itself."""
        self.wires.do(deed)

    def close(self) -> None:
        """Let go of the wires and end all processes."""
        self._signals = []
        self.wires.close()
        self.rig.close()


class RigTable(Around):
    """Emulated readers of real firmware, one for each seat up to `wishes.seats`; the other seats are played on the screen.

    `clock` is in seconds of the world; readers, hands and the wires' timeouts go `wishes.pace` times as fast. `mark`: see `Rig`.
    """

    def __init__(self, wishes: Wishes, clock: Callable[[], float], mark: str = "") -> None:
        self.rig = Rig(wishes, lambda: clock() * wishes.pace, mark)
        self._wired = WiredRig(self.rig)
        self.wires = self._wired.wires
        super().__init__(StandIns(self._wired, self.rig.do, emulated=range(1, wishes.seats + 1), clock=self.rig.clock))
        self._signals: tuple[Signal, ...] = ()

    @property
    def sign(self) -> str:
        """That nothing of it is real, whoever is played on the screen meanwhile."""
        return self._wired.sign

    @property
    def tap(self) -> Tap | None:
        """Who hears the wires; see `SerialTable.tap`."""
        return self.wires.tap

    @tap.setter
    def tap(self, tap: Tap | None) -> None:
        """Set it before the table is opened."""
        self.wires.tap = tap

    def open(self) -> None:
        """Start the readers and wait a moment until all of them answer; TableFault where firmware or a library is missing."""
        super().open()
        told: list[Signal] = []
        _work_until(lambda: self._wired.answering >= set(self.rig.readers), lambda: told.extend(self.inner.poll()))
        self._signals = _without_false_alarms(told)

    def poll(self) -> tuple[Signal, ...]:
        """What the readers have told, and what really is there where that has changed."""
        signals, self._signals = (*self._signals, *super().poll()), ()
        return signals

    def close(self) -> None:
        """Let go of the wires and end all processes."""
        self._signals = ()
        super().close()


def _work_until(done: Callable[[], bool], work: Callable[[], None]) -> None:
    """Work until it is done, or for as long as anybody may wait: an evening that begins without its readers begins on the screen."""
    deadline = time.monotonic() + PATIENCE
    while not done() and time.monotonic() < deadline:
        work()
        time.sleep(0.005)


def _without_false_alarms(told: Sequence[Signal]) -> tuple[Signal, ...]:
    """Leave out that a reader was lost which has answered since: it was only about to start."""
    back = {signal.seat for signal in told if isinstance(signal, ReaderBack)}
    return tuple(signal for signal in told if not (isinstance(signal, ReaderLost) and signal.seat in back))
