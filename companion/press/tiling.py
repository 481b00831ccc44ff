"""A drawing larger than the paper, spread over overlapping sheets to be glued together.

Lengths are in millimetres. Tiles are numbered from the north-west, row by row. Each is glued over
its neighbours in the west and in the north: it is cut along those sides, on a seam of the drawing,
and has a flap for glue on the other two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from companion.errors import PressError
from companion.named_tuples import NamedTuple
from companion.press.letters import fitting_size, text_width
from companion.press.marks import (
    ArcMark,
    Box,
    Circle,
    Fill,
    Mark,
    MarkGroup,
    Mosaic,
    Point,
    Rectangle,
    SheetSide,
    Stroke,
    TextLine,
)
from companion.press.paper import BRASS, GREY, INK, PAPER, PAPERS, Paper
from companion.press.scale_bar import scale_bar

OVERLAP: Final = 10.0
"""The part of the drawing on two neighbours: the flap for glue."""
CROSS_IN: Final = 7.3
"""From a cut to the crosses in its overlap: clear of the names in the squares' corners."""
MOST: Final = 24
"""Nobody glues more sheets than this together."""
STRIP, FOOT = 4.0, 11.0
"""Room on each sheet between drawing and margin for marks, and more of it below for words."""
HAIRLINE: Final = 0.15
OFF: Final = 0.8
"""From the drawing to the marks beside it."""
CROSS: Final = 2.2
"""The arm of a cross on two neighbours."""


class SheetTile(NamedTuple):
    """One sheet: its place counted from 0 in the north-west, and its part of the drawing."""

    row: int
    column: int
    window: Box


class SheetLayout(NamedTuple):
    """All sheets in order, with the paper as it is turned."""

    width: float
    height: float
    rows: int
    columns: int
    sheets: tuple[SheetTile, ...]

    def crosses(self) -> tuple[Point, ...]:
        """Return points that neighbours share: near both ends of each overlap, and at crossings.

        None is on a seam itself, where it would be cut away.
        """
        west, south, east, north = (
            self.sheets[0].window[0],
            self.sheets[-1].window[1],
            self.sheets[-1].window[2],
            self.sheets[0].window[3],
        )
        across = [self.sheets[column].window[0] + CROSS_IN for column in range(1, self.columns)]
        up = [self.sheets[row * self.columns].window[3] - CROSS_IN for row in range(1, self.rows)]
        inset = OVERLAP / 4
        return (
            *((x, y) for x in across for y in (south + inset, *up, north - inset)),
            *((x, y) for y in up for x in (west + inset, east - inset)),
        )


def sheet_layout(
    box: Box, seams: tuple[Sequence[float], Sequence[float]], paper: Paper, name: str
) -> SheetLayout:
    """Return the fewest sheets that show the box, upright or sideways, cut only at seams.

    `seams` are those across, then those upwards.

    Raises:
        PressError: There are more than MOST; the message names a better paper.
    """
    best = _fewest(box, seams, paper)
    if len(best.sheets) <= MOST:
        return best
    others = {other.name: len(_fewest(box, seams, other).sheets) for other in PAPERS.values()}
    enough = [f"{other} ({count} sheets)" for other, count in others.items() if count <= MOST]
    # Other paper first: nobody redraws a board because of a printer.
    remedy = f"print it on {' or '.join(enough)}" if enough else "make the board smaller"
    width, height = box[2] - box[0], box[3] - box[1]
    raise PressError(
        f"{name} is {width:.0f} × {height:.0f} mm: found {len(best.sheets)} sheets of"
        f" {paper.name}, expected {MOST} at most; {remedy}"
    )


def _fewest(box: Box, seams: tuple[Sequence[float], Sequence[float]], paper: Paper) -> SheetLayout:
    standing = _layout_at(box, seams, paper.width, paper.height, paper.margin)
    lying = _layout_at(box, seams, paper.height, paper.width, paper.margin)
    return min(standing, lying, key=lambda found: len(found.sheets))


