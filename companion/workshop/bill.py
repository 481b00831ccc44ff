"""The bill of materials of a table, and the power budget of its readers.

Milliamperes are those at 5 V, unless it says 3.3 V. Sources: hardware facts, sections 4 and 5.
Nothing has been measured; the plan says how sure each figure is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.formats.reader_plan import ARRAY, BillPart, ReaderPlan
from companion.named_tuples import NamedTuple
from companion.workshop.settings import MADE

SEATS: Final = (1, 4, 8)
"""The numbers of seats in the shipped lists."""
BOARDS: Final = ("Raspberry Pi 3B+ or 4", "Raspberry Pi 5")


class BillRow(NamedTuple):
    """One line of a bill; `cost` is that of all pieces, in dollars."""

    part: BillPart
    quantity: int
    cost: float


def bill(plan: ReaderPlan, seats: int) -> tuple[BillRow, ...]:
    """Return the needs of a table with this many readers on USB.

    In the order of the plan, without unneeded parts. Prices are those of single pieces, for any
    number of them.
    """
    return _rows((part, seats * part.reader + part.table) for part in plan.part)


def header_bill(plan: ReaderPlan, readers: int) -> tuple[BillRow, ...]:
    """Return the needs of a table with one or two readers on the Pi's header.

    The numbers of the plan are for both readers together, since they share converter and level
    shifter.
    """
    return _rows((part, part.header[readers - 1]) for part in plan.part)


def total(rows: Iterable[BillRow]) -> float:
    """Return the total cost in dollars."""
    return sum(row.cost for row in rows)


def _rows(wanted: Iterable[tuple[BillPart, int]]) -> tuple[BillRow, ...]:
    return tuple(
        BillRow(part, quantity, quantity * part.price) for part, quantity in wanted if quantity
    )


def bill_page(plan: ReaderPlan) -> str:
    """Write `hardware/parts.md`, the bill of materials."""
    usb = [{row.part.id: row.quantity for row in bill(plan, seats)} for seats in SEATS]
    header = [
        {row.part.id: row.quantity for row in header_bill(plan, readers)} for readers in (1, 2)
    ]
    lines = [
        f"<!-- {MADE} -->",
        "# Parts",
        "",
        "Readers on USB, one Raspberry Pi Pico each, for one, four and eight seats; and one or"
        " two readers on the Raspberry Pi's own header.",
        "Prices are those of single pieces for hobbyists, ± 50 %. V is verified in a named public"
        " source, E an estimate, M wants to be measured",
        "before anybody relies on it. `clockwork-derby hardware parts --seats 5` prints the bill"
        " for another number of seats.",
        "",
        "| part | 1 seat | 4 seats | 8 seats | header, 1 | header, 2 | $ each | |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |",
    ]
    for part in plan.part:
        numbers = " | ".join(str(column.get(part.id, "")) for column in (*usb, *header))
        lines.append(f"| {part.name} | {numbers} | {part.price:.2f} | {part.mark} |")
    sums = [total(bill(plan, seats)) for seats in SEATS] + [
        total(header_bill(plan, readers)) for readers in (1, 2)
    ]
    lines.append(
        f"| **about, in dollars** | {' | '.join(f'**{cost:.0f}**' for cost in sums)} | | E |"
    )
    one = total(_rows((part, part.reader) for part in plan.part))
    lines += [
        "",
        f"One reader on USB costs about ${one:.0f}; the rest is the table.",
        "",
        "## What for, and what can replace it",
        "",
    ]
    lines += ["| part | what for | instead |", "| --- | --- | --- |"]
    lines += [f"| {part.name} | {part.use} | {part.instead} |" for part in plan.part]
    return "\n".join([*lines, ""])


# ---- Power ---------------------------------------------------------------------------------------


class Budget(NamedTuple):
    """The currents of some readers, in milliamperes."""

    rows: tuple[tuple[str, int, int], ...]
    """For each load its name, average and peak of all readers."""
    average: int
    peak: int
    left: int
    """The rest of the hub's current at the peak."""


def budget(plan: ReaderPlan, seats: int) -> Budget:
    """Return the current of this many readers on USB.

    `seats` from 1. The rest of the hub may be below 0: it is reported, not refused.
    """
    rows = tuple((load.name, seats * load.average, seats * load.peak) for load in plan.load)
    average, peak = sum(row[1] for row in rows), sum(row[2] for row in rows)
    return Budget(rows, average, peak, plan.power.hub - peak)


