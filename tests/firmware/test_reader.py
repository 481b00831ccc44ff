"""The whole loop on simulated pins, with the real wire and a port that is slow, deaf or absent."""

from __future__ import annotations

from typing import Final

import pytest
from card_reader import VERSION
from card_reader.lamps import Lights
from card_reader.link import ReaderLink
from card_reader.reader import NAP, Port, Reader

from companion.signals import EMPTY, OK, PULL, REST
from companion.table.serial.link import HostLink
from companion.table.serial.messages import CellsMessage, Greeting, HandleMessage, SlotsMessage
from companion.table.serial.port import LIMIT, Rate
from tests.firmware.light import EMPTY_SLOT, WORDS, World, card
from tests.firmware.test_outputs import Strip

UID: Final = "E6614C775B000003"
SCAN: Final = 4
"""Milliseconds that a scan takes here."""


class Line(Port):
    """A USB port with a small buffer: `room` bytes go out, and none when the host does not read."""

    def __init__(self) -> None:
        self.connected, self.reads, self.room = True, True, 256
        self.to_reader, self.to_host = b"", b""
        self.writes = 0

    @property
    def in_waiting(self) -> int:  # type: ignore[override]
        """Return how many bytes came from the host."""
        return len(self.to_reader)

    def read(self, size: int) -> bytes:
        """Return at most so many of them."""
        data, self.to_reader = self.to_reader[:size], self.to_reader[size:]
        return data

    def write(self, data: bytes) -> int:
        """Take what fits."""
        self.writes += 1
        taken = data[: max(0, self.room - len(self.to_host))]
        self.to_host += taken
        return len(taken)


class Setting:
    """A reader, a host that talks to it, and time."""

    def __init__(self, service: bool = False) -> None:
        self.world, self.strip, self.line, self.now = World(), Strip(), Line(), 0
        link = ReaderLink(UID, VERSION, 4711)
        world = self.world
        self.reader = Reader(
            world.comb,
            world.pull,
            world.push,
            Lights(self.strip),
            world.led,
            self.line,
            link,
            service,
        )
        self.host = HostLink(0x1F3A, 0.0)
        self.heard: list[object] = []
        self.passes: list[int] = []

    def run(self, length: int, speaking: bool = True) -> list[object]:
        """Run so many milliseconds; return what the host has heard.

        If not `speaking` it neither speaks nor reads.
        """
        begin, end = len(self.heard), self.now + length
        while self.now < end:
            scans = self.world.scans
            nap = self.reader.step(self.now)
            self.passes.append(self.world.scans - scans)
            self.now += max(nap, SCAN * self.passes[-1], 1)
            if speaking:
                self._converse()
        return self.heard[begin:]

    def _converse(self) -> None:
        data, self.line.to_host = self.line.to_host, b""
        self.heard += self.host.receive(data, self.now / 1000)
        self.line.to_reader += self.host.output(self.now / 1000)


def codes(heard: object) -> tuple[int | None, ...]:
    """Return the codes of a snapshot."""
    assert isinstance(heard, SlotsMessage)
    return tuple(slot.code for slot in heard.slots)


def test_a_reader_says_who_it_is_and_what_it_holds() -> None:
    """Send greeting, slots and handle, then nothing."""
    setting = Setting()
    setting.world.slots[2] = card(WORDS[3])
    greeted, slots, handle = setting.run(500)
    assert isinstance(greeted, Greeting) and (greeted.identity.uid, greeted.identity.version) == (
        UID,
        VERSION,
    )
    assert codes(slots) == (None, None, WORDS[3], None, None)
    assert handle == HandleMessage(REST, False)
    assert setting.run(2000) == []


def test_a_handle_that_is_held_at_power_up_was_not_moved() -> None:
    """Take a handle held at power-up for unmoved, so that no one is ready."""
    setting = Setting()
    setting.world.pull.value = False
    assert setting.run(500)[1:] == [setting.heard[1], HandleMessage(PULL, False)]


def test_a_pull_is_told_after_the_slots_and_soon() -> None:
    """Tell a card before the simultaneous pull, both within 120 ms."""
    setting = Setting()
    setting.run(500)
    setting.world.slots[0] = card(WORDS[7])
    with setting.world.pulled():
        slots, handle = setting.run(120)
    assert codes(slots)[0] == WORDS[7] and handle == HandleMessage(PULL, True)
    assert setting.run(300) == [HandleMessage(REST, True)]


def test_a_card_is_told_when_it_lies_still() -> None:
    """Tell a card in and out within a quarter of a second each."""
    setting = Setting()
    setting.run(500)
    setting.world.slots[4] = card(WORDS[50])
    (message,) = setting.run(250)
    assert isinstance(message, SlotsMessage) and (
        message.slots[4].status,
        message.slots[4].code,
    ) == (
        OK,
        WORDS[50],
    )
    setting.world.slots[4] = EMPTY_SLOT
    (message,) = setting.run(250)
    assert isinstance(message, SlotsMessage) and message.slots[4].status == EMPTY


def test_lamps_burn_as_the_host_says() -> None:
    """Show and confirm a picture of lamps within some passes, and write it once."""
    setting = Setting()
    setting.run(300)
    before = len(setting.strip.shown)
    setting.host.show((0, 0, 1, 1, 1))
    setting.run(100)
    assert setting.strip.shown[before:] == [[(0, 0, 0)] * 2 + [(255, 0, 0)] * 3]
    resends = setting.host.counters(setting.now / 1000).resends
    setting.run(1000)
    assert setting.host.counters(setting.now / 1000).resends == resends


