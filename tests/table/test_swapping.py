"""Two people swap seats and leave their readers: each reader then reports for the other's seat."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.signals import (
    ASIDE,
    DIRTY,
    EMPTY,
    LIT,
    NO_READER,
    OK,
    PLUG,
    PULL,
    PUSH,
    REST,
    SLOTS,
    UNPLUG,
    CollectCards,
    Deed,
    FreeSeat,
    GiveSeat,
    HandleMoved,
    InsertCard,
    Lamps,
    LyingCard,
    Mischief,
    MoveHandle,
    ReaderBack,
    ReaderFound,
    ReaderLost,
    ReaderModel,
    ReaderReport,
    SetAside,
    SettleCard,
    Signal,
    SlotRead,
    SlotReport,
    SwapReaders,
    TakeCard,
    Watch,
)
from companion.table.screen_fallback import ScreenFallback
from companion.table.serial import SerialTable
from companion.table.spy import SpyTable
from companion.table.virtual import VirtualTable
from companion.words import text
from tests.table.fallback_table import FallbackTable, Fold, Listener
from tests.table.kinds_of_tables import Guest
from tests.table.reader_stand import Stand, await_true
from tests.table.rig.listening import opened

GONE = text("its cable is unplugged")


# ---- At every kind of table ----------------------------------------------------------------------


@pytest.mark.parametrize("seats", [(1, 2), (2, 5), (6, 5)])
def test_readers_change_places_and_back(guest: Guest, seats: tuple[int, int]) -> None:
    """Move cards, deeds and lamps with the reader; a second swap undoes the first."""
    one, other = seats
    lost = {seat: guest.fold.lost.get(seat, "") for seat in seats}
    guest.does(InsertCard(one, 4, 7), says=(SlotRead(one, 4, OK, 7),))
    guest.does(InsertCard(other, 1, 11), says=(SlotRead(other, 1, OK, 11),))
    guest.table.do(SwapReaders(one, other))
    guest.until(
        lambda: guest.fold.cards() == {(other, 4): 7, (one, 1): 11}, "both cards at the other seat"
    )
    assert {seat: guest.fold.lost.get(seat, "") for seat in seats} == {
        one: lost[other],
        other: lost[one],
    }
    guest.does(TakeCard(one, 1), says=(SlotRead(one, 1, EMPTY),))
    guest.does(InsertCard(one, 5, 13), says=(SlotRead(one, 5, OK, 13),))
    guest.does(MoveHandle(other, PULL), says=(HandleMoved(other, PULL), HandleMoved(other, REST)))
    guest.does(CollectCards({one: (5,), other: (1,)}), says=(SlotRead(other, 4, EMPTY),))
    guest.table.do(SwapReaders(other, one))
    guest.until(lambda: guest.fold.cards() == {(other, 5): 13}, "the card at the first seat")
    assert {seat: guest.fold.lost.get(seat, "") for seat in seats} == lost
    guest.says_no_more(one, other)


def test_all_ten_slots_are_told_anew(guest: Guest) -> None:
    """Report all ten slots, so that a listener is right in any case."""
    guest.forget()
    guest.table.do(SwapReaders(2, 3))
    guest.hear()
    assert {(signal.seat, signal.slot) for signal in guest.fold.slots.values()} >= {
        (seat, slot) for seat in (2, 3) for slot in range(1, 6)
    }
    guest.table.do(SwapReaders(3, 2))


# ---- Touch readers -------------------------------------------------------------------------------


def test_touch_readers_tell_what_lies_in_them_then() -> None:
    """Report earlier deeds first, then the cards of touch readers; impossible swaps do nothing."""
    table = VirtualTable()
    table.open()
    for deed in (InsertCard(1, 4, 7), SwapReaders(1, 2), SwapReaders(1, 9), SwapReaders(2, 2)):
        table.do(deed)
    row = [SlotRead(1, slot, EMPTY) for slot in range(1, 6)] + [
        SlotRead(2, slot, EMPTY) for slot in range(1, 6)
    ]
    row[8] = SlotRead(2, 4, OK, 7)
    assert table.poll() == (SlotRead(1, 4, OK, 7), *row)
    table.do(InsertCard(1, 4, 7))
    table.do(TakeCard(2, 4))
    table.do(InsertCard(1, 4, 7))
    assert table.poll() == (SlotRead(2, 4, EMPTY), SlotRead(1, 4, OK, 7))


def test_a_spy_writes_it_down() -> None:
    """Write it into the log of a spy, with both seats, and pass it on."""
    lines: list[str] = []
    table = SpyTable(VirtualTable(), write=lines.append)
    table.open()
    table.do(SwapReaders(1, 2))
    assert len(table.poll()) == 10 and "SwapReaders(first=1, second=2)" in lines[1]


# ---- Real readers and their stand-ins ------------------------------------------------------------


@pytest.fixture
def evening() -> FallbackTable:
    """Return seat 2 with a reader with 70, 80, a dirty card and a pulled handle, and 9 at seat 5.

    Seat 5 is on the screen.
    """
    evening = FallbackTable()
    evening.says(
        ReaderBack(2),
        SlotRead(2, 1, OK, 70),
        SlotRead(2, 2, DIRTY),
        SlotRead(2, 5, OK, 80),
        HandleMoved(2, PULL),
    )
    evening.does(InsertCard(5, 3, 9))
    return evening


def test_a_seat_without_a_reader_gets_the_one_of_another(evening: FallbackTable) -> None:
    """Report both seats whole: use of the reader or the reason, five slots, handle."""
    assert evening.does(SwapReaders(5, 2)) == (
        ReaderBack(5),
        SlotRead(5, 1, OK, 70),
        SlotRead(5, 2, DIRTY),
        SlotRead(5, 3, EMPTY),
        SlotRead(5, 4, EMPTY),
        SlotRead(5, 5, OK, 80),
        HandleMoved(5, PULL),
        ReaderLost(2, NO_READER),
        SlotRead(2, 1, EMPTY),
        SlotRead(2, 2, EMPTY),
        SlotRead(2, 3, OK, 9),
        SlotRead(2, 4, EMPTY),
        SlotRead(2, 5, EMPTY),
        HandleMoved(2, REST),
    )
    assert evening.says(SlotRead(2, 2, OK, 71), HandleMoved(2, REST)) == (
        SlotRead(5, 2, OK, 71),
        HandleMoved(5, REST),
    )
    assert evening.does(TakeCard(2, 3), MoveHandle(2, PUSH)) == (
        SlotRead(2, 3, EMPTY),
        HandleMoved(2, PUSH),
        HandleMoved(2, REST),
    )
    assert evening.does(InsertCard(5, 3, 4)) == ()
    assert evening.says(ReaderLost(2, GONE)) == (ReaderLost(5, GONE),)
    assert evening.does(InsertCard(5, 3, 4)) == (SlotRead(5, 3, OK, 4),)


def test_what_happened_before_is_told_for_the_seats_as_they_were(evening: FallbackTable) -> None:
    """Report earlier moves of a handle for the seats of before."""
    evening.readers.signals = [HandleMoved(2, REST), SlotRead(2, 4, OK, 90)]
    signals = evening.does(TakeCard(5, 3), SwapReaders(2, 5), InsertCard(2, 1, 8))
    assert set(signals[:3]) == {
        SlotRead(5, 3, EMPTY),
        HandleMoved(2, REST),
        SlotRead(2, 4, OK, 90),
    } and signals[-1] == SlotRead(2, 1, OK, 8)
    assert signals[3] == ReaderLost(2, NO_READER) and SlotRead(5, 4, OK, 90) in signals


def test_lamps_and_deeds_go_to_the_reader_that_is_meant_now() -> None:
    """Send lamps without another request, and hands, seats and collecting by the new order.

    A deed without a seat is left alone.
    """
    by_hand: list[Deed] = []
    evening = FallbackTable(by_hand.append)
    evening.says(ReaderBack(2))
    evening.table.show(Lamps({2: (LIT,) * SLOTS, 3: (0, 0, 0, 0, LIT)}))
    evening.does(SwapReaders(2, 5))
    assert evening.readers.lamps == Lamps({5: (LIT,) * SLOTS, 3: (0, 0, 0, 0, LIT)})
    evening.table.show(Lamps({5: (LIT,) * SLOTS}))
    assert evening.readers.lamps == Lamps({2: (LIT,) * SLOTS})
    evening.does(
        InsertCard(5, 1, 4),
        MoveHandle(5, PULL),
        SettleCard(5, 1),
        Mischief(5, "sun"),
        CollectCards({5: (4,), 3: (5,)}),
        GiveSeat("E6", 5),
        FreeSeat(2),
        Watch(True),
    )
    assert by_hand == [
        InsertCard(2, 1, 4),
        MoveHandle(2, PULL),
        SettleCard(2, 1),
        Mischief(2, "sun"),
        CollectCards({2: (4,), 3: (5,)}),
    ]
    assert evening.readers.done == [GiveSeat("E6", 2), FreeSeat(5), Watch(True)]
    assert evening.table.touch_seats == frozenset(range(1, 9))


def test_reports_and_models_come_for_the_new_seat(evening: FallbackTable) -> None:
    """Report emulated readers for the new seat again; unseated ones have no seat."""
    model = ReaderModel(
        2, (LyingCard(70, "well"), None, None, None, None), REST, ((0, 0, 0),) * 5, True, False
    )
    evening.says(model)
    assert model._replace(seat=5) in evening.does(SwapReaders(2, 5))
    report = ReaderReport(2, "usb", "E6", "1", REST, (SlotReport(EMPTY, None, 0),) * 5, None)
    assert evening.says(model, report, ReaderFound("E7")) == (
        model._replace(seat=5),
        report._replace(seat=5),
        ReaderFound("E7"),
    )
    reports = [signal for signal in evening.does(Watch(True)) if isinstance(signal, ReaderReport)]
    assert sorted(report.seat for report in reports) == [1, 2, 3, 4, 6, 7, 8], (
        "the real one speaks for itself"
    )


def test_what_is_set_aside_is_the_reader(evening: FallbackTable) -> None:
    """Keep the reader aside at its new seat, with its cards on the screen."""
    evening.does(SetAside(2, True), SwapReaders(2, 5))
    assert evening.says(SlotRead(2, 4, OK, 90)) == () and evening.does(SetAside(2, False)) == ()
    signals = evening.does(SetAside(5, False))
    assert signals[0] == ReaderBack(5) and SlotRead(5, 4, OK, 90) in signals
    assert evening.does(SetAside(5, True))[0] == ReaderLost(5, ASIDE)


def test_people_can_change_chairs_before_anything_was_heard() -> None:
    """Swap seats as the first thing after opening; each reader reports for its new seat."""
    evening = FallbackTable()
    evening.readers.signals = [ReaderBack(2), SlotRead(2, 1, OK, 70)]
    fold = Fold()
    fold.take_in(evening.does(SwapReaders(2, 5), InsertCard(2, 1, 9)))
    assert fold.cards() == {(5, 1): 70, (2, 1): 9} and [
        seat for seat, reason in fold.lost.items() if not reason
    ] == [5]
    evening = FallbackTable()
    fold.take_in(evening.does(SwapReaders(2, 5)))
    fold.take_in(evening.says(ReaderBack(2), SlotRead(2, 3, OK, 71)))
    assert (
        fold.row(5) == [None, None, 71, None, None]
        and fold.lost[5] == ""
        and fold.lost[2] == NO_READER
    )


def test_changed_chairs_survive_opening_again(evening: FallbackTable) -> None:
    """Keep swaps over reopening until they are undone."""
    evening.does(SwapReaders(2, 5))
    evening.table.close()
    evening.table.do(SwapReaders(2, 5))
    evening.table.open()
    signals = evening.says(ReaderBack(2), SlotRead(2, 1, OK, 70))
    assert SlotRead(5, 1, OK, 70) in signals and SlotRead(2, 3, OK, 9) in signals


def test_three_can_change_chairs(evening: FallbackTable) -> None:
    """Swap three pair by pair, and back in reverse."""
    before = Fold()
    before.take_in(evening.does(SwapReaders(1, 2), SwapReaders(1, 2)))
    fold = Fold()
    fold.take_in(evening.does(SwapReaders(2, 5), SwapReaders(5, 1)))
    assert (fold.row(1), fold.row(2), fold.row(5)) == (
        [70, DIRTY, None, None, 80],
        [None, None, 9, None, None],
        [None] * 5,
    )
    fold.take_in(evening.does(SwapReaders(5, 1), SwapReaders(2, 5)))
    assert (fold.seat(1), fold.seat(2)) == (before.seat(1), before.seat(2)) and fold.row(5) == [
        None,
        None,
        9,
        None,
        None,
    ]


READINGS = st.one_of(
    st.tuples(st.just(OK), st.integers(1, 20)),
    st.tuples(st.sampled_from((EMPTY, DIRTY)), st.none()),
)
HAPPENINGS = st.lists(
    st.one_of(
        st.builds(ReaderBack, st.integers(1, 2)),
        st.builds(ReaderLost, st.integers(1, 2), st.sampled_from((GONE, NO_READER))),
        st.builds(
            lambda seat, slot, read: SlotRead(seat, slot, *read),
            st.integers(1, 2),
            st.integers(1, 5),
            READINGS,
        ),
        st.builds(HandleMoved, st.integers(1, 2), st.sampled_from((PULL, REST))),
        st.builds(SetAside, st.integers(1, 3), st.booleans()),
        st.builds(InsertCard, st.integers(1, 3), st.integers(1, 5), st.integers(1, 20)),
        st.builds(MoveHandle, st.integers(1, 3), st.sampled_from((PULL, PUSH))),
        st.builds(SwapReaders, st.integers(1, 4), st.integers(1, 4)),
    ),
    max_size=40,
)


@given(HAPPENINGS)
def test_who_only_listens_knows_every_seat_whatever_chairs_were_changed(
    happenings: list[Signal | Deed],
) -> None:
    """Let a mere listener know of each seat what its reader would report without swaps."""
    stayed, moved = (FallbackTable(), Fold()), (FallbackTable(), Fold())
    place = {seat: seat for seat in range(1, 9)}
    for happening in happenings:
        if isinstance(happening, SwapReaders):
            moved[1].take_in(moved[0].does(happening))
            place[happening.first], place[happening.second] = (
                place[happening.second],
                place[happening.first],
            )
        elif isinstance(happening, (SetAside, InsertCard, MoveHandle)):
            moved[1].take_in(moved[0].does(happening))
            stayed[1].take_in(stayed[0].does(happening._replace(seat=place[happening.seat])))
        elif not isinstance(happening, Deed):
            for evening, fold in (stayed, moved):
                fold.take_in(evening.says(happening))
    for evening, fold in (stayed, moved):
        fold.take_in(evening.says())
    assert {seat: moved[1].seat(seat) for seat in place} == {
        seat: stayed[1].seat(place[seat]) for seat in place
    }


# ---- Readers on wires, and emulated ones ---------------------------------------------------------


def test_lamps_of_readers_on_wires_follow(stand: Stand) -> None:
    """Move the lit lamps to the other reader, and report its cable's loss for the new seat."""
    table = ScreenFallback(SerialTable(stand.find, stand.seats(), stand.clock))
    table.open()
    listener = Listener(table)
    try:
        listener.until(ReaderBack(1), ReaderBack(2))
        table.show(Lamps({1: (LIT,) * SLOTS}))
        await_true(lambda: stand.lamps(1) == (LIT,) * SLOTS, "the lamps of seat 1")
        listener.do(SwapReaders(1, 2))
        await_true(
            lambda: stand.lamps(2) == (LIT,) * SLOTS and not any(stand.lamps(1)),
            "the lamps of the other reader",
        )
        with stand.lock:
            stand.boxes[1].unplug()
        listener.until(ReaderLost(2, GONE))
    finally:
        table.close()