def lit(plan: ReaderPlan) -> int:
    """Return the current of one lit sensor array.

    The plan always has that load (`companion.formats.reader_plan`).
    """
    return next(load.peak for load in plan.load if load.id == ARRAY)


def without_hub(plan: ReaderPlan) -> tuple[tuple[str, int, int], ...]:
    """Return for each kind of Pi: the USB current, and how many readers it feeds without a hub.

    Peaks are added up, although reads are staggered: the supply must also survive simultaneous
    ones.
    """
    peak = budget(plan, 1).peak
    return tuple(
        (board, limit, limit // peak) for board, limit in zip(BOARDS, plan.power.usb, strict=True)
    )


def header_rows(plan: ReaderPlan) -> tuple[tuple[str, int, int], ...]:
    """Return the loads on the Pi's header: the name, the current, and its limit.

    A slot is lit at both readers together, since they share the five light lines.
    """
    power = plan.power
    return (
        (
            "3.3 V: arrays of one slot number of two readers, lit for a few milliseconds",
            2 * lit(plan),
            power.header_3v3,
        ),
        (
            "GPIOs: five red LEDs of one reader",
            len(plan.header.leds) * power.led,
            power.header_pins,
        ),
        ("one GPIO: one red LED", power.led, power.header_pin),
    )


def budget_page(plan: ReaderPlan) -> str:
    """Write `hardware/power.md`, the power budget."""
    one = budget(plan, 1)
    # Ten pixels: 20 mA of one colour at full brightness, 1 mA for each chip (hardware facts,
    # section 5).
    strip = round(10 * (20 * plan.lamps.brightness / 100 + 1))
    lines = [
        f"<!-- {MADE} -->",
        "# Power",
        "",
        "What card readers draw from USB, in milliamperes at 5 V. Nothing of this has been"
        " measured. V is verified in a named public source, E an",
        "estimate, M wants to be measured before anybody relies on it.",
        "",
        "## One reader",
        "",
        "| load | average | peak | |",
        "| --- | ---: | ---: | --- |",
        *(f"| {load.name} | {load.average} | {load.peak} | {load.note} |" for load in plan.load),
        f"| **one reader** | **{one.average}** | **{one.peak}** | |",
        "",
        f"The lit array hangs on the Pico's 3.3 V pin, which should give {plan.power.pico_3v3} mA"
        " at most: one array at a time fits, all five would",
        f"want {len(plan.pico.light) * lit(plan)}. The firmware never lights two. While it does"
        " not run yet, the",
        "resistors from the light lines to ground keep all arrays dark.",
        "",
        "## All readers",
        "",
        *_all(plan),
        "",
        "## Without a hub",
        "",
        "| | its USB ports give | readers at their peak |",
        "| --- | ---: | ---: |",
        *(f"| {board} | {limit} | {readers} |" for board, limit, readers in without_hub(plan)),
        "",
        "A Pi 5 on a supply of 5 A gives 1600 mA. Screen and scanner on USB take their share of"
        " that.",
        "",
        "## On the Pi's header",
        "",
        "| | draws | may draw |",
        "| --- | ---: | ---: |",
        *(f"| {what} | {draws} | {limit} |" for what, draws, limit in header_rows(plan)),
        "",
        "Ten pixels on the Pi's 5 V: "
        + (
            f"{strip} mA with all of them red at {plan.lamps.brightness} per cent. More"
            " pixels want a supply of their own."
        ),
        "",
    ]
    return "\n".join(lines)


def _all(plan: ReaderPlan) -> list[str]:
    """Return the table for one, four and eight readers: rows, totals, the rest of the hub."""
    found = [budget(plan, seats) for seats in SEATS]
    lines = [
        f"| at the peak | {' | '.join(f'{seats} reader' + 's' * (seats > 1) for seats in SEATS)} |",
        "| --- | ---: | ---: | ---: |",
    ]
    lines += [
        f"| {load.name} | {' | '.join(str(each.rows[place][2]) for each in found)} |"
        for place, load in enumerate(plan.load)
    ]
    lines.append(f"| **together** | {' | '.join(f'**{each.peak}**' for each in found)} |")
    lines.append(
        f"| left of a hub of {plan.power.hub} mA | {' | '.join(str(each.left) for each in found)} |"
    )
    lines.append(f"| *on average* | {' | '.join(f'*{each.average}*' for each in found)} |")
    return lines
