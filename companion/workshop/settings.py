"""The plan for other programs: firmware pins, table files, measures and parts for OpenSCAD."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from companion.errors import FormatError
from companion.formats.reader_plan import SOURCE, ReaderPlan
from companion.named_tuples import NamedTuple

MADE = f"made from {SOURCE} by `clockwork-derby hardware make`"
"""The first words of every file made from the plan."""


def firmware_pins(plan: ReaderPlan) -> str:
    """Write `card_reader/pins.py` for CircuitPython.

    With names instead of pins the file can be read on a computer, too, which has no `board`.
    """
    pins = plan.pico
    return f'''# {MADE}
"""The pins of the Pico, as names of CircuitPython's `board` module (hardware facts, section 3)."""

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
    """Write the table file for two readers on the header, with a strip.

    Source: hardware facts, section 4. Places on the strip count from 1 there, from 0 in the plan;
    the five pixels of the second reader follow those of the first.
    """
    return f'''# {MADE}
# Two card readers wired straight to the header of a Raspberry Pi, with a strip of ten NeoPixels \
as lock lights: see wiring/header-two-players.svg.
# Numbers are BCM GPIO numbers. For wires of your own: copy this file, change the copy, then: \
clockwork-derby table check FILE

kind = "gpio"
name = "Two players on the header, lock lights on a strip"

[adc]
{_chip(plan)}
chip_selects = 2                 # as `dtparam=spi=on` sets it; 1 frees GPIO7 (`dtoverlay=spi0-1cs`)

[slots]
{_setting_line("address", _list(plan.header.address), "S0, S1, S2, S3 of all six multiplexers")}
{
        _setting_line(
            "light",
            _list(plan.header.light),
            "sensor LEDs of slots 1 to 5, of both readers; only one slot is ever lit",
        )
    }

[lamps]
kind = "neopixel"                # through a 74AHCT125, with 330 to 470 ohms in the data line
pin = {plan.header.lamps}
{_setting_line("brightness", str(plan.lamps.brightness), "per cent, 25 at most")}
colours = "{plan.lamps.colours}"

{
        _seat(
            plan,
            0,
            _list(place + 1 for place in plan.lamps.places),
            "places on the strip of the lock lights of slots 1 to 5",
        )
    }

{_seat(plan, 1, _list(place + 6 for place in plan.lamps.places), "")}
'''


def one_player(plan: ReaderPlan) -> str:
    """Write the table file for one reader on the header, with five plain LEDs.

    Plain LEDs need no root on any Pi; pixels on GPIO18 do up to the Pi 4 (hardware facts, sections
    4 and 7).
    """
    return f"""# {MADE}
# One card reader wired straight to the header of a Raspberry Pi, with five plain red LEDs as \
lock lights: see wiring/header-one-player.svg.
# It needs no root on any Pi. Numbers are BCM GPIO numbers. For wires of your own: copy this \
file, change the copy, then:
# clockwork-derby table check FILE

kind = "gpio"
name = "One player on the header, five red LEDs"

[adc]
{_chip(plan)}

[slots]
{_setting_line("address", _list(plan.header.address), "S0, S1, S2, S3 of all three multiplexers")}
{
        _setting_line(
            "light",
            _list(plan.header.light),
            "sensor LEDs of slots 1 to 5; only one slot is ever lit",
        )
    }

[lamps]
kind = "led"                     # from the pin through a resistor (330 ohms for about 4 mA) and \
the LED to ground
{
        _setting_line(
            "milliamps",
            str(plan.power.led),
            f"of one LED; a pin gives {plan.power.header_pin} at most, "
            f"all pins together {plan.power.header_pins}",
        )
    }

{_seat(plan, 0, _list(plan.header.leds), "the LEDs of slots 1 to 5")}
"""


