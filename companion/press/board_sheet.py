"""One sheet of a board that is glued together: its part of the drawing, and around it what says where to cut, to glue and to lay it."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.press.extents import within
from companion.press.letters import fitting
from companion.press.marks import Circle, Group, Mark, Page, Plate, Stroke, Words
from companion.press.palette import BRASS, GREY, INK, PAPER
from companion.press.paper import Paper
from companion.press.tiling import FOOT, OVERLAP, STRIP, Sheet, Tiling

HAIRLINE: Final = 0.15
OFF: Final = 0.8
"""From the drawing to the marks beside it."""
CROSS: Final = 2.2
"""The arm of a cross that lies on two neighbours."""


def crosses(plan: Tiling) -> tuple[Mark, ...]:
    """Crosses in rings, part of the drawing: laid over each other they show that two sheets lie right."""
    found: list[Mark] = []
    for x, y in plan.crosses():
        found.append(Circle((x, y), CROSS * 0.55, "", INK, HAIRLINE))
        found += [Stroke(((x - CROSS, y), (x + CROSS, y)), INK, HAIRLINE), Stroke(((x, y - CROSS), (x, y + CROSS)), INK, HAIRLINE)]
    return tuple(found)


def sheet_page(drawing: tuple[Mark, ...], plan: Tiling, sheet: Sheet, paper: Paper, name: str) -> Page:
    """A page with the sheet's part of the drawing in the middle of what the printer reaches.

    `drawing` is the whole table; only what reaches into the sheet is carried over, or a board on many sheets would be as many times as
    large a file.
    """
    left, low, right, top = sheet.window
    room, foot = plan.width - 2 * (paper.margin + STRIP), paper.margin + FOOT
    x = paper.margin + STRIP + (room - (right - left)) / 2
    y = foot + (plan.height - foot - paper.margin - STRIP - (top - low)) / 2
    picture = Group(within(drawing, sheet.window), x - left, y - low, clip=sheet.window)
    around = Group(tuple(_around(plan, sheet, right - left, top - low)), x, y)
    return Page(plan.width, plan.height, (picture, around, *_foot(plan, sheet, paper, name)))


def _around(plan: Tiling, sheet: Sheet, width: float, height: float) -> Iterator[Mark]:
    """Marks beside the drawing, counted from its lower left corner."""
    far = STRIP - 0.3
    for x, way in ((0.0, -1), (width, 1)):
        for y, up in ((0.0, -1), (height, 1)):
            yield Stroke(((x + way * OFF, y), (x + way * far, y)), INK, HAIRLINE)
            yield Stroke(((x, y + up * OFF), (x, y + up * far)), INK, HAIRLINE)
    # A flap lies on the east and the south: the neighbours there are glued onto it.
    if sheet.column < plan.columns - 1:
        yield from _flap(width)
        yield Group(tuple(_flap(width)), 0, height + STRIP)
    if sheet.row < plan.rows - 1:
        # The same marks turned a quarter: along the sheet's sides from its lower end.
        yield Group(tuple(_flap(OVERLAP)), -STRIP, 0, turn=-90)
        yield Group(tuple(_flap(OVERLAP)), width, 0, turn=-90)


def _flap(end: float) -> Iterator[Mark]:
    """A bracket with the word over the last OVERLAP millimetres of a side, in the strip below it."""
    start, y = end - OVERLAP, -STRIP / 2
    for x in (start, end):
        yield Stroke(((x, -OFF), (x, -STRIP + 0.3)), GREY, 0.2)
    yield Stroke(((start, y), (start + 2.0, y)), GREY, 0.2)
    yield Stroke(((end - 2.0, y), (end, y)), GREY, 0.2)
    yield Words("glue", (start + end) / 2, y - 0.8, 2.8, GREY, align="middle")


def _foot(plan: Tiling, sheet: Sheet, paper: Paper, name: str) -> Iterator[Mark]:
    """Which sheet it is, how it is handled, and a small map of all sheets.

    Words are made smaller until they have room; they lie outside of what is cut out.
    """
    number, count = sheet.row * plan.columns + sheet.column + 1, len(plan.sheets)
    low = paper.margin + 0.6
    picture = tuple(sheet_map(plan, number - 1, FOOT - STRIP - 0.8))
    across = sheet_size(plan, FOOT - STRIP - 0.8)[0] * plan.columns
    left = paper.margin + STRIP
    yield Group(picture, left, low)
    text = f"{name}: sheet {number} of {count} (row {sheet.row + 1}, column {sheet.column + 1})"
    advice = _advice(plan, sheet)
    room = plan.width - 2 * left - across - 3
    size = fitting(f"{text}   {advice}", 3.4, room)
    yield Words(text, left + across + 3, low + 1.0, size, INK, bold=True)
    yield Words(advice, plan.width - left, low + 1.0, size * 0.94, GREY, align="right")


def _advice(plan: Tiling, sheet: Sheet) -> str:
    """What scissors and glue do on this sheet."""
    sides = [side for side, there in (("left", sheet.column), ("upper", sheet.row)) if there]
    if not sides:
        return "print at 100 %; the others are glued onto its flaps" if len(plan.sheets) > 1 else "print at 100 %"
    return f"print at 100 %; cut off its {' and '.join(sides)} edge{'s' if len(sides) > 1 else ''}, glue onto its neighbour{'s' if len(sides) > 1 else ''}"


def sheet_size(plan: Tiling, height: float) -> tuple[float, float]:
    """Width and height of one sheet in a map of all that is so high."""
    tall = height / plan.rows
    return tall * plan.width / plan.height, tall


def sheet_map(plan: Tiling, present: int, height: float) -> Iterator[Mark]:
    """All sheets as small plates from the origin upwards, one of them (counted from 0) filled."""
    wide, tall = sheet_size(plan, height)
    for number, sheet in enumerate(plan.sheets):
        ink = BRASS if number == present else PAPER
        yield Plate(sheet.column * wide, (plan.rows - 1 - sheet.row) * tall, wide, tall, 0, ink, INK, 0.2)
