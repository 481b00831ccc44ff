"""A seat without a used reader is played on the screen, and no card is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.signals import (
    ASIDE,
    BLANK,
    DIRTY,
    EMPTY,
    LIT,
    NO_READER,
    OK,
    PULL,
    PUSH,
    REST,
    SLOTS,
    CollectCards,
    Counters,
    Deed,
    FreeSeat,
    GiveSeat,
    HandleMoved,
    InsertCard,
    Lamps,
    Mischief,
    MoveHandle,
    ReaderBack,
    ReaderFound,
    ReaderLost,
    ReaderReport,
    SetAside,
    SettleCard,
    Signal,
    SlotRead,
    SlotReport,
    StrangerPulled,
    TableProblem,
    TakeCard,
    Watch,
)
from tests.recorded import recorded
from tests.table.fallback_table import FallbackTable

GONE = "its cable is unplugged"


@pytest.fixture
def evening() -> FallbackTable:
    """Return stand-ins; seat 2 has a reader with 70, 80 and a dirty card.

    Earlier signals are read already.
    """
    evening = FallbackTable()
    evening.says(
        ReaderBack(2), SlotRead(2, 1, OK, 70), SlotRead(2, 2, DIRTY), SlotRead(2, 5, OK, 80)
    )
    return evening


def test_every_seat_is_told_lost_until_its_reader_answers() -> None:
    """Report every seat lost until its reader answers; the sign says so."""
    evening = FallbackTable()
    assert evening.says() == tuple(ReaderLost(seat, NO_READER) for seat in range(1, 9))
    assert (
        str(evening.table.sign) == recorded("Touch-readers")
        and evening.table.touch_seats == frozenset()
    )
    assert evening.says() == ()


def test_a_reader_that_answers_at_once_is_not_told_lost_before() -> None:
    """Report no loss before an immediate answer."""
    evening = FallbackTable()
    signals = evening.says(ReaderBack(2), SlotRead(2, 1, OK, 70))
    assert ReaderLost(2, NO_READER) not in signals and ReaderLost(1, NO_READER) in signals
    assert str(evening.table.sign) == recorded("2-card-readers")


def test_a_reader_that_comes_back_tells_all_five_slots_first() -> None:
    """Report all five slots of a returning reader, unsaid ones as empty, then its handle."""
    evening = FallbackTable()
    evening.says()
    assert evening.says(
        ReaderBack(3), SlotRead(3, 4, OK, 9), SlotRead(3, 2, BLANK), HandleMoved(3, PULL)
    ) == (
        ReaderBack(3),
        SlotRead(3, 1, EMPTY),
        SlotRead(3, 3, EMPTY),
        SlotRead(3, 5, EMPTY),
        SlotRead(3, 4, OK, 9),
        SlotRead(3, 2, BLANK),
        HandleMoved(3, PULL),
    )


def test_the_screen_takes_over_the_cards(evening: FallbackTable) -> None:
    """Show readable cards of a lost reader on the screen, where hands reach them."""
    assert evening.says(ReaderLost(2, GONE)) == (ReaderLost(2, GONE), SlotRead(2, 2, EMPTY))
    assert evening.does(TakeCard(2, 1), InsertCard(2, 3, 70), MoveHandle(2, PULL)) == (
        SlotRead(2, 1, EMPTY),
        SlotRead(2, 3, OK, 70),
        HandleMoved(2, PULL),
        HandleMoved(2, REST),
    )


def test_a_handle_that_was_held_when_the_cable_went_can_be_moved_again(
    evening: FallbackTable,
) -> None:
    """Let a handle rest that was held when the cable went, so that it can be pulled."""
    evening.says(HandleMoved(2, PULL))
    assert HandleMoved(2, REST) in evening.says(ReaderLost(2, GONE))


def test_the_real_reader_is_believed_when_it_is_back(evening: FallbackTable) -> None:
    """Trust the returning reader: its screen cards are free to be put in elsewhere."""
    evening.says(ReaderLost(2, GONE))
    evening.does(InsertCard(2, 4, 90))
    signals = evening.says(ReaderBack(2), *(SlotRead(2, slot, EMPTY) for slot in range(1, 6)))
    assert signals == (ReaderBack(2), *(SlotRead(2, slot, EMPTY) for slot in range(1, 6)))
    assert evening.does(InsertCard(1, 1, 90)) == (SlotRead(1, 1, OK, 90),)


def test_real_readers_are_not_worked_through_the_screen(evening: FallbackTable) -> None:
    """Keep hands of the screen off real readers."""
    assert (
        evening.does(
            InsertCard(2, 3, 5),
            TakeCard(2, 1),
            MoveHandle(2, PULL),
            SettleCard(2, 2),
            Mischief(2, "unplug"),
        )
        == ()
    )
    assert evening.readers.done == []


def test_a_card_lies_in_one_screen_reader_only(evening: FallbackTable) -> None:
    """Keep a card in one screen reader only, also when it comes there by a loss."""
    evening.does(InsertCard(1, 1, 60))
    assert evening.does(InsertCard(3, 1, 60)) == ()
    evening.says(ReaderBack(4), SlotRead(4, 3, OK, 70))
    assert evening.says(ReaderLost(2, GONE)) == (
        ReaderLost(2, GONE),
        SlotRead(2, 1, EMPTY),
        SlotRead(2, 2, EMPTY),
    )


def test_a_card_that_was_carried_from_a_lost_reader_to_another_is_there_only(
    evening: FallbackTable,
) -> None:
    """Remove the screen's copy before another reader reports the card, in any order."""
    evening.says(ReaderBack(3), SlotRead(3, 2, OK, 90))
    evening.says(ReaderLost(2, GONE), ReaderLost(3, NO_READER))
    evening.says(ReaderBack(4))
    assert evening.says(SlotRead(4, 3, OK, 70)) == (SlotRead(2, 1, EMPTY), SlotRead(4, 3, OK, 70))
    assert evening.says(ReaderBack(5), SlotRead(5, 2, OK, 90))[-2:] == (
        SlotRead(3, 2, EMPTY),
        SlotRead(5, 2, OK, 90),
    )