def _layout_at(
    box: Box,
    seams: tuple[Sequence[float], Sequence[float]],
    width: float,
    height: float,
    margin: float,
) -> SheetLayout:
    left, low, right, top = box
    across = stretches(left, right, seams[0], width - 2 * (margin + STRIP))
    # Downwards from the north, so counted with the opposite sign.
    down = stretches(
        -top, -low, [-seam for seam in reversed(seams[1])], height - 2 * margin - STRIP - FOOT
    )
    sheets = [
        SheetTile(row, column, (west, -far, east, -near))
        for row, (near, far) in enumerate(down)
        for column, (west, east) in enumerate(across)
    ]
    return SheetLayout(width, height, len(down), len(across), tuple(sheets))


def stretches(
    low: float, high: float, seams: Sequence[float], room: float
) -> list[tuple[float, float]]:
    """Divide low to high into as few, about equal stretches as possible, cut at seams.

    None is longer than `room`. Each reaches OVERLAP into the next one. Neighbouring seams must be
    closer together than room without OVERLAP.
    """
    greedy = [low]
    while high - greedy[-1] > room:
        greedy.append(max(seam for seam in seams if seam <= greedy[-1] + room - OVERLAP))
    # The greedy choice gives the fewest stretches; then seams are sought for more equal lengths. If
    # one of those stretches would be too long, the greedy ones stay.
    count = len(greedy)
    even = [
        low,
        *(
            min(seams, key=lambda seam: abs(seam - low - step * (high - low) / count))
            for step in range(1, count)
        ),
    ]
    for starts in (even, greedy):
        found = [
            (start, min(high, later + OVERLAP))
            for start, later in zip(starts, [*starts[1:], high], strict=True)
        ]
        if all(end - start <= room + 1e-6 for start, end in found):
            break
    return found


def extent(mark: Mark, unknown: Box) -> Box:
    """Return a box that contains a mark with its edge; `unknown` for a group.

    It may be too large: invisible marks do no harm, missing ones do.
    """
    if isinstance(mark, (Fill, Stroke)):
        return _grown(mark.points, mark.width)
    if isinstance(mark, Rectangle):
        return _grown(
            ((mark.left, mark.bottom), (mark.left + mark.width, mark.bottom + mark.height)),
            mark.edge_width,
        )
    if isinstance(mark, (Circle, ArcMark)):
        return _grown((mark.centre,), mark.radius + mark.width)
    if isinstance(mark, Mosaic):
        return _grown(mark.corners, mark.side)
    if isinstance(mark, TextLine):
        return _grown(
            ((mark.x, mark.y),), max(mark.size, text_width(mark.text, mark.size, mark.bold))
        )
    return unknown


def _grown(points: Iterable[Point], more: float) -> Box:
    across, up = zip(*points, strict=True)
    return min(across) - more, min(up) - more, max(across) + more, max(up) + more


def crosses(plan: SheetLayout) -> tuple[Mark, ...]:
    """Draw crosses in rings, as part of the drawing: two sheets are aligned when they match."""
    found: list[Mark] = []
    for x, y in plan.crosses():
        found.append(Circle((x, y), CROSS * 0.55, "", INK, HAIRLINE))
        found += [
            Stroke(((x - CROSS, y), (x + CROSS, y)), INK, HAIRLINE),
            Stroke(((x, y - CROSS), (x, y + CROSS)), INK, HAIRLINE),
        ]
    return tuple(found)


def sheet_page(
    drawing: tuple[Mark, ...], plan: SheetLayout, sheet: SheetTile, paper: Paper, name: str
) -> SheetSide:
    """Return a page with the sheet's part of the drawing in the middle of the printable area.

    `drawing` is the whole table; only marks that reach into the sheet are included, or a board on
    many sheets would make a huge file.
    """
    left, low, right, top = sheet.window
    room, foot = plan.width - 2 * (paper.margin + STRIP), paper.margin + FOOT
    x = paper.margin + STRIP + (room - (right - left)) / 2
    y = foot + (plan.height - foot - paper.margin - STRIP - (top - low)) / 2
    # All groups are included: they are not examined.
    inside = []
    for mark in drawing:
        west, south, east, north = extent(mark, sheet.window)
        if west <= right and east >= left and south <= top and north >= low:
            inside.append(mark)
    picture = MarkGroup(tuple(inside), x - left, y - low, clip=sheet.window)
    around = MarkGroup(tuple(_around(plan, sheet, right - left, top - low)), x, y)
    return SheetSide(plan.width, plan.height, (picture, around, *_foot(plan, sheet, paper, name)))


