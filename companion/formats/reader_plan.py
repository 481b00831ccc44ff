"""The plan of a card reader, `hardware/reader.toml`: the source of firmware, parts and diagrams.

Firmware pins, table files, cards, diagrams and printed parts follow from it. The file explains its
own values. It is read strictly, so that a fault names file and line, and its values must fit
together: pins exist and are free, rows fit on the card, every slot has a lamp. Lengths are
millimetres, currents milliamperes, prices dollars. The figures of the checks come from the hardware
facts, sections 2 to 5.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from math import ceil
from typing import Any, Final, TypeVar, get_type_hints

from companion.formats.header import HeaderPins
from companion.formats.misread_error import MisreadError, one_of, quote_value, unknown_word
from companion.formats.toml_text import TomlTable, TomlText
from companion.named_tuples import NamedTuple
from companion.signals import SLOTS

SOURCE: Final = "hardware/reader.toml"
CELLS: Final = 8
"""Of a word: firmware and cards are made for this number only (hardware facts, 2)."""

SUMS: Final = tuple(f"GP{number}" for number in (26, 27, 28))
PINS: Final = (*(f"GP{number}" for number in range(23)), *SUMS)
"""The Pico's pins: those that measure voltages, and all on its edge. GP23 to GP25 are used on the
board itself."""

ARRAY: Final = "array"
"""The load that is in a reader five times, and of which one is lit."""
ADDRESSES, MUXES, READERS, BOARDS = 4, 3, 2, 2
"""Address lines of a multiplexer with 16 channels; multiplexers for 40 cells; readers on the
header; kinds of Pi whose USB differs."""
MARKS: Final = ("V", "E", "M")
"""Verified, estimated, to be measured."""

COLOURS: Final = ("GRB", "RGB", "BGR", "GRBW", "RGBW")
LARGEST_BRIGHTNESS: Final = 25
"""Per cent; the load of the pixels is calculated for a quarter (hardware facts, 5)."""


WIRE: Final = "wire"
"""The part of the bill that is counted in metres."""
ARRAY_WIRES: Final = 11
"""Of one array: VCC, GND, CTRL and an output for each of eight cells."""


# ---- Values --------------------------------------------------------------------------------------


class CardPlan(NamedTuple):
    width: float
    height: float
    corner: float
    """The radius of its corners."""
    thickness: float
    """Its greatest thickness."""


class CodePlan(NamedTuple):
    """The row of cells on a card's face.

    `from_edge` and `sensors` are measured from the lower edge, on which the card stands.
    """

    cells: int
    pitch: float
    """From the middle of a cell to the middle of the next."""
    from_edge: float
    """To the lower side of the row."""
    height: float
    sensors: float
    """The height at which the sensors look."""
    clear: float
    """The depth to which the upper end of the face and both ends of the back stay white, so that a
    card the wrong way round is noticed."""

    def middle(self, cell: int) -> float:
        """Return how far the middle of a cell (from 1) is to the right of the card's middle."""
        return (cell - (self.cells + 1) / 2) * self.pitch


class SlotPlan(NamedTuple):
    """The slots of a reader."""

    # Hides the `count` of tuples, which nobody needs on a plan.
    count: int  # type: ignore[assignment]
    pitch: float
    depth: float
    """The depth to which a card stands in."""
    gap: float
    """Between the walls."""
    play: float
    """Side play in total."""
    lean: float
    """Degrees backwards from upright."""
    sensor_distance: float
    """From the faces of the sensors to the card."""


class PicoPins(NamedTuple):
    """The pins of the Pico for each purpose, as printed on its board ("GP0")."""

    address: tuple[str, ...]
    light: tuple[str, ...]
    lamps: str
    pull: str
    push: str
    service: str
    sums: tuple[str, ...]


