"""Readers without hardware: touch readers, which exist on the screen only, and readers that say what they are told to say.

On a touch reader cards are put in and taken out by touch, and a handle springs back by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from companion.errors import TableFault
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
    """Touch readers for all seats; TableFault where something follows the colon."""
    if rest:
        raise TableFault(
            f"table 'virtual:{rest}': found {rest!r} after the colon, expected nothing: touch readers have no settings"
        )
    return VirtualTable()


def slots_told(seat: int, codes: Iterable[int | None]) -> list[SlotRead]:
    """What the slots of a touch reader say that hold these cards, None for none."""
    return [
        SlotRead(seat, slot, EMPTY if code is None else OK, code)
        for slot, code in enumerate(codes, 1)
    ]


class VirtualTable:
    """A table of touch readers, one for each of `seats`. It knows no rules: any code (0-255) may go into any free slot, but lies in one only.

    Cards stay where they are over `close` and `open`, as they would in real readers.
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
        """Always there; tells what lies in the slots."""
        self._open = True
        for seat, row in self._slots.items():
            for slot, code in enumerate(row, 1):
                if code is not None:
                    self._signals.append(SlotRead(seat, slot, OK, code))

    def poll(self) -> tuple[Signal, ...]:
        """What touches have done since the last call."""
        signals, self._signals = tuple(self._signals), []
        return signals

    def show(self, lamps: Lamps) -> None:
        """Remember the picture; the screen draws it from the view."""
        if self._open:
            self.lamps = lamps

    def close(self) -> None:
        """No signals any more, and the lights go out."""
        self._open, self._signals, self.lamps = False, [], Lamps({})

    def do(self, deed: Deed) -> None:
        """Put a card in, take one out, move a handle, collect; a full slot, an empty one, a card that lies elsewhere: nothing happens."""
        if not self._open:
            return
        if isinstance(deed, CollectCards):
            self._collect(deed.keep)
        elif isinstance(deed, SwapReaders):
            self._swap(deed.first, deed.second)
        elif isinstance(deed, (InsertCard, TakeCard, MoveHandle)) and deed.seat in self.touch_seats:
            self._touch(deed)

    def _touch(self, touch: ReaderTouch) -> None:
        if isinstance(touch, InsertCard):
            self._insert(touch.seat, touch.slot, touch.code)
        elif isinstance(touch, TakeCard):
            self._take(touch.seat, touch.slot)
        elif touch.position in (PULL, PUSH):
            self._signals += [
                HandleMoved(touch.seat, touch.position),
                HandleMoved(touch.seat, REST),
            ]

    def _collect(self, keep: Mapping[int, tuple[int, ...]]) -> None:
        """Take out every card that does not stay."""
        for seat, row in self._slots.items():
            for slot, code in enumerate(row, 1):
                if code is not None and slot not in keep.get(seat, ()):
                    self._take(seat, slot)

    def _swap(self, first: int, second: int) -> None:
        """The cards of two seats change places; all ten slots are told, so that nobody needs to know what lay there before."""
        if first == second or not {first, second} <= self.touch_seats:
            return
        self._slots[first], self._slots[second] = self._slots[second], self._slots[first]
        for seat in (first, second):
            self._where |= {
                code: (seat, slot)
                for slot, code in enumerate(self._slots[seat], 1)
                if code is not None
            }
            self._signals += slots_told(seat, self._slots[seat])

    def slots(self, seat: int) -> tuple[int | None, ...]:
        """The codes in a seat's slots, None where there is no card."""
        return tuple(self._slots[seat])

    def _insert(self, seat: int, slot: int, code: int) -> None:
        if (
            not 1 <= slot <= SLOTS
            or self._slots[seat][slot - 1] is not None
            or code in self._where
            or not 0 <= code <= 255
        ):
            return
        self._slots[seat][slot - 1] = code
        self._where[code] = (seat, slot)
        self._signals.append(SlotRead(seat, slot, OK, code))

    def _take(self, seat: int, slot: int) -> None:
        code = self._slots[seat][slot - 1] if 1 <= slot <= SLOTS else None
        if code is None:
            return
        self._slots[seat][slot - 1] = None
        del self._where[code]
        self._signals.append(SlotRead(seat, slot, EMPTY))


CARD_READERS: Final = text("Card readers")


class ToldTable:
    """Readers of some seats, which all answer at once. `told` is said at the next poll; `lamps` is the picture shown last, `done` all deeds."""

    touch_seats: frozenset[int] = frozenset()

    def __init__(self, seats: Iterable[int] = (), sign: Text = CARD_READERS) -> None:
        self.seats, self.sign = tuple(seats), sign
        self.told: list[Signal] = []
        self.done: list[Deed] = []
        self.lamps = Lamps({})
        self.is_open = False

    def open(self) -> None:
        self.is_open = True
        self.told = [ReaderBack(seat) for seat in self.seats]

    def poll(self) -> tuple[Signal, ...]:
        """What it was told to say since the last call."""
        told, self.told = tuple(self.told), []
        return told

    def show(self, lamps: Lamps) -> None:
        self.lamps = lamps

    def do(self, deed: Deed) -> None:
        """Remember the deed, and do nothing."""
        self.done.append(deed)

    def close(self) -> None:
        """Nothing to let go of."""
        self.is_open = False
