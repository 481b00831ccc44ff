"""The comb lights one slot at a time; the lock lights show the host's picture and its absence."""

from __future__ import annotations

import itertools

import pytest
from card_reader.codes import judge
from card_reader.lamps import (
    BLINK,
    DARK,
    FULL,
    LIT,
    OFF,
    SPARK_EVERY,
    Lights,
    Pixels,
    heartbeat,
    shine,
)
from card_reader.sensors import RISE
from hypothesis import given
from hypothesis import strategies as st

from tests.firmware.light import WORDS, World, card

PICTURES = st.tuples(*[st.sampled_from([DARK, LIT, BLINK])] * 5)


class Strip(Pixels):
    """Pixels that count how often they are shown."""

    def __init__(self) -> None:
        self.set: list[tuple[int, int, int]] = [(9, 9, 9)] * 5
        self.shown: list[list[tuple[int, int, int]]] = []

    def __setitem__(self, index: int, colour: tuple[int, int, int]) -> None:
        self.set[index] = colour

    def show(self) -> None:
        """Remember what is lit now."""
        self.shown.append(list(self.set))


# ---- The comb ------------------------------------------------------------------------------------


def test_each_slot_is_read_where_it_is_wired() -> None:
    """Read five different cards by their wiring: cell c of slot s is on channel 8·s + c."""
    world = World()
    world.slots = [card(code) for code in WORDS[40:45]]
    assert tuple(judge(*world.comb.read(slot))[1] for slot in range(5)) == WORDS[40:45]


def test_one_slot_is_lit_at_a_time_and_never_for_long() -> None:
    """Light one slot at a time, for a scan of a millisecond: a Pico cannot feed five."""
    world = World()
    for slot in range(5):
        world.comb.read(slot)
    assert world.most_lit == 1 and not any(bulb.value for bulb in world.bulbs)
    assert world.slept == pytest.approx(5 * RISE)


def test_the_light_goes_out_even_if_the_scan_fails() -> None:
    """Switch the light off although a scan fails."""
    world = World()
    world.slots = []
    with pytest.raises(IndexError):
        world.comb.read(0)
    assert not any(bulb.value for bulb in world.bulbs)


def test_ambient_light_is_sampled_without_the_slots_own() -> None:
    """Take the first eight samples in ambient light alone."""
    world = World()
    dark, lit = world.comb.read(0)
    world.slots[0] = card(255)
    assert world.comb.read(0)[0] == dark and world.comb.read(0)[1] < lit


# ---- The lock lights -----------------------------------------------------------------------------


def test_with_a_host_the_picture_is_shown() -> None:
    """Show dark, lit, and blinking twice a second with a host."""
    levels = [shine((DARK, LIT, BLINK, DARK, LIT), False, now) for now in range(0, 2000, 10)]
    assert {(dark, lit) for dark, lit, *_ in levels} == {(OFF, FULL)}
    blink = [level[2] for level in levels]
    assert sorted(set(blink)) == [OFF, FULL] and blink.count(FULL) == blink.count(OFF)
    assert sum(before != after for before, after in itertools.pairwise(blink)) == 7


@given(PICTURES, st.integers(0, 10**7))
def test_without_a_host_a_locked_card_still_looks_locked(
    picture: tuple[int, ...], now: int
) -> None:
    """Keep locked cards lit without a host, and others at a faint spark at most."""
    for lamp, level in zip(picture, shine(picture, True, now), strict=True):
        assert level > OFF if lamp == LIT else level < FULL / 4


@given(PICTURES)
def test_it_can_be_seen_that_the_host_is_gone(picture: tuple[int, ...]) -> None:
    """Look different within six seconds without a host, again and again, from any picture."""
    with_host = {shine(picture, False, now) for now in range(0, 1000, 10)}
    without = [shine(picture, True, now) not in with_host for now in range(0, 2 * SPARK_EVERY, 10)]
    assert any(without[: SPARK_EVERY // 10]) and any(without[SPARK_EVERY // 10 :])


def test_a_picture_is_written_once_and_whole() -> None:
    """Write changed pictures once, all five pixels in red, and the first one in any case."""
    strip = Strip()
    lights = Lights(strip)
    for now in range(0, 1000, 5):
        lights.show((DARK,) * 5, False, now)
    assert strip.shown == [[(0, 0, 0)] * 5]
    for now in range(1000, 2000, 5):
        lights.show((DARK, DARK, LIT, LIT, LIT), False, now)
    assert strip.shown[1:] == [[(0, 0, 0)] * 2 + [(FULL, 0, 0)] * 3]


def test_blinking_lamps_blink_together() -> None:
    """Blink all lamps by one write."""
    strip = Strip()
    lights = Lights(strip)
    for now in range(0, 1000, 5):
        lights.show((BLINK,) * 5, False, now)
    assert len(strip.shown) == 4 and all(len(set(shown)) == 1 for shown in strip.shown)


def test_the_board_light_tells_three_states_apart() -> None:
    """Distinguish host, no host and service mode by even, short and long light of the board."""
    shares = [
        sum(heartbeat(gone, service, now) for now in range(0, 4000, 10)) / 400
        for gone, service in ((False, False), (True, False), (True, True))
    ]
    assert shares == pytest.approx([0.5, 0.05, 0.95])
