"""A table closed and opened again in one process reports its cards and works as before.

Choices of people still hold.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.signals import (
    ASIDE,
    EMPTY,
    LIT,
    OK,
    PULL,
    PUSH,
    REST,
    SLOTS,
    WELL,
    CollectCards,
    HandleMoved,
    InsertCard,
    Lamps,
    LyingCard,
    MoveHandle,
    ReaderBack,
    ReaderLost,
    ReaderReport,
    SetAside,
    SlotRead,
    SwapReaders,
    TakeCard,
    Watch,
)
from companion.table.scanner import ScannerTable
from companion.table.screen_fallback import ScreenFallback
from companion.table.serial import SerialTable
from companion.table.virtual import VirtualTable
from tests.table.fallback_table import Fold, Listener
from tests.table.gpio_stand import gpio_table, heard_until
from tests.table.kinds_of_tables import Guest
from tests.table.reader_stand import Stand, await_true


def reopened(guest: Guest) -> None:
    """Close the table and open it again; the guest forgets all signals of before."""
    guest.table.close()
    guest.forget()
    guest.arrive()


# ---- At every kind of table ----------------------------------------------------------------------


def test_it_goes_on_as_it_was(fresh: Guest) -> None:
    """Report cards of all readers again, keep those put back, and accept all deeds."""
    lying = {(1, 1): 7, (2, 4): 11, (5, 3): 13}
    for (seat, slot), code in lying.items():
        fresh.table.do(InsertCard(seat, slot, code))
    fresh.until(lambda: fresh.fold.cards() == lying, "three cards")
    for _ in range(2):
        reopened(fresh)
        for (seat, slot), code in lying.items():
            fresh.table.do(InsertCard(seat, slot, code))
        fresh.until(lambda: fresh.fold.cards() == lying, "the same three cards")
        fresh.says_no_more(1, 2, 5)
    fresh.does(TakeCard(2, 4), says=(SlotRead(2, 4, EMPTY),))
    fresh.does(InsertCard(5, 1, 11), says=(SlotRead(5, 1, OK, 11),))
    fresh.does(MoveHandle(2, PUSH), says=(HandleMoved(2, PUSH), HandleMoved(2, REST)))


def test_cards_can_be_put_back_before_it_is_heard(fresh: Guest) -> None:
    """Accept restored cards right after reopening, none lost or doubled.

    Restarting readers take them, too.
    """
    lying = {(1, 1): 7, (2, 4): 11, (5, 3): 13}
    fresh.table.close()
    fresh.known, fresh.fold = {}, Fold()
    fresh.forget()
    fresh.table.open()
    for (seat, slot), code in lying.items():
        fresh.table.do(InsertCard(seat, slot, code))
    fresh.until(
        lambda: (
            fresh.kind.own
            <= {signal.seat for signal in fresh.others if isinstance(signal, ReaderBack)}
        ),
        "all readers",
    )
    for (seat, slot), code in lying.items():
        fresh.table.do(InsertCard(seat, slot, code))
    fresh.until(lambda: fresh.fold.cards() == lying, "three cards")
    fresh.says_no_more(1, 2, 5)


def test_changed_chairs_stay_changed(fresh: Guest) -> None:
    """Keep swapped seats, each reader reporting for its seat."""
    fresh.table.do(SwapReaders(2, 5))
    fresh.table.do(InsertCard(5, 4, 7))
    fresh.table.do(InsertCard(2, 1, 11))
    fresh.until(lambda: fresh.fold.cards() == {(5, 4): 7, (2, 1): 11}, "two cards")
    lost = {seat: bool(fresh.fold.lost.get(seat)) for seat in (2, 5)}
    fresh.table.close()
    fresh.known, fresh.fold = {}, Fold()
    fresh.table.open()
    fresh.until(lambda: fresh.fold.cards() == {(5, 4): 7, (2, 1): 11}, "two cards again")
    fresh.until(
        lambda: {seat: bool(fresh.fold.lost.get(seat)) for seat in (2, 5)} == lost,
        "the readers that are used",
    )


def test_nobody_watches_a_table_that_is_opened_again(fresh: Guest) -> None:
    """Send no reports, which were for the table test of the former session."""
    fresh.table.do(Watch(True))
    reopened(fresh)
    fresh.says_no_more(1)
    assert not any(isinstance(signal, ReaderReport) for signal in fresh.others)


# ---- Touch readers -------------------------------------------------------------------------------


def test_touch_readers_are_dark_until_something_is_shown() -> None:
    """Keep the cards of touch readers, but neither lamps nor unread moves of handles."""
    table = VirtualTable()
    table.open()
    table.do(InsertCard(3, 2, 7))
    table.do(MoveHandle(3, PULL))
    table.show(Lamps({3: (LIT,) * SLOTS}))
    table.close()
    table.open()
    assert table.lamps == Lamps({}) and table.poll() == (SlotRead(3, 2, OK, 7),)
    table.show(Lamps({3: (LIT,) * SLOTS}))
    assert table.lamps == Lamps({3: (LIT,) * SLOTS})


# ---- Readers on wires and on the header ----------------------------------------------------------


def test_readers_on_wires_tell_what_was_done_while_nobody_listened(
    stand: Stand, opened: Callable[..., Listener]
) -> None:
    """Report what changed at wires meanwhile: cards, a held handle; lamps light when shown."""
    listener = opened(stand)
    stand.do(InsertCard(1, 1, 7))
    listener.until(ReaderBack(1), ReaderBack(2), SlotRead(1, 1, OK, 7))
    listener.table.show(Lamps({1: (LIT,) * SLOTS}))
    await_true(lambda: stand.lamps(1) == (LIT,) * SLOTS, "the lamps")
    listener.table.close()
    stand.do(TakeCard(1, 1))
    stand.do(InsertCard(1, 2, 11))
    stand.handle(1, PULL)
    listener.forget()
    listener.table.open()
    listener.until(HandleMoved(1, PULL))
    signals = listener.of(1)
    fold = Fold()
    fold.take_in(signals)
    assert signals[0] == ReaderBack(1) and {signal[:2] for signal in signals[1:6]} == {
        (1, slot) for slot in range(1, 6)
    }, "all five slots first"
    assert fold.seat(1) == ([None, 11, None, None, None], PULL, "")
    listener.table.show(Lamps({2: (LIT,) * SLOTS}))
    await_true(
        lambda: stand.lamps(2) == (LIT,) * SLOTS and not any(stand.lamps(1)), "the new lamps"
    )


def test_readers_on_the_header_tell_what_was_done_while_nobody_listened() -> None:
    """Report all five slots and the handle of a header, and keep what was set aside."""
    table = gpio_table(handy=False)
    fold = Fold()
    try:
        table.open()
        heard_until(table, lambda heard: {ReaderBack(1), ReaderBack(2)} <= set(heard))
        table.do(SetAside(2, True))
        table.close()
        table.bench.cards = {(1, 2): LyingCard(7, WELL), (2, 3): LyingCard(11, WELL)}
        table.bench.turn(1, PUSH)
        table.open()
        fold.take_in(
            heard_until(
                table, lambda heard: {HandleMoved(1, PUSH), ReaderLost(2, ASIDE)} <= set(heard)
            )
        )
    finally:
        table.close()
    assert fold.seat(1) == ([None, 7, None, None, None], PUSH, "") and fold.seat(2) == (
        [None] * 5,
        REST,
        ASIDE,
    )
    assert {(1, slot) for slot in range(1, 6)} <= set(fold.slots)


@pytest.mark.parametrize("aside", [False, True])
def test_the_screens_cards_outlast_a_reader_that_is_not_there_any_more(
    stand: Stand, aside: bool
) -> None:
    """Keep taken-over cards on the screen until the reader is back, unless it is aside."""
    table = ScreenFallback(SerialTable(stand.find, stand.seats(), stand.clock))
    listener = Listener(table)
    try:
        table.open()
        stand.do(InsertCard(1, 1, 7))
        listener.until(SlotRead(1, 1, OK, 7), ReaderBack(2))
        table.do(SetAside(1, True))
        table.do(SetAside(1, aside))
        with stand.lock:
            stand.boxes[1].unplug()
        listener.until_true(lambda: str(table.inner.sign) == "1 card reader")
        table.close()
        listener.forget()
        table.open()
        listener.until(ReaderBack(2), SlotRead(1, 1, OK, 7))
        stand.do(TakeCard(1, 1))
        with stand.lock:
            stand.boxes[1].plug()
        listener.until(ReaderLost(1, ASIDE) if aside else ReaderBack(1))
        table.do(CollectCards({1: (1,)}))
        listener.until_true(lambda: listener.said(SlotRead(1, 1, EMPTY)) != aside)
    finally:
        table.close()


def test_a_scanner_goes_on_beside_its_table() -> None:
    """Keep a scanner beside its table, whose cards are reported again."""
    table = ScannerTable("/dev/nothing-here", VirtualTable())
    table.open()
    table.do(InsertCard(3, 2, 7))
    table.close()
    table.open()
    try:
        assert SlotRead(3, 2, OK, 7) in table.poll()
    finally:
        table.close()
