"""Touch readers stand in for readers that are lost, set aside or not there, so that every seat can be played at any moment.

A place is where a reader was opened, numbered as the seats are; which seat it is told for changes when people change chairs.
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
    Look,
    Mischief,
    MoveHandle,
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
    TakeCard,
    Watch,
)
from companion.table.base import Table
from companion.table.virtual import VirtualTable, slots_told
from companion.words import Text

REPORTS: Final = 0.5
"""Seconds between two reports about a screen reader while somebody watches."""


@dataclass(slots=True)
class _Place:
    """The state of one place.

    It says whether its own reader answers and is set aside, why it is lost, what it last told of its slots,
    handle and model, and what was told about it ("": it is used; None: nothing yet).

    `wakes`: an emulated reader is about to answer there for the first time. `reason` is half a sentence, "" while the reader answers.
    `row` has slot 1 to 5 of the own reader, as it told them last, also while it is aside or lost; empty until it has answered.
    """

    wakes: bool = False
    answers: bool = False
    aside: bool = False
    reason: Text | str = NO_READER
    told: Text | str | None = None
    row: list[SlotRead] = field(default_factory=list)
    handle: str = REST
    model: ReaderModel | None = None

    @property
    def used(self) -> bool:
        """Whether the place is played with its own reader."""
        return self.answers and not self.aside

    def holds(self, code: int) -> bool:
        """Whether its own reader is used and shows this card."""
        return self.used and any(read.code == code for read in self.row)


class _Chairs:
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
        self._place_of[first], self._place_of[second] = (
            self._place_of[second],
            self._place_of[first],
        )
        self._seat_of = {place: seat for seat, place in self._place_of.items()}
        return True

    def place(self, seat: int) -> int:
        """The place of the reader that is told for a seat."""
        return self._place_of.get(seat, seat)

    def told(self, signal: Signal) -> Signal:
        """What a reader says, for the seat that it is told for; what is of no reader at a place stays as it is."""
        if not isinstance(
            signal,
            (SlotRead, HandleMoved, ReaderLost, ReaderBack, ReaderReport, ReaderModel, CellsSeen),
        ):
            return signal
        seat = self._seat_of.get(signal.seat, signal.seat)
        # Most evenings nobody changes chairs.
        return signal if seat == signal.seat else signal._replace(seat=seat)

    def meant(self, deed: Deed) -> Deed:
        """What is done at a seat, for the reader that is told for it."""
        if isinstance(deed, CollectCards):
            return CollectCards({self.place(seat): slots for seat, slots in deed.keep.items()})
        # A Watch has no seat, and a swap is about the chairs themselves.
        return (
            deed
            if isinstance(deed, (Watch, SwapReaders))
            else deed._replace(seat=self.place(deed.seat))
        )

    def lamps(self, lamps: Lamps) -> Lamps:
        """A picture of lamps, for the readers that are told for its seats."""
        return Lamps({self.place(seat): five for seat, five in lamps.lit.items()})


class StandIns:
    """A table around one of real readers (`inner`): every seat whose reader does not answer, or is set aside, is played on the screen.

    `inner` speaks only for seats that have a reader. When one answers, the first time too, it tells ReaderBack, then in the same poll
    each slot that is not empty and the handle unless it rests. `hands` carry out what is done at the emulated readers of a rig; without
    them only screen readers can be worked through the screen. `emulated` are the seats whose emulated readers wake some time after
    opening: until then cards are moved in both readers of the seat, so that none is lost when it wakes.

    Inside, every reader is known by its place, the seat that it was opened for; only the chairs know for which seat it is told. A card that
    came onto the screen by a loss leaves it when a real reader shows it. One that was put there stays, be it that a real reader shows it,
    too: a pilot may hold it, and then people are told to lay the real one aside.
    """

    def __init__(
        self,
        inner: Table,
        hands: Callable[[Deed], object] | None = None,
        *,
        seats: Iterable[int] = range(1, 9),
        emulated: Iterable[int] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.inner = inner
        self._screen = VirtualTable(seats)
        self.touch_seats = self._screen.touch_seats if hands is not None else frozenset()
        self._hands, self._emulated, self._clock = hands, frozenset(emulated), clock
        self._places = {place: _Place() for place in sorted(self._screen.touch_seats)}
        self._chairs, self._lamps = _Chairs(self._places), Lamps({})
        # Cards on the screen that nobody has put there: they lay in a real reader when it was lost.
        self._copies: set[int] = set()
        # What is to be told: of places, and before that of seats, by the chairs as they were then.
        self._signals: list[Signal] = []
        self._said: list[Signal] = []
        self._watched, self._report_due, self._open = False, 0.0, False

    @property
    def sign(self) -> Text:
        """What kind of readers are used now: the inner table's word where any is, else the touch readers'."""
        return (
            self.inner.sign
            if any(place.used for place in self._places.values())
            else self._screen.sign
        )

    def open(self) -> None:
        """Open the readers; a seat whose reader does not answer at once is told lost. TableFault as the inner table says."""
        self.inner.open()
        self._open, self._watched, self._signals, self._said, self._lamps = (
            True,
            False,
            [],
            [],
            Lamps({}),
        )
        # What people have set aside stays so over `close` and `open`; everything else is heard anew.
        self._places = {
            seat: _Place(seat in self._emulated, aside=place.aside)
            for seat, place in self._places.items()
        }
        self._screen.open()
        self._hear_screen()

    def poll(self) -> tuple[Signal, ...]:
        """What has happened at the readers in use since the last call, in order."""
        if not self._open:
            return ()
        self._hear_readers()
        self._signals += self._reports()
        self._say()
        said, self._said = tuple(self._said), []
        return said

    def show(self, lamps: Lamps) -> None:
        """The picture goes to the real readers, also to those that are not used now; screens draw it from the view."""
        self._lamps = lamps
        self.inner.show(self._chairs.lamps(lamps))

    def do(self, deed: Deed) -> None:
        """Work a screen reader or an emulated one, set a reader aside, or hand on what is the inner table's."""
        if not self._open:
            return
        if isinstance(deed, SwapReaders):
            self._swap(deed.first, deed.second)
        else:
            self._do_at_place(self._chairs.meant(deed))

    def _do_at_place(self, deed: Deed) -> None:
        if isinstance(deed, (InsertCard, TakeCard, MoveHandle)):
            self._touch(deed)
        elif isinstance(deed, CollectCards):
            self._screen.do(deed)
            self._hear_screen()
            self._by_hand(deed)
        elif isinstance(deed, (SettleCard, Mischief)):
            self._by_hand(deed)
        elif isinstance(deed, SetAside):
            self._set_aside(deed.seat, deed.aside)
            # Who floods is not heard there, and may be wanted again although nobody has set it aside here.
            self.inner.do(deed)
        elif isinstance(deed, (Watch, GiveSeat, FreeSeat, Look)):
            self._watch(deed)
            self.inner.do(deed)

    def close(self) -> None:
        """Let go of the readers; cards on the screen stay where they are, and so do people and what is set aside."""
        self._open, self._signals, self._said = False, [], []
        self._screen.close()
        self.inner.close()

    # ---- Hands ---------------------------------------------------------------------------------------------------------

    def _touch(self, touch: ReaderTouch) -> None:
        place = self._places.get(touch.seat)
        if place is None:
            return
        if not place.used:
            # No card is in two places as long as all hands are ours.
            if not (isinstance(touch, InsertCard) and self._in_emulated(touch.code)):
                self._touch_screen(touch, place)
        elif not (isinstance(touch, InsertCard) and self._on_screen(touch.code)):
            self._by_hand(touch)

    def _touch_screen(self, touch: ReaderTouch, place: _Place) -> None:
        """Work a screen reader; an emulated one that has not woken yet gets the same cards."""
        self._screen.do(touch)
        moved = self._screen.poll()
        self._signals += moved
        if moved and isinstance(touch, InsertCard):
            # Somebody has put it there now: it is no copy any more that goes by itself.
            self._copies.discard(touch.code)
        # Cards only: a pull that was told from the screen must not be told again by the reader that wakes.
        if moved and place.wakes and not place.aside and not isinstance(touch, MoveHandle):
            self._by_hand(touch)

    def _by_hand(self, deed: Deed) -> None:
        if self._hands is not None:
            self._hands(deed)

    def _on_screen(self, code: int) -> bool:
        return any(code in self._screen.slots(seat) for seat in self._places)

    def _in_emulated(self, code: int) -> bool:
        """Whether a card is in a reader that hands have put it into; into real ones people put what they like."""
        return self._hands is not None and any(place.holds(code) for place in self._places.values())

    def _hear_screen(self) -> None:
        self._signals += self._screen.poll()

    def _watch(self, deed: Deed) -> None:
        if isinstance(deed, Watch):
            self._watched, self._report_due = deed.on, self._clock()

    def _set_aside(self, seat: int, aside: bool) -> None:
        place = self._places.get(seat)
        if place is None or place.aside == aside:
            return
        was_used, place.aside = place.used, aside
        # A seat that has no reader is told nothing new, but a reader that comes later stays aside.
        if place.reason == NO_READER and not place.answers:
            return
        if was_used:
            self._signals += self._take_over(seat, ASIDE)
        elif aside:
            self._signals += self._tell_lost(seat, ASIDE)
        elif place.answers:
            self._signals += self._take_back(seat, place.row)
            if place.handle != REST:
                self._signals.append(HandleMoved(seat, place.handle))
        else:
            self._signals += self._tell_lost(seat, place.reason)

    # ---- Chairs --------------------------------------------------------------------------------------------------------

    def _swap(self, first: int, second: int) -> None:
        """What has happened so far is told for the seats as they were; then both are told anew, and each reader gets its lamps."""
        self._hear_readers()
        self._say()
        if self._chairs.swap(first, second):
            self._signals += [
                signal
                for seat in (first, second)
                for signal in self._anew(self._chairs.place(seat))
            ]
            self.inner.show(self._chairs.lamps(self._lamps))

    def _anew(self, seat: int) -> Sequence[Signal]:
        """Everything that is known of a place."""
        place = self._places[seat]
        model = [] if place.model is None else [place.model]
        if place.used:
            return [ReaderBack(seat), *place.row, HandleMoved(seat, place.handle), *model]
        return [
            ReaderLost(seat, place.told or NO_READER),
            *slots_told(seat, self._screen.slots(seat)),
            HandleMoved(seat, REST),
            *model,
        ]

    def _say(self) -> None:
        """Tell what has happened at places for the seats that they belong to now."""
        self._said += map(self._chairs.told, self._signals)
        self._signals = []

    # ---- Readers -------------------------------------------------------------------------------------------------------

    def _hear_readers(self) -> None:
        """Hear what the readers say; a seat of which nothing was told is played on the screen."""
        told = self.inner.poll()
        heard = [
            answer
            for number, signal in enumerate(told)
            for answer in self._heard(signal, told[number + 1 :])
        ]
        # After hearing: a reader that answers in this very poll was never absent.
        absent = [
            loss
            for seat, place in self._places.items()
            if place.told is None
            for loss in self._tell_lost(seat, NO_READER)
        ]
        # First why a seat is on the screen, and only then what lies there.
        self._signals = [*absent, *self._signals, *heard]

    def _heard(self, signal: Signal, later: Sequence[Signal]) -> Sequence[Signal]:
        """What a signal of the inner table becomes; `later` are those that follow it in the same poll."""
        place = self._places.get(getattr(signal, "seat", 0))
        if place is None:
            return (signal,)
        if isinstance(signal, ReaderBack):
            return self._answers(signal.seat, place, later)
        if isinstance(signal, ReaderLost):
            return self._does_not_answer(place, signal)
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

    def _answers(self, seat: int, place: _Place, later: Sequence[Signal]) -> Sequence[Signal]:
        place.answers, place.wakes, place.reason, place.handle = True, False, "", REST
        place.row = [SlotRead(seat, slot, EMPTY) for slot in range(1, SLOTS + 1)]
        if place.aside:
            return self._tell_lost(seat, ASIDE)
        # What is told in a moment need not be told empty before.
        coming = {
            signal.slot for signal in later if isinstance(signal, SlotRead) and signal.seat == seat
        }
        return self._take_back(seat, [read for read in place.row if read.slot not in coming])

    def _does_not_answer(self, place: _Place, loss: ReaderLost) -> Sequence[Signal]:
        was_used = place.used
        place.answers, place.reason = False, loss.reason
        # A seat that has no reader any more has nothing to be set aside.
        place.aside = place.aside and loss.reason != NO_READER
        if was_used:
            return self._take_over(loss.seat, loss.reason)
        return self._tell_lost(loss.seat, ASIDE if place.aside else loss.reason)

    def _tell_lost(self, seat: int, reason: Text | str) -> list[Signal]:
        """Tell why a seat is played on the screen, unless that is known."""
        place = self._places[seat]
        known, place.told = place.told == reason, reason
        return [] if known else [ReaderLost(seat, reason)]

    def _take_over(self, seat: int, reason: Text | str) -> list[Signal]:
        """The screen reader gets the cards that were readable; the other slots are empty, and the handle rests."""
        place = self._places[seat]
        for read in place.row:
            # What another reader shows lies there now.
            if read.code is not None and not any(
                other.holds(read.code) for other in self._places.values()
            ):
                self._screen.do(InsertCard(seat, read.slot, read.code))
        # Not passed on: these slots go on showing what they have shown.
        self._copies |= {
            signal.code
            for signal in self._screen.poll()
            if isinstance(signal, SlotRead) and signal.code is not None
        }
        # Cards that could not be read, or found their code taken, are no longer seen: those slots are told empty.
        codes = self._screen.slots(seat)
        signals = self._tell_lost(seat, reason)
        signals += [
            SlotRead(seat, read.slot, EMPTY)
            for read, code in zip(place.row, codes, strict=True)
            if code is None and read.status != EMPTY
        ]
        if place.handle != REST:
            signals.append(HandleMoved(seat, REST))
        return signals

    def _take_back(self, seat: int, row: Sequence[SlotRead]) -> list[Signal]:
        """The screen reader is emptied; the real one tells what it holds."""
        for slot in range(1, SLOTS + 1):
            self._screen.do(TakeCard(seat, slot))
        # Not passed on, either: the real reader tells what it holds, and nobody need see it empty in between.
        self._screen.poll()
        self._places[seat].told = ""
        return [ReaderBack(seat), *self._off_screen(row), *row]

    def _off_screen(self, row: Sequence[SlotRead]) -> Sequence[Signal]:
        """Cards that lay in a lost reader and are shown by another one now are not in the first any more."""
        shown = self._copies & {read.code for read in row if read.code is not None}
        for seat in self._places if shown else ():
            for slot, code in enumerate(self._screen.slots(seat), 1):
                if code in shown:
                    self._screen.do(TakeCard(seat, slot))
        self._copies -= shown
        return self._screen.poll()

    # ---- Reports -------------------------------------------------------------------------------------------------------

    def _reports(self) -> list[Signal]:
        """About the screen readers in use, when it is time."""
        if not self._watched or self._clock() < self._report_due:
            return []
        self._report_due = self._clock() + REPORTS
        return [self._report(seat) for seat, place in self._places.items() if not place.answers]

    def _report(self, seat: int) -> ReaderReport:
        slots = tuple(
            SlotReport(EMPTY if code is None else OK, code, 0) for code in self._screen.slots(seat)
        )
        return ReaderReport(seat, "screen", "", "", REST, slots, None)
