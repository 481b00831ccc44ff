"""Readers without hardware: touch readers on the screen, and readers that tests control.

On a touch reader people insert and take cards by touch, and the handle springs back by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from companion.errors import TableError
from companion.signals import (
    EMPTY,
    OK,
    PULL,
    PUSH,
    REST,
    SLOTS,
    CollectCards,
    Deed,
    HandleMoved,
    InsertCard,
    Lamps,
    MoveHandle,
    ReaderBack,
    ReaderTouch,
    Signal,
    SlotRead,
    SwapReaders,
    TakeCard,
)
from companion.table.base import Table
from companion.table.seats import Seats
from companion.words import Text, text

SCHEME: Final = "virtual"


def table(rest: str, *, clock: Callable[[], float], seats: Seats | None) -> Table:
    """Return touch readers for all seats.

    Raises:
        TableError: Text follows the colon.
    """
    if rest:
        raise TableError(
            f"table 'virtual:{rest}': found {rest!r} after the colon, expected nothing: touch"
            " readers have no settings"
        )
    return VirtualTable()


def slot_readings(seat: int, codes: Iterable[int | None]) -> list[SlotRead]:
    """Return the readings of a touch reader with these cards; None is an empty slot."""
    return [
        SlotRead(seat, slot, EMPTY if code is None else OK, code)
        for slot, code in enumerate(codes, 1)
    ]


class VirtualTable:
    """A table of touch readers, one for each of `seats`.

    It knows no rules: any code (0-255) may be in any slot, but only in one. Cards stay over `close`
    and `open`, as in real readers.
    """

    sign: Text = text("Touch readers")

    def __init__(self, seats: Iterable[int] = range(1, 9)) -> None:
        self.touch_seats = frozenset(seats)
        self.lamps = Lamps({})
        self._slots: dict[int, list[int | None]] = {
            seat: [None] * SLOTS for seat in sorted(self.touch_seats)
        }
        self._where: dict[int, tuple[int, int]] = {}
        self._signals: list[Signal] = []
        self._open = False

    def open(self) -> None:
        """Report the cards in the slots. Cannot fail."""
        self._open = True
        for seat, row in self._slots.items():
            for slot, code in enumerate(row, 1):
                if code is not None:
                    self._signals.append(SlotRead(seat, slot, OK, code))

    def poll(self) -> tuple[Signal, ...]:
        signals, self._signals = tuple(self._signals), []
        return signals

    def show(self, lamps: Lamps) -> None:
        """Remember the lamps; the screen draws them from the view."""
        if self._open:
            self.lamps = lamps

    def close(self) -> None:
        """Stop reporting and switch the lights off."""
        self._open, self._signals, self.lamps = False, [], Lamps({})

    def do(self, deed: Deed) -> None:
        """Insert, take or collect cards, or move a handle.

        A full slot, an empty one or a card in another slot: nothing happens.
        """
        if not self._open:
            return
        if isinstance(deed, CollectCards):
            for seat, row in self._slots.items():
                for slot, code in enumerate(row, 1):
                    if code is not None and slot not in deed.keep.get(seat, ()):
                        self._take(seat, slot)
        elif isinstance(deed, SwapReaders):
            self._swap(deed.first, deed.second)
        elif isinstance(deed, (InsertCard, TakeCard, MoveHandle)) and deed.seat in self.touch_seats:
            self._touch(deed)

    def _touch(self, touch: ReaderTouch) -> None:
        if isinstance(touch, InsertCard):
            seat, slot, code = touch.seat, touch.slot, touch.code
            is_free = 1 <= slot <= SLOTS and self._slots[seat][slot - 1] is None
            if is_free and code not in self._where and 0 <= code <= 255:
                self._slots[seat][slot - 1] = code
                self._where[code] = (seat, slot)
                self._signals.append(SlotRead(seat, slot, OK, code))
        elif isinstance(touch, TakeCard):
            self._take(touch.seat, touch.slot)
        elif touch.position in (PULL, PUSH):
            self._signals += [
                HandleMoved(touch.seat, touch.position),
                HandleMoved(touch.seat, REST),
            ]

    def _swap(self, first: int, second: int) -> None:
        """Swap the cards of two seats and report all ten slots."""
        if first == second or not {first, second} <= self.touch_seats:
            return
        self._slots[first], self._slots[second] = self._slots[second], self._slots[first]
        for seat in (first, second):
            self._where |= {
                code: (seat, slot)
                for slot, code in enumerate(self._slots[seat], 1)
                if code is not None
            }
            self._signals += slot_readings(seat, self._slots[seat])

    def slots(self, seat: int) -> tuple[int | None, ...]:
        """Return the codes in a seat's slots, None for an empty one."""
        return tuple(self._slots[seat])

    def _take(self, seat: int, slot: int) -> None:
        code = self._slots[seat][slot - 1] if 1 <= slot <= SLOTS else None
        if code is None:
            return
        self._slots[seat][slot - 1] = None
        del self._where[code]
        self._signals.append(SlotRead(seat, slot, EMPTY))


CARD_READERS: Final = text("Card readers")


class ScriptedTable:
    """Readers of some seats that all answer when opened, for tests."""

    touch_seats: frozenset[int] = frozenset()

    def __init__(self, seats: Iterable[int] = (), sign: Text = CARD_READERS) -> None:
        self.seats, self.sign = tuple(seats), sign
        self.signals: list[Signal] = []
        """The signals of the next poll."""
        self.done: list[Deed] = []
        """All deeds so far."""
        self.lamps = Lamps({})
        """The lamps shown last."""
        self.is_open = False

    def open(self) -> None:
        self.is_open = True
        self.signals = [ReaderBack(seat) for seat in self.seats]

    def poll(self) -> tuple[Signal, ...]:
        signals, self.signals = tuple(self.signals), []
        return signals

    def show(self, lamps: Lamps) -> None:
        self.lamps = lamps

    def do(self, deed: Deed) -> None:
        self.done.append(deed)

    def close(self) -> None:
        self.is_open = False
