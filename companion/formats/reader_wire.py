"""How much wire a card reader takes, for the bill and the building guide."""

from __future__ import annotations

from math import ceil
from typing import Final, NamedTuple

from companion.formats.misread import Misread
from companion.signals import SLOTS

WIRE: Final = "wire"
"""The part of the bill that is counted in metres."""
ARRAY_WIRES: Final = 11
"""Of one array: VCC, GND, CTRL and an output for each of eight cells."""


class WirePlan(NamedTuple):
    """The shortest and the longest wire from an array in millimetres, and the metres of all other wires of a reader."""

    shortest: float
    longest: float
    others: float


def metres_of_wire(wiring: WirePlan) -> tuple[float, float]:
    """Return the least and the most wire that a reader takes, in metres."""
    least, most = (
        ARRAY_WIRES * SLOTS * length / 1000 + wiring.others
        for length in (wiring.shortest, wiring.longest)
    )
    return least, most


def wire_fault(wiring: WirePlan, bought: tuple[int, ...] | None) -> Misread | None:
    """Say what is wrong where the bill buys less wire than the longest wires take.

    Args:
        wiring: How long the wires are.
        bought: Metres for a reader on USB, and for one and two readers on the header; None where the bill has no wire.
    """
    wanted = ceil(metres_of_wire(wiring)[1])
    expected = f"{wanted}, {wanted} and {2 * wanted} at least, for wires of {wiring.longest:g} mm"
    if bought is None:
        return Misread(
            f"no part with the id {WIRE!r}", f"one with the metres of wire of a reader: {expected}"
        )
    if any(
        found < least for found, least in zip(bought, (wanted, wanted, 2 * wanted), strict=True)
    ):
        return Misread(
            f"{bought[0]} metres of wire for a reader, {bought[1]} and {bought[2]} for one and two on the header",
            expected,
        )
    return None
