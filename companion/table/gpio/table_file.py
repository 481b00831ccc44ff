"""Table files: the seats with a reader on the Raspberry Pi's header, and their pins. Strict TOML.

    kind = "gpio"
    name = "…"   for people
    [adc]        the MCP3008 on SPI0: chip = 0 or 1, its chip select;
                 chip_selects = 2, or 1 if SPI0 has only one
    [slots]      address = S0–S3 of all multiplexers;
                 light = the sensor LEDs of slots 1–5; both default to the reference wiring
    [lamps]      kind = "neopixel": pin, brightness in per cent (1–25), colours = "GRB" …;
                 kind = "led": milliamps; kind = "none"
    [[seat]]     seat = 1–8; channels = the MCP3008's inputs for its multiplexers A, B, C;
                 pull, push = its handle's switches;
                 lamps = its lock lights from slot 1 to 5: places on the strip from 1
                 (neopixel) or pins (led); light = its own sensor LEDs, if not shared

Pins are BCM GPIO numbers. Errors are FormatErrors with file and line. Source: hardware facts,
section 4.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from card_reader.lamps import CAP

from companion.errors import FormatError
from companion.folders import read_plain
from companion.formats.file_kinds import wrong_kind_message
from companion.formats.header import HeaderPins
from companion.formats.misread_error import MisreadError, quote_value
from companion.formats.reader_plan import COLOURS
from companion.formats.toml_text import LARGEST, LONGEST_NAME, TomlTable, TomlText, text_of
from companion.signals import SLOTS

GPIO: Final = "gpio"
NEOPIXEL, LED, NONE = "neopixel", "led", "none"
ADDRESS: Final = (5, 6, 13, 19)
LIGHT: Final = (12, 16, 20, 21, 26)
"""The reference wiring of the parts that all readers on the header share."""

# Three multiplexers per reader and eight channels of the MCP3008: no third reader fits.
MOST_SEATS, MUXES, CHANNELS = 2, 3, 8
LARGEST_BRIGHTNESS, USUAL_BRIGHTNESS = round(100 * CAP), 20
PIN_MILLIAMPS, HEADER_MILLIAMPS, USUAL_MILLIAMPS = 16, 50, 4
"""Limits of LED currents for one pin and for all pins together, and the usual current of an LED."""


@dataclass(frozen=True)
class LampWiring:
    kind: str
    """NEOPIXEL, LED or NONE; the other fields are for NEOPIXEL."""
    pin: int = 18
    brightness: int = USUAL_BRIGHTNESS
    """Per cent, 1-25."""
    colours: str = COLOURS[0]
    """The order of the colours on the strip."""


@dataclass(frozen=True)
class SeatWiring:
    """The wires of one reader. Pins are BCM numbers."""

    seat: int
    channels: tuple[int, ...]
    """Channels (0-7) of its multiplexers A to C."""
    pull: int
    push: int
    lamps: tuple[int, ...]
    """For slots 1 to 5: places on the strip from 1 (NEOPIXEL) or pins (LED); else empty."""
    light: tuple[int, ...]
    """Sensor LEDs of slots 1 to 5; seats may share them."""


@dataclass(frozen=True)
class TableFile:
    """The content of a table file."""

    source: str
    name: str
    chip: int
    """The chip select of the MCP3008."""
    address: tuple[int, ...]
    """The pins S0 to S3."""
    lamps: LampWiring
    seats: tuple[SeatWiring, ...]

    def summary(self) -> str:
        """Describe the table in a few words."""
        if len(self.seats) == 1:
            return "1 reader on the header"
        return f"{len(self.seats)} readers on the header"


def read_table_file(path: str) -> TableFile:
    """Read the table file at a path.

    Raises:
        FormatError: The file is missing or wrong.
    """
    try:
        # A character of UTF-8 has four bytes at most, so no table file is longer.
        data = read_plain(path, 4 * LARGEST)
    # A NUL in a name is a ValueError: no file has such a name.
    except (OSError, ValueError) as fault:
        why = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        raise FormatError(path, None, f"nothing that can be read ({why})", "a table file") from None
    try:
        return parse_table_file(text_of(data, path), path)
    except FormatError as fault:
        raise wrong_kind_message(data, path, "a table file") or fault from None


def parse_table_file(text: str, source: str) -> TableFile:
    """Parse a table file strictly.

    Raises:
        FormatError: The message names file, line, the value found and the expected one.
    """
    toml = TomlText(text, source)
    top = TomlTable(toml, (), toml.data, ("kind", "name", "adc", "slots", "lamps", "seat"))
    _required(top, "kind", 'kind = "gpio"')
    top.word("kind", GPIO, (GPIO,))
    return _FileReader(top).read()


class _FileReader:
    """Reads the parts of one file and keeps account of pins and channels."""

    def __init__(self, top: TomlTable) -> None:
        # First, since it decides which pins are left: plain SPI0 holds both chip selects, GPIO7 and
        # 8.
        adc = top.table("adc", ("chip", "chip_selects"))
        selects = adc.number("chip_selects", 1, 2) if "chip_selects" in adc else 2
        self.chip = adc.number("chip", 0, selects - 1) if "chip" in adc else 0
        self.top, self.pins = top, HeaderPins(selects)
        self.taken: dict[str, dict[int, str]] = {"channel": {}, "seat": {}, "light": {}}

    def read(self) -> TableFile:
        """Read everything in the order in which people read it."""
        slots = self.top.table("slots", ("address", "light"))
        address = self._pins(slots, "address", 4, "address line", ADDRESS)
        seats = self.top.array("seat")
        if not seats:
            raise self.top.fault(
                MisreadError("no [[seat]]", "a [[seat]] with its pins for each reader"), "seat"
            )
        if len(seats) > MOST_SEATS:
            expected = (
                f"at most {MOST_SEATS}: a reader needs {MUXES} of the MCP3008's {CHANNELS}"
                " channels; give the others a reader on USB"
            )
            raise self.top.fault(MisreadError(f"{len(seats)} seats", expected), "seat", MOST_SEATS)
        known = ("seat", "channels", "pull", "push", "lamps", "light")
        tables = [*self.top.tables("seat", known)]
        # If each reader has its own LEDs, the shared pins are free for other uses.
        needed = "light" in slots or any("light" not in table for table in tables)
        shared = self._pins(slots, "light", SLOTS, "sensor light", LIGHT) if needed else ()
        lamps = self._lamps()
        wired = tuple(self._seat(table, lamps, shared) for table in tables)
        return TableFile(
            self.top.text.source,
            self.top.string("name", longest=LONGEST_NAME),
            self.chip,
            address,
            lamps,
            wired,
        )

    def _lamps(self) -> LampWiring:
        if "lamps" not in self.top:
            return LampWiring(NONE)
        lamps = self.top.table("lamps", ("kind", "pin", "brightness", "colours", "milliamps"))
        _required(lamps, "kind", f'kind = "{NEOPIXEL}", "{LED}" or "{NONE}"')
        kind = lamps.word("kind", NONE, (NEOPIXEL, LED, NONE))
        # Refuse keys that mean nothing for this kind of lamp.
        foreign = () if kind == NEOPIXEL else ("pin", "brightness", "colours")
        for key in foreign if kind == LED else (*foreign, "milliamps"):
            if key in lamps:
                raise lamps.fault(
                    MisreadError(
                        f"{key} = {quote_value(lamps.data[key])}",
                        f"no {key} where the kind is {quote_value(kind)}",
                    ),
                    key,
                )
        if kind != NEOPIXEL:
            return LampWiring(kind)
        _required(lamps, "pin", "pin = the GPIO that the strip's data line hangs on, such as 18")
        pin = self.pins.claim(lamps, lamps.data["pin"], "the strip's data line", "pin")
        if "brightness" in lamps:
            brightness = lamps.number("brightness", 1, LARGEST_BRIGHTNESS)
        else:
            brightness = USUAL_BRIGHTNESS
        return LampWiring(kind, pin, brightness, lamps.word("colours", COLOURS[0], COLOURS))

    def _seat(self, table: TomlTable, lamps: LampWiring, shared: tuple[int, ...]) -> SeatWiring:
        _required(table, "seat", "seat = a number from 1 to 8")
        seat = table.number("seat", 1, 8)
        self._once(table, "seat", seat, "an earlier [[seat]]", "seat")
        channels = _numbers(table, "channels", MUXES, 0, CHANNELS - 1)
        for place, channel in enumerate(channels):
            self._once(
                table,
                "channel",
                channel,
                f"multiplexer {'ABC'[place]} of seat {seat}",
                "channels",
                place,
            )
        pull, push = (self._handle(table, key, seat) for key in ("pull", "push"))
        if "light" in table:
            own = self._pins(table, "light", SLOTS, f"sensor light of seat {seat}")
        else:
            own = shared
        return SeatWiring(seat, channels, pull, push, self._seat_lamps(table, lamps, seat), own)

    def _handle(self, table: TomlTable, key: str, seat: int) -> int:
        _required(table, key, f"{key} = the GPIO of the handle's {key} switch, such as 17")
        return self.pins.claim(table, table.data[key], f"the {key} switch of seat {seat}", key)

    def _seat_lamps(self, table: TomlTable, lamps: LampWiring, seat: int) -> tuple[int, ...]:
        if lamps.kind == LED:
            found = self._pins(table, "lamps", SLOTS, f"lock light of seat {seat}")
            # The current of all LEDs of all seats together.
            wiring = self.top.table("lamps", ("kind", "milliamps"))
            if "milliamps" in wiring:
                each = wiring.number("milliamps", 1, PIN_MILLIAMPS)
            else:
                each = USUAL_MILLIAMPS
            number = SLOTS * len(self.top.array("seat"))
            if each * number > HEADER_MILLIAMPS:
                raise wiring.fault(
                    MisreadError(
                        f"{number} LEDs of {each} mA, {each * number} mA together",
                        f"at most {HEADER_MILLIAMPS} mA from all pins of the header: larger"
                        " resistors, and the milliamps that they let through",
                    ),
                    "milliamps",
                )
            return found
        if lamps.kind == NONE:
            if "lamps" in table:
                raise table.fault(
                    MisreadError(
                        "lamps", f'[lamps] with kind = "{NEOPIXEL}" or "{LED}" to go with them'
                    ),
                    "lamps",
                )
            return ()
        places = _numbers(table, "lamps", SLOTS, 1, MOST_SEATS * SLOTS)
        for number, place in enumerate(places):
            self._once(
                table, "light", place, f"lock light {number + 1} of seat {seat}", "lamps", number
            )
        return places

    def _once(self, table: TomlTable, kind: str, number: int, what: str, *key: str | int) -> None:
        other = self.taken[kind].get(number)
        if other is not None:
            raise table.fault(
                MisreadError(f"{kind} {number}, which is taken by {other}", f"a {kind} of its own"),
                *key,
            )
        self.taken[kind][number] = what

    def _pins(
        self,
        table: TomlTable,
        key: str,
        length: int,
        what: str,
        reference: tuple[int, ...] | None = None,
    ) -> tuple[int, ...]:
        """Return this many pins under a key, each claimed."""
        values = _list(table, key, length, reference)
        return tuple(
            self.pins.claim(table, value, f"{what} {place + 1}", key, place)
            for place, value in enumerate(values)
        )


def _numbers(table: TomlTable, key: str, length: int, low: int, high: int) -> tuple[int, ...]:
    """Return this many integers under a key, each from `low` to `high`."""
    values = _list(table, key, length, None)
    return tuple(
        table.checked_number(value, f"{key}: ", low, high, key, place)
        for place, value in enumerate(values)
    )


def _list(table: TomlTable, key: str, length: int, reference: tuple[int, ...] | None) -> list[Any]:
    if reference is None:
        _required(table, key, f"{key} = an array of {length} numbers")
    values = table.array(key) if key in table else list(reference or ())
    if len(values) != length:
        raise table.fault(MisreadError(f"{key} with {len(values)} numbers", f"{length}"), key)
    return values


def _required(table: TomlTable, key: str, expected: str) -> None:
    if key not in table:
        raise table.fault(MisreadError(f"no {key}", expected), key)
