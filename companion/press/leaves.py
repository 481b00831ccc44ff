"""Leaves: what is cut out is laid out on a leaf that every paper can hold, one on a sheet of A4 or letter, two on A3 and tabloid."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from companion.press.letters import fitting
from companion.press.marks import RIGHT, Group, Mark, Page, Stroke, Words
from companion.press.palette import FAINT, GREY, INK
from companion.press.paper import Paper

WIDE, HIGH = 198.0, 267.4
"""A leaf in millimetres: the width of A4 and the height of letter paper, less the margins of a printer."""
BAND: Final = 12.0
"""The height of the heading."""
FOOT: Final = 8.0
"""The height of the line below."""
LICENCE: Final = "Clockwork Derby · rules after Clockwork Derby by Ytec3D · CC BY-SA 4.0"
CREAM: Final = "#f6f1e6"
"""Paper that something stands on."""
RULER: Final = 50.0


class Leaf(NamedTuple):
    """A title, a line about it, marks between FOOT and HIGH - BAND above the leaf's lower left corner, and a line below them."""

    title: str
    about: str
    marks: tuple[Mark, ...]
    foot: str = LICENCE


def pages(leaves: Sequence[Leaf], paper: Paper) -> tuple[Page, ...]:
    """Leaves in their true size, on sheets that lie on their side where two fit beside each other.

    For what must be true to scale: nothing is enlarged, whatever the paper.
    """
    if paper.height < 2 * (WIDE + 2 * paper.margin):
        return tuple(_page(paper.width, paper.height, [leaf]) for leaf in leaves)
    return tuple(_page(paper.height, paper.width, leaves[first:first + 2]) for first in range(0, len(leaves), 2))


def poster(leaf: Leaf, paper: Paper) -> Page:
    """One leaf as large as an upright sheet allows; only for what need not be true to scale.

    The rules sheet and the certificate, which only have to be read.
    """
    scale = min((paper.width - 2 * paper.margin) / WIDE, (paper.height - 2 * paper.margin) / HIGH)
    left, low = (paper.width - WIDE * scale) / 2, (paper.height - HIGH * scale) / 2
    return Page(paper.width, paper.height, (Group((*_heading(leaf), *leaf.marks, *_foot(leaf)), left, low, scale=scale),))


def _page(width: float, height: float, leaves: Sequence[Leaf]) -> Page:
    # One leaf to an upright sheet, two to one that lies, whose sides are as 1.41 or 1.55 to 1: a little is added, so that both count as
    # two.
    lane = width / max(1, round(width / height + 0.1))
    low = (height - HIGH) / 2
    groups = (Group((*_heading(leaf), *leaf.marks, *_foot(leaf), *_ruler()), lane * (n + 0.5) - WIDE / 2, low) for n, leaf in enumerate(leaves))
    return Page(width, height, tuple(groups))


def _heading(leaf: Leaf) -> tuple[Mark, ...]:
    low = HIGH - BAND + 4
    return (
        Words(leaf.title, 0, low + 1.6, 7, INK, True),
        Words(leaf.about, WIDE, low + 1.6, fitting(leaf.about, 3.4, WIDE - 75), GREY, align=RIGHT),
        Stroke(((0, low - 0.6), (WIDE, low - 0.6)), INK, 0.5),
    )


def _foot(leaf: Leaf) -> tuple[Mark, ...]:
    return (Stroke(((0, FOOT - 3), (WIDE, FOOT - 3)), FAINT, 0.2), Words(leaf.foot, WIDE, 1, 2.8, GREY, align=RIGHT))


def _ruler() -> tuple[Mark, ...]:
    """A line to hold a ruler to: printers like to shrink pages."""
    ends = tuple(Stroke(((x, 0.6), (x, 3.4)), INK, 0.2) for x in (0.1, RULER + 0.1))
    line = Stroke(((0.1, 2), (RULER + 0.1, 2)), INK, 0.2)
    return (*ends, line, Words("50 mm: print at 100 %, not “fit to page”", RULER + 2.5, 1, 2.8, GREY))