class HeaderPlan(NamedTuple):
    """The pins of the Raspberry Pi's header for each purpose (BCM numbers)."""

    address: tuple[int, ...]
    light: tuple[int, ...]
    lamps: int
    pull: tuple[int, ...]
    """For readers A and B, as is `push`."""
    push: tuple[int, ...]
    leds: tuple[int, ...]
    """For one reader."""
    chip: int


class LampPlan(NamedTuple):
    order: tuple[int, ...]
    """The slot that each pixel lights, from the data end."""
    brightness: int
    """Per cent."""
    colours: str
    """The order of colours."""

    @property
    def places(self) -> tuple[int, ...]:
        """The index on the strip, from 0, of the pixel of each slot."""
        return tuple(self.order.index(slot) for slot in range(1, len(self.order) + 1))


class PowerLimits(NamedTuple):
    """The current that each supply can give, and that of one red LED."""

    hub: int
    pico_3v3: int
    """A Pico's 3.3 V pin."""
    usb: tuple[int, ...]
    """The USB ports of each kind of Pi."""
    header_3v3: int
    header_pin: int
    header_pins: int
    """All GPIOs together."""
    led: int
    """One red LED."""


class Load(NamedTuple):
    """Something in one reader that draws current."""

    id: str
    name: str
    average: int
    peak: int
    note: str
    """The source of the figures."""


class BillPart(NamedTuple):
    """A line of the bill of materials."""

    id: str
    name: str
    use: str
    reader: int
    """The number in a reader on USB."""
    table: int
    """The number for the table."""
    header: tuple[int, ...]
    """The numbers for one and for two readers on the header."""
    price: float
    mark: str
    """One of MARKS, for the price."""
    instead: str
    """A possible replacement."""


class WirePlan(NamedTuple):
    """The wires of a reader."""

    shortest: float
    """From an array, in millimetres, as is `longest`."""
    longest: float
    others: float
    """All other wires in metres."""


class ReaderPlan(NamedTuple):
    """The whole plan, a field for each table of the file."""

    card: CardPlan
    code: CodePlan
    slots: SlotPlan
    pico: PicoPins
    header: HeaderPlan
    lamps: LampPlan
    power: PowerLimits
    wiring: WirePlan
    load: tuple[Load, ...]
    part: tuple[BillPart, ...]
    body: Mapping[str, float]
    """The measures of the printed parts by their names in OpenSCAD."""


# ---- Reading -------------------------------------------------------------------------------------


_SECTIONS: Final[Mapping[str, type[Any]]] = {
    "card": CardPlan,
    "code": CodePlan,
    "slots": SlotPlan,
    "pico": PicoPins,
    "header": HeaderPlan,
    "lamps": LampPlan,
    "power": PowerLimits,
    "wiring": WirePlan,
}
_NAME: Final = re.compile("[a-z][a-z0-9_]*")

Section = TypeVar("Section", bound=NamedTuple)


def parse_reader_plan(text: str, source: str = SOURCE) -> ReaderPlan:
    """Return the plan that a text describes.

    Raises:
        FormatError: Something is missing, unknown, of another type, or does not fit together.
    """
    toml = TomlText(text, source)
    top = TomlTable(toml, (), toml.data, ReaderPlan._fields)
    sections = {
        name: _section(top.table(name, kind._fields), kind) for name, kind in _SECTIONS.items()
    }
    plan = ReaderPlan(
        **sections,
        load=tuple(_section(row, Load) for row in top.tables("load", Load._fields)),
        part=tuple(_section(row, BillPart) for row in top.tables("part", BillPart._fields)),
        body=_body(top),
    )
    _check_plan(top, plan)
    return plan


def _section(table: TomlTable, kind: type[Section]) -> Section:
    """Return one table of the file, with every field given and of its type."""
    for field in kind._fields:
        if field not in table:
            raise table.misread(
                f"no {field} in [{table.path[0]}]", f"{field} = …, as in the shipped plan"
            )
    # The types of the fields say how each is read.
    values: dict[str, Any] = {
        field: _READ[wanted](table, field) for field, wanted in get_type_hints(kind).items()
    }
    return kind._make(values[field] for field in kind._fields)


