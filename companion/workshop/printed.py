"""The printed parts of a reader: how many of each it takes, and the command for openscad."""

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
    """One file for the printer."""

    name: str
    part: str
    """The part of the model."""
    pieces: int
    """How many a reader takes."""
    settings: tuple[str, ...] = ()
    """Further settings of the model."""

    def words(self, target: str) -> tuple[str, ...]:
        """Return the arguments of openscad, run in the folder of the model."""
        defined = (f'part="{self.part}"', f"$fn={SMOOTH}", *self.settings)
        return ("-o", target, *(word for setting in defined for word in ("-D", setting)), MODEL)


def printed_parts(plan: ReaderPlan) -> tuple[PrintedPart, ...]:
    """Return every part of a reader, and the gauge that tests its slots."""
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
    """Return the files of the model by name, with the measures of this plan.

    Args:
        plan: The card reader.
        shipped: The `.scad` files beside the shipped plan.
    """
    return {**shipped, MEASURES: dimensions(plan)}
