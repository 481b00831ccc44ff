"""Everything made from hardware/reader.toml agrees with it.

Changes are noticed in the right files.
"""

from __future__ import annotations

import runpy
import tomllib
from pathlib import Path
from typing import Any

import pytest
from card_reader.lamps import DARK, LIT, Lights, Pixels

from companion.formats.reader_plan import ReaderPlan
from companion.press.card_face import cell_box
from companion.table.gpio.table_file import LARGEST_BRIGHTNESS, TableFile, parse_table_file
from companion.workshop.made import FirstDifference, difference, made_files
from companion.workshop.settings import MADE, dimensions, firmware_pins, one_player, two_players
from tests.workshop.plans import FILES, SHIPPED, TEXT, changed

PINS, SCAD = "firmware/card_reader/pins.py", "hardware/reader/dimensions.scad"
TWO, ONE = "hardware/tables/two-players.toml", "hardware/tables/one-player-leds.toml"
PARTS, POWER, WIRES = "hardware/parts.md", "hardware/power.md", "hardware/wiring/connections.md"
PICO_DRAWN, HUB_DRAWN = "hardware/wiring/pico-reader.svg", "hardware/wiring/hub-and-power.svg"
BOARD_DRAWN = "hardware/wiring/array-board.svg"
TWO_DRAWN, ONE_DRAWN = (
    "hardware/wiring/header-two-players.svg",
    "hardware/wiring/header-one-player.svg",
)


def pins(plan: ReaderPlan, folder: Path) -> dict[str, Any]:
    """Run the firmware's pins module; return its names."""
    file = folder / "pins.py"
    file.write_text(firmware_pins(plan), "utf-8")
    return runpy.run_path(str(file))


class Strip(Pixels):
    """A row of pixels that remembers what was set."""

    def __init__(self) -> None:
        self.set: dict[int, tuple[int, int, int]] = {}

    def __setitem__(self, index: int, colour: tuple[int, int, int]) -> None:
        self.set[index] = colour


def table(plan: ReaderPlan, path: str) -> TableFile:
    """Return a made table file, read as the app does."""
    return parse_table_file(two_players(plan) if path == TWO else one_player(plan), path)


@pytest.mark.parametrize("path", sorted(FILES))
def test_what_lies_here_is_what_the_plan_makes(repository: Path, path: str) -> None:
    """Make the same bytes as the files here, to notice manual changes and an outdated state."""
    found = difference(path, (repository / path).read_bytes(), FILES[path])
    assert found is None, f"{found}; clockwork-derby hardware make writes it anew"


@pytest.mark.parametrize("path", sorted(FILES))
def test_every_made_file_says_so_where_it_begins(path: str) -> None:
    """Begin every made file with a note that it is made."""
    lines = FILES[path].decode().splitlines()
    assert MADE in lines[1 if path.endswith(".svg") else 0]


@pytest.mark.parametrize(
    ("old", "new", "files"),
    [
        ('lamps = "GP9"', 'lamps = "GP13"', {PINS, WIRES, PICO_DRAWN}),
        ('pull = "GP10"', 'pull = "GP22"', {PINS, WIRES, PICO_DRAWN}),
        ('service = "GP12"', 'service = "GP21"', {PINS, WIRES, PICO_DRAWN}),
        (
            'address = ["GP0", "GP1"',
            'address = ["GP1", "GP0"',
            {PINS, WIRES, PICO_DRAWN, BOARD_DRAWN},
        ),
        ('light = ["GP4"', 'light = ["GP20"', {PINS, WIRES, PICO_DRAWN, BOARD_DRAWN}),
        (
            'sums = ["GP26", "GP27"',
            'sums = ["GP27", "GP26"',
            {PINS, WIRES, PICO_DRAWN, BOARD_DRAWN},
        ),
        ("address = [5, 6", "address = [6, 5", {TWO, ONE, WIRES, TWO_DRAWN, ONE_DRAWN}),
        ("lamps = 18 ", "lamps = 4 ", {TWO, WIRES, TWO_DRAWN}),
        ("leds = [18", "leds = [4", {ONE, WIRES, ONE_DRAWN}),
        ("push = [27, 23]", "push = [27, 4]", {TWO, WIRES, TWO_DRAWN}),
        ("chip = 0 ", "chip = 1 ", {TWO, ONE, WIRES, TWO_DRAWN, ONE_DRAWN}),
        ("order = [1, 2, 3, 4, 5]", "order = [5, 4, 3, 2, 1]", {PINS, TWO, PICO_DRAWN, TWO_DRAWN}),
        ("brightness = 20", "brightness = 10", {TWO, POWER}),
        ("pitch = 8.0", "pitch = 7.62", {SCAD, PICO_DRAWN, TWO_DRAWN, ONE_DRAWN}),
        ("pitch = 70.0", "pitch = 72.0", {SCAD}),
        ("wall = 3.0", "wall = 2.4", {SCAD}),
        ("price = 11.0", "price = 12.0", {PARTS}),
        ("peak = 25", "peak = 30", {POWER, HUB_DRAWN}),
        ("hub = 2000", "hub = 3000", {POWER, HUB_DRAWN}),
    ],
)
def test_a_change_in_the_plan_is_noticed_in_what_follows_from_it(
    old: str, new: str, files: set[str]
) -> None:
    """Change exactly the files that depend on a value, each with its line."""
    fresh = made_files(changed(old, new))
    found = {path: difference(path, FILES[path], fresh[path]) for path in FILES}
    assert {path for path, other in found.items() if other} == files
    assert all(
        other.line > 1 and other.found != other.expected for other in found.values() if other
    )