def _body(top: TomlTable) -> dict[str, float]:
    """Return the measures of the printed parts, which only those use.

    Each name is a variable there, so any may be added.
    """
    table = TomlTable(
        top.text, ("body",), top.data.get("body", {}), tuple(top.data.get("body", {}))
    )
    for name in table.data:
        if not _NAME.fullmatch(name):
            raise table.misread(
                f"the name {quote_value(name)}", "a name of small letters, digits and _", name
            )
    return {name: _length(table, name) for name in table.data}


def _length(table: TomlTable, field: str) -> float:
    value = table.data[field]
    # Python counts True as a number, people do not.
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1000:
        raise table.misread(f"{field} = {quote_value(value)}", "a number from 0 to 1000", field)
    return float(value)


_READ: Final[Mapping[Any, Callable[[TomlTable, str], Any]]] = {
    float: _length,
    int: lambda table, field: table.number(field, 0, 10000),
    str: TomlTable.string,
    tuple[int, ...]: lambda table, field: tuple(
        table.checked_number(value, "", 0, 10000, field, place)
        for place, value in enumerate(table.array(field))
    ),
    tuple[str, ...]: lambda table, field: tuple(table.strings(field)),
}


# ---- What must fit together ----------------------------------------------------------------------


def _check_plan(top: TomlTable, plan: ReaderPlan) -> None:
    """Check that the plan fits together; FormatError for the first thing that does not."""
    for found in (
        _check_counts,
        _check_card,
        _check_pico,
        _check_header,
        _check_lamps,
        _check_parts,
        _check_wire,
        _check_power,
        _check_body,
    ):
        found(top, plan)


def _check_counts(top: TomlTable, plan: ReaderPlan) -> None:
    """Check for five slots of eight cells, for which game and firmware are made."""
    for number, expected, *place in (
        (plan.code.cells, CELLS, "code", "cells"),
        (plan.slots.count, SLOTS, "slots", "count"),
    ):
        if number != expected:
            raise top.misread(
                f"{place[-1]} = {number}", f"{expected}, which game and firmware stand on", *place
            )


def _check_card(top: TomlTable, plan: ReaderPlan) -> None:
    """Check that the row is on the card and the sensors see it, even on a card a millimetre off."""
    code, card = plan.code, plan.card
    row = (code.cells - 1) * code.pitch
    # A quarter of a pitch beyond the middle of either outer cell must be card; the rest of these
    # two cells may be cut off.
    if row + code.pitch / 2 > card.width:
        raise top.misread(
            f"{code.cells} cells {code.pitch:g} mm apart",
            f"a row on a card {card.width:g} mm wide",
            "code",
            "pitch",
        )
    if not code.from_edge + 2 <= code.sensors <= code.from_edge + code.height - 2:
        raise top.misread(
            f"sensors = {code.sensors:g}",
            "a height two millimetres inside the row",
            "code",
            "sensors",
        )
    if code.clear < code.sensors + 2:
        raise top.misread(
            f"clear = {code.clear:g}",
            "two millimetres more than the height of the sensors",
            "code",
            "clear",
        )


