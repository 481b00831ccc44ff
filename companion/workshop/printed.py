"""The printed parts of a reader: which there are, how many of each a reader takes, and what openscad is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.formats.reader_plan import ReaderPlan
from companion.named_tuples import NamedTuple
from companion.workshop.settings import dimensions

MODEL: Final = "reader.scad"
MEASURES: Final = "dimensions.scad"
"""The file of the model that is made from the plan."""
SMOOTH: Final = 32
"""Corners of a circle in files for printing."""


class PrintedPart(NamedTuple):
    """One file for the printer: its name, the part of the model with further settings, and how many a reader takes."""

    name: str
    part: str
    pieces: int
    settings: tuple[str, ...] = ()

    def words(self, target: str) -> tuple[str, ...]:
        """Return what follows the name of openscad, in the folder of the model."""
        defined = (f'part="{self.part}"', f"$fn={SMOOTH}", *self.settings)
        return ("-o", target, *(word for setting in defined for word in ("-D", setting)), MODEL)


def printed_parts(plan: ReaderPlan) -> tuple[PrintedPart, ...]:
    """Return every part that a reader needs, and the gauge that tries its slots."""
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
    """Return the files of the model by their names, with the measures of this plan.

    Args:
        plan: The card reader.
        shipped: The `.scad` files as they lie beside the shipped plan.
    """
    return {**shipped, MEASURES: dimensions(plan)}
