"""The power budget adds up; the bill has what seats, table and drawings need."""

from __future__ import annotations

import re

import pytest

from companion.content.reader import plan_file
from companion.formats.reader_plan import metres_of_wire
from companion.workshop.bill import (
    SEATS,
    BillRow,
    bill,
    budget,
    header_bill,
    header_rows,
    lit,
    total,
    without_hub,
)
from companion.workshop.connections import ONE, PICO, TWO, connections
from tests.workshop.plans import FILES, SHIPPED, changed

POWER, PARTS = "hardware/power.md", "hardware/parts.md"
KINDS = {
    "Pico": "pico",
    "mux": "mux",
    "array": "array",
    "74AHCT125": "shifter",
    "MCP3008": "adc",
    "capacitor": "capacitor",
    "LED": "led",
    "resistor data": "resistor_data",
    "resistor down": "resistor_down",
    "resistor LED": "resistor_led",
    "switch": "microswitch",
    "switch service": "button",
}
"""The names of parts in the drawings, and their lines of the bill."""


def table(path: str, head: str) -> dict[str, list[str]]:
    """Return a table of a made page by its first column, without emphasis."""
    text = FILES[path].decode().replace("*", "")
    rows = text[text.index(head) :].split("\n\n")[0].strip().split("\n")[2:]
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    return {first: rest for first, *rest in cells}


@pytest.mark.parametrize("seats", range(1, 9))
def test_the_budget_adds_up(seats: int) -> None:
    """Add the rows up to the totals for each number of readers, within the hub's power."""
    found = budget(SHIPPED, seats)
    assert (sum(row[1] for row in found.rows), sum(row[2] for row in found.rows)) == (
        found.average,
        found.peak,
    )
    assert [row[2] for row in found.rows] == [seats * load.peak for load in SHIPPED.load]
    assert found.peak + found.left == SHIPPED.power.hub and found.left >= 0


def test_the_budget_has_the_facts_figures() -> None:
    """Use the figures of section 5: 30 mA a Pico, 25 five pixels, 100 a lit array.

    A reader's peak is 160, and eight need 1.3 A.
    """
    assert {load.id: load.peak for load in SHIPPED.load if load.id != "rest"} == {
        "pico": 30,
        "pixels": 25,
        "array": 100,
    }
    assert budget(SHIPPED, 1).peak == 160 and round(budget(SHIPPED, 8).peak / 1000, 1) == 1.3


def test_the_printed_budget_adds_up() -> None:
    """Add up every column of the printed page."""
    one = table(POWER, "| load |")
    *rows, together = one.values()
    assert [sum(int(row[column]) for row in rows) for column in (0, 1)] == [
        int(together[0]),
        int(together[1]),
    ]
    every = table(POWER, "| at the peak |")
    for column, seats in enumerate(SEATS):
        peaks = [
            int(cells[column])
            for name, cells in every.items()
            if name in {load.name for load in SHIPPED.load}
        ]
        assert sum(peaks) == int(every["together"][column]) == seats * int(together[1])
        assert (
            sum(peaks) + int(every[f"left of a hub of {SHIPPED.power.hub} mA"][column])
            == SHIPPED.power.hub
        )


def test_what_a_pi_alone_can_feed() -> None:
    """Feed as many readers by a Pi as its ports give peaks of, and no more."""
    for _, limit, readers in without_hub(SHIPPED):
        assert budget(SHIPPED, readers).peak <= limit < budget(SHIPPED, readers + 1).peak
    assert [readers for _, _, readers in without_hub(SHIPPED)] == [7, 3]


def test_what_hangs_on_the_header_fits() -> None:
    """Feed two arrays at 3.3 V and five LEDs on GPIOs, one on a pin."""
    assert all(draws <= limit for _, draws, limit in header_rows(SHIPPED))
    assert header_rows(SHIPPED)[0][1] == 2 * lit(SHIPPED) == 200


@pytest.mark.parametrize("seats", SEATS)
def test_the_bill_is_readers_and_table(seats: int) -> None:
    """Multiply the parts of a reader by the seats, and add the table's; costs follow."""
    rows = bill(SHIPPED, seats)
    assert {row.part.id: row.quantity for row in rows} == {
        part.id: seats * part.reader + part.table
        for part in SHIPPED.part
        if part.reader or part.table
    }
    assert total(rows) == pytest.approx(sum(row.quantity * row.part.price for row in rows))


def test_a_reader_costs_what_the_facts_say() -> None:
    """Cost 75 to 90 dollars with five ready arrays, by section 3."""
    assert 75 <= total(bill(SHIPPED, 2)) - total(bill(SHIPPED, 1)) <= 90


