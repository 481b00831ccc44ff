"""Slots and handle: what is accepted, when, and in which order it is told.

Time is a number that the tests move.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from card_reader.codes import BADCODE, DIRTY, EMPTY, OK, UNSTABLE
from card_reader.handle import CHATTER, DEBOUNCE, PULL, PUSH, REST, DebouncedHandle
from card_reader.inputs import HANDLE, MOST_PENDING, SLOTS, ReaderInputs
from card_reader.slots import APART, DESPAIR, IDLE, PATIENCE, DebouncedSlots
from hypothesis import given
from hypothesis import strategies as st

from tests.firmware.light import EMPTY_SLOT, WORDS, card, samples

Reading = tuple[str, int | None, int]
CARD, OTHER, NONE = (OK, 7, 150), (OK, 11, 150), (EMPTY, None, 3)
STEP = 5


def settled(*readings: Reading, slots: int = 1, start: int = 0) -> DebouncedSlots:
    """Return slots after these readings, 25 ms apart, each in all slots."""
    seen = DebouncedSlots(slots)
    for turn, reading in enumerate(readings):
        for number in range(slots):
            seen.look(number, reading, start + 25 * turn)
    return seen


def test_two_scans_must_agree() -> None:
    """Accept a reading after two equal scans, and tell the change."""
    slots = DebouncedSlots(1)
    assert not slots.look(0, CARD, 0) and not slots.settled()
    assert slots.look(0, CARD, APART) and slots.settled()
    assert slots.readings() == (CARD,)


def test_two_scans_must_be_apart() -> None:
    """Require some time between two scans: a card on its way in looks the same for milliseconds."""
    slots = DebouncedSlots(1)
    assert not any(slots.look(0, CARD, now) for now in range(APART))
    assert not slots.settled()
    assert slots.look(0, CARD, APART)


def test_the_distance_is_not_that_of_the_mains() -> None:
    """Space scans by 20 ms or more, and never by whole periods of flicker at 50 or 60 Hz."""
    assert APART >= 20
    for flicker in (10, 1000 / 120):
        assert min(APART % flicker, flicker - APART % flicker) >= 1.5


def test_what_was_told_stands_until_others_agree() -> None:
    """Ignore a single odd scan, also for what comes after it."""
    slots = settled(CARD, CARD)
    assert not slots.look(0, DIRT, 100) and slots.readings() == (CARD,)
    assert not slots.look(0, CARD, 125) and not slots.look(0, CARD, 150)
    assert slots.readings() == (CARD,)


DIRT = (DIRTY, None, 30)


def test_a_change_is_told_once() -> None:
    """Tell a change once, and keep its contrast up to date."""
    slots = settled(CARD, CARD)
    assert not slots.look(0, (OK, 7, 160), 200)
    assert slots.readings() == ((OK, 7, 160),)
    slots.look(0, NONE, 300)
    assert slots.look(0, NONE, 325) and not slots.look(0, NONE, 425)


def test_scans_that_differ_for_long_are_unstable_and_then_dirt() -> None:
    """Report changing scans as unstable, and after seconds as dirt: no one moves a card so long."""
    slots = DebouncedSlots(1)
    first_seen: dict[str, int] = {}
    for now in range(0, DESPAIR + 500, 25):
        slots.look(0, CARD if now // 25 % 2 else OTHER, now)
        first_seen.setdefault(slots.readings()[0][0] if slots.settled() else "", now)
    assert [*first_seen] == ["", UNSTABLE, DIRTY]
    assert (
        PATIENCE <= first_seen[UNSTABLE] <= PATIENCE + 25
        and DESPAIR <= first_seen[DIRTY] <= DESPAIR + 25
    )
    slots.look(0, OTHER, DESPAIR + 500)
    assert slots.look(0, OTHER, DESPAIR + 525) and slots.readings() == (OTHER,)


@given(st.lists(st.sampled_from([CARD, OTHER, NONE, DIRT]), max_size=120))
def test_nothing_stays_unstable_once_it_lies_still(scans: list[Reading]) -> None:
    """Accept a card at rest after two scans, and tell no code that was not seen twice in a row."""
    slots, seen = DebouncedSlots(1), [*scans, CARD, CARD]
    twice = {before for before, after in pairwise(seen) if before == after}
    for turn, reading in enumerate(seen):
        slots.look(0, reading, 25 * turn)
        final = slots.readings()[0]
        assert final[0] in (UNSTABLE, DIRTY) or final in twice
    assert slots.readings() == (CARD,) and slots.settled()


def test_a_disturbance_makes_all_scans_of_before_worthless() -> None:
    """Require two new scans of each slot after a disturbance, at once, and keep what was told."""
    slots = settled(CARD, CARD, slots=5)
    slots.disturb(200)
    assert slots.due(200) is not None and not slots.settled() and slots.readings() == (CARD,) * 5
    for number in range(5):
        slots.look(number, CARD, 200)
    assert not slots.settled()
    for number in range(5):
        assert not slots.look(number, CARD, 225)
    assert slots.settled()


def test_slots_take_turns_and_rest() -> None:
    """Scan each idle slot about every tenth of a second, in turn."""
    slots, scanned = DebouncedSlots(5), []
    for now in range(0, 1000, STEP):
        number = slots.due(now)
        if number is not None:
            slots.look(number, CARD, now)
            scanned.append((now, number))
    steady = [number for now, number in scanned if now >= 100]
    assert all(
        set(steady[start : start + 5]) == set(range(5)) for start in range(0, len(steady) - 5, 5)
    )
    assert 900 // IDLE * 5 - 5 <= len(steady) <= 900 // IDLE * 5 + 5


# ---- The handle ----------------------------------------------------------------------------------


def moved(
    handle: DebouncedHandle, pulled: bool, pushed: bool, start: int, length: int
) -> list[tuple[int, str]]:
    """Hold both switches for a while; return where the handle arrived, and when."""
    return [
        (now, position)
        for now in range(start, start + length, STEP)
        if (position := handle.look(pulled, pushed, now))
    ]


@pytest.mark.parametrize(
    ("pulled", "pushed", "position"), [(True, False, PULL), (False, True, PUSH)]
)
def test_three_positions(pulled: bool, pushed: bool, position: str) -> None:
    """Tell each arrival and return once, after the debouncing."""
    handle = DebouncedHandle()
    assert moved(handle, False, False, 0, 100) == []
    assert moved(handle, pulled, pushed, 100, 200) == [(100 + DEBOUNCE, position)]
    assert moved(handle, False, False, 300, 200) == [(300 + DEBOUNCE, REST)]


def test_both_switches_at_once_are_rest() -> None:
    """Take both switches together, as of a short or a jam, for rest."""
    handle = DebouncedHandle()
    assert moved(handle, True, True, 0, 200) == [] and handle.position == REST
    moved(handle, True, False, 200, 200)
    assert moved(handle, True, True, 400, 200) == [(400 + DEBOUNCE, REST)]


@given(st.lists(st.tuples(st.integers(1, DEBOUNCE - 1), st.booleans(), st.booleans()), max_size=30))
def test_bouncing_is_never_an_arrival(bounces: list[tuple[int, bool, bool]]) -> None:
    """Tell no position shorter than the debouncing, and always the last one held."""
    handle, now, before = DebouncedHandle(), 0, (False, False)
    for length, pulled, pushed in bounces:
        if (pulled, pushed) == before:
            continue
        before = (pulled, pushed)
        for _ in range(length):
            assert handle.look(pulled, pushed, now) is None
            now += 1
    assert len(moved(handle, True, False, now, 100)) == 1
    assert handle.position == PULL and not handle.moving(now + 100)


def test_a_broken_switch_does_not_stop_the_scanning() -> None:
    """Count endlessly bouncing switches as moving for a second only."""
    handle = DebouncedHandle()
    for now in range(0, 3000, STEP):
        handle.look(now // STEP % 2 == 0, False, now)
        assert handle.moving(now) == (now < CHATTER)
    moved(handle, False, False, 3000, 100)
    handle.look(True, False, 3100)
    assert handle.moving(3105)


# ---- Both together -------------------------------------------------------------------------------


class Bench:
    """A watch over slots with cards; a pass of the loop every five milliseconds."""

    def __init__(self) -> None:
        self.inputs, self.now = ReaderInputs(), 0
        self.cells = [EMPTY_SLOT] * 5
        self.log: list[tuple[int, str, Any]] = []
        self.scans: list[int] = []

    def run(self, length: int, pulled: bool = False, pushed: bool = False) -> list[tuple[str, Any]]:
        """Run so many milliseconds with the handle held; return the news."""
        begin = len(self.log)
        for _ in range(0, length, STEP):
            self.inputs.turn(pulled, pushed, self.now)
            slot = self.inputs.due(self.now)
            if slot is not None:
                self.scans.append(self.now)
                self.inputs.look(slot, *samples(self.cells[slot]), self.now)
            self.log += [(self.now, kind, change) for kind, change in self.inputs.news()]
            self.now += STEP
        return [(kind, change) for _, kind, change in self.log[begin:]]


def codes(row: Any) -> tuple[int | None, ...]:
    """Return the codes of a snapshot."""
    return tuple(code for _, code, _ in row)


def test_the_first_news_is_the_whole_row() -> None:
    """Tell nothing before every slot is known, and then all of them."""
    bench = Bench()
    bench.cells[2] = card(WORDS[5])
    ((kind, row),) = bench.run(500)
    assert kind == SLOTS and codes(row) == (None, None, WORDS[5], None, None)
    assert bench.log[0][0] <= 60


def test_slots_come_before_the_handle() -> None:
    """Tell a card that is put in at the moment of the pull before the pull."""
    bench = Bench()
    bench.run(500)
    bench.cells[4] = card(WORDS[9])
    (first, row), (second, position) = bench.run(400, pulled=True)
    assert (first, codes(row)[4]) == (SLOTS, WORDS[9])
    assert (second, position) == (HANDLE, PULL)


def test_slots_are_told_at_a_pull_though_nothing_changed() -> None:
    """Tell unchanged slots at a pull, from scans after the handle arrived, and soon."""
    bench = Bench()
    bench.run(500)
    assert [kind for kind, _ in bench.run(400, pulled=True)] == [SLOTS, HANDLE]
    pulled = next(now for now, kind, _ in bench.log if kind == HANDLE)
    assert 500 + DEBOUNCE + APART <= pulled <= 500 + DEBOUNCE + 60
    assert len([now for now in bench.scans if 500 + DEBOUNCE <= now <= pulled]) >= 10


def test_nothing_is_scanned_while_the_handle_moves() -> None:
    """Scan nothing from the first movement of a switch until the debouncing has passed."""
    bench = Bench()
    bench.run(500)
    for turn in range(20):
        bench.run(STEP * 4, pulled=turn % 2 == 0)
    assert not [now for now in bench.scans if 500 <= now < 900]
    assert bench.run(200)[-1:] != [(HANDLE, PULL)]


def test_a_short_pull_is_not_lost() -> None:
    """Tell slots, pull, rest for a handle that returns before the slots were read again."""
    bench = Bench()
    bench.run(500)
    news = bench.run(DEBOUNCE + 10, pulled=True) + bench.run(300)
    assert [change if kind == HANDLE else kind for kind, change in news] == [SLOTS, PULL, REST]


def test_a_slot_in_motion_does_not_hold_the_pull_up_for_ever() -> None:
    """Tell a card in endless motion as unstable, and the pull after it."""
    bench = Bench()
    bench.run(500)
    news = []
    for turn in range(40):
        bench.cells[1] = card(WORDS[turn % 7])
        news += bench.run(20, pulled=True)
    snapshot = next(change for kind, change in news if kind == SLOTS)
    assert snapshot[1][0] == UNSTABLE and (HANDLE, PULL) in news
    assert (
        next(now for now, kind, _ in bench.log if kind == HANDLE) <= 500 + DEBOUNCE + PATIENCE + 100
    )


def test_a_shaken_handle_tells_its_last_positions() -> None:
    """Tell the last position of a shaken handle, without a heap of old pulls."""
    bench = Bench()
    bench.run(500)
    news = []
    for _ in range(20):
        news += bench.run(40, pulled=True) + bench.run(40, pushed=True)
    news += bench.run(300)
    handles = [change for kind, change in news if kind == HANDLE]
    assert len(handles) <= MOST_PENDING and handles[-2:] == [PUSH, REST]
    assert bench.inputs.handle.position == REST


def test_whoever_asks_hears_all_slots() -> None:
    """Tell all unchanged slots once on request."""
    bench = Bench()
    bench.run(500)
    bench.inputs.ask()
    assert [kind for kind, _ in bench.run(300)] == [SLOTS]


ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("card"), st.integers(0, 4), st.sampled_from([None, *WORDS[:6]])),
        st.tuples(
            st.just("handle"),
            st.sampled_from([(True, False), (False, False), (False, True)]),
            st.integers(1, 60),
        ),
    ),
    max_size=25,
)


@given(ACTS)
def test_whoever_hears_of_a_pull_knows_what_lies_there(acts: list[Any]) -> None:
    """Tell slots right before each pull or push, and end with the truth, for any moves of hands."""
    bench, held = Bench(), (False, False)
    for act in acts:
        if act[0] == "card":
            bench.cells[act[1]] = EMPTY_SLOT if act[2] is None else card(act[2])
        else:
            held = act[1]
        bench.run(STEP * (act[2] if act[0] == "handle" else 2), *held)
    bench.run(600, *held)
    for place, (when, kind, change) in enumerate(bench.log):
        if kind == HANDLE and change != REST:
            assert SLOTS in [before for now, before, _ in bench.log[:place] if now == when]
    last = [change for _, kind, change in bench.log if kind == SLOTS][-1]
    assert codes(last) == tuple(
        None if cells == EMPTY_SLOT else _code(cells) for cells in bench.cells
    )
    arrived = [change for _, kind, change in bench.log if kind == HANDLE]
    assert (arrived[-1] if arrived else REST) == bench.inputs.handle.position


def _code(cells: tuple[float, ...]) -> int:
    return sum((part > 0.5) << (7 - cell) for cell, part in enumerate(cells))


def test_a_bad_code_is_told_as_such() -> None:
    """Tell a status without a code like any other."""
    bench = Bench()
    bench.cells[0] = card(0b11000000)
    ((_, row),) = bench.run(300)
    assert row[0][:2] == (BADCODE, None)
