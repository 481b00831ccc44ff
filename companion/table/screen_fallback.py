"""Touch readers replace readers that are lost, set aside or missing: every seat stays playable.

A place is where a reader was opened, numbered like the seats. The seat that it is reported for
changes when people swap readers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from companion.signals import (
    ASIDE,
    EMPTY,
    NO_READER,
    OK,
    REST,
    SLOTS,
    CellsSeen,
    CollectCards,
    Deed,
    FreeSeat,
    GiveSeat,
    HandleMoved,
    InsertCard,
    Lamps,
    MeasureCells,
    Mischief,
    MoveHandle,
    NameTag,
    ReaderBack,
    ReaderLost,
    ReaderModel,
    ReaderReport,
    ReaderTouch,
    SetAside,
    SettleCard,
    Signal,
    SlotRead,
    SlotReport,
    SwapReaders,
    TagRead,
    TakeCard,
    Watch,
)
from companion.table.base import Table
from companion.table.virtual import VirtualTable, slot_readings
from companion.words import Text

REPORTS: Final = 0.5
"""Seconds between two reports about a watched screen reader."""


@dataclass(slots=True)
class _SeatState:
    """The state of one place."""

    wakes: bool = False
    """Whether an emulated reader is about to answer there for the first time."""
    answers: bool = False
    """Whether its own reader answers."""
    aside: bool = False
    """Whether people have set its reader aside."""
    reason: Text | str = NO_READER
    """The reason for which the reader is lost, as half a sentence; "" while it answers."""
    reported: Text | str | None = None
    """The last reported reason for a loss, "" if the reader is used, None before any report."""
    row: list[SlotRead] = field(default_factory=list)
    """The last readings of its own slots 1 to 5, also while lost; empty before its first answer."""
    handle: str = REST
    model: ReaderModel | None = None

    @property
    def used(self) -> bool:
        """Return whether the place is played with its own reader."""
        return self.answers and not self.aside

    def holds(self, code: int) -> bool:
        """Return whether its own reader is in use and shows this card."""
        return self.used and any(read.code == code for read in self.row)


class _SeatMap:
    """The assignment of places to seats; `swap` lets two readers serve each other's seat.

    Seats outside `seats` (unknown ones, 0) stay unchanged. A swap does not change the seats
    remembered by chip id.
    """

    def __init__(self, seats: Iterable[int]) -> None:
        self._place_of = {seat: seat for seat in seats}
        self._seat_of = dict(self._place_of)

    def swap(self, first: int, second: int) -> bool:
        """Swap the readers of two seats; return False if the seats are equal or unknown."""
        if first == second or first not in self._place_of or second not in self._place_of:
            return False
        self._place_of[first], self._place_of[second] = (
            self._place_of[second],
            self._place_of[first],
        )
        self._seat_of = {place: seat for seat, place in self._place_of.items()}
        return True

    def place(self, seat: int) -> int:
        """Return the place of the reader that serves a seat."""
        return self._place_of.get(seat, seat)

    def signal_of_seat(self, signal: Signal) -> Signal:
        """Return a reader's signal with its seat in place of its place.

        Other signals are unchanged.
        """
        if not isinstance(
            signal,
            (
                SlotRead,
                HandleMoved,
                ReaderLost,
                ReaderBack,
                ReaderReport,
                ReaderModel,
                CellsSeen,
                TagRead,
            ),
        ):
            return signal
        seat = self._seat_of.get(signal.seat, signal.seat)
        # Usually nobody swaps readers.
        return signal if seat == signal.seat else signal._replace(seat=seat)

    def deed_at_place(self, deed: Deed) -> Deed:
        """Return a deed with the place that serves its seat."""
        if isinstance(deed, CollectCards):
            return CollectCards({self.place(seat): slots for seat, slots in deed.keep.items()})
        # A Watch and a tag have no seat, and a swap is about the seats themselves.
        if isinstance(deed, (Watch, NameTag, SwapReaders)):
            return deed
        return deed._replace(seat=self.place(deed.seat))

    def lamps(self, lamps: Lamps) -> Lamps:
        """Return the lamps by places."""
        return Lamps({self.place(seat): five for seat, five in lamps.lit.items()})


class ScreenFallback:
    """Wraps a table of real readers and plays seats without a usable reader on the screen.

    `inner` speaks only for seats that have a reader. When one answers, also for the first time, it
    reports ReaderBack and, in the same poll, each slot that is not empty and the handle unless it
    rests.

    Inside, every reader is known by its place; only `_seat_map` knows its seat. A card that came
    onto the screen by a loss leaves it when a real reader shows it. A card that somebody inserted
    stays even then: a pilot may hold it, and people are asked to put the real one aside.

    Args:
        hands: Carries out deeds at the emulated readers of a rig. Without it only screen readers
            can be worked through the screen.
        emulated: Seats whose emulated readers start some time after opening. Until then cards are
            moved in both readers of the seat, so that none is lost.
    """

    def __init__(
        self,
        inner: Table,
        hands: Callable[[Deed], object] | None = None,
        *,
        emulated: Iterable[int] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.inner = inner
        self._screen = VirtualTable()
        self.touch_seats = self._screen.touch_seats if hands is not None else frozenset()
        self._hands, self._emulated, self._clock = hands, frozenset(emulated), clock
        self._places = {place: _SeatState() for place in sorted(self._screen.touch_seats)}
        self._seat_map, self._lamps = _SeatMap(self._places), Lamps({})
        # Cards on the screen that nobody inserted: they were in a real reader when it was lost.
        self._copies: set[int] = set()
        # Signals to report: of places, and before that of seats, as assigned at that time.
        self._signals: list[Signal] = []
        self._ready_signals: list[Signal] = []
        self._watched, self._report_due, self._open = False, 0.0, False

    @property
    def sign(self) -> Text:
        """Name the kind of readers in use: the inner table's if any is used, else touch readers."""
        if any(place.used for place in self._places.values()):
            return self.inner.sign
        return self._screen.sign

    def open(self) -> None:
        """Open the readers; a seat whose reader does not answer immediately is reported lost.

        Raises:
            TableError: The inner table cannot be opened.
        """
        self.inner.open()
        self._open, self._watched, self._signals, self._ready_signals, self._lamps = (
            True,
            False,
            [],
            [],
            Lamps({}),
        )
        # Readers set aside stay so over `close` and `open`; everything else is read again.
        self._places = {
            seat: _SeatState(seat in self._emulated, aside=place.aside)
            for seat, place in self._places.items()
        }
        self._screen.open()
        self._poll_screen()

    def poll(self) -> tuple[Signal, ...]:
        """Return the signals of the readers in use since the last call, in order."""
        if not self._open:
            return ()
        self._poll_readers()
        # Reports about the screen readers in use.
        if self._watched and self._clock() >= self._report_due:
            self._report_due = self._clock() + REPORTS
            for seat in [seat for seat, place in self._places.items() if not place.answers]:
                slots = tuple(
                    SlotReport(EMPTY if code is None else OK, code, 0)
                    for code in self._screen.slots(seat)
                )
                self._signals.append(ReaderReport(seat, "screen", "", "", REST, slots, None))
        self._convert_to_seats()
        ready, self._ready_signals = tuple(self._ready_signals), []
        return ready

    def show(self, lamps: Lamps) -> None:
        """Show the lamps on all real readers, also unused ones; screens draw them from the view."""
        self._lamps = lamps
        self.inner.show(self._seat_map.lamps(lamps))

    def do(self, deed: Deed) -> None:
        """Work a screen or emulated reader, set a reader aside, or pass the deed on to `inner`."""
        if not self._open:
            return
        if isinstance(deed, SwapReaders):
            self._swap(deed.first, deed.second)
            return
        deed = self._seat_map.deed_at_place(deed)
        if isinstance(deed, (InsertCard, TakeCard, MoveHandle)):
            self._touch(deed)
        elif isinstance(deed, CollectCards):
            self._screen.do(deed)
            self._poll_screen()
            self._by_hand(deed)
        elif isinstance(deed, (SettleCard, Mischief)):
            self._by_hand(deed)
        elif isinstance(deed, SetAside):
            self._set_aside(deed.seat, deed.aside)
            # A flooding reader is ignored there, and may be wanted again although nobody has set it
            # aside here.
            self.inner.do(deed)
        elif isinstance(deed, (Watch, GiveSeat, FreeSeat, NameTag, MeasureCells)):
            if isinstance(deed, Watch):
                self._watched, self._report_due = deed.on, self._clock()
            self.inner.do(deed)

    def close(self) -> None:
        """Release the readers. Cards on the screen, swapped seats and readers set aside stay."""
        self._open, self._signals, self._ready_signals = False, [], []
        self._screen.close()
        self.inner.close()

    # ---- Hands -----------------------------------------------------------------------------------

    def _touch(self, touch: ReaderTouch) -> None:
        place = self._places.get(touch.seat)
        if place is None:
            return
        # No card is in two slots as long as the app moves all of them.
        card = touch.code if isinstance(touch, InsertCard) else None
        if place.used:
            if card is None or not any(card in self._screen.slots(seat) for seat in self._places):
                self._by_hand(touch)
            return
        # Emulated readers only: real ones are filled by people.
        if (
            card is not None
            and self._hands is not None
            and any(other.holds(card) for other in self._places.values())
        ):
            return
        self._screen.do(touch)
        moved = self._screen.poll()
        self._signals += moved
        if moved and isinstance(touch, InsertCard):
            # Somebody inserted it, so it is no longer a copy that leaves by itself.
            self._copies.discard(touch.code)
        # An emulated reader that has not started yet gets the same cards. Cards only: a pull
        # reported by the screen must not be reported again by the reader that starts.
        if moved and place.wakes and not place.aside and not isinstance(touch, MoveHandle):
            self._by_hand(touch)

    def _by_hand(self, deed: Deed) -> None:
        if self._hands is not None:
            self._hands(deed)

    def _poll_screen(self) -> None:
        self._signals += self._screen.poll()

    def _set_aside(self, seat: int, aside: bool) -> None:
        place = self._places.get(seat)
        if place is None or place.aside == aside:
            return
        was_used, place.aside = place.used, aside
        # A seat without a reader reports nothing new, but a reader that comes later stays aside.
        if place.reason == NO_READER and not place.answers:
            return
        if was_used:
            self._signals += self._take_over(seat, ASIDE)
        elif aside:
            self._signals += self._report_lost(seat, ASIDE)
        elif place.answers:
            self._signals += self._take_back(seat, place.row)
            if place.handle != REST:
                self._signals.append(HandleMoved(seat, place.handle))
        else:
            self._signals += self._report_lost(seat, place.reason)

    # ---- Swapped readers -------------------------------------------------------------------------

    def _swap(self, first: int, second: int) -> None:
        """Swap two readers: report earlier signals for the old seats, then both states.

        Each reader also gets the lamps of its new seat.
        """
        self._poll_readers()
        self._convert_to_seats()
        if not self._seat_map.swap(first, second):
            return
        for seat in (self._seat_map.place(first), self._seat_map.place(second)):
            place = self._places[seat]
            if place.used:
                self._signals += [ReaderBack(seat), *place.row, HandleMoved(seat, place.handle)]
            else:
                self._signals += [
                    ReaderLost(seat, place.reported or NO_READER),
                    *slot_readings(seat, self._screen.slots(seat)),
                    HandleMoved(seat, REST),
                ]
            if place.model is not None:
                self._signals.append(place.model)
        self.inner.show(self._seat_map.lamps(self._lamps))

    def _convert_to_seats(self) -> None:
        """Convert the signals of places to their present seats."""
        self._ready_signals += map(self._seat_map.signal_of_seat, self._signals)
        self._signals = []

    # ---- Readers ---------------------------------------------------------------------------------

    def _poll_readers(self) -> None:
        """Take in the readers' signals; a seat with none so far is played on the screen."""
        signals = self.inner.poll()
        converted = [
            answer
            for number, signal in enumerate(signals)
            for answer in self._convert(signal, signals[number + 1 :])
        ]
        # After taking in signals: a reader that answers in this poll was never absent.
        absent = [
            loss
            for seat, place in self._places.items()
            if place.reported is None
            for loss in self._report_lost(seat, NO_READER)
        ]
        # First why a seat is on the screen, then its cards.
        self._signals = [*absent, *self._signals, *converted]

    def _convert(self, signal: Signal, later: Sequence[Signal]) -> Sequence[Signal]:
        """Convert a signal of the inner table; `later` are the following ones of the same poll."""
        place = self._places.get(getattr(signal, "seat", 0))
        if place is None:
            return (signal,)
        if isinstance(signal, ReaderBack):
            seat = signal.seat
            place.answers, place.wakes, place.reason, place.handle = True, False, "", REST
            place.row = [SlotRead(seat, slot, EMPTY) for slot in range(1, SLOTS + 1)]
            if place.aside:
                return self._report_lost(seat, ASIDE)
            # Slots that follow in this poll need not be reported empty first.
            coming = {
                other.slot for other in later if isinstance(other, SlotRead) and other.seat == seat
            }
            return self._take_back(seat, [read for read in place.row if read.slot not in coming])
        if isinstance(signal, ReaderLost):
            was_used = place.used
            place.answers, place.reason = False, signal.reason
            # A seat that has lost its reader has nothing to set aside.
            place.aside = place.aside and signal.reason != NO_READER
            if was_used:
                return self._take_over(signal.seat, signal.reason)
            return self._report_lost(signal.seat, ASIDE if place.aside else signal.reason)
        if isinstance(signal, SlotRead):
            place.row = [signal if old.slot == signal.slot else old for old in place.row]
            return (*self._off_screen([signal]), signal) if place.used else ()
        if isinstance(signal, HandleMoved):
            place.handle = signal.position
            return (signal,) if place.used else ()
        if isinstance(signal, ReaderModel):
            place.model = signal
        return (
            (signal,) if not isinstance(signal, (ReaderReport, CellsSeen)) or place.answers else ()
        )

    def _report_lost(self, seat: int, reason: Text | str) -> list[Signal]:
        """Report why a seat is played on the screen, unless that is known."""
        place = self._places[seat]
        known, place.reported = place.reported == reason, reason
        return [] if known else [ReaderLost(seat, reason)]

    def _take_over(self, seat: int, reason: Text | str) -> list[Signal]:
        """Give the screen reader the readable cards.

        Its other slots are empty, its handle rests.
        """
        place = self._places[seat]
        for read in place.row:
            # A card that another reader shows is there now.
            if read.code is not None and not any(
                other.holds(read.code) for other in self._places.values()
            ):
                self._screen.do(InsertCard(seat, read.slot, read.code))
        # Not passed on: these slots show what they showed before.
        self._copies |= {
            signal.code
            for signal in self._screen.poll()
            if isinstance(signal, SlotRead) and signal.code is not None
        }
        # Cards that were unreadable, or whose code was found elsewhere, are no longer seen: report
        # those slots empty.
        codes = self._screen.slots(seat)
        signals = self._report_lost(seat, reason)
        signals += [
            SlotRead(seat, read.slot, EMPTY)
            for read, code in zip(place.row, codes, strict=True)
            if code is None and read.status != EMPTY
        ]
        if place.handle != REST:
            signals.append(HandleMoved(seat, REST))
        return signals

    def _take_back(self, seat: int, row: Sequence[SlotRead]) -> list[Signal]:
        """Empty the screen reader; the real one reports its cards."""
        for slot in range(1, SLOTS + 1):
            self._screen.do(TakeCard(seat, slot))
        # Not passed on either: the real reader reports its cards, with no empty slots in between.
        self._screen.poll()
        self._places[seat].reported = ""
        return [ReaderBack(seat), *self._off_screen(row), *row]

    def _off_screen(self, row: Sequence[SlotRead]) -> Sequence[Signal]:
        """Take the cards of a lost reader off the screen if another one shows them now."""
        shown = self._copies & {read.code for read in row if read.code is not None}
        for seat in self._places if shown else ():
            for slot, code in enumerate(self._screen.slots(seat), 1):
                if code in shown:
                    self._screen.do(TakeCard(seat, slot))
        self._copies -= shown
        return self._screen.poll()
