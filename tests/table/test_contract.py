"""What every kind of table promises: the same tests for all of them; a new back-end joins `TABLES`."""
from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.signals import EMPTY, OK, PULL, PUSH, REST, CollectCards, HandleMoved, InsertCard, Lamps, MoveHandle, SlotRead, TakeCard
from companion.table.base import Table
from companion.table.virtual import VirtualTable

TABLES: dict[str, Callable[[], Table]] = {"virtual": VirtualTable}
"""Each back-end by name, with what makes one for eight seats."""


@pytest.fixture(params=sorted(TABLES))
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    """One open table of each kind."""
    opened = TABLES[request.param]()
    opened.open()
    opened.poll()
    yield opened
    opened.close()


def touch(table: Table, *touches: InsertCard | TakeCard | MoveHandle) -> tuple[object, ...]:
    """What a table says after some touches."""
    for deed in touches:
        table.do(deed)
    return table.poll()


def test_a_quiet_table_says_nothing(table: Table) -> None:
    """Polling is free of inventions, and it never waits."""
    assert table.poll() == () and table.poll() == ()


def test_it_says_what_kind_it_is(table: Table) -> None:
    """Screens always show a sign for the kind of readers."""
    assert table.sign


def test_a_card_is_read_where_it_is_put(table: Table) -> None:
    """In, out, in again: each is told once, in order."""
    assert touch(table, InsertCard(2, 4, 7), TakeCard(2, 4), InsertCard(2, 1, 7)) == (
        SlotRead(2, 4, OK, 7), SlotRead(2, 4, EMPTY), SlotRead(2, 1, OK, 7),
    )
    assert table.poll() == ()


def test_a_handle_springs_back(table: Table) -> None:
    """A pull or push is told, and then the rest."""
    assert touch(table, MoveHandle(3, PULL), MoveHandle(3, PUSH)) == (
        HandleMoved(3, PULL), HandleMoved(3, REST), HandleMoved(3, PUSH), HandleMoved(3, REST),
    )


@pytest.mark.parametrize("nonsense", [
    TakeCard(1, 1), TakeCard(1, 0), TakeCard(1, 6), TakeCard(9, 1), InsertCard(1, 0, 7), InsertCard(1, 6, 7), InsertCard(0, 1, 7),
    InsertCard(1, 1, 256), InsertCard(1, 1, -1), InsertCard(2, 5, 11), InsertCard(3, 3, 13), MoveHandle(1, REST), MoveHandle(1, "up"), MoveHandle(9, PULL),
])
def test_what_cannot_be_done_is_not_done(table: Table, nonsense: InsertCard | TakeCard | MoveHandle) -> None:
    """Slots and seats that are not there, a full slot, a card that lies elsewhere: nothing happens and nothing breaks."""
    touch(table, InsertCard(2, 5, 13), InsertCard(3, 2, 14))
    assert touch(table, nonsense) == ()


def test_cards_are_collected_but_for_those_that_stay(table: Table) -> None:
    """Locked cards stay where they are (6.1.1)."""
    touch(table, InsertCard(1, 4, 7), InsertCard(1, 5, 11), InsertCard(2, 1, 13))
    table.do(CollectCards({1: (5,)}))
    assert set(table.poll()) == {SlotRead(1, 4, EMPTY), SlotRead(2, 1, EMPTY)}
    assert touch(table, InsertCard(3, 1, 7)) == (SlotRead(3, 1, OK, 7),)
    assert touch(table, InsertCard(3, 2, 11)) == ()


def test_collecting_twice_collects_once(table: Table) -> None:
    """Nothing is left, so nothing is told."""
    touch(table, InsertCard(1, 4, 7))
    table.do(CollectCards({}))
    table.poll()
    table.do(CollectCards({}))
    assert table.poll() == ()


def test_a_picture_of_lamps_can_be_shown_again(table: Table) -> None:
    """Showing is idempotent and says nothing."""
    picture = Lamps({1: (False, False, False, True, True), 8: (True,) * 5})
    table.show(picture)
    table.show(picture)
    table.show(Lamps({}))
    assert table.poll() == ()


def test_a_closed_table_is_silent(table: Table) -> None:
    """After closing nothing is read any more; closing twice is harmless."""
    touch(table, InsertCard(1, 1, 7))
    table.close()
    table.close()
    assert touch(table, InsertCard(1, 2, 11), MoveHandle(1, PULL)) == ()
    table.show(Lamps({1: (True,) * 5}))


@pytest.mark.parametrize("kind", sorted(TABLES))
def test_opened_again_it_tells_what_lies_in_it(kind: str) -> None:
    """Whoever opens a table learns what its slots hold."""
    table = TABLES[kind]()
    table.open()
    touch(table, InsertCard(1, 1, 7))
    table.close()
    table.open()
    assert table.poll() == (SlotRead(1, 1, OK, 7),)
    table.close()


DEEDS = st.lists(st.one_of(
    st.builds(InsertCard, st.integers(0, 9), st.integers(0, 6), st.integers(-1, 12)), st.builds(TakeCard, st.integers(0, 9), st.integers(0, 6)),
    st.builds(MoveHandle, st.integers(0, 9), st.sampled_from((PULL, REST, PUSH, "?"))),
))


@given(DEEDS)
def test_signals_tell_the_whole_truth(deeds: list[InsertCard | TakeCard | MoveHandle]) -> None:
    """Who only listens knows what lies in every slot, and no card is ever in two places."""
    table = VirtualTable()
    table.open()
    heard: dict[tuple[int, int], int | None] = {}
    for signal in touch(table, *deeds):
        if isinstance(signal, SlotRead):
            heard[signal.seat, signal.slot] = signal.code
    lying = {(seat, slot): code for seat in range(1, 9) for slot, code in enumerate(table.slots(seat), 1) if code is not None}
    assert {place: code for place, code in heard.items() if code is not None} == lying
    assert len(set(lying.values())) == len(lying)