def test_the_printed_bill_has_every_part() -> None:
    """Print quantities for one, four and eight seats, and one and two readers on the header."""
    page = table(PARTS, "| part | 1 seat |")
    for part in SHIPPED.part:
        numbers = [*(seats * part.reader + part.table for seats in SEATS), *part.header]
        assert [int(cell or 0) for cell in page[part.name][:5]] == numbers
    assert {part.name: [part.use, part.instead] for part in SHIPPED.part} == table(
        PARTS, "| part | what for |"
    )


@pytest.mark.parametrize(
    ("way", "rows"),
    [(PICO, bill(SHIPPED, 1)), (ONE, header_bill(SHIPPED, 1)), (TWO, header_bill(SHIPPED, 2))],
)
def test_the_bill_has_what_the_drawing_shows(way: str, rows: tuple[BillRow, ...]) -> None:
    """Count each part of a drawing, and the pixels of the strips."""
    quantities = {row.part.id: row.quantity for row in rows}
    drawn: dict[str, set[str]] = {}
    for part in {leg.part for net in connections(SHIPPED, way) for leg in net.legs} - {
        "Pi",
        "strip",
    }:
        plain = re.sub(r"^reader [AB] ", "", part)
        if plain in KINDS:
            kind = plain
        else:
            kind = next(name for name in sorted(KINDS, reverse=True) if plain.startswith(name))
        drawn.setdefault(KINDS[kind], set()).add(part)
    assert {kind: len(parts) for kind, parts in drawn.items()} == {
        kind: quantities[kind] for kind in drawn
    }
    assert set(drawn) == set(quantities) & set(KINDS.values())
    assert quantities.get("pixel", 0) == {PICO: 5, TWO: 10, ONE: 0}[way]


@pytest.mark.parametrize(
    ("way", "readers", "rows"),
    [(PICO, 1, bill(SHIPPED, 1)), (PICO, 4, bill(SHIPPED, 4)), (TWO, 2, header_bill(SHIPPED, 2))],
)
def test_there_is_wire_for_every_array(way: str, readers: int, rows: tuple[BillRow, ...]) -> None:
    """Have wire for all arrays at their greatest length, as the guide says."""
    ends = sum(
        leg.part.startswith(("array", "reader A array", "reader B array"))
        for net in connections(SHIPPED, way)
        for leg in net.legs
    )
    arrays = ends * (readers if way == PICO else 1)
    wiring, metres = SHIPPED.wiring, next(row.quantity for row in rows if row.part.id == "wire")
    assert (
        arrays == 55 * readers
        and metres >= arrays * wiring.longest / 1000 + readers * wiring.others
    )
    least, most = metres_of_wire(wiring)
    guide = " ".join((plan_file().parents[1] / "docs/build/wire.md").read_text("utf-8").split())
    assert (
        f"Eleven wires of {wiring.shortest / 10:g} to {wiring.longest / 10:g} cm on each: "
        f"VCC, GND, CTRL, OUT1 to OUT8"
    ) in guide
    assert (
        f"{least - wiring.others:.0f} to {most - wiring.others:.0f} m for the five arrays" in guide
    )


def test_the_bill_has_what_the_guide_takes_in_hand() -> None:
    """List what the guide uses: sockets, paint or felt, both glues, ties for the floor plates."""
    quantities = [{row.part.id: row.quantity for row in bill(SHIPPED, seats)} for seats in (1, 4)]
    assert (
        [found["socket"] for found in quantities]
        == [found["shifter"] for found in quantities]
        == [1, 4]
    )
    assert all(
        row.quantity == 1 for row in header_bill(SHIPPED, 1) if row.part.id in ("adc", "socket_adc")
    )
    for part in ("tie", "hot_glue", "black", "glue"):
        assert all(found[part] for found in quantities), part
    assert quantities[1]["black"] == 1 and quantities[1]["tie"] == 4 * quantities[0]["tie"]


def test_no_part_is_called_by_a_number_for_orders() -> None:
    """Name parts by what matters, without order numbers, except common chips, boards and screws."""
    known = {"CD74HC4067", "74AHCT125", "MCP3008", "WS2812B", "microSD"}
    for part in SHIPPED.part:
        odd = {
            word
            for word in re.findall(r"[A-Za-z][\w-]*\d[\w-]*|\d[\w-]*[A-Za-z]{2,}[\w-]*", part.name)
            if not re.fullmatch(r"M[23]|A4", word)
        }
        assert odd <= known, part.name


def test_other_parts_make_another_bill() -> None:
    """Add a part for each seat for one more in a reader."""
    more = changed(
        "reader = 1\ntable = 0\nheader = [0, 0]\nprice = 4.0",
        "reader = 2\ntable = 0\nheader = [0, 0]\nprice = 4.0",
    )
    assert [row.quantity for row in bill(more, 4) if row.part.id == "pico"] == [8]
