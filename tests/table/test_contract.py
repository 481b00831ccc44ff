"""The promises of every kind of table: the same tests for all; a new back-end joins `KINDS`."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.signals import (
    BLINK,
    EMPTY,
    LIT,
    OK,
    PULL,
    PUSH,
    REST,
    SLOTS,
    CellsSeen,
    CollectCards,
    FreeSeat,
    GiveSeat,
    HandleMoved,
    InsertCard,
    Lamps,
    MeasureCells,
    Mischief,
    MoveHandle,
    ReaderLost,
    ReaderReport,
    SetAside,
    SettleCard,
    SlotRead,
    SwapReaders,
    TakeCard,
    Watch,
)
from companion.table.screen_fallback import ScreenFallback
from companion.table.virtual import ScriptedTable, VirtualTable
from companion.words import text
from tests.table.kinds_of_tables import Guest
from tests.table.reader_stand import await_true


def test_a_quiet_table_says_nothing(guest: Guest) -> None:
    """Invent nothing while nothing happens, and never wait in a poll."""
    assert guest.hear() == [] and guest.hear() == []


def test_it_says_what_kind_it_is(guest: Guest) -> None:
    """Return a sign of its kind for the screen."""
    assert guest.table.sign and len(str(guest.table.sign)) <= 40


def test_a_card_is_read_where_it_is_put(guest: Guest) -> None:
    """Report each card once, in order: in, out, in again."""
    guest.does(InsertCard(2, 4, 7), says=(SlotRead(2, 4, OK, 7),))
    guest.does(TakeCard(2, 4), says=(SlotRead(2, 4, EMPTY),))
    guest.does(InsertCard(2, 1, 7), says=(SlotRead(2, 1, OK, 7),))
    guest.says_no_more(2)


def test_a_handle_springs_back(guest: Guest) -> None:
    """Report a pull or push, and then the rest."""
    moves = (HandleMoved(1, PULL), HandleMoved(1, REST), HandleMoved(1, PUSH), HandleMoved(1, REST))
    guest.does(MoveHandle(1, PULL), MoveHandle(1, PUSH), says=moves)


def test_slots_come_before_the_handle(guest: Guest) -> None:
    """Report slots before a pull; their order among each other is the reader's business."""
    for deed in (InsertCard(2, 2, 7), InsertCard(2, 5, 11), MoveHandle(2, PULL)):
        guest.table.do(deed)
    await_true(lambda: len(guest.hear()) >= 4, lambda: f"two cards and a pull in {guest.heard}")
    assert set(guest.heard[:2]) == {SlotRead(2, 2, OK, 7), SlotRead(2, 5, OK, 11)}
    assert guest.heard[2:] == [HandleMoved(2, PULL), HandleMoved(2, REST)]


def test_what_cannot_be_done_is_not_done(guest: Guest) -> None:
    """Ignore impossible deeds: unknown slots and seats, a full slot, a card from elsewhere."""
    guest.does(InsertCard(2, 5, 13), says=(SlotRead(2, 5, OK, 13),))
    guest.does(InsertCard(1, 2, 14), says=(SlotRead(1, 2, OK, 14),))
    for nonsense in (
        TakeCard(1, 1),
        TakeCard(1, 0),
        TakeCard(1, 6),
        TakeCard(9, 1),
        InsertCard(1, 0, 7),
        InsertCard(1, 6, 7),
        InsertCard(0, 1, 7),
        InsertCard(1, 1, 256),
        InsertCard(1, 1, -1),
        InsertCard(2, 5, 11),
        InsertCard(1, 3, 13),
        MoveHandle(1, REST),
        MoveHandle(1, "up"),
        MoveHandle(9, PULL),
        SettleCard(1, 1),
        SettleCard(9, 1),
        Mischief(9, "unplug"),
        Mischief(1, "nonsense"),
        SetAside(0, True),
        GiveSeat("", 1),
        GiveSeat("E6", 99),
        FreeSeat(99),
        SwapReaders(1, 1),
        SwapReaders(0, 1),
        SwapReaders(2, 9),
        MeasureCells(9, 1),
        MeasureCells(0, 1),
        MeasureCells(1, 0),
        MeasureCells(1, 6),
        CollectCards(dict.fromkeys(range(-1, 12), (1, 2, 3, 4, 5))),
    ):
        guest.table.do(nonsense)
    guest.says_no_more(1, 2)


