"""A plan that cannot be built is refused, at the faulty line."""

from __future__ import annotations

import pytest

from companion.errors import FormatError
from companion.formats.reader_plan import parse_reader_plan
from tests.workshop.plans import TEXT, changed, changed_text

FAULTS = [
    (
        'pull = "GP10"',
        'pull = "GP9"',
        "GP9 for pull, which is used for lamps",
        "a free pin: GP10, GP13",
    ),
    ('service = "GP12"', 'service = "GP23"', "pin 'GP23'", "GP22"),
    ('lamps = "GP9"', 'lamps = "9"', "pin '9'", "GP0, GP1"),
    ('lamps = "GP9"', 'lamps = "the ninth pin"', "'the ninth pin'", "a pin such as GP13"),
    ('sums = ["GP26", "GP27"', 'sums = ["GP26", "GP22"', "GP22 for sums", "GP26, GP27 or GP28"),
    ('"GP0", "GP1", "GP2", "GP3"]', '"GP0", "GP1", "GP2"]', "address with 3 entries", "4"),
    ('"GP7", "GP8"]', '"GP7", "GP8", "GP13"]', "light with 6 entries", "5"),
    (
        "address = [5, 6",
        "address = [5, 1",
        "GPIO1 for address 2, which is reserved for the ID EEPROM",
        "a free pin",
    ),
    ("leds = [18, 22", "leds = [18, 8", "GPIO8 for leds 2, which SPI0 holds", "a free pin"),
    (
        "push = [27, 23]",
        "push = [27, 17]",
        "GPIO17 for push 2, which is used for pull 1",
        "a free pin",
    ),
    (
        "leds = [18, 22",
        "leds = [18, 27",
        "GPIO27 for leds 2, which is used for push 1",
        "a free pin",
    ),
    ("lamps = 18 ", "lamps = 28 ", "GPIO28 for lamps, which is not on the header", "from 2 to 27"),
    ("chip = 0", "chip = 2", "chip = 2", "0 or 1"),
    (
        "order = [1, 2, 3, 4, 5]",
        "order = [1, 2, 3, 4, 4]",
        "order = 1, 2, 3, 4, 4",
        "every slot from 1 to 5 once",
    ),
    ("order = [1, 2, 3, 4, 5]", "order = []", "order = an array", "every slot"),
    ('colours = "GRB"', 'colours = "BRG"', "colours 'BRG'", "GRB"),
    ("brightness = 20", "brightness = 26", "brightness = 26", "1 to 25 per cent"),
    ("count = 5", "count = 6", "count = 6", "5, which game and firmware stand on"),
    ("cells = 8", "cells = 7", "cells = 7", "8, which"),
    ("pitch = 8.0", "pitch = 9.525", "8 cells 9.525 mm apart", "a row on a card 63.5 mm wide"),
    ("sensors = 7.0", "sensors = 11.0", "sensors = 11", "inside the row"),
    ("clear = 13.0", "clear = 8.0", "clear = 8", "two millimetres more"),
    ("width = 63.5", "width = true", "width = true", "a number from 0 to 1000"),
    ("width = 63.5", "widht = 63.5", "key 'widht'", "did you mean 'width'"),
    ('mark = "E"', 'mark = "X"', "mark = 'X'", "V, E or M"),
    (
        'id = "array"\nname = "reflectance',
        'id = "pico"\nname = "reflectance',
        "a second part 'pico'",
        "each part once",
    ),
    ('id = "pixels"', 'id = "pico"', "a second load 'pico'", "each load once"),
    (
        'id = "array"\nname = "one',
        'id = "row"\nname = "one',
        "no load with the id 'array'",
        "one lit sensor array",
    ),
    ("average = 30", "average = 31", "average = 31", "no more than its peak of 30"),
    ("header = [5, 10]", "header = [5]", "header with 1 numbers", "for one reader and for two"),
    ("pico_3v3 = 300", "pico_3v3 = 90", "pico_3v3 = 90", "the 100 mA of a lit array"),
    (
        "reader = 28",
        "reader = 5",
        "5 metres of wire for a reader, 28 and 56 for one and two on the header",
        "28, 28 and 56 at least",
    ),
    ('id = "wire"', 'id = "cable"', "no part with the id 'wire'", "28, 28 and 56 at least"),
    ("hub = 2000", "hub = 1000", "hub = 1000", "the 1280 mA that eight readers draw"),
    ("led = 4", "led = 11", "led = 11 for each of 5", "50 from all"),
    ("usb = [1200, 600]", "usb = [1200]", "usb with 1 numbers", "two"),
    ("wall = 3.0", "Wall = 3.0", "the name 'Wall'", "small letters"),
    ("wall = 3.0", "wall = 'thick'", "wall = 'thick'", "a number from 0 to 1000"),
]


@pytest.mark.parametrize(("old", "new", "found", "expected"), FAULTS)
def test_a_fault_names_its_line(old: str, new: str, found: str, expected: str) -> None:
    """Name file and line, what was found and what was expected."""
    text = changed_text(old, new)
    with pytest.raises(FormatError) as fault:
        parse_reader_plan(text, "mine.toml")
    assert found in str(fault.value) and expected in str(fault.value)
    assert fault.value.source == "mine.toml" and fault.value.line is not None
    first = TEXT[: TEXT.index(old)].count("\n") + 1
    assert first - 1 <= fault.value.line <= first + 1 + new.count("\n") or old.startswith("id = ")


@pytest.mark.parametrize("section", ["card", "code", "slots", "pico", "header", "lamps", "power"])
def test_no_section_may_be_missing(section: str) -> None:
    """Name the first line that a missing section lacks."""
    lines = TEXT.split("\n")
    start = next(number for number, line in enumerate(lines) if line.startswith(f"[{section}]"))
    end = next(
        number for number, line in enumerate(lines[start + 1 :], start + 1) if line.startswith("[")
    )
    with pytest.raises(FormatError, match=rf"no \w+ in \[{section}\]"):
        parse_reader_plan("\n".join([*lines[:start], *lines[end:]]))


@pytest.mark.parametrize("name", ["load", "part"])
def test_a_plan_without_parts_or_loads_is_none(name: str) -> None:
    """Refuse a plan without parts or loads."""
    start = TEXT.index(f"[[{name}]]")
    end = TEXT.index("[body]") if name == "load" else len(TEXT)
    with pytest.raises(FormatError, match=rf"no \[\[{name}\]\]"):
        parse_reader_plan(TEXT[:start] + TEXT[end:])


def test_other_wires_are_allowed() -> None:
    """Allow other free pins, such as those of another reader's handles for LEDs."""
    assert changed('service = "GP12"', 'service = "GP22"').pico.service == "GP22"
    assert changed("pull = [17, 22]", "pull = [17, 4]").header.pull == (17, 4)
