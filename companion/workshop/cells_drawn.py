"""Which sensor looks at which cell: the lower end of a card and its sensors, true to scale."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.formats.reader_values import ReaderPlan
from companion.press.card_face import code_row
from companion.press.letters import centred
from companion.press.marks import MIDDLE, Circle, Group, Mark, Plate, Stroke, Words
from companion.press.paper import GREY, INK, PAPER
from companion.workshop.inks import CELLS

SHOWN: Final = 26.0
"""Millimetres of the card that are drawn."""
EXAMPLE: Final = 0b10110011
"""A word for the drawing's sake; with five white cells it is one that a card could have (hardware facts, section 2)."""


def row_of_cells(plan: ReaderPlan, left: float, bottom: float) -> Iterator[Mark]:
    """The card as the player sees it, with the cells' numbers, the row's height and the line on which the sensors look."""
    code, card = plan.code, plan.card
    corner, foot = left + 8, bottom + 6
    yield Words("Cells and sensors, as the player sees the card, true to scale", left, foot + SHOWN + 4, 4.2, INK, bold=True)
    yield Plate(corner, foot, card.width, SHOWN, card.corner, PAPER, INK, 0.3)
    yield Group(code_row(EXAMPLE, plan), corner, foot)
    for cell in range(1, code.cells + 1):
        x = corner + card.width / 2 + code.middle(cell)
        yield Circle((x, foot + code.sensors), 1.6, CELLS[cell - 1], PAPER, 0.3)
        yield centred(f"cell {cell}", x, foot + code.from_edge + code.height + 3, 2.6, INK)
        yield Words(f"OUT{cell}", x, foot - 4, 2.6, CELLS[cell - 1], bold=True, align=MIDDLE)
    yield Stroke(((corner - 4, foot + code.sensors), (corner + card.width + 4, foot + code.sensors)), GREY, 0.2, (1.2, 0.8))
    for row, words in enumerate((
        f"sensors {code.sensors:g} mm above the slot's floor", f"cells {code.pitch:g} mm apart, {code.height:g} mm high",
        f"{code.from_edge:g} mm of paper under them", f"sensors {plan.slots.sensor_distance:g} mm from the card",
    )):
        yield Words(words, corner + card.width + 5, foot + code.sensors + 8 - 4 * row, 2.6, INK)