def test_a_wish_to_hear_all_slots_is_granted() -> None:
    """Tell unchanged slots on request, as the table test needs."""
    setting = Setting()
    setting.run(500)
    setting.host.ask_read()
    (message,) = setting.run(200)
    assert codes(message) == (None,) * 5


def test_single_cells_are_looked_at_afresh_by_wish() -> None:
    """Measure levels and rooms of the requested slot now, long after its card was read."""
    setting = Setting()
    setting.world.slots[1] = card(0b11100000)
    setting.run(500)
    setting.world.slots[1] = (*card(0b11100000)[:7], 0.1)
    setting.host.ask_cells(2)
    cells = next(message for message in setting.run(100) if isinstance(message, CellsMessage))
    assert cells.slot == 2 and cells.levels == pytest.approx(
        [part * 234.5 for part in setting.world.slots[1]], abs=1
    )
    assert cells.rooms == pytest.approx([255 - 0.04 * 234.5 - 24] * 8, abs=1)


def test_cells_are_not_looked_at_while_the_handle_moves() -> None:
    """Delay cells until a moving handle has arrived; its slots are told as usual."""
    setting = Setting()
    setting.run(500)
    setting.world.pull.value = False
    setting.run(20)
    setting.host.ask_cells(1)
    scans = setting.world.scans
    assert setting.run(8) == [] and setting.world.scans == scans
    heard = setting.run(300)
    assert {type(message) for message in heard} >= {
        CellsMessage,
        HandleMessage,
    } and setting.world.most_lit == 1


def test_no_pass_scans_more_than_one_slot() -> None:
    """Scan one slot per pass at most, so that the wire waits for milliseconds; rest when idle."""
    setting = Setting()
    setting.run(3000)
    assert max(setting.passes) == 1
    assert setting.passes.count(0) > len(setting.passes) / 2
    assert setting.world.most_lit == 1 and NAP <= 10


def test_a_host_that_stops_reading_does_not_freeze_the_reader() -> None:
    """Go on when the host stops reading, and tell all when it reads again."""
    setting = Setting()
    setting.run(500)
    setting.line.room = 0
    scans = setting.world.scans
    setting.world.slots[1] = card(WORDS[20])
    with setting.world.pulled():
        setting.run(1000, speaking=False)
    setting.run(9000, speaking=False)
    assert setting.world.scans - scans > 400
    assert len({tuple(shown) for shown in setting.strip.shown[-40:]}) > 1
    setting.line.room = 256
    heard = setting.run(2000)
    handles = [
        message.position
        for message in heard
        if isinstance(message, HandleMessage) and message.moved
    ]
    assert (
        codes(next(message for message in heard if isinstance(message, SlotsMessage)))[1]
        == WORDS[20]
    )
    assert handles == [PULL, REST]


def test_a_slow_port_loses_nothing() -> None:
    """Send the rest later where only a few bytes fit, without damage."""
    setting = Setting()
    setting.line.room = 7
    setting.run(3000)
    setting.world.slots[3] = card(WORDS[30])
    with setting.world.pulled():
        heard = setting.run(2000)
    assert HandleMessage(PULL, True) in heard
    assert setting.host.counters(setting.now / 1000).damaged == 0


def test_without_a_host_nothing_is_written() -> None:
    """Write nothing without a host, and drop a half-sent frame."""
    setting = Setting()
    setting.line.room = 30
    setting.run(40)
    setting.line.connected, setting.line.to_host = False, b""
    writes = setting.line.writes
    setting.run(3000, speaking=False)
    assert setting.line.writes == writes
    setting.line.connected, setting.line.room = True, 256
    setting.host = HostLink(0x2222, setting.now / 1000)
    assert isinstance(setting.run(500)[0], Greeting)
    assert setting.host.counters(setting.now / 1000).damaged == 0


def test_noise_on_the_line_is_harmless() -> None:
    """Go on after any amount of noise."""
    setting = Setting()
    setting.run(300)
    for number in range(50):
        setting.line.to_reader += bytes(range(256)) if number % 2 else b":" * 300
        setting.run(20)
    setting.world.slots[0] = card(WORDS[1])
    assert codes(setting.run(500)[-1])[0] == WORDS[1]


def test_the_board_light_says_whether_a_host_is_there() -> None:
    """Flash before the greeting, beat after it, and stay on in service mode."""

    def share(setting: Setting, speaking: bool) -> float:
        lit = []
        for _ in range(200):
            setting.run(10, speaking)
            lit.append(setting.world.led.value)
        return sum(lit) / len(lit)

    assert share(Setting(), speaking=False) < 0.15
    assert 0.4 < share(Setting(), speaking=True) < 0.6
    assert share(Setting(service=True), speaking=False) > 0.85


def test_the_fastest_reader_is_far_from_a_flood(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stay below half the limit of a flood with the fastest changes and a slow host."""
    monkeypatch.setattr("tests.firmware.test_reader.SCAN", 1)
    setting, rate, said = Setting(), Rate(0.0), 0
    for turn in range(200):
        setting.world.slots = [card(42 if turn * 3 // 4 % 2 else 77)] * 5
        setting.world.pull.value = bool(turn % 2)
        setting.run(60, speaking=False)
        said += setting.line.to_host.count(b"\n")
        assert rate.count(setting.line.to_host, setting.now / 1000) == 0
        setting.run(1)
    assert 40 < said / (setting.now / 1000) < LIMIT / 2
