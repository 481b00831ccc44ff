"""Connections as lists that people tick off while they solder."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.formats.reader_values import ReaderPlan
from companion.workshop.connections import HUB, ONE, PICO, TWO, WAYS, Leg, Net, connections
from companion.workshop.settings import MADE
from companion.workshop.sockets import CONVERTER, HEADER, SHIFTER, Socket
from companion.workshop.sockets import PICO as PICO_SOCKET

TITLES: Final = {
    PICO: "Card reader with a Raspberry Pi Pico", HUB: "Hub and power", TWO: "Two readers on the Raspberry Pi's header",
    ONE: "One reader on the Raspberry Pi's header, five red LEDs",
}
NUMBERED: Final[dict[str, Socket]] = {"Pico": PICO_SOCKET, "Pi": HEADER, "74AHCT125": SHIFTER, "MCP3008": CONVERTER}
"""The parts whose pins have numbers."""
ENDS: Final = {"1": "one", "2": "other"}


def leg_words(leg: Leg) -> str:
    """A leg as people look for it: "Pico GP9 (pin 12)"; the ends of a resistor are alike."""
    if leg.name in ENDS:
        return f"{leg.part}, {ENDS[leg.name]} end"
    pins = NUMBERED[leg.part].pins(leg.name) if leg.part in NUMBERED else ()
    if not pins:
        return f"{leg.part} {leg.name}"
    numbers = ", ".join(str(pin.number) for pin in pins)
    return f"{leg.part} {leg.name} (pin{'s' if len(pins) > 1 else ''} {numbers})"


def gathered(legs: Iterable[Leg]) -> str:
    """Legs in few words: those of one name are named once, "S0 of mux A, B, C".

    In the order in which each name comes first; "; " between names.
    """
    parts: dict[str, list[str]] = {}
    for leg in legs:
        parts.setdefault(leg.name, []).append(leg.part)
    return "; ".join(
        f"{f'{ENDS[name]} end' if name in ENDS else name} of {_together(where)}" if len(where) > 1 else leg_words(Leg(where[0], name))
        for name, where in parts.items()
    )


def _together(parts: list[str]) -> str:
    """Parts that differ in their last word only say the others once."""
    kinds: dict[str, list[str]] = {}
    for part in parts:
        # "mux A" and "mux B" become "mux A, B"; a name of one word has an empty kind.
        kind, _, last = part.rpartition(" ")
        kinds.setdefault(kind, []).append(last)
    return ", ".join(f"{kind} {', '.join(lasts)}".strip() for kind, lasts in kinds.items())


def netlist_page(plan: ReaderPlan) -> str:
    """`hardware/wiring/connections.md`: every wire of every diagram."""
    lines = [
        f"<!-- {MADE} -->", "# Connections", "",
        "Every wire of the diagrams, one line for each. All legs on a line are joined. Where a pin has several numbers, any of them does.",
    ]
    for way in WAYS:
        lines += ["", f"## {TITLES[way]}", "", f"![{TITLES[way]}]({way}.svg)", "", "| wire | from | to |", "| --- | --- | --- |"]
        lines += [_row(net) for net in connections(plan, way)]
    return "\n".join([*lines, ""])


def _row(net: Net) -> str:
    return f"| {net.name} | {leg_words(net.legs[0])} | {gathered(net.legs[1:])} |"
