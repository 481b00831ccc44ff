"""The plan as other programmes read it: the firmware's pins, table files for the header, measures for OpenSCAD."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.errors import FormatFault
from companion.formats.reader_plan import SOURCE, ReaderPlan

MADE = f"made from {SOURCE} by `clockwork-derby hardware make`"
"""The first words of every file that is made."""


def firmware_pins(plan: ReaderPlan) -> str:
    """`card_reader/pins.py`, in what CircuitPython understands.

    Names instead of pins: the file can be read on a computer, too, where there is no `board` to take them from.
    """
    pins = plan.pico
    return f'''# {MADE}
"""Which pin of the Pico does what, as names of CircuitPython's `board` module (hardware facts, section 3). Names only: nothing is opened."""

ADDRESS = {_names(pins.address)}
"""S0 to S3 of all three multiplexers."""

BULBS = {_names(pins.light)}
"""The sensors' own light, slot 1 to 5."""

SUMS = {_names(pins.sums)}
"""What multiplexers A, B and C let through."""

PIXELS = "{pins.lamps}"
"""Data of the lock lights, through a 74AHCT125."""

PLACES = {plan.lamps.places}
"""Where on the strip, from 0, the lamps of slots 1 to 5 are."""

PULL, PUSH = "{pins.pull}", "{pins.push}"
"""The handle's switches, to ground."""

SERVICE = "{pins.service}"
"""Held while the reader starts: the drive is shown. To ground."""
'''


def two_players(plan: ReaderPlan) -> str:
    """The table file for two readers on the header, with a strip.

    Source: hardware facts, section 4. Places on the strip count from 1 there, from 0 in the plan; the five pixels of
    the second reader follow on those of the first.
    """
    return f'''# {MADE}
# Two card readers wired straight to the header of a Raspberry Pi, with a strip of ten NeoPixels as lock lights: see wiring/header-two-players.svg.
# Numbers are BCM GPIO numbers. For wires of your own: copy this file, change the copy, then: clockwork-derby table check FILE

kind = "gpio"
name = "Two players on the header, lock lights on a strip"

[adc]
{_chip(plan)}
chip_selects = 2                 # as `dtparam=spi=on` sets it; 1 frees GPIO7 (`dtoverlay=spi0-1cs`)

[slots]
{_line("address", _list(plan.header.address), "S0, S1, S2, S3 of all six multiplexers")}
{_line("light", _list(plan.header.light), "sensor LEDs of slots 1 to 5, of both readers; only one slot is ever lit")}

[lamps]
kind = "neopixel"                # through a 74AHCT125, with 330 to 470 ohms in the data line
pin = {plan.header.lamps}
{_line("brightness", str(plan.lamps.brightness), "per cent, 25 at most")}
colours = "{plan.lamps.colours}"

{_seat(plan, 0, _list(place + 1 for place in plan.lamps.places), "places on the strip of the lock lights of slots 1 to 5")}

{_seat(plan, 1, _list(place + 6 for place in plan.lamps.places), "")}
'''


def one_player(plan: ReaderPlan) -> str:
    """The table file for one reader on the header, with five plain LEDs.

    Plain LEDs need no root on any Pi, which pixels on GPIO18 do up to the Pi 4 (hardware facts, sections 4 and 7).
    """
    return f"""# {MADE}
# One card reader wired straight to the header of a Raspberry Pi, with five plain red LEDs as lock lights: see wiring/header-one-player.svg.
# It needs no root on any Pi. Numbers are BCM GPIO numbers. For wires of your own: copy this file, change the copy, then:
# clockwork-derby table check FILE

kind = "gpio"
name = "One player on the header, five red LEDs"

[adc]
{_chip(plan)}

[slots]
{_line("address", _list(plan.header.address), "S0, S1, S2, S3 of all three multiplexers")}
{_line("light", _list(plan.header.light), "sensor LEDs of slots 1 to 5; only one slot is ever lit")}

[lamps]
kind = "led"                     # from the pin through a resistor (330 ohms for about 4 mA) and the LED to ground
{_line("milliamps", str(plan.power.led), f"of one LED; a pin gives {plan.power.header_pin} at most, all pins together {plan.power.header_pins}")}

{_seat(plan, 0, _list(plan.header.leds), "the LEDs of slots 1 to 5")}
"""


def dimensions(plan: ReaderPlan) -> str:
    """Every measure of the plan as a variable of OpenSCAD; FormatFault where one of [body] has the name of another.

    Lengths are in millimetres, `slot_lean` is in degrees.
    """
    measures = {
        "card_width": plan.card.width,
        "card_height": plan.card.height,
        "card_corner": plan.card.corner,
        "card_thickness": plan.card.thickness,
        "cells": plan.code.cells,
        "cell_pitch": plan.code.pitch,
        "row_from_edge": plan.code.from_edge,
        "row_height": plan.code.height,
        "sensor_height": plan.code.sensors,
        "clear": plan.code.clear,
        "slot_count": plan.slots.count,
        "slot_pitch": plan.slots.pitch,
        "slot_depth": plan.slots.depth,
        "slot_gap": plan.slots.gap,
        "slot_play": plan.slots.play,
        "slot_lean": plan.slots.lean,
        "sensor_distance": plan.slots.sensor_distance,
    }
    # [body] is free to hold any measure that a printed part wants, and would silently take the place of another in OpenSCAD.
    if twice := [name for name in plan.body if name in measures]:
        raise FormatFault(
            SOURCE,
            None,
            f"{twice[0]} in [body]",
            "a name that no other measure has in hardware/reader/dimensions.scad",
        )
    lines = (f"{name} = {value};" for name, value in (*measures.items(), *plan.body.items()))
    return "\n".join([f"// {MADE}", *lines, ""])


def _names(pins: Iterable[str]) -> str:
    """A tuple of names; `chr(34)` is a quotation mark, which before Python 3.12 cannot stand in the braces of a text with the same ones."""
    return f"({', '.join(f'{chr(34)}{pin}{chr(34)}' for pin in pins)})"


def _list(numbers: Iterable[int]) -> str:
    return f"[{', '.join(map(str, numbers))}]"


def _line(key: str, value: str, why: str) -> str:
    """A key with its value, and why it is so in the column for that."""
    return f"{f'{key} = {value}':<33}# {why}" if why else f"{key} = {value}"


def _chip(plan: ReaderPlan) -> str:
    """The chip select of the converter; CE0 is GPIO8 and CE1 is GPIO7 on every Pi."""
    why = f"the MCP3008 hangs on SPI0: CE{plan.header.chip} = GPIO{(8, 7)[plan.header.chip]}, MISO = GPIO9, MOSI = GPIO10, SCLK = GPIO11"
    return _line("chip", str(plan.header.chip), why)


def _seat(plan: ReaderPlan, place: int, lamps: str, what: str) -> str:
    """One reader's wires; only the first says what they are."""

    def rows() -> Iterator[str]:
        first = not place
        yield "[[seat]]"
        yield f"seat = {place + 1}"
        yield _line(
            "channels",
            _list(range(3 * place, 3 * place + 3)),
            "MCP3008 inputs with the sum lines of multiplexers A, B, C" if first else "",
        )
        yield _line(
            "pull",
            str(plan.header.pull[place]),
            "switches to ground; the Pi's own pull-ups are used" if first else "",
        )
        yield f"push = {plan.header.push[place]}"
        yield _line("lamps", lamps, what)

    return "\n".join(rows())