def dimensions(plan: ReaderPlan) -> str:
    """Write every measure of the plan as a variable of OpenSCAD.

    Lengths are in millimetres, `slot_lean` is in degrees.

    Raises:
        FormatError: A measure of [body] has the name of another one.
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
    # [body] may have any measure of a printed part, and would silently replace another in OpenSCAD.
    if twice := [name for name in plan.body if name in measures]:
        raise FormatError(
            SOURCE,
            None,
            f"{twice[0]} in [body]",
            "a name that no other measure has in hardware/reader/dimensions.scad",
        )
    lines = (f"{name} = {value};" for name, value in (*measures.items(), *plan.body.items()))
    return "\n".join([f"// {MADE}", *lines, ""])


def _names(pins: Iterable[str]) -> str:
    """Return a tuple of names; `chr(34)` is a quotation mark.

    Before Python 3.12 the braces of an f-string cannot contain its own quotation marks.
    """
    return f"({', '.join(f'{chr(34)}{pin}{chr(34)}' for pin in pins)})"


def _list(numbers: Iterable[int]) -> str:
    return f"[{', '.join(map(str, numbers))}]"


def _setting_line(key: str, value: str, why: str) -> str:
    """Return a key with its value, and the reason in its column."""
    return f"{f'{key} = {value}':<33}# {why}" if why else f"{key} = {value}"


def _chip(plan: ReaderPlan) -> str:
    """Return the chip select of the converter; CE0 is GPIO8 and CE1 is GPIO7 on every Pi."""
    why = (
        f"the MCP3008 hangs on SPI0: CE{plan.header.chip} = GPIO{(8, 7)[plan.header.chip]}, MISO"
        " = GPIO9, MOSI = GPIO10, SCLK = GPIO11"
    )
    return _setting_line("chip", str(plan.header.chip), why)


def _seat(plan: ReaderPlan, place: int, lamps: str, what: str) -> str:
    """Return one reader's wires; only the first one has explanations."""
    sums = "MCP3008 inputs with the sum lines of multiplexers A, B, C"
    pulled = "switches to ground; the Pi's own pull-ups are used"
    if place:
        sums = pulled = ""
    return "\n".join(
        (
            "[[seat]]",
            f"seat = {place + 1}",
            _setting_line("channels", _list(range(3 * place, 3 * place + 3)), sums),
            _setting_line("pull", str(plan.header.pull[place]), pulled),
            f"push = {plan.header.push[place]}",
            _setting_line("lamps", lamps, what),
        )
    )


MODEL: Final = "reader.scad"
MEASURES: Final = "dimensions.scad"
"""The file of the model that is made from the plan."""
SMOOTH: Final = 32
"""Corners of a circle in files for printing."""


class PrintedPart(NamedTuple):
    """One file for the printer."""

    name: str
    part: str
    """The part of the model."""
    pieces: int
    """The number of pieces that a reader takes."""
    settings: tuple[str, ...] = ()
    """Further settings of the model."""

    def words(self, target: str) -> tuple[str, ...]:
        """Return the arguments of openscad, run in the folder of the model."""
        defined = (f'part="{self.part}"', f"$fn={SMOOTH}", *self.settings)
        return ("-o", target, *(word for setting in defined for word in ("-D", setting)), MODEL)


def printed_parts(plan: ReaderPlan) -> tuple[PrintedPart, ...]:
    """Return every part of a reader, and the gauge that tests its slots."""
    slots = plan.slots.count
    return (
        PrintedPart("first-slot", "first_slot", 1),
        PrintedPart("slot", "slot", slots - 1),
        PrintedPart("comb", "comb", slots),
        *(
            PrintedPart(f"cover-{slot}", "cover", 1, (f"number={slot}",))
            for slot in range(1, slots + 1)
        ),
        PrintedPart("floor", "floor", slots - 1),
        PrintedPart("pico-floor", "pico_floor", 1),
        PrintedPart("handle", "handle", 1),
        PrintedPart("lid", "lid", 1),
        PrintedPart("lever", "lever", 1),
        PrintedPart("gauge", "gauge", 1),
    )


def model_files(plan: ReaderPlan, shipped: Mapping[str, str]) -> dict[str, str]:
    """Return the files of the model by name, with the measures of this plan.

    Args:
        plan: The card reader.
        shipped: The `.scad` files beside the shipped plan.
    """
    return {**shipped, MEASURES: dimensions(plan)}