def test_a_card_that_was_put_onto_the_screen_stays_there(evening: FallbackTable) -> None:
    """Keep a card on the screen that was put there, although a reader has it, too.

    A pilot may hold it: people put the real one aside, and both are reported until then. The same
    holds for a former copy.
    """
    assert evening.does(InsertCard(1, 1, 70)) == (SlotRead(1, 1, OK, 70),)
    assert evening.says(SlotRead(2, 3, OK, 60)) == (SlotRead(2, 3, OK, 60),)
    evening.says(ReaderLost(2, GONE))
    evening.does(TakeCard(2, 3), InsertCard(2, 4, 60))
    assert evening.says(ReaderBack(4), SlotRead(4, 2, OK, 60))[-1:] == (SlotRead(4, 2, OK, 60),)
    assert evening.does(TakeCard(2, 4)) == (SlotRead(2, 4, EMPTY),)


def test_a_reader_is_set_aside_and_used_again(evening: FallbackTable) -> None:
    """Report a reader set aside as lost, and used again as back, with its news."""
    assert evening.does(SetAside(2, True)) == (ReaderLost(2, ASIDE), SlotRead(2, 2, EMPTY))
    assert evening.says(SlotRead(2, 2, OK, 81), SlotRead(2, 1, EMPTY), HandleMoved(2, PUSH)) == ()
    assert evening.does(SetAside(2, True)) == ()
    assert evening.does(SetAside(2, False)) == (
        ReaderBack(2),
        SlotRead(2, 1, EMPTY),
        SlotRead(2, 2, OK, 81),
        SlotRead(2, 3, EMPTY),
        SlotRead(2, 4, EMPTY),
        SlotRead(2, 5, OK, 80),
        HandleMoved(2, PUSH),
    )


def test_aside_survives_loss_and_return(evening: FallbackTable) -> None:
    """Keep a reader aside over loss and return: it may flicker."""
    evening.does(SetAside(2, True))
    assert (
        evening.says(ReaderLost(2, GONE)) == ()
        and evening.says(ReaderBack(2), SlotRead(2, 1, OK, 3)) == ()
    )
    assert evening.says(ReaderLost(2, GONE)) == ()
    assert evening.does(SetAside(2, False)) == (ReaderLost(2, GONE),)