def _check_pico(top: TomlTable, plan: ReaderPlan) -> None:
    """Check that every pin is one that the Pico has, and has one use."""
    users: dict[str, str] = {}
    planned = {
        pin for value in plan.pico for pin in ((value,) if isinstance(value, str) else value)
    }
    # By the order of the fields; 0 is a single pin.
    for field, value, length in zip(
        plan.pico._fields, plan.pico, (ADDRESSES, SLOTS, 0, 0, 0, 0, MUXES), strict=True
    ):
        pins = (value,) if isinstance(value, str) else value
        if length:
            _check_length(top, "pico", field, len(pins), length)
        for place, pin in enumerate(pins):
            key = ("pico", field, place) if length else ("pico", field)
            if field == "sums" and pin in PINS and pin not in SUMS:
                expected = f"{one_of(SUMS)}: no other pin of a Pico measures a voltage"
                raise top.misread(f"{pin} for sums", expected, *key)
            if pin not in PINS:
                wrong = MisreadError(f"pin {quote_value(pin)}", "a pin such as GP13")
                raise top.fault(unknown_word(pin, "pin", PINS) if len(pin) < 6 else wrong, *key)
            if pin in users:
                free = ", ".join(one for one in PINS if one not in planned)
                found = f"{pin} for {field}, which is used for {users[pin]}"
                raise top.misread(found, f"a free pin: {free}", *key)
            users[pin] = field


def _check_length(top: TomlTable, section: str, field: str, found: int, expected: int) -> None:
    if found != expected:
        raise top.misread(f"{field} with {found} entries", f"{expected}", section, field)


def _check_header(top: TomlTable, plan: ReaderPlan) -> None:
    """Check that every pin is on the header and free.

    It is checked for two readers with a strip and for one with plain LEDs, since nobody builds
    both.
    """
    wires = plan.header
    for field, length in (
        ("address", ADDRESSES),
        ("light", SLOTS),
        ("pull", READERS),
        ("push", READERS),
        ("leds", SLOTS),
    ):
        _check_length(top, "header", field, len(getattr(wires, field)), length)
    if wires.chip > 1:
        raise top.misread(f"chip = {wires.chip}", "0 or 1, a chip select of SPI0", "header", "chip")
    # Separately, since the plain LEDs use the pins of the strip and of the second handle.
    _claim(top, plan, ("address", "light", "lamps", "pull", "push"), READERS)
    _claim(top, plan, ("address", "light", "pull", "push", "leds"), 1)


def _claim(top: TomlTable, plan: ReaderPlan, fields: tuple[str, ...], readers: int) -> None:
    """Give each pin its one use; of the handles only those of this many readers."""
    # The kernel's default; a plan that fits it fits every Pi.
    pins = HeaderPins(chip_selects=2)
    for field in fields:
        value = getattr(plan.header, field)
        if isinstance(value, int):
            pins.claim(top, value, field, "header", field)
            continue
        for place, pin in enumerate(value[:readers] if field in ("pull", "push") else value):
            pins.claim(top, pin, f"{field} {place + 1}", "header", field, place)


def _check_lamps(top: TomlTable, plan: ReaderPlan) -> None:
    """Check for a pixel for every slot, no brighter than the supply is calculated for."""
    lamps = plan.lamps
    if sorted(lamps.order) != list(range(1, SLOTS + 1)):
        order = ", ".join(map(str, lamps.order)) or quote_value(list(lamps.order))
        found = f"order = {order}"
        raise top.misread(found, f"every slot from 1 to {SLOTS} once", "lamps", "order")
    if not 1 <= lamps.brightness <= LARGEST_BRIGHTNESS:
        raise top.misread(
            f"brightness = {lamps.brightness}",
            f"1 to {LARGEST_BRIGHTNESS} per cent",
            "lamps",
            "brightness",
        )
    if lamps.colours not in COLOURS:
        raise top.fault(unknown_word(lamps.colours, "colours", COLOURS), "lamps", "colours")


