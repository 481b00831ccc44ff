"""Every file that is made from the plan, and the difference of a file that does not match."""

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
    """The first line, from 1, in which a file differs from the plan; None for a missing line."""

    path: str
    line: int
    found: str | None
    expected: str | None


def made_files(plan: ReaderPlan) -> Mapping[str, bytes]:
    """Return the content of every file made from the plan, by its path in the repository.

    Written by `hardware make`, compared by `hardware check`. The same plan makes the same bytes on
    any machine, or the comparison would be useless.

    Raises:
        PressError: Fonts are missing.
        FormatError: Two measures have one name.
    """
    return {path: text(plan).encode() for path, text in TEXTS.items()} | {
        path: draw(plan) for path, draw in DRAWN.items()
    }


def difference(path: str, found: bytes, expected: bytes) -> FirstDifference | None:
    """Return where a file first differs from the one made from the plan; None if it is equal."""
    if found == expected:
        return None
    # Split at line feeds only: other line ends in a changed file are a difference.
    ours, theirs = (data.decode("utf-8", "replace").split("\n") for data in (found, expected))
    for number in range(max(len(ours), len(theirs))):
        pair = [lines[number] if number < len(lines) else None for lines in (ours, theirs)]
        if pair[0] != pair[1]:
            return FirstDifference(path, number + 1, *pair)
    # Only bytes that are not UTF-8 look alike and are not.
    return FirstDifference(path, 1, "bytes that are no text", "text in UTF-8")
