"""The bill of materials: how many of each part a table needs, what it costs about, and what can replace what."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from companion.formats.reader_values import Part, ReaderPlan
from companion.workshop.settings import MADE

SEATS: Final = (1, 4, 8)
"""The tables that the shipped bill is reckoned for."""


class Row(NamedTuple):
    """One line of a bill: so many of a part, and what they cost together, in dollars."""

    part: Part
    quantity: int
    cost: float


def bill(plan: ReaderPlan, seats: int) -> tuple[Row, ...]:
    """What a table with so many readers on USB needs.

    In the order of the plan, without parts of which none is needed. Prices are those of single pieces, however many are bought.
    """
    return _rows((part, seats * part.reader + part.table) for part in plan.part)


def header_bill(plan: ReaderPlan, readers: int) -> tuple[Row, ...]:
    """What a table with one or two readers on the Pi's header needs.

    The numbers of the plan are for both readers together, since they share converter and level shifter.
    """
    return _rows((part, part.header[readers - 1]) for part in plan.part)


def total(rows: Iterable[Row]) -> float:
    """What it costs in all, in dollars."""
    return sum(row.cost for row in rows)


def _rows(wanted: Iterable[tuple[Part, int]]) -> tuple[Row, ...]:
    return tuple(Row(part, quantity, quantity * part.price) for part, quantity in wanted if quantity)


def bill_page(plan: ReaderPlan) -> str:
    """`hardware/parts.md`."""
    usb = [{row.part.id: row.quantity for row in bill(plan, seats)} for seats in SEATS]
    header = [{row.part.id: row.quantity for row in header_bill(plan, readers)} for readers in (1, 2)]
    lines = [
        f"<!-- {MADE} -->", "# Parts", "",
        "Readers on USB, one Raspberry Pi Pico each, for one, four and eight seats; and one or two readers on the Raspberry Pi's own header.",
        "Prices are those of single pieces for hobbyists, ± 50 %. V is verified in a named public source, E an estimate, M wants to be measured",
        "before anybody relies on it. `clockwork-derby hardware parts --seats 5` prints the bill for another number of seats.", "",
        "| part | 1 seat | 4 seats | 8 seats | header, 1 | header, 2 | $ each | |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |",
    ]
    for part in plan.part:
        numbers = " | ".join(str(column.get(part.id, "")) for column in (*usb, *header))
        lines.append(f"| {part.name} | {numbers} | {part.price:.2f} | {part.mark} |")
    sums = [total(bill(plan, seats)) for seats in SEATS] + [total(header_bill(plan, readers)) for readers in (1, 2)]
    lines.append(f"| **about, in dollars** | {' | '.join(f'**{cost:.0f}**' for cost in sums)} | | E |")
    one = total(_rows((part, part.reader) for part in plan.part))
    lines += ["", f"One reader on USB costs about ${one:.0f}; the rest is the table.", "", "## What for, and what can replace it", ""]
    lines += ["| part | what for | instead |", "| --- | --- | --- |"]
    lines += [f"| {part.name} | {part.use} | {part.instead} |" for part in plan.part]
    return "\n".join([*lines, ""])
