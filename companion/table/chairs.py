"""Which reader is told for which seat: its own at first, another one once people have changed chairs."""
from __future__ import annotations

from collections.abc import Iterable

from companion.signals import (
    CellsSeen, CollectCards, Deed, HandleMoved, Lamps, ReaderBack, ReaderLost, ReaderModel, ReaderReport, Signal, SlotRead, SwapReaders,
    Watch,
)


class Chairs:
    """Readers stand at places, numbered as the seats are; `swap` lets two of them be told for each other's seat.

    Whoever is not one of `seats` (a seat that is not there, 0) stays as it is. The seats that are remembered by
    chip id are not changed by a swap.
    """

    def __init__(self, seats: Iterable[int]) -> None:
        self._place_of = {seat: seat for seat in seats}
        self._seat_of = dict(self._place_of)

    def swap(self, first: int, second: int) -> bool:
        """The readers of two seats change places; False where there is only one, or a seat that is not there."""
        if first == second or first not in self._place_of or second not in self._place_of:
            return False
        self._place_of[first], self._place_of[second] = self._place_of[second], self._place_of[first]
        self._seat_of = {place: seat for seat, place in self._place_of.items()}
        return True

    def place(self, seat: int) -> int:
        """The place of the reader that is told for a seat."""
        return self._place_of.get(seat, seat)

    def told(self, signal: Signal) -> Signal:
        """What a reader says, for the seat that it is told for; what is of no reader at a place stays as it is."""
        if not isinstance(signal, (SlotRead, HandleMoved, ReaderLost, ReaderBack, ReaderReport, ReaderModel, CellsSeen)):
            return signal
        seat = self._seat_of.get(signal.seat, signal.seat)
        # Most evenings nobody changes chairs.
        return signal if seat == signal.seat else signal._replace(seat=seat)

    def meant(self, deed: Deed) -> Deed:
        """What is done at a seat, for the reader that is told for it."""
        if isinstance(deed, CollectCards):
            return CollectCards({self.place(seat): slots for seat, slots in deed.keep.items()})
        # A Watch has no seat, and a swap is about the chairs themselves.
        return deed if isinstance(deed, (Watch, SwapReaders)) else deed._replace(seat=self.place(deed.seat))

    def lamps(self, lamps: Lamps) -> Lamps:
        """A picture of lamps, for the readers that are told for its seats."""
        return Lamps({self.place(seat): five for seat, five in lamps.lit.items()})