def _around(plan: SheetLayout, sheet: SheetTile, width: float, height: float) -> Iterator[Mark]:
    """Draw marks beside the drawing, from its lower left corner."""
    far = STRIP - 0.3
    for x, way in ((0.0, -1), (width, 1)):
        for y, up in ((0.0, -1), (height, 1)):
            yield Stroke(((x + way * OFF, y), (x + way * far, y)), INK, HAIRLINE)
            yield Stroke(((x, y + up * OFF), (x, y + up * far)), INK, HAIRLINE)
    # The flaps are in the east and the south: the neighbours there are glued onto them.
    if sheet.column < plan.columns - 1:
        yield from _flap(width)
        yield MarkGroup(tuple(_flap(width)), 0, height + STRIP)
    if sheet.row < plan.rows - 1:
        # The same marks turned a quarter: along the sheet's sides from its lower end.
        yield MarkGroup(tuple(_flap(OVERLAP)), -STRIP, 0, turn=-90)
        yield MarkGroup(tuple(_flap(OVERLAP)), width, 0, turn=-90)


def _flap(end: float) -> Iterator[Mark]:
    """Draw a bracket with the word over the last OVERLAP of a side, in the strip below it."""
    start, y = end - OVERLAP, -STRIP / 2
    for x in (start, end):
        yield Stroke(((x, -OFF), (x, -STRIP + 0.3)), GREY, 0.2)
    yield Stroke(((start, y), (start + 2.0, y)), GREY, 0.2)
    yield Stroke(((end - 2.0, y), (end, y)), GREY, 0.2)
    yield TextLine("glue", (start + end) / 2, y - 0.8, 2.8, GREY, align="middle")


def _foot(plan: SheetLayout, sheet: SheetTile, paper: Paper, name: str) -> Iterator[Mark]:
    """Draw the sheet's number, its instructions, and a small map of all sheets.

    Words are reduced until they fit; they are outside of the part to cut out.
    """
    number, count = sheet.row * plan.columns + sheet.column + 1, len(plan.sheets)
    low = paper.margin + 0.6
    # All sheets as small plates from the origin upwards, this one filled.
    tall = (FOOT - STRIP - 0.8) / plan.rows
    wide = tall * plan.width / plan.height
    picture = tuple(
        Rectangle(
            one.column * wide,
            (plan.rows - 1 - one.row) * tall,
            wide,
            tall,
            0,
            BRASS if at == number else PAPER,
            INK,
            0.2,
        )
        for at, one in enumerate(plan.sheets, 1)
    )
    across = wide * plan.columns
    left = paper.margin + STRIP
    yield MarkGroup(picture, left, low)
    yield MarkGroup(scale_bar(), left + across + 3, low + 3.9)
    text = f"{name}: sheet {number} of {count} (row {sheet.row + 1}, column {sheet.column + 1})"
    sides = [side for side, there in (("left", sheet.column), ("upper", sheet.row)) if there]
    many = "s" if len(sides) > 1 else ""
    if sides:
        advice = (
            f"print at 100 %; cut off its {' and '.join(sides)} edge{many}, glue onto its"
            f" neighbour{many}"
        )
    elif len(plan.sheets) > 1:
        advice = "print at 100 %; the others are glued onto its flaps"
    else:
        advice = "print at 100 %"
    room = plan.width - 2 * left - across - 3
    size = fitting_size(f"{text}   {advice}", 3.4, room)
    yield TextLine(text, left + across + 3, low + 1.0, size, INK, bold=True)
    yield TextLine(advice, plan.width - left, low + 1.0, size * 0.94, GREY, align="right")
