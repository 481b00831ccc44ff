"""The list of connections agrees with firmware, app and rig, from pin to sensor.

The firmware's own code is at one end.
"""

from __future__ import annotations

import runpy
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import pytest
from card_reader.sensors import AnalogPin, Delay, DigitalPin, SensorArrays

from companion.table.gpio.table_file import parse_table_file
from companion.table.rig.chip import wiring
from companion.table.rig.optics import CELLS
from companion.workshop.connections import (
    ARRAY,
    CONVERTER,
    HEADER,
    HUB,
    MUX,
    NUMBERED,
    ONE,
    PICO,
    PICO_SOCKET,
    SHIFTER,
    TWO,
    WAYS,
    Leg,
    Net,
    connections,
)
from tests.workshop.plans import FILES, SHIPPED

TABLES = {TWO: "hardware/tables/two-players.toml", ONE: "hardware/tables/one-player-leds.toml"}


@cache
def wires(way: str) -> Mapping[Leg, Net]:
    """Return the wire of each leg."""
    return {leg: net for net in connections(SHIPPED, way) for leg in net.legs}


def far(way: str, part: str, name: str) -> list[Leg]:
    """Return what a leg is joined to."""
    leg = Leg(part, name)
    return [other for other in wires(way)[leg].legs if other != leg]


class Bench:
    """Sensors as wired: each shows its slot and cell, and a hundred more while its array is lit."""

    def __init__(self, way: str, board: str, reader: str) -> None:
        self.way, self.board, self.reader, self.high = way, board, reader, set[str]()

    def shown(self, sums: str, leg: str) -> int:
        """Return the sample at a leg, from the sensor that the multiplexer selects."""
        mux = next(other.part for other in far(self.way, sums, leg) if other.name == "SIG")
        bits = [
            any(
                other.part == self.board and other.name in self.high
                for other in far(self.way, mux, f"S{bit}")
            )
            for bit in range(4)
        ]
        (sensor,) = far(self.way, mux, f"C{sum(bit << place for place, bit in enumerate(bits))}")
        lit = any(
            other.name in self.high
            for other in far(self.way, sensor.part, "CTRL")
            if other.part == self.board
        )
        return 10 * int(sensor.part.split()[-1]) + int(sensor.name.removeprefix("OUT")) + 100 * lit


class Pin(DigitalPin):
    """A pin of the board that is on or off."""

    def __init__(self, bench: Bench, name: str) -> None:
        self.bench, self.name = bench, name

    @property
    def value(self) -> bool:
        """Return whether it is on."""
        return self.name in self.bench.high

    @value.setter
    def value(self, on: bool) -> None:
        (self.bench.high.add if on else self.bench.high.discard)(self.name)


class NoRest(Delay):
    """A pause that waits for nothing."""

    def wait(self, seconds: float) -> None:
        """Return without waiting."""


class Sum(AnalogPin):
    """A pin that measures."""

    def __init__(self, bench: Bench, part: str, leg: str) -> None:
        self.bench, self.part, self.leg = bench, part, leg

    @property
    def value(self) -> int:
        """Return the sample."""
        return self.bench.shown(self.part, self.leg)


def pins(bench: Bench, names: Iterable[str]) -> list[DigitalPin]:
    """Return pins of the board by their names."""
    return [Pin(bench, name) for name in names]


def check_every_sensor(comb: SensorArrays, reader: str) -> None:
    """Check that the firmware reads each slot's eight cells from the left, dark, then lit."""
    for slot in range(5):
        cells = [10 * (slot + 1) + cell for cell in range(1, 9)]
        assert comb.read(slot) == (cells, [cell + 100 for cell in cells]), (
            f"{reader}slot {slot + 1}"
        )


