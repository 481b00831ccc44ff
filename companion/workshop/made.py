"""Every file that is made from the plan, and what is different where one does not agree with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from companion.formats.reader_plan import ReaderPlan
from companion.named_tuples import NamedTuple
from companion.workshop.bill import bill_page, budget_page
from companion.workshop.connections import WAYS, netlist_page
from companion.workshop.diagrams import board_drawing, diagram
from companion.workshop.settings import dimensions, firmware_pins, one_player, two_players

TEXTS: Final[Mapping[str, Callable[[ReaderPlan], str]]] = {
    "firmware/card_reader/pins.py": firmware_pins,
    "hardware/tables/two-players.toml": two_players,
    "hardware/tables/one-player-leds.toml": one_player,
    "hardware/parts.md": bill_page,
    "hardware/power.md": budget_page,
    "hardware/wiring/connections.md": netlist_page,
    "hardware/reader/dimensions.scad": dimensions,
}
DRAWN: Final[Mapping[str, Callable[[ReaderPlan], bytes]]] = {
    **{f"hardware/wiring/{way}.svg": partial(diagram, way=way) for way in WAYS},
    "hardware/wiring/array-board.svg": board_drawing,
}


class FirstDifference(NamedTuple):
    """The first line, from 1, in which a file is not as the plan makes it; None for a line that is not there."""

    path: str
    line: int
    found: str | None
    expected: str | None


def made(plan: ReaderPlan) -> Mapping[str, bytes]:
    """The content of every file that is made from the plan, by its path in the repository; PressFault where fonts are missing.

    Written by `hardware make`, compared by `hardware check`; the same plan makes the same bytes on any machine, or the comparison were worth
    nothing. FormatFault where two measures have one name.
    """
    return {path: text(plan).encode() for path, text in TEXTS.items()} | {
        path: draw(plan) for path, draw in DRAWN.items()
    }


def difference(path: str, found: bytes, expected: bytes) -> FirstDifference | None:
    """Where a file first differs from what the plan makes of it; None where it agrees."""
    if found == expected:
        return None
    # Split at line feeds only: other ends of lines in a changed file are a difference to be shown.
    ours, theirs = (data.decode("utf-8", "replace").split("\n") for data in (found, expected))
    for number in range(max(len(ours), len(theirs))):
        pair = [lines[number] if number < len(lines) else None for lines in (ours, theirs)]
        if pair[0] != pair[1]:
            return FirstDifference(path, number + 1, *pair)
    # Only bytes that are no UTF-8 look alike and are not.
    return FirstDifference(path, 1, "bytes that are no text", "text in UTF-8")
