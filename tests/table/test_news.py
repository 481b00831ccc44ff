"""Signals of readers wait in order: of each slot only the newest, of everything else all."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.signals import (
    EMPTY,
    OK,
    PULL,
    REST,
    SLOTS,
    HandleMoved,
    ReaderBack,
    ReaderLost,
    Signal,
    SlotRead,
    StrangerPulled,
    TableProblem,
)
from companion.table.base import SignalQueue

SEATS = (1, 2, 3)
seats = st.sampled_from(SEATS)
slots = st.builds(SlotRead, seats, st.integers(1, SLOTS), st.just(OK), st.integers(0, 255))
others = st.one_of(
    st.builds(HandleMoved, seats, st.sampled_from((PULL, REST))),
    st.builds(ReaderLost, seats, st.just("its cable is unplugged")),
    st.builds(ReaderBack, seats),
    st.builds(StrangerPulled, st.just("E6")),
    st.builds(TableProblem, st.just("port"), st.text(max_size=2)),
)
signal_lists = st.lists(st.one_of(slots, slots, slots, others), max_size=60)
Known = dict[tuple[int, int], int | None]


def moments(signals: tuple[Signal, ...] | list[Signal]) -> list[tuple[Signal | None, Known]]:
    """Return all signals but slots, each with the slots at its moment, and the last slots."""
    known: Known = {}
    seen: list[tuple[Signal | None, Known]] = []
    for signal in signals:
        if isinstance(signal, SlotRead):
            known = {**known, (signal.seat, signal.slot): signal.code}
        else:
            seen.append((signal, known))
    return [*seen, (None, known)]


@given(st.lists(signal_lists, max_size=5))
def test_the_newest_of_each_slot_wins_and_nothing_overtakes_a_handle(
    groups: list[list[Signal]],
) -> None:
    """Keep every handle, loss and trouble once, in order, with its slots, at any rate of polls."""
    news = SignalQueue()
    fetched: list[Signal] = []
    for group in groups:
        news.tell(*group)
        if len(group) % 2:
            fetched += news.poll()
    fetched += news.poll()
    assert moments(fetched) == moments([signal for group in groups for signal in group])
    assert news.poll() == ()


@given(signal_lists)
def test_what_waits_stays_short(signals: list[Signal]) -> None:
    """Keep at most one signal per slot for each other signal that waits, in order."""
    news = SignalQueue()
    for signal in signals * 3:
        news.tell(signal)
    waiting = news.poll()
    kept = sum(not isinstance(signal, SlotRead) for signal in waiting)
    assert kept == 3 * sum(not isinstance(signal, SlotRead) for signal in signals)
    assert len(waiting) <= kept + (kept + 1) * len(SEATS) * SLOTS
    rest = iter(signals * 3)
    assert all(any(other is signal for other in rest) for signal in waiting)


def test_a_card_that_went_to_another_reader_is_never_in_two() -> None:
    """Report a slot's content at a pull before it, although the slot has changed since.

    A pull reads all readers.
    """
    news = SignalQueue()
    said: list[Signal] = [
        SlotRead(1, 1, EMPTY),
        SlotRead(2, 1, OK, 42),
        HandleMoved(2, PULL),
        SlotRead(1, 1, OK, 50),
        SlotRead(1, 1, OK, 51),
    ]
    news.tell(*said)
    assert news.poll() == (*said[:3], said[4])