def test_emulated_readers_are_told_and_reached_at_their_new_seats() -> None:
    """Report real cards, lights and cable of an emulated reader for its present seat."""
    with opened("1?pace=4") as ear:
        ear.do(InsertCard(1, 2, 7), InsertCard(5, 4, 11), SwapReaders(1, 5))
        ear.until(
            lambda: ear.read.get((5, 2)) == (OK, 7) and ear.read.get((1, 4)) == (OK, 11),
            "both cards at the other seat",
        )
        ear.table.show(Lamps({5: (LIT,) * SLOTS}))
        ear.until(
            lambda: 5 in ear.models and all(any(bulb) for bulb in ear.models[5].bulbs), "its lights"
        )
        ear.forget()
        ear.do(Mischief(5, UNPLUG))
        ear.until(lambda: ReaderLost(5, GONE) in ear.signals, "its cable")
        assert not ear.models[5].plugged and ear.read[5, 2] == (OK, 7)
        ear.forget()
        ear.do(Mischief(5, PLUG))
        ear.until(lambda: ReaderBack(5) in ear.signals and (2, OK, 7) in ear.reads(5), "it is back")
        ear.do(MoveHandle(5, PULL), MoveHandle(1, PUSH))
        ear.until(
            lambda: ear.moves(5) == [PULL, REST] and ear.moves(1) == [PUSH, REST], "both handles"
        )
