"""How a drawing larger than the paper is spread over sheets that overlap, so that they can be glued together.

Pure arithmetic in millimetres. Sheets are numbered from the north-west, row by row. Each lies over its neighbour in the west and in the
north: it is cut along those sides, on a seam of the drawing, and carries a flap for glue on the other two.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from companion.errors import PressFault
from companion.press.marks import Box, Point
from companion.press.paper import PAPERS, Paper

OVERLAP: Final = 10.0
"""How much of the drawing two neighbours both show: the flap for glue."""
CROSS_IN: Final = 7.3
"""From a cut to the crosses in its overlap: clear of the names in the squares' corners."""
MOST: Final = 24
"""More sheets than these nobody glues together."""
STRIP, FOOT = 4.0, 11.0
"""Room for marks beside the drawing on each sheet, between it and what the printer leaves blank; more of it below, for words."""


class Sheet(NamedTuple):
    """One sheet: its place counted from 0 in the north-west, and the part of the drawing that it shows."""

    row: int
    column: int
    window: Box


class Tiling(NamedTuple):
    """All sheets: the paper as it lies, how many rows and columns, and each sheet in order."""

    width: float
    height: float
    rows: int
    columns: int
    sheets: tuple[Sheet, ...]

    def crosses(self) -> tuple[Point, ...]:
        """Points that neighbours share: in every overlap near both ends of the drawing, and where overlaps cross.

        None lies on a seam itself, where it would be cut away.
        """
        west, south, east, north = self.sheets[0].window[0], self.sheets[-1].window[1], self.sheets[-1].window[2], self.sheets[0].window[3]
        across = [self.sheets[column].window[0] + CROSS_IN for column in range(1, self.columns)]
        up = [self.sheets[row * self.columns].window[3] - CROSS_IN for row in range(1, self.rows)]
        inset = OVERLAP / 4
        return (
            *((x, y) for x in across for y in (south + inset, *up, north - inset)),
            *((x, y) for y in up for x in (west + inset, east - inset)),
        )


def tiling(box: Box, seams: tuple[Sequence[float], Sequence[float]], paper: Paper, name: str) -> Tiling:
    """The fewest sheets that show the box, standing or lying; cut only at the given seams, first those across, then those upwards.

    PressFault where there are more than MOST, naming the paper that does better.
    """
    best = _fewest(box, seams, paper)
    if len(best.sheets) <= MOST:
        return best
    others = {other.name: len(_fewest(box, seams, other).sheets) for other in PAPERS.values()}
    enough = [f"{other} ({count} sheets)" for other, count in others.items() if count <= MOST]
    # Other paper first: nobody draws a board anew because of a printer.
    remedy = f"print it on {' or '.join(enough)}" if enough else "make the board smaller"
    width, height = box[2] - box[0], box[3] - box[1]
    raise PressFault(f"{name} is {width:.0f} × {height:.0f} mm: found {len(best.sheets)} sheets of {paper.name}, expected {MOST} at most; {remedy}")


def _fewest(box: Box, seams: tuple[Sequence[float], Sequence[float]], paper: Paper) -> Tiling:
    standing = _tiling(box, seams, paper.width, paper.height, paper.margin)
    lying = _tiling(box, seams, paper.height, paper.width, paper.margin)
    return min(standing, lying, key=lambda found: len(found.sheets))


def _tiling(box: Box, seams: tuple[Sequence[float], Sequence[float]], width: float, height: float, margin: float) -> Tiling:
    left, low, right, top = box
    across = stretches(left, right, seams[0], width - 2 * (margin + STRIP))
    # Downwards from the north, so counted with the sign turned about.
    down = stretches(-top, -low, [-seam for seam in reversed(seams[1])], height - 2 * margin - STRIP - FOOT)
    sheets = [
        Sheet(row, column, (west, -far, east, -near)) for row, (near, far) in enumerate(down) for column, (west, east) in enumerate(across)
    ]
    return Tiling(width, height, len(down), len(across), tuple(sheets))


def stretches(low: float, high: float, seams: Sequence[float], room: float) -> list[tuple[float, float]]:
    """From low to high in as few stretches as possible, none longer than `room`, about equally long, each but the first beginning at a seam.

    Each reaches OVERLAP into the next one. Neighbouring seams must lie closer together than room without OVERLAP.
    """
    greedy = [low]
    while high - greedy[-1] > room:
        greedy.append(max(seam for seam in seams if seam <= greedy[-1] + room - OVERLAP))
    # As few stretches as can be are found by taking the most each time; then seams are sought that share the length more evenly. Where one
    # of those stretches would be too long the first ones hold.
    count = len(greedy)
    even = [low, *(min(seams, key=lambda seam: abs(seam - low - step * (high - low) / count)) for step in range(1, count))]
    found = [_ends(starts, high) for starts in (even, greedy)]
    return next(ends for ends in found if all(end - start <= room + 1e-6 for start, end in ends))


def _ends(starts: Sequence[float], high: float) -> list[tuple[float, float]]:
    return [(start, min(high, later + OVERLAP)) for start, later in zip(starts, [*starts[1:], high], strict=True)]
