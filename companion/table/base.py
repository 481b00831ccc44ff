"""The port between a session and its readers: five methods for every kind of reader.

Deeds and lamps go in, signals come out; all are defined in `companion.signals`. A table that works
in its own thread passes its signals on through a `SignalQueue`.
"""

from __future__ import annotations

from threading import Lock
from typing import Protocol

from companion.signals import Deed, Lamps, ReaderReport, Signal, SlotRead
from companion.words import Text


class Table(Protocol):
    """Readers of up to eight seats.

    No method blocks, and only `open` raises: a failing reader is reported by a signal. Threads
    exist only inside a table and pass results on through a queue.

    After `open`, the caller assumes empty slots and resting handles until signals say otherwise:
    touch readers report the slots that hold a card; a real reader that answers reports
    `ReaderBack`, all five slots including EMPTY ones, and a handle that is not at rest.

    To resume a session after a restart, deeds may follow `open` before the first poll, in this
    order:

    - `SwapReaders` and `SetAside` also apply to readers that have not answered yet. The same
      instance keeps them over `close` and `open`; a new instance needs them again.
    - `InsertCard`, for each card that was in a reader, inserts it into the reader that the seat is
      played with. A real reader that answers ignores it, since its own readings count. If the
      reader answers later, its readings count from then on, and the seat's cards on the screen are
      removed. An emulated reader holds the card when it starts, however late.
    - A card that is in the slot already, or elsewhere on the screen, is not inserted twice. A card
      inserted on the screen although the real reader of another seat shows it is reported at both
      seats, since only people can say which one is wrong.
    """

    @property
    def sign(self) -> Text:
        """Name the kind of readers in a few words, for the sign that screens always show."""

    @property
    def touch_seats(self) -> frozenset[int]:
        """Return the seats whose readers are always worked through the screen.

        These are touch readers and emulated readers. The other seats are worked through the screen
        only while their reader is lost.
        """

    def open(self) -> None:
        """Open the readers. The cards in them are reported as signals.

        Raises:
            TableError: Something is missing; the message says what.
        """

    def poll(self) -> tuple[Signal, ...]:
        """Return all signals since the last call, in order and without repetition."""

    def show(self, lamps: Lamps) -> None:
        """Show these lock lights; seats that `lamps` does not name are dark."""

    def do(self, deed: Deed) -> None:
        """Carry out a deed; its outcome comes as signals at the next poll or later.

        A deed that is impossible here changes nothing and raises nothing.
        """

    def close(self) -> None:
        """Release the readers: nothing is read or shown any more. May be called twice."""


class TableWrapper:
    """A table that wraps another one and passes everything on, as a base for wrappers."""

    def __init__(self, inner: Table) -> None:
        self.inner = inner

    @property
    def sign(self) -> Text:
        return self.inner.sign

    @property
    def touch_seats(self) -> frozenset[int]:
        return self.inner.touch_seats

    def open(self) -> None:
        self.inner.open()

    def poll(self) -> tuple[Signal, ...]:
        return self.inner.poll()

    def show(self, lamps: Lamps) -> None:
        self.inner.show(lamps)

    def do(self, deed: Deed) -> None:
        self.inner.do(deed)

    def close(self) -> None:
        self.inner.close()


class SignalQueue:
    """A queue of signals between two threads.

    Signals passed to one `tell` come out of one `poll`, in the same order.

    A newer SlotRead replaces an older one of the same slot, and a newer ReaderReport one of the
    same reader, if no other signal came in between: the meaning of a handle move or a loss depends
    on all slots before it. All other signals are kept.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._earlier: list[Signal] = []
        # The latest SlotRead per seat and slot, and ReaderReport per seat and 0, since the last
        # other signal.
        self._newest: dict[tuple[int, int], Signal] = {}

    def tell(self, *signals: Signal) -> None:
        """Add these signals, in this order."""
        with self._lock:
            for signal in signals:
                if isinstance(signal, (SlotRead, ReaderReport)):
                    place = (signal.seat, signal.slot if isinstance(signal, SlotRead) else 0)
                    # Remove the older one first, so that the newer one takes its place at the end.
                    self._newest.pop(place, None)
                    self._newest[place] = signal
                else:
                    self._earlier += (*self._newest.values(), signal)
                    self._newest.clear()

    def poll(self) -> tuple[Signal, ...]:
        """Return the signals since the last call."""
        with self._lock:
            signals = (*self._earlier, *self._newest.values())
            self._earlier, self._newest = [], {}
            return signals