def test_cards_are_collected_but_for_those_that_stay(guest: Guest) -> None:
    """Collect all cards but locked ones (6.1.1), and let them be dealt again."""
    guest.does(InsertCard(1, 4, 7), says=(SlotRead(1, 4, OK, 7),))
    guest.does(InsertCard(1, 5, 11), says=(SlotRead(1, 5, OK, 11),))
    guest.does(InsertCard(2, 1, 13), says=(SlotRead(2, 1, OK, 13),))
    guest.forget()
    guest.table.do(CollectCards({1: (5,)}))
    await_true(lambda: len(guest.hear()) >= 2, "two empty slots")
    assert set(guest.heard) == {SlotRead(1, 4, EMPTY), SlotRead(2, 1, EMPTY)}
    guest.does(InsertCard(2, 3, 7), says=(SlotRead(2, 3, OK, 7),))
    guest.does(InsertCard(2, 2, 11))
    guest.says_no_more(1, 2)


def test_collecting_twice_collects_once(guest: Guest) -> None:
    """Report nothing when collecting a second time."""
    guest.does(InsertCard(1, 4, 7), says=(SlotRead(1, 4, OK, 7),))
    guest.does(CollectCards({}), CollectCards({}), says=(SlotRead(1, 4, EMPTY),))
    guest.says_no_more(1)


def test_a_picture_of_lamps_can_be_shown_again(guest: Guest) -> None:
    """Show the same lamps again without a signal."""
    picture = Lamps({1: (0, 0, 0, LIT, BLINK), 8: (LIT,) * SLOTS})
    for lamps in (picture, picture, Lamps({})):
        guest.table.show(lamps)
    guest.says_no_more(1)


def test_seats_that_have_a_reader_report_while_somebody_watches(guest: Guest) -> None:
    """Report five slots, a handle and a kind of each reader while watched, and stop afterwards.

    Plain touch readers have nothing to report.
    """
    reporting = isinstance(guest.table, ScreenFallback) or guest.kind.own
    guest.table.do(Watch(True))
    wanted = set(range(1, 9)) if reporting else set()

    def reports() -> list[ReaderReport]:
        guest.hear()
        return [signal for signal in guest.others if isinstance(signal, ReaderReport)]

    await_true(
        lambda: wanted <= {report.seat for report in reports()},
        lambda: f"reports of {wanted} in {guest.others}",
    )
    assert all(
        len(report.slots) == SLOTS and report.handle == REST and report.kind for report in reports()
    )
    guest.table.do(Watch(False))
    guest.says_no_more(1)


def test_single_cells_are_seen_by_readers_that_have_them(guest: Guest) -> None:
    """Report levels that tell white cells from black ones, at the seat of the reader.

    Readers on the screen have none.
    """
    guest.does(InsertCard(2, 3, 0b11100000), says=(SlotRead(2, 3, OK, 0b11100000),))
    readers = {1, 2} <= guest.kind.own

    def seen(*looks: MeasureCells) -> list[CellsSeen]:
        guest.forget()
        for look in looks:
            guest.table.do(look)
        await_true(
            lambda: (guest.hear(), len(_cells(guest)) >= len(looks) * readers)[1],
            lambda: f"{looks} in {guest.others}",
        )
        return _cells(guest)

    seen_cells = seen(MeasureCells(2, 3), MeasureCells(1, 5))
    assert {(cells.seat, cells.slot) for cells in seen_cells} == (
        {(2, 3), (1, 5)} if readers else set()
    )
    guest.table.do(SwapReaders(1, 2))
    swapped = seen(MeasureCells(1, 3))
    guest.table.do(SwapReaders(1, 2))
    for cells in (*[cells for cells in seen_cells if cells.slot == 3], *swapped):
        assert (cells.seat, cells.slot) == (1 if cells in swapped else 2, 3)
        assert min(cells.levels[:3]) >= 64 + max(cells.levels[3:]) and max(cells.levels) <= 255
        assert len(cells.levels) == len(cells.rooms) == 8 and max(cells.rooms) > 128
    assert all(max(cells.levels) < 64 for cells in seen_cells if cells.slot == 5)
    assert len(swapped) == readers


