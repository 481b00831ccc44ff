"""The simulated MCP3008 of the system test answers as a real reader's cells do.

The firmware's own comb reads from it the cards that are in the slots.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from card_reader.codes import EMPTY, OK, judge
from card_reader.sensors import AnalogPin, Delay, DigitalPin, SensorArrays

from companion.table.gpio.table_file import TableFile, read_table_file
from tests.system.wires_in_guest import Reader

CODE = 0b10110000


class Level(DigitalPin):
    """A line whose level is written as the firmware writes it."""

    def __init__(self, levels: dict[int, bool], gpio: int) -> None:
        """Begin low."""
        self._levels, self._gpio = levels, gpio

    @property
    def value(self) -> bool:
        """Return its level."""
        return self._levels[self._gpio]

    @value.setter
    def value(self, on: bool) -> None:
        self._levels[self._gpio] = on


class Sum(AnalogPin):
    """A channel of the converter, read as gpiozero reads it."""

    def __init__(self, reader: Reader, channel: int) -> None:
        """Take one of eight channels."""
        self._reader, self._asking = reader, bytes([1, 0x80 | channel << 4, 0])

    @property
    def value(self) -> int:
        """Return a sample."""
        _, high, low = self._reader.convert(self._asking)
        return ((high & 3) << 8 | low) << 6


class NoRest(Delay):
    """A pause that waits for nothing."""

    def wait(self, seconds: float) -> None:
        """Return without waiting."""


class Lines:
    """Lines that exist in memory only."""

    def __init__(self) -> None:
        """Begin with all lines low."""
        self.levels = dict.fromkeys(range(28), False)

    def is_high(self, gpio: int) -> bool:
        """Return the level of one line."""
        return self.levels[gpio]


@pytest.fixture
def file(repository: Path) -> TableFile:
    """Return the table file with which the guest is played."""
    return read_table_file(str(repository / "hardware/tables/one-player-leds.toml"))


def test_a_card_is_read_in_the_slot_in_which_it_lies(file: TableFile) -> None:
    """Read the card in its slot and nothing in the others, with one sensor light on at most."""
    lines = Lines()
    reader, seat = Reader(file, lines), file.seats[0]  # type: ignore[arg-type]
    address, bulbs = (
        list[DigitalPin](Level(lines.levels, gpio) for gpio in gpios)
        for gpios in (file.address, seat.light)
    )
    comb = SensorArrays(
        address, bulbs, [Sum(reader, channel) for channel in seat.channels], NoRest()
    )
    for slot in range(5):
        reader.put(slot + 1, CODE)
        found = [judge(*comb.read(number))[:2] for number in range(5)]
        assert found == [(OK, CODE) if number == slot else (EMPTY, None) for number in range(5)]
        reader.put(slot + 1, None)
    assert (reader.lit, reader.conversions, reader.strange) == (1, 5 * 5 * 16, [])


def test_what_no_mcp3008_understands_is_noted(file: TableFile) -> None:
    """Answer a transfer without a start bit, or of another length, with zeros, and report it."""
    reader = Reader(file, Lines())  # type: ignore[arg-type]
    assert reader.convert(b"\0\x80\0") == b"\0\0\0"
    assert reader.convert(b"\1\x80") == b"\0\0"
    assert reader.strange == ["008000", "0180"]


def test_lock_lights_are_told_by_their_lines(file: TableFile) -> None:
    """Read lights from lines: low is dark, high is lit, and both lately blinks."""
    lines = Lines()
    reader, lamps = Reader(file, lines), file.seats[0].lamps  # type: ignore[arg-type]
    lines.levels[lamps[0]] = True
    reader.look()
    assert '"lamps": ["lit", "dark", "dark", "dark", "dark"]' in reader.state()
    lines.levels[lamps[0]] = False
    reader.look()
    assert '"lamps": ["blinks", "dark", "dark", "dark", "dark"]' in reader.state()