def test_the_firmware_reads_every_sensor_through_the_picos_wires(repository: Path) -> None:
    """Read forty sensors by the made pins module and the firmware's comb."""
    names = runpy.run_path(str(repository / "firmware/card_reader/pins.py"))
    bench = Bench(PICO, "Pico", "")
    address, bulbs = (pins(bench, names[key]) for key in ("ADDRESS", "BULBS"))
    check_every_sensor(
        SensorArrays(address, bulbs, [Sum(bench, "Pico", pin) for pin in names["SUMS"]], NoRest()),
        "",
    )
    assert Leg("74AHCT125", "1A") in far(PICO, "Pico", names["PIXELS"])
    for key in ("PULL", "PUSH", "SERVICE"):
        assert far(PICO, "Pico", names[key]) == [Leg(f"switch {key.lower()}", "NO")]


@pytest.mark.parametrize("way", [TWO, ONE])
def test_the_app_reads_every_sensor_through_the_headers_wires(way: str) -> None:
    """Read them by the made table file and the app's parser."""
    table = parse_table_file(FILES[TABLES[way]].decode(), way)
    for letter, seat in zip("AB", table.seats, strict=False):
        bench = Bench(way, "Pi", f"reader {letter} ")
        address, bulbs = (
            pins(bench, [f"GPIO{pin}" for pin in each]) for each in (table.address, seat.light)
        )
        # Both readers share the lines: only the channels of the converter differ.
        check_every_sensor(
            SensorArrays(
                address,
                bulbs,
                [Sum(bench, "MCP3008", f"CH{channel}") for channel in seat.channels],
                NoRest(),
            ),
            bench.reader,
        )
        assert {
            wires(way)[Leg("MCP3008", f"CH{channel}")].legs[0].part for channel in seat.channels
        } == {f"{bench.reader}mux {mux}" for mux in "ABC"}
        for name, pin in (("pull", seat.pull), ("push", seat.push)):
            assert far(way, "Pi", f"GPIO{pin}") == [Leg(f"switch {bench.reader}{name}", "NO")]
    assert far(way, "MCP3008", "CS") == [Leg("Pi", f"GPIO{(8, 7)[table.chip]}")]


def test_plain_leds_burn_behind_a_resistor() -> None:
    """Lead each slot's pin through its own resistor and LED to ground."""
    table = parse_table_file(FILES[TABLES[ONE]].decode(), ONE)
    for slot, pin in enumerate(table.seats[0].lamps, 1):
        assert far(ONE, "Pi", f"GPIO{pin}") == [Leg(f"resistor LED {slot}", "1")]
        assert far(ONE, f"resistor LED {slot}", "2") == [Leg(f"LED {slot}", "anode")]
        assert wires(ONE)[Leg(f"LED {slot}", "cathode")].name == "GND"