def test_a_cell_moves_on_the_printed_card_when_its_pitch_changes() -> None:
    """Move the cells on printed cards with their pitch, read from the plan."""
    narrow = changed("pitch = 8.0", "pitch = 7.62")
    middles = [
        [sum(cell_box(cell, plan)[::2]) / 2 for cell in (2, 7)] for plan in (SHIPPED, narrow)
    ]
    assert [round(right - left, 3) for left, right in middles] == [5 * 8.0, 5 * 7.62]


def test_the_firmware_has_the_pins_of_the_plan(tmp_path: Path) -> None:
    """Run the pins module as a Pico does, with the plan's pins."""
    names = pins(SHIPPED, tmp_path)
    plan = SHIPPED.pico
    assert (names["ADDRESS"], names["BULBS"], names["SUMS"]) == (
        plan.address,
        plan.light,
        plan.sums,
    )
    assert (names["PIXELS"], names["PULL"], names["PUSH"], names["SERVICE"]) == (
        plan.lamps,
        plan.pull,
        plan.push,
        plan.service,
    )


def test_lamps_burn_where_the_order_says(tmp_path: Path) -> None:
    """Light the pixel of the planned slot, in firmware and table file."""
    plan = changed("order = [1, 2, 3, 4, 5]", "order = [3, 1, 2, 5, 4]")
    for slot in range(5):
        strip = Strip()
        Lights(strip, pins(plan, tmp_path)["PLACES"]).show(
            tuple(LIT if each == slot else DARK for each in range(5)), False, 0
        )
        assert [plan.lamps.order[place] for place, colour in strip.set.items() if any(colour)] == [
            slot + 1
        ]
    first, second = table(plan, TWO).seats
    assert [plan.lamps.order[place - 1] for place in first.lamps] == [1, 2, 3, 4, 5]
    assert second.lamps == tuple(place + 5 for place in first.lamps)


@pytest.mark.parametrize("path", [TWO, ONE])
def test_table_files_have_the_pins_of_the_plan(path: str) -> None:
    """Parse table files by the app, with the wires of the plan."""
    found, plan = table(SHIPPED, path), SHIPPED.header
    assert (found.chip, found.address) == (plan.chip, plan.address)
    for place, seat in enumerate(found.seats):
        assert (seat.pull, seat.push, seat.light) == (
            plan.pull[place],
            plan.push[place],
            plan.light,
        )
        assert seat.channels == tuple(range(3 * place, 3 * place + 3))
    if path == ONE:
        assert [seat.lamps for seat in found.seats] == [plan.leds]
    else:
        assert (found.lamps.pin, found.lamps.brightness, found.lamps.colours) == (
            plan.lamps,
            SHIPPED.lamps.brightness,
            SHIPPED.lamps.colours,
        )
        assert len(found.seats) == 2


def test_the_plan_allows_what_a_table_file_allows() -> None:
    """Allow the brightest strip that a table file allows, and no brighter one."""
    assert (
        table(
            changed("brightness = 20", f"brightness = {LARGEST_BRIGHTNESS}"), TWO
        ).lamps.brightness
        == LARGEST_BRIGHTNESS
    )
    with pytest.raises(ValueError, match="brightness"):
        changed("brightness = 20", f"brightness = {LARGEST_BRIGHTNESS + 1}")


def test_openscad_gets_every_measure() -> None:
    """Give each length of card, code, slots and body to OpenSCAD once, and nothing else."""
    lines = FILES[SCAD].decode().splitlines()[1:]
    measures = dict(line.removesuffix(";").split(" = ") for line in lines)
    data = tomllib.loads(TEXT)
    assert (
        len(measures)
        == len(lines)
        == sum(len(data[name]) for name in ("card", "code", "slots", "body"))
    )
    assert sorted(map(float, measures.values())) == sorted(
        float(each) for name in ("card", "code", "slots", "body") for each in data[name].values()
    )


def test_a_measure_of_the_body_cannot_hide_another() -> None:
    """Refuse two measures of one name, of which OpenSCAD would use the later."""
    with pytest.raises(ValueError, match="slot_pitch in \\[body\\]"):
        dimensions(changed("[body] ", "[body]\nslot_pitch = 3\n#"))


@pytest.mark.parametrize(
    ("found", "expected", "shown"),
    [
        (b"a\nb\n", b"a\nc\n", (2, "b", "c")),
        (b"a\n", b"a\nb\n", (2, "", "b")),
        (b"a\nb", b"a", (2, "b", None)),
        (b"", b"a", (1, "", "a")),
        (b"\xff", b"\xfe", (1, "bytes that are no text", "text in UTF-8")),
        (b"a\r\n", b"a\n", (1, "a\r", "a")),
    ],
)
def test_the_first_line_that_differs_is_found(
    found: bytes, expected: bytes, shown: tuple[int, str | None, str | None]
) -> None:
    """Find the first differing line, also in a file that is short, long, empty or no text."""
    assert difference("file", found, expected) == FirstDifference("file", *shown)
