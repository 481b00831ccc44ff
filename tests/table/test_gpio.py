"""Readers on the header, pins to signals.

They are gpiozero's mock pins, a converter on its SPI bus, and the physical model of cards and
light.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from gpiozero import Device, OutputDevice

from companion.errors import FormatError, TableError
from companion.signals import (
    ASIDE,
    BADCODE,
    BLANK,
    BLINK,
    DARK,
    DIRTY,
    EMPTY,
    FOREIGN,
    HALF,
    LIT,
    NO_READER,
    OK,
    PULL,
    PUSH,
    REST,
    SLOTS,
    SMUDGED,
    TURNED,
    WELL,
    CellsSeen,
    HandleMoved,
    InsertCard,
    Lamps,
    LyingCard,
    MeasureCells,
    MoveHandle,
    ReaderBack,
    ReaderLost,
    ReaderReport,
    SetAside,
    Signal,
    SlotRead,
    TableProblem,
    TakeCard,
    Watch,
)
from companion.table.gpio import GpioTable, Round
from companion.table.gpio.table_file import parse_table_file
from companion.table.gpio.wires import OpenHeader, SlotScan
from companion.table.screen_fallback import ScreenFallback
from companion.table.urls import table_for_url
from companion.words import NOTHING, count
from tests.recorded import recorded
from tests.table.gpio_stand import (
    DEAD,
    FLOATING,
    TWO_DARK,
    WAIT,
    BenchTable,
    gpio_table,
    heard_until,
)
from tests.typed import of_kind

ONE_WITH_LEDS = """
kind = "gpio"
[lamps]
kind = "led"
[[seat]]
seat = 5
channels = [2, 5, 7]
pull = 17
push = 27
lamps = [18, 22, 23, 24, 25]
"""
WORDS = [word for word in range(256) if word.bit_count() in (3, 5)]
"""All valid words of the card code."""


def has_heard(*wanted: Signal) -> Callable[[list[Signal]], bool]:
    """Return a condition that all these were sent."""
    return lambda heard: set(wanted) <= set(heard)


def wait_until(true: Callable[[], bool]) -> None:
    """Wait for a pin."""
    deadline = time.monotonic() + WAIT
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.001)


@contextmanager
def opened(text: str = TWO_DARK) -> Iterator[BenchTable]:
    """Return a table whose readers answer."""
    table = gpio_table(text)
    try:
        table.open()
        heard_until(table, has_heard(*(ReaderBack(seat.seat) for seat in table.bench.file.seats)))
        yield table
    finally:
        table.close()


@pytest.fixture
def table() -> Iterator[BenchTable]:
    """Return two readers without lights, open and quiet."""
    with opened() as quiet:
        yield quiet


@pytest.mark.parametrize(
    ("lie", "status"),
    [(HALF, BLANK), (TURNED, BLANK), (SMUDGED, DIRTY), (FOREIGN, BADCODE), (WELL, OK)],
)
def test_a_card_is_read_as_it_lies(table: BenchTable, lie: str, status: str) -> None:
    """Read the code of a good card; give the reason for any other.

    These are half in, reversed, dirty or of another deck.
    """
    table.bench.cards[1, 3] = LyingCard(0b10110000, lie)
    heard = heard_until(table, lambda heard: any(isinstance(signal, SlotRead) for signal in heard))
    assert heard == [SlotRead(1, 3, status, 0b10110000 if status == OK else None)]


def test_every_slot_of_both_readers_is_read(table: BenchTable) -> None:
    """Read forty words, ten at a time, by channel, address and sensor light of the reference.

    Only one light is on at a time.
    """
    for start in range(0, 40, 2 * SLOTS):
        lying = {
            (number // SLOTS + 1, number % SLOTS + 1): word
            for number, word in enumerate(WORDS[start : start + 2 * SLOTS])
        }
        table.bench.cards = {place: LyingCard(word, WELL) for place, word in lying.items()}
        heard_until(
            table, has_heard(*(SlotRead(*place, OK, word) for place, word in lying.items()))
        )
    assert table.bench.most_lit == 1


def test_a_card_that_goes_is_told(table: BenchTable) -> None:
    """Report an emptied slot once, and nothing while nothing changes."""
    table.bench.cards[2, 1] = LyingCard(7, WELL)
    heard_until(table, has_heard(SlotRead(2, 1, OK, 7)))
    del table.bench.cards[2, 1]
    assert heard_until(table, has_heard(SlotRead(2, 1, EMPTY))) == [SlotRead(2, 1, EMPTY)]
    table.bench.turn(2, PULL)
    assert heard_until(table, has_heard(HandleMoved(2, PULL))) == [HandleMoved(2, PULL)]


def test_single_cells_are_looked_at_afresh(table: BenchTable) -> None:
    """Return present levels and contrasts; sunlight takes the contrasts away.

    There is no answer if it cannot be measured.
    """
    table.bench.cards[2, 4] = LyingCard(0b11100000, WELL)
    heard_until(table, has_heard(SlotRead(2, 4, OK, 0b11100000)))
    for deed in (
        MeasureCells(2, 4),
        MeasureCells(2, 4),
        MeasureCells(2, 6),
        MeasureCells(3, 1),
        MeasureCells(1, 1),
    ):
        table.do(deed)
    heard = heard_until(table, lambda heard: len(heard) >= 2)
    (card,), (empty,) = (
        [signal for signal in heard if isinstance(signal, CellsSeen) and signal.seat == seat]
        for seat in (2, 1)
    )
    assert (
        card.slot == 4
        and min(card.levels[:3]) > 140
        and max(card.levels[3:]) < 32
        and min(card.rooms) > 200
    )
    assert empty.slot == 1 and max(empty.levels) < 32 and len(empty.levels) == len(empty.rooms) == 8
    table.bench.sunny = True
    table.do(MeasureCells(2, 4))
    (blinded,) = [
        signal for signal in heard_until(table, _has_cells) if isinstance(signal, CellsSeen)
    ]
    assert max(blinded.rooms) < 32


def test_a_slot_without_a_signal_has_no_cells(table: BenchTable) -> None:
    """Return no cells of a slot without a signal, but those of another reader."""
    table.bench.dead_slots.add((1, 2))
    table.do(MeasureCells(1, 2))
    table.do(MeasureCells(2, 2))
    heard = heard_until(
        table, lambda heard: any(isinstance(signal, ReaderLost) for signal in heard)
    )
    table.do(MeasureCells(1, 3))
    table.do(MeasureCells(2, 3))
    heard += heard_until(
        table,
        lambda heard: any(isinstance(signal, CellsSeen) and signal.slot == 3 for signal in heard),
    )
    assert [signal[:2] for signal in heard if isinstance(signal, CellsSeen)] == [(2, 2), (2, 3)]


def _has_cells(heard: list[Signal]) -> bool:
    return any(isinstance(signal, CellsSeen) for signal in heard)


class StillWires(OpenHeader):
    """Wires to empty slots, without pins.

    `closed` are the pull and the push switch of every handle.
    """

    def __init__(self) -> None:
        self.closed = (False, False)

    def switches(self, seat: int) -> tuple[bool, bool]:
        """Return the switches as set."""
        return self.closed

    def scan(self, seat: int, slot: int) -> SlotScan:
        """Return a scan without a signal."""
        return SlotScan([60_000] * 8, [59_000] * 8)


def test_cells_wait_for_a_handle_that_moves() -> None:
    """Delay cells until a moving handle has arrived, since the cards move with it.

    Then the answer comes without another request.
    """
    wires, now = StillWires(), [0]
    readers = Round(wires, parse_table_file(TWO_DARK, "still.toml"), lambda: now[0])

    def turns(milliseconds: int) -> list[Signal]:
        said: list[Signal] = []
        for _ in range(milliseconds):
            now[0] += 1
            said += readers.turn()[0]
        return said

    turns(500)
    wires.closed = (True, False)
    turns(1)
    readers.look(MeasureCells(1, 1))
    assert turns(28) == []
    assert [signal for signal in turns(300) if not isinstance(signal, HandleMoved)] == [
        CellsSeen(1, 1, (3,) * 8, (210,) * 8)
    ]


def test_whoever_hears_of_a_pull_knows_what_lay_in_the_slots(table: BenchTable) -> None:
    """Report five cards that go in at the moment of the pull, then the handle."""
    table.bench.cards = {(1, slot): LyingCard(WORDS[slot], WELL) for slot in range(1, SLOTS + 1)}
    table.bench.turn(1, PULL)
    heard = heard_until(table, has_heard(HandleMoved(1, PULL)))
    assert set(heard[:-1]) == {SlotRead(1, slot, OK, WORDS[slot]) for slot in range(1, SLOTS + 1)}
    assert heard[-1] == HandleMoved(1, PULL)


def test_handles_bounce_and_are_told_once(table: BenchTable) -> None:
    """Report a bouncing pull of thirty contacts once, and its rest once, for its seat only."""
    for _ in range(30):
        table.bench.turn(1, PULL)
        table.bench.turn(1, REST)
    table.bench.turn(1, PULL)
    table.bench.turn(2, PUSH)
    heard = heard_until(table, has_heard(HandleMoved(1, PULL), HandleMoved(2, PUSH)))
    table.bench.turn(1, REST)
    table.bench.turn(2, REST)
    heard += heard_until(table, has_heard(HandleMoved(1, REST), HandleMoved(2, REST)))
    assert [signal for signal in heard if getattr(signal, "seat", None) == 1] == [
        HandleMoved(1, PULL),
        HandleMoved(1, REST),
    ]
    assert [signal for signal in heard if getattr(signal, "seat", None) == 2] == [
        HandleMoved(2, PUSH),
        HandleMoved(2, REST),
    ]


def test_what_was_there_before_is_told_at_open(table: BenchTable) -> None:
    """Report existing cards and a held handle at open, and seats without a reader as lost."""
    table.close()
    table.bench.cards[2, 4] = LyingCard(11, WELL)
    table.bench.turn(2, PUSH)
    table.open()
    heard = heard_until(table, has_heard(HandleMoved(2, PUSH), ReaderBack(1)))
    back = heard.index(ReaderBack(2))
    assert heard.index(SlotRead(2, 4, OK, 11)) > back and heard.index(
        HandleMoved(2, PUSH)
    ) > heard.index(SlotRead(2, 4, OK, 11))
    assert {ReaderLost(seat, NO_READER) for seat in range(3, 9)} <= set(heard)
    assert table.touch_seats == set(range(1, 9)), "the bench has hands for all seats"


@pytest.mark.parametrize("state", [DEAD, FLOATING])
def test_a_converter_that_does_not_answer_is_noticed_and_nobody_loses_a_card(
    table: BenchTable, state: str
) -> None:
    """Play both seats on the screen with their cards while the converter is silent.

    Its line stays low or floats.
    """
    table.do(InsertCard(1, 2, 7))
    heard_until(table, has_heard(SlotRead(1, 2, OK, 7)))
    table.bench.converter.state = state
    heard = heard_until(
        table, lambda heard: sum(isinstance(signal, TableProblem) for signal in heard) == 2
    )
    assert {signal.seat for signal in heard if isinstance(signal, ReaderLost)} == {1, 2}
    assert not any(isinstance(signal, SlotRead) for signal in heard)
    assert all(
        "MCP3008 has 3.3 V" in str(signal.words)
        for signal in heard
        if isinstance(signal, TableProblem)
    )
    assert str(table.sign) == recorded("Touch-readers")
    table.do(TakeCard(1, 2))
    heard_until(table, has_heard(SlotRead(1, 2, EMPTY)))
    table.bench.converter.state = ""
    heard = heard_until(
        table,
        has_heard(
            ReaderBack(1),
            ReaderBack(2),
            TableProblem("seat 1", NOTHING),
            TableProblem("seat 2", NOTHING),
        ),
    )
    assert SlotRead(1, 2, OK, 7) in heard, "the card still lies in the real slot"
    assert str(table.sign) == recorded("2-card-readers-on-the-header")


def test_one_multiplexer_without_supply_is_named(table: BenchTable) -> None:
    """Name multiplexer C, on which slot 5 depends, and lose its seat only."""
    table.bench.dead_slots = {(2, 5)}
    heard = heard_until(
        table, lambda heard: any(isinstance(signal, TableProblem) for signal in heard)
    )
    assert (
        ReaderLost(
            2,
            count(
                "its slot {slots} gives no signal", "its slots {slots} give no signal", 1, slots="5"
            ),
        )
        in heard
        and len(heard) == 2
    )
    assert isinstance(heard[1], TableProblem) and str(heard[1].words) == recorded(
        "multiplexer-C-has-3-3-V"
    )
    table.bench.cards[1, 5] = LyingCard(13, WELL)
    heard_until(table, has_heard(SlotRead(1, 5, OK, 13)))
    table.bench.dead_slots = set()
    heard_until(table, has_heard(ReaderBack(2)))


def test_the_sun_makes_slots_unreadable_not_lost(table: BenchTable) -> None:
    """Report slots in full sunlight as dirty until there is shade."""
    table.bench.cards[1, 1] = LyingCard(14, WELL)
    heard_until(table, has_heard(SlotRead(1, 1, OK, 14)))
    table.bench.sunny = True
    heard = heard_until(table, has_heard(SlotRead(1, 1, DIRTY)))
    assert not any(isinstance(signal, ReaderLost) for signal in heard)
    table.bench.sunny = False
    heard_until(table, has_heard(SlotRead(1, 1, OK, 14)))


def test_lock_lights_on_leds_burn_and_blink() -> None:
    """Light one LED a slot, from 1 to 5, steady or blinking; a picture without the seat is dark."""
    leds = (18, 22, 23, 24, 25)
    with opened(ONE_WITH_LEDS) as table:

        def burning() -> list[bool]:
            return [table.bench.is_high(pin) for pin in leds]

        table.show(Lamps({5: (DARK, LIT, DARK, DARK, LIT), 1: (LIT,) * SLOTS}))
        wait_until(lambda: burning() == [False, True, False, False, True])
        table.show(Lamps({5: (BLINK, DARK, DARK, DARK, LIT)}))
        for first in (True, False, True):
            wait_until(
                partial(lambda first: burning() == [first, False, False, False, True], first)
            )
        table.show(Lamps({}))
        wait_until(lambda: not any(burning()))
        table.show(Lamps({5: (LIT,) * SLOTS}))
        wait_until(lambda: all(burning()))
        table.close()
        assert not any(burning())


def test_readers_with_sensor_lights_of_their_own_are_read_too() -> None:
    """Read readers with their own sensor lights, one light on at a time."""
    with opened(TWO_DARK.replace("seat = 2\n", "seat = 2\nlight = [2, 3, 4, 24, 25]\n")) as table:
        table.bench.cards = {
            (seat, slot): LyingCard(WORDS[10 * seat + slot], WELL)
            for seat in (1, 2)
            for slot in range(1, SLOTS + 1)
        }
        heard_until(
            table,
            has_heard(
                *(SlotRead(*place, OK, card.code) for place, card in table.bench.cards.items())
            ),
        )
        assert table.bench.most_lit == 1


def test_somebody_who_watches_gets_reports(table: BenchTable) -> None:
    """Send reports to a watcher: kind, slots with contrast, handle; no link counters."""
    table.do(InsertCard(2, 2, 19))
    heard_until(table, has_heard(SlotRead(2, 2, OK, 19)))
    table.do(Watch(True))
    heard = heard_until(
        table,
        lambda heard: (
            {1, 2, 8} <= {signal.seat for signal in heard if isinstance(signal, ReaderReport)}
        ),
    )
    report = next(
        signal for signal in heard if isinstance(signal, ReaderReport) and signal.seat == 2
    )
    assert (report.kind, report.uid, report.handle, report.counters) == ("wired", "", REST, None)
    assert (
        report.slots[1][:2] == (OK, 19)
        and report.slots[1].contrast > 100
        and report.slots[0] == (EMPTY, None, 0)
    )
    table.do(Watch(False))
    table.do(InsertCard(1, 1, 7))
    heard_until(table, has_heard(SlotRead(1, 1, OK, 7)))


def test_a_seat_may_be_set_aside(table: BenchTable) -> None:
    """Set a seat aside, to be played on the screen until its reader is used again."""
    table.do(SetAside(1, True))
    heard_until(table, has_heard(ReaderLost(1, ASIDE)))
    table.bench.cards[1, 1] = LyingCard(7, WELL)
    table.do(InsertCard(1, 5, 11))
    assert heard_until(table, has_heard(SlotRead(1, 5, OK, 11))) == [SlotRead(1, 5, OK, 11)]
    table.bench.turn(2, PULL)
    heard_until(table, has_heard(HandleMoved(2, PULL)))
    table.do(SetAside(1, False))
    heard_until(table, has_heard(ReaderBack(1), SlotRead(1, 1, OK, 7), SlotRead(1, 5, EMPTY)))


def test_deeds_of_hands_come_back_as_signals_in_order(table: BenchTable) -> None:
    """Report deeds of hands in order, each once."""
    for deed in (InsertCard(2, 4, 7), TakeCard(2, 4), InsertCard(2, 1, 7), MoveHandle(2, PULL)):
        table.do(deed)
    assert heard_until(table, has_heard(HandleMoved(2, REST))) == [
        SlotRead(2, 4, OK, 7),
        SlotRead(2, 4, EMPTY),
        SlotRead(2, 1, OK, 7),
        HandleMoved(2, PULL),
        HandleMoved(2, REST),
    ]


def test_closing_frees_the_pins_at_once(table: BenchTable) -> None:
    """Free the pins on closing, with all sensor lights off and no thread left."""
    table.close()
    table.close()
    assert not any(thread.name == "header" for thread in threading.enumerate())
    assert not any(table.bench.is_high(pin) for pin in (12, 16, 20, 21, 26))
    for pin in (5, 12, 17, 8, 11):
        OutputDevice(pin, pin_factory=table.bench.factory).close()
    assert table.poll() == () and str(table.inner.sign) == recorded("No-card-readers")


def test_opened_again_it_tells_what_lies_in_it(table: BenchTable) -> None:
    """Report the cards when it is opened again, also those put in meanwhile."""
    table.close()
    table.bench.cards[1, 1] = LyingCard(7, WELL)
    table.open()
    heard_until(table, has_heard(ReaderBack(1), SlotRead(1, 1, OK, 7), ReaderBack(2)))


def test_it_is_chosen_by_its_url() -> None:
    """Find it by a path or the name of a shipped file; name file and line of a bad one."""
    for url in ("gpio:two-players", "gpio:hardware/tables/two-players.toml"):
        table = table_for_url(url)
        assert (
            len(of_kind(GpioTable, of_kind(ScreenFallback, table).inner).file.seats) == 2
            and table.touch_seats == frozenset()
        )
    with pytest.raises(TableError, match="gpio:two-players"):
        table_for_url("gpio:")
    with pytest.raises(FormatError, match="three-players: found nothing that can be read"):
        table_for_url("gpio:three-players")
    assert Device.pin_factory is None, "nothing is touched before it is opened"