def test_aside_survives_opening_again(evening: FallbackTable) -> None:
    """Keep it aside over reopening until it is used again."""
    evening.does(SetAside(2, True))
    evening.table.close()
    evening.table.open()
    signals = evening.says(ReaderBack(2), SlotRead(2, 1, OK, 3))
    assert ReaderLost(2, ASIDE) in signals and ReaderBack(2) not in signals


def test_a_lost_reader_can_be_set_aside(evening: FallbackTable) -> None:
    """Set a lost reader aside for its return; the latest reason is reported."""
    evening.says(ReaderLost(2, GONE))
    assert evening.does(SetAside(2, True)) == (ReaderLost(2, ASIDE),)
    assert evening.says(ReaderBack(2)) == ()


def test_a_reader_that_is_aside_before_it_is_lost_is_told_so() -> None:
    """Report being set aside right after opening, not the reason of the loss."""
    evening = FallbackTable()
    evening.table.do(SetAside(2, True))
    assert ReaderLost(2, NO_READER) in evening.says()
    assert evening.says(ReaderLost(2, GONE)) == (ReaderLost(2, ASIDE),)
    assert evening.does(SetAside(2, False)) == (ReaderLost(2, GONE),)


def test_a_seat_without_a_reader_has_nothing_to_set_aside(evening: FallbackTable) -> None:
    """Ignore setting aside a seat without a reader, and forget it when the reader goes for good."""
    assert evening.does(SetAside(5, True), SetAside(9, True)) == ()
    evening.does(SetAside(2, True))
    assert evening.says(ReaderLost(2, NO_READER)) == (ReaderLost(2, NO_READER),)
    assert ReaderBack(2) in evening.says(ReaderBack(2))


def test_collecting_empties_the_screen_readers(evening: FallbackTable) -> None:
    """Collect the cards of screen readers; hands collect real ones, and locked ones stay."""
    evening.does(InsertCard(1, 1, 1), InsertCard(1, 5, 2))
    assert evening.does(CollectCards({1: (5,)})) == (SlotRead(1, 1, EMPTY),)


def test_what_belongs_to_no_seat_is_passed_on(evening: FallbackTable) -> None:
    """Pass signals without a seat on, and seats and watching to the inner table."""
    signals = (ReaderFound("E6"), StrangerPulled("E6"), TableProblem("port", "words"))
    assert evening.says(*signals) == signals
    evening.does(GiveSeat("E6", 4), FreeSeat(2), Watch(False))
    assert evening.readers.done == [GiveSeat("E6", 4), FreeSeat(2), Watch(False)]


def test_lamps_go_to_the_real_readers(evening: FallbackTable) -> None:
    """Send the whole picture of lamps to real readers."""
    evening.table.show(Lamps({2: (LIT,) * SLOTS}))
    assert evening.readers.lamps == Lamps({2: (LIT,) * SLOTS})


def test_whoever_watches_hears_of_every_seat(evening: FallbackTable) -> None:
    """Report every screen reader twice a second; a real one reports itself, also while unused."""
    evening.does(InsertCard(1, 3, 9))
    reports = evening.does(Watch(True))
    assert [report.seat for report in reports if isinstance(report, ReaderReport)] == [
        1,
        3,
        4,
        5,
        6,
        7,
        8,
    ]
    first = reports[0]
    assert isinstance(first, ReaderReport) and first.kind == "screen" and first.counters is None
    assert first.slots == (
        *[SlotReport(EMPTY, None, 0)] * 2,
        SlotReport(OK, 9, 0),
        *[SlotReport(EMPTY, None, 0)] * 2,
    )
    evening.now += 0.25
    assert evening.says() == ()
    evening.now += 0.25
    assert len(evening.says()) == 7
    real = ReaderReport(
        2, "usb", "E6", "1", REST, (SlotReport(OK, 70, 200),) * 5, Counters(1, 0, 0, 0.1)
    )
    assert evening.says(real) == (real,)
    evening.does(SetAside(2, True))
    assert evening.says(real) == (real,)
    evening.says(ReaderLost(2, GONE))
    assert evening.says(real) == ()
    evening.does(Watch(False))
    evening.now += 5
    assert evening.says() == ()