def _check_parts(top: TomlTable, plan: ReaderPlan) -> None:
    """Check that loads and parts are there, each part once, with a mark for its price."""
    for name, rows in (("load", plan.load), ("part", plan.part)):
        if not rows:
            raise top.misread(
                f"no [[{name}]]", f"a [[{name}]] for each, as in the shipped plan", name
            )
    for name, ids in (
        ("part", [part.id for part in plan.part]),
        ("load", [load.id for load in plan.load]),
    ):
        for place, each in enumerate(ids):
            if each in ids[:place]:
                wrong = MisreadError(f"a second {name} {quote_value(each)}", f"each {name} once")
                raise top.fault(wrong, name, place, "id")
    for place, part in enumerate(plan.part):
        if part.mark not in MARKS:
            raise top.misread(
                f"mark = {quote_value(part.mark)}", one_of(MARKS), "part", place, "mark"
            )
        if len(part.header) != READERS:
            raise top.misread(
                f"header with {len(part.header)} numbers",
                "two: for one reader and for two",
                "part",
                place,
                "header",
            )
    for place, load in enumerate(plan.load):
        if load.average > load.peak:
            raise top.misread(
                f"average = {load.average}",
                f"no more than its peak of {load.peak}",
                "load",
                place,
                "average",
            )


def _check_wire(top: TomlTable, plan: ReaderPlan) -> None:
    """Check that the bill buys as much wire as the longest wires take."""
    wanted = ceil(metres_of_wire(plan.wiring)[1])
    longest = f"for wires of {plan.wiring.longest:g} mm"
    expected = f"{wanted}, {wanted} and {2 * wanted} at least, {longest}"
    for place, part in enumerate(plan.part):
        if part.id == WIRE:
            usb, one, two = part.reader, *part.header
            if usb < wanted or one < wanted or two < 2 * wanted:
                found = f"{usb} metres of wire for a reader, {one} and {two} for one and two on the"
                raise top.misread(f"{found} header", expected, "part", place, "reader")
            return
    expected = f"one with the metres of wire of a reader: {expected}"
    raise top.misread(f"no part with the id {WIRE!r}", expected, "part")


def _check_power(top: TomlTable, plan: ReaderPlan) -> None:
    """Check that a lit array is included, and that no pin, port or hub gives more than it can."""
    peak = next((load.peak for load in plan.load if load.id == ARRAY), None)
    if peak is None:
        raise top.misread("no load with the id 'array'", "what one lit sensor array draws", "load")
    # One array is lit at a time; five would be more than the pin can give (hardware facts, 3).
    if peak > plan.power.pico_3v3:
        raise top.misread(
            f"pico_3v3 = {plan.power.pico_3v3}",
            f"the {peak} mA of a lit array at least",
            "power",
            "pico_3v3",
        )
    if plan.power.led * SLOTS > plan.power.header_pins or plan.power.led > plan.power.header_pin:
        expected = (
            f"at most {plan.power.header_pin} from one pin and {plan.power.header_pins} from all"
        )
        raise top.misread(f"led = {plan.power.led} for each of {SLOTS}", expected, "power", "led")
    # All at their peak together, although reads are staggered: the hub must not depend on the
    # timing of the firmware.
    readers = 8 * sum(load.peak for load in plan.load)
    if readers > plan.power.hub:
        raise top.misread(
            f"hub = {plan.power.hub}",
            f"the {readers} mA that eight readers draw at their peak, at least",
            "power",
            "hub",
        )
    if len(plan.power.usb) != BOARDS:
        raise top.misread(
            f"usb with {len(plan.power.usb)} numbers",
            "two: of a Pi 4 and of a Pi 5",
            "power",
            "usb",
        )


def _check_body(top: TomlTable, plan: ReaderPlan) -> None:
    """Check that the sensor board of the body has the pitch of the cards."""
    pitch = plan.body.get("array_pitch", plan.code.pitch)
    if pitch != plan.code.pitch:
        raise top.misread(
            f"array_pitch = {pitch:g}",
            f"{plan.code.pitch:g}, the pitch of the cells",
            "body",
            "array_pitch",
        )


def metres_of_wire(wiring: WirePlan) -> tuple[float, float]:
    """Return the least and the most wire of a reader, in metres."""
    least, most = (
        ARRAY_WIRES * SLOTS * length / 1000 + wiring.others
        for length in (wiring.shortest, wiring.longest)
    )
    return least, most
