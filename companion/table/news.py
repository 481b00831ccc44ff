"""What a table's thread has told and nobody has fetched yet: of what a slot shows only the newest, so that it stays short however long nobody comes."""
from __future__ import annotations

from threading import Lock

from companion.signals import ReaderReport, Signal, SlotRead


class News:
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