def test_hands_reach_an_emulated_reader_that_is_used() -> None:
    """Work an emulated reader by hands while it answers, else on the screen."""
    by_hand: list[Deed] = []
    evening = FallbackTable(by_hand.append)
    assert evening.table.touch_seats == frozenset(range(1, 9))
    evening.says(ReaderBack(2))
    deeds = (
        InsertCard(2, 1, 5),
        MoveHandle(2, PULL),
        TakeCard(2, 1),
        SettleCard(2, 1),
        Mischief(2, "sun"),
        CollectCards({}),
    )
    assert evening.does(*deeds) == () and tuple(by_hand) == deeds
    evening.says(ReaderLost(2, GONE))
    assert evening.does(InsertCard(2, 1, 5)) == (SlotRead(2, 1, OK, 5),) and tuple(by_hand) == deeds


def test_hands_do_not_copy_a_card_that_lies_on_the_screen() -> None:
    """Refuse to put a card into both an emulated and a screen reader."""
    by_hand: list[Deed] = []
    evening = FallbackTable(by_hand.append)
    evening.says(ReaderBack(2), SlotRead(2, 2, OK, 6))
    assert evening.does(InsertCard(1, 1, 5), InsertCard(2, 1, 5), InsertCard(1, 2, 6)) == (
        SlotRead(1, 1, OK, 5),
    )
    assert by_hand == []


def test_closed_it_is_silent(evening: FallbackTable) -> None:
    """Send nothing when closed, and ignore deeds."""
    evening.table.close()
    evening.table.close()
    assert (
        evening.does(InsertCard(1, 1, 4), SetAside(2, True), GiveSeat("E6", 1)) == ()
        and evening.says(ReaderLost(2, GONE)) == ()
    )
    assert not evening.readers.is_open and evening.readers.done == []


READINGS = st.one_of(
    st.tuples(st.just(OK), st.integers(1, 20)),
    st.tuples(st.sampled_from((EMPTY, DIRTY, BLANK)), st.none()),
)
EVENTS = st.lists(
    st.one_of(
        st.builds(ReaderBack, st.integers(1, 2)),
        st.builds(ReaderLost, st.integers(1, 2), st.sampled_from((GONE, NO_READER))),
        st.builds(
            lambda seat, slot, read: SlotRead(seat, slot, *read),
            st.integers(1, 2),
            st.integers(1, 5),
            READINGS,
        ),
        st.builds(SetAside, st.integers(1, 3), st.booleans()),
        st.builds(InsertCard, st.integers(1, 3), st.integers(1, 5), st.integers(1, 20)),
        st.builds(TakeCard, st.integers(1, 3), st.integers(1, 5)),
        st.builds(MoveHandle, st.integers(1, 3), st.sampled_from((PULL, PUSH))),
    ),
    max_size=40,
)


@given(EVENTS)
def test_who_listens_knows_what_every_reader_in_use_holds(events: list[Signal | Deed]) -> None:
    """Let a mere listener know each used reader over any history, none of them lost."""
    evening = FallbackTable()
    heard: dict[int, list[tuple[str, int | None]]] = {
        seat: [(EMPTY, None)] * SLOTS for seat in range(1, 9)
    }
    real: dict[int, list[tuple[str, int | None]]] = {}
    lost: set[int] = set()
    evening.says()
    lost |= set(range(1, 9))
    for event in events:
        if isinstance(event, (SetAside, InsertCard, TakeCard, MoveHandle)):
            signals = evening.does(event)
        else:
            assert isinstance(event, (SlotRead, ReaderBack, ReaderLost))
            signals = evening.says(event)
            if isinstance(event, ReaderBack):
                real[event.seat] = [(EMPTY, None)] * SLOTS
            elif isinstance(event, ReaderLost):
                real.pop(event.seat, None)
            elif event.seat in real:
                real[event.seat][event.slot - 1] = (event.status, event.code)
        for signal in signals:
            if isinstance(signal, SlotRead):
                heard[signal.seat][signal.slot - 1] = (signal.status, signal.code)
            elif isinstance(signal, ReaderLost):
                lost.add(signal.seat)
            elif isinstance(signal, ReaderBack):
                lost.discard(signal.seat)
    for seat, row in real.items():
        if seat not in lost:
            assert heard[seat] == row
    on_screen = [code for seat in lost for _, code in heard[seat] if code is not None]
    assert len(set(on_screen)) == len(on_screen) and all(
        status in (OK, EMPTY) for seat in lost for status, _ in heard[seat]
    )
