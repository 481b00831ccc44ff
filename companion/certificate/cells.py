"""From the cells of one slot, seen empty and with both ends of its test card, to figures and faults.

Each cell of a test card is white at one end at least (`companion.games.deck.TEST_CARDS`); what the firmware makes of cells is in
`card_reader.codes`, whose limits are meant here.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from card_reader.codes import CELLS, DARK

from companion.certificate.run import Cells, SlotsSeen
from companion.certificate.tasks import EMPTY_SLOTS, FACES, SLOT_TASKS, TURNED

WEAK: Final = 0.65
"""Below this share of its slot's usual white a sensor is weak: the reader still copes with paper and light that vary that much, not with more."""

PALE: Final = 0.35
"""Printed black that sends back more than this share of white is no black for infrared light."""

CRAMPED: Final = 0.6
"""Below this share of the contrast between the darkest white and the brightest black a slot is near its limit, which is 0.4: the two fifths
below which the firmware calls it dirty."""

GLARE: Final = 96
"""Rooms below this: so much light of the surroundings that a little more would blind the sensor."""


class CellFault(NamedTuple):
    """A cell (1-8) with a fault: BLIND, WEAK_CELL, SHINING, PALE_INK or GLARING, and how strong, as a share or a level."""

    cell: int
    kind: str
    measure: float


BLIND, WEAK_CELL, SHINING, PALE_INK, GLARING = "cell blind", "cell weak", "cell shining", "ink pale", "glare"


REVERSED, EXCHANGED = "array reversed", "cells exchanged"
"""Sensors that all see well, but each another cell than its own."""


class Figures(NamedTuple):
    """What a slot's cells came to: usual white (0-255), contrast, and the margin: what lies between white and black, as a share of it."""

    white: int
    contrast: int
    margin: float


def white_cells(slot: int, task: str) -> tuple[bool, ...]:
    """Which of the eight cells should be white in a slot (1-5) in a task.

    Cell 1, the highest bit, comes first. None is white with the task to empty the slots.
    """
    code = SLOT_TASKS[task][slot - 1].code or 0
    return tuple(bool(code >> (CELLS - 1 - cell) & 1) for cell in range(CELLS))


def _levels(slot: int, seen: Mapping[str, SlotsSeen]) -> tuple[list[list[int]], list[list[int]]]:
    """The levels of each cell where it should be white, and where it should be printed black."""
    white: list[list[int]] = [[] for _ in range(CELLS)]
    black: list[list[int]] = [[] for _ in range(CELLS)]
    for task in (FACES, TURNED):
        cells = seen[task].cells[slot - 1] if task in seen else None
        for cell, is_white in enumerate(white_cells(slot, task)):
            if cells is not None:
                (white if is_white else black)[cell].append(cells.levels[cell])
    return white, black


def figures(slot: int, seen: Mapping[str, SlotsSeen]) -> Figures | None:
    """A slot's figures; None where its cells were not told."""
    white, black = _levels(slot, seen)
    whites, blacks = [level for cell in white for level in cell], [level for cell in black for level in cell]
    if not whites or not blacks:
        return None
    contrast = max(whites) - min(blacks)
    return Figures(round(_usual(whites)), contrast, round((min(whites) - max(blacks)) / max(1, contrast), 2))


def cell_faults(slot: int, seen: Mapping[str, SlotsSeen]) -> tuple[CellFault, ...]:
    """What is wrong with single cells of a slot whose test card lay where it should.

    Cells that were not told give no fault. `cell` 0 is the slot as a whole: ink and light of the room concern all eight.
    """
    white, black = _levels(slot, seen)
    found = figures(slot, seen)
    faults = [fault for cell in range(CELLS) for fault in _white_fault(cell, white[cell], found)]
    empty = seen[EMPTY_SLOTS].cells[slot - 1] if EMPTY_SLOTS in seen else None
    # From DARK on the firmware does not call the slot empty any more.
    shining = [] if empty is None else [CellFault(cell + 1, SHINING, level) for cell, level in enumerate(empty.levels) if level >= DARK]
    inks = [level / found.white for cell in black for level in cell] if found is not None and found.white else []
    # One pale cell is a speck; ink that is none is pale in all of them.
    pale = [CellFault(0, PALE_INK, round(_usual(inks), 2))] if inks and not shining and _usual(inks) > PALE else []
    return (*faults, *shining, *pale, *_glare(slot, seen))


def misplaced(slot: int, seen: Mapping[str, SlotsSeen]) -> tuple[str, tuple[int, ...]] | None:
    """Whether a slot sees the right word from right to left (REVERSED), or with two cells (1-8) EXCHANGED; None where neither is so."""
    pairs = [(white_cells(slot, task), _whites(cells)) for task in (FACES, TURNED) if task in seen and (cells := seen[task].cells[slot - 1]) is not None]
    # In one word alone the two cells may be alike, and another fault look like an exchange.
    if len(pairs) < 2 or all(wanted == found for wanted, found in pairs):
        return None
    if all(wanted[::-1] == found for wanted, found in pairs):
        return REVERSED, ()
    wrong = sorted({cell for wanted, found in pairs for cell in range(CELLS) if wanted[cell] != found[cell]})
    if len(wrong) == 2 and all((wanted[wrong[0]], wanted[wrong[1]]) == (found[wrong[1]], found[wrong[0]]) for wanted, found in pairs):
        return EXCHANGED, (wrong[0] + 1, wrong[1] + 1)
    return None


def _whites(cells: Cells) -> tuple[bool, ...]:
    """Which cells look white: brighter than halfway between the darkest and the brightest.

    The firmware's own threshold, found anew for each read (hardware facts, section 2).
    """
    return tuple(2 * level > min(cells.levels) + max(cells.levels) for level in cells.levels)


def _white_fault(cell: int, levels: list[int], found: Figures | None) -> list[CellFault]:
    if found is None or not levels:
        return []
    # The better of both ends of the card: a speck on one is no fault of the sensor.
    if max(levels) < DARK:
        return [CellFault(cell + 1, BLIND, max(levels))]
    share = max(levels) / max(1, found.white)
    return [CellFault(cell + 1, WEAK_CELL, round(share, 2))] if share < WEAK else []


def _usual(values: list[int] | list[float]) -> float:
    """The value in the middle; the standard library's median would make the app's start longer."""
    return sorted(values)[len(values) // 2]


def _glare(slot: int, seen: Mapping[str, SlotsSeen]) -> list[CellFault]:
    told = [cells for task in seen.values() if (cells := task.cells[slot - 1]) is not None]
    least = min((room for cells in told for room in cells.rooms), default=255)
    return [CellFault(0, GLARING, least)] if least < GLARE else []
