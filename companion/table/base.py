"""The port between a session and its readers: five methods, whatever the readers are made of.

What the methods take and give are the words of `companion.signals`: deeds and lamps go in, signals come out. A table that works in a thread of its
own hands its signals over by a `SignalQueue`.
"""

from __future__ import annotations

from threading import Lock
from typing import Protocol

from companion.signals import Deed, Lamps, ReaderReport, Signal, SlotRead
from companion.words import Text


class Table(Protocol):
    """Readers of up to eight seats. `sign` says in a few words what kind they are, for the sign that screens always show.

    `touch_seats` are the seats whose readers are worked through the screen whatever happens (touch readers, emulated readers); every
    other seat is so only while its reader is told lost. Nothing here blocks, and nothing but `open` raises: a reader that fails is told
    as a signal. Threads live inside a table only, and hand over through a queue.

    Whoever opens a table takes all slots for empty and all handles for at rest, and knows the truth by listening: touch readers tell the
    slots that hold something, a reader that answers tells `ReaderBack`, all five slots, EMPTY ones too, and a handle that does not rest.

    A session goes on after a restart by deeds that may come right after `open`, before anything was polled, in this order:

    - `SwapReaders` and `SetAside` hold for readers that have not answered yet. With the same instance they hold over `close` and `open`,
      so that they must not be said again; a new one knows nothing of them.
    - `InsertCard`, for each card that lay in a reader, puts it into whichever reader the seat is played with. A real reader that answers is
      believed and ignores it. One that answers later, holding the same cards or others, is believed then, and the cards that were on the
      screen at its seat are gone. An emulated reader has the card in it when it wakes, however late that is.
    - A card that lies where it is to be put, or elsewhere on the screen, is not put there twice. One that is put onto the screen although
      the real reader of another seat shows it is told at both, since only people can say which of them is wrong.
    """

    @property
    def sign(self) -> Text:
        """What kind of readers there are now, in a few words."""

    @property
    def touch_seats(self) -> frozenset[int]:
        """The seats whose readers are worked through the screen whatever happens."""

    def open(self) -> None:
        """Get hold of the readers; TableFault says what is missing. What lies in them comes as signals."""

    def poll(self) -> tuple[Signal, ...]:
        """Everything that happened since the last call, in order, each thing once; empty when nothing did."""

    def show(self, lamps: Lamps) -> None:
        """Make the lock lights burn like this picture; seats that it does not name are dark. Showing it twice changes nothing."""

    def do(self, deed: Deed) -> None:
        """Carry out what is done at the table; the outcome comes as signals, at the next poll or later.

        What cannot be done here changes nothing and raises nothing.
        """

    def close(self) -> None:
        """Let go of the readers; afterwards nothing is read and nothing is shown. Closing twice is harmless."""


class Around:
    """A table around another one, `inner`: hands everything on as it is, so that whoever stands in between says only what is different."""

    def __init__(self, inner: Table) -> None:
        """Nothing is opened by that."""
        self.inner = inner

    @property
    def sign(self) -> Text:
        """What the inner table says it is."""
        return self.inner.sign

    @property
    def touch_seats(self) -> frozenset[int]:
        """Those of the inner table."""
        return self.inner.touch_seats

    def open(self) -> None:
        """Open the inner table."""
        self.inner.open()

    def poll(self) -> tuple[Signal, ...]:
        """What has happened at the inner table."""
        return self.inner.poll()

    def show(self, lamps: Lamps) -> None:
        """Hand the picture on."""
        self.inner.show(lamps)

    def do(self, deed: Deed) -> None:
        """Hand the deed on."""
        self.inner.do(deed)

    def close(self) -> None:
        """Close the inner table."""
        self.inner.close()


class SignalQueue:
    """A queue between two threads. What `tell` is given together comes in one `poll`, and what `poll` gives is the order in which it was told.

    A SlotRead, or a ReaderReport, gives way to a newer one of the same slot, or reader, as long as nothing else was told in between: what a
    handle means, or a loss, depends on what all slots of the table showed before it. Everything else is kept, each thing once.
    """

    def __init__(self) -> None:
        """Nothing was told yet."""
        self._lock = Lock()
        self._told: list[Signal] = []
        # What was told since the last signal of another kind, by seat and slot; reports by seat and 0.
        self._newest: dict[tuple[int, int], Signal] = {}

    def tell(self, *signals: Signal) -> None:
        """These have happened, in this order."""
        with self._lock:
            for signal in signals:
                if isinstance(signal, (SlotRead, ReaderReport)):
                    place = (signal.seat, signal.slot if isinstance(signal, SlotRead) else 0)
                    # Taken out first: the newer one stands where it was told, behind all that was told before it.
                    self._newest.pop(place, None)
                    self._newest[place] = signal
                else:
                    self._told += (*self._newest.values(), signal)
                    self._newest.clear()

    def poll(self) -> tuple[Signal, ...]:
        """What was told since the last call."""
        with self._lock:
            told = (*self._told, *self._newest.values())
            self._told, self._newest = [], {}
            return told