def test_the_rig_is_wired_alike() -> None:
    """Use the same pins and multiplexers in the simulated chip, on which the firmware is tried."""
    plan = SHIPPED.pico
    assert tuple(f"GP{pin}" for pin in wiring.ADDRESS) == plan.address
    assert tuple(f"GP{pin}" for pin in wiring.SENSOR_LEDS) == plan.light
    assert tuple(f"GP{pin}" for pin in wiring.MUXES) == plan.sums
    others = (wiring.PIXELS, wiring.PULL_SWITCH, wiring.PUSH_SWITCH, wiring.SERVICE)
    assert tuple(f"GP{pin}" for pin in others) == (plan.lamps, plan.pull, plan.push, plan.service)
    for number in range(40):
        slot, cell = divmod(number, CELLS)
        mux, channel = "ABC"[number // wiring.CHANNELS], number % wiring.CHANNELS
        assert far(PICO, f"mux {mux}", f"C{channel}") == [
            Leg(f"array {slot + 1}", f"OUT{cell + 1}")
        ]


@pytest.mark.parametrize("way", WAYS)
def test_no_leg_is_on_two_wires(way: str) -> None:
    """Join at least two legs by every wire, and no leg by two."""
    nets = connections(SHIPPED, way)
    assert [
        leg for leg, times in Counter(leg for net in nets for leg in net.legs).items() if times > 1
    ] == []
    assert len({net.name for net in nets}) == len(nets) and all(len(net.legs) > 1 for net in nets)


@pytest.mark.parametrize("way", [PICO, TWO, ONE])
def test_every_named_pin_is_there(way: str) -> None:
    """Use legs of boards and chips that exist."""
    sockets = {**NUMBERED, "mux": MUX, "array": ARRAY}
    for leg in wires(way):
        if leg.part in sockets:
            kind = leg.part
        else:
            kind = leg.part.removeprefix("reader A ").removeprefix("reader B ").split()[0]
        if kind in sockets:
            assert sockets[kind].pins(leg.name), leg


@pytest.mark.parametrize("way", [PICO, TWO, ONE])
def test_supplies_are_where_they_belong(way: str) -> None:
    """Supply what pins read with 3.3 V, lamps and their chip alone with 5 V.

    Leave no chip input open.
    """
    found = wires(way)
    five = {leg.part for leg, net in found.items() if net.kind == "five"}
    assert five <= {"Pico", "Pi", "74AHCT125", "strip", "capacitor"}
    for part in {leg.part for leg in found if "mux" in leg.part or "array" in leg.part}:
        assert (found[Leg(part, "VCC")].kind, found[Leg(part, "GND")].kind) == ("low", "ground")
    if way != ONE:
        open_pins = {
            pin.name
            for pin in (*SHIFTER.left, *SHIFTER.right)
            if Leg("74AHCT125", pin.name) not in found
        }
        assert open_pins == {"2Y", "3Y", "4Y"}
    if way != PICO:
        assert {found[Leg("MCP3008", name)].kind for name in ("VDD", "VREF")} == {"low"}


@pytest.mark.parametrize("way", [PICO, TWO, ONE])
def test_arrays_are_dark_while_nothing_runs(way: str) -> None:
    """Give every light line a resistor to ground."""
    for slot in range(1, 6):
        (name,) = {
            net.name
            for leg, net in wires(way).items()
            if leg.name == "CTRL" and leg.part.endswith(f"array {slot}")
        }
        assert wires(way)[Leg(f"resistor down {slot}", "1")].name == name
        assert wires(way)[Leg(f"resistor down {slot}", "2")].name == "GND"


def test_eight_readers_hang_on_the_hub() -> None:
    """Connect eight readers to ports of the hub, none to the Pi."""
    assert [far(HUB, f"reader {port}", "USB") for port in range(1, 9)] == [
        [Leg("hub", f"port {port}")] for port in range(1, 9)
    ]
    assert far(HUB, "hub", "power") == [Leg("hub supply", "5 V")]


def test_pins_have_their_numbers() -> None:
    """Number some pins of boards and chips as their makers print them."""
    pico = {
        "GP0": 1,
        "GP9": 12,
        "GP15": 20,
        "GP16": 21,
        "GP26": 31,
        "GP27": 32,
        "AGND": 33,
        "GP28": 34,
        "3V3": 36,
        "VBUS": 40,
    }
    header = {
        "GPIO2": 3,
        "GPIO17": 11,
        "GPIO18": 12,
        "GPIO10": 19,
        "GPIO8": 24,
        "GPIO5": 29,
        "GPIO26": 37,
        "GPIO21": 40,
    }
    chip = {
        "CH0": 1,
        "CH7": 8,
        "DGND": 9,
        "CS": 10,
        "DIN": 11,
        "DOUT": 12,
        "CLK": 13,
        "AGND": 14,
        "VREF": 15,
        "VDD": 16,
    }
    shifter = {
        "1OE": 1,
        "1A": 2,
        "1Y": 3,
        "GND": 7,
        "3Y": 8,
        "3OE": 10,
        "4A": 12,
        "4OE": 13,
        "VCC": 14,
    }
    for socket, numbers in (
        (PICO_SOCKET, pico),
        (HEADER, header),
        (CONVERTER, chip),
        (SHIFTER, shifter),
    ):
        assert {name: socket.pins(name)[0].number for name in numbers} == numbers
    assert [pin.number for pin in PICO_SOCKET.pins("GND")] == [3, 8, 13, 18, 38, 28, 23]
    assert [pin.number for pin in HEADER.pins("GND")] == [9, 25, 39, 6, 14, 20, 30, 34]