def _cells(guest: Guest) -> list[CellsSeen]:
    return [signal for signal in guest.others if isinstance(signal, CellsSeen)]


def test_seats_without_a_reader_are_told_lost(fresh: Guest) -> None:
    """Report seats without a reader as lost, except touch seats."""
    lost = {signal.seat for signal in fresh.others if isinstance(signal, ReaderLost)}
    assert set(range(1, 9)) - fresh.kind.own <= lost | fresh.table.touch_seats


def test_a_closed_table_is_silent(fresh: Guest) -> None:
    """Read nothing after closing, which may be repeated."""
    fresh.does(
        InsertCard(1, 1, 7),
        says=(SlotRead(1, 1, OK, 7),) if not fresh.kind.own else _first_card(fresh),
    )
    fresh.table.close()
    fresh.table.close()
    for deed in (
        InsertCard(1, 2, 11),
        MoveHandle(1, PULL),
        CollectCards({}),
        Watch(True),
        MeasureCells(1, 1),
        SetAside(1, True),
        GiveSeat("E6", 1),
    ):
        fresh.table.do(deed)
    fresh.table.show(Lamps({1: (LIT,) * SLOTS}))
    assert fresh.table.poll() == ()


def test_opened_again_it_tells_what_lies_in_it(fresh: Guest) -> None:
    """Report the cards in its slots when a table is opened again."""
    fresh.does(
        InsertCard(1, 1, 7),
        says=(SlotRead(1, 1, OK, 7),) if not fresh.kind.own else _first_card(fresh),
    )
    fresh.table.close()
    fresh.forget()
    fresh.arrive()
    await_true(lambda: SlotRead(1, 1, OK, 7) in fresh.hear(), lambda: f"card 7 in {fresh.heard}")
    assert [
        signal for signal in fresh.heard if isinstance(signal, SlotRead) and signal.code is not None
    ] == [SlotRead(1, 1, OK, 7)]


def _first_card(guest: Guest) -> tuple[SlotRead | HandleMoved, ...]:
    """Return the signals of the first card in a new reader, after the slots of all others."""
    await_true(
        lambda: (
            {(seat, SLOTS) for seat in guest.kind.own} <= {signal[:2] for signal in guest.hear()}
        ),
        "all slots",
    )
    return (SlotRead(1, 1, OK, 7),)


DEEDS = st.lists(
    st.one_of(
        st.builds(InsertCard, st.integers(0, 9), st.integers(0, 6), st.integers(-1, 12)),
        st.builds(TakeCard, st.integers(0, 9), st.integers(0, 6)),
        st.builds(MoveHandle, st.integers(0, 9), st.sampled_from((PULL, REST, PUSH, "?"))),
    )
)


@given(DEEDS)
def test_signals_tell_the_whole_truth(deeds: list[InsertCard | TakeCard | MoveHandle]) -> None:
    """Let a mere listener know every slot, with no card in two places.

    Stand-ins send just what touch readers send.
    """
    table, standing_in = VirtualTable(), ScreenFallback(ScriptedTable(sign=text("No card readers")))
    heard: dict[tuple[int, int], int | None] = {}
    for opened in (table, standing_in):
        opened.open()
    standing_in.poll()
    for deed in deeds:
        for opened in (table, standing_in):
            opened.do(deed)
    said = table.poll()
    assert standing_in.poll() == said
    for signal in said:
        if isinstance(signal, SlotRead):
            heard[signal.seat, signal.slot] = signal.code
    lying = {
        (seat, slot): code
        for seat in range(1, 9)
        for slot, code in enumerate(table.slots(seat), 1)
        if code is not None
    }
    assert {place: code for place, code in heard.items() if code is not None} == lying
    assert len(set(lying.values())) == len(lying)
