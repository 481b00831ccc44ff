"""Leaves to cut and fold: their layout on paper, cuts and folds, and tents.

Every paper can hold a leaf: A4 and letter hold one on a sheet, A3 and tabloid two. Solid lines are
cut, dashed lines are folded, hatched parts take the glue.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from companion.named_tuples import NamedTuple
from companion.press.letters import draw_centred, draw_lines, fitting_size, text_width, wrap_text
from companion.press.marks import (
    MIDDLE,
    RIGHT,
    WHITE,
    Box,
    Circle,
    Mark,
    MarkGroup,
    Point,
    Rectangle,
    SheetSide,
    Stroke,
    TextLine,
)
from companion.press.paint import to_square
from companion.press.paper import BRASS, FAINT, GREY, INK, RED, Paper
from companion.press.scale_bar import READ_WORDS, scale_bar

WIDE, HIGH = 198.0, 267.4
"""The size of a leaf in millimetres: the width of A4 and the height of letter, less margins."""
BAND: Final = 12.0
"""The height of the heading."""
FOOT: Final = 8.0
"""The height of the line below."""
LICENCE: Final = "Clockwork Derby · rules after Clockwork Derby by Ytec3D · CC BY-SA 4.0"
CREAM: Final = "#f6f1e6"
"""The tint below a standing piece."""
CUT: Final = 0.25
"""The width of a line to cut."""
GAP: Final = 4.0
"""The room between two pieces."""
TICK = 1.2


class Leaf(NamedTuple):
    """A page with a title, a line about it, a drawing and a line at the foot."""

    title: str
    about: str
    marks: tuple[Mark, ...]
    """Between FOOT and HIGH - BAND above the leaf's lower left corner."""
    foot: str = LICENCE


def pages(leaves: Sequence[Leaf], paper: Paper) -> tuple[SheetSide, ...]:
    """Return leaves in their true size, two on a sideways sheet if they fit.

    For prints that must be true to scale: nothing is enlarged on any paper.
    """
    if paper.height < 2 * (WIDE + 2 * paper.margin):
        return tuple(_page(paper.width, paper.height, [leaf]) for leaf in leaves)
    return tuple(
        _page(paper.height, paper.width, leaves[first : first + 2])
        for first in range(0, len(leaves), 2)
    )


def poster(leaf: Leaf, paper: Paper) -> SheetSide:
    """Return one leaf as large as an upright sheet allows.

    For prints that only have to be read: the rules sheet and the certificate.
    """
    scale = min((paper.width - 2 * paper.margin) / WIDE, (paper.height - 2 * paper.margin) / HIGH)
    left, low = (paper.width - WIDE * scale) / 2, (paper.height - HIGH * scale) / 2
    picture = MarkGroup((*_heading(leaf), *leaf.marks, *_foot(leaf)), left, low, scale=scale)
    return SheetSide(
        paper.width, paper.height, (picture, MarkGroup(scale_bar(READ_WORDS), left, low + 0.6))
    )


def _page(width: float, height: float, leaves: Sequence[Leaf]) -> SheetSide:
    # One leaf on an upright sheet, two on a sideways one with sides of 1.41 or 1.55 to 1: the 0.1
    # makes both count as two.
    lane = width / max(1, round(width / height + 0.1))
    low = (height - HIGH) / 2
    groups = (
        MarkGroup(
            (*_heading(leaf), *leaf.marks, *_foot(leaf), MarkGroup(scale_bar(), 0.1, 0.6)),
            lane * (n + 0.5) - WIDE / 2,
            low,
        )
        for n, leaf in enumerate(leaves)
    )
    return SheetSide(width, height, tuple(groups))


def _heading(leaf: Leaf) -> tuple[Mark, ...]:
    low = HIGH - BAND + 4
    return (
        TextLine(leaf.title, 0, low + 1.6, 7, INK, True),
        TextLine(
            leaf.about, WIDE, low + 1.6, fitting_size(leaf.about, 3.4, WIDE - 75), GREY, align=RIGHT
        ),
        Stroke(((0, low - 0.6), (WIDE, low - 0.6)), INK, 0.5),
    )


def _foot(leaf: Leaf) -> tuple[Mark, ...]:
    return (
        Stroke(((0, FOOT - 3), (WIDE, FOOT - 3)), FAINT, 0.2),
        TextLine(leaf.foot, WIDE, 1, 2.8, GREY, align=RIGHT),
    )


# ---- Cutting and folding -------------------------------------------------------------------------


def draw_outline(width: float, height: float, left: float = 0.0, low: float = 0.0) -> Mark:
    """Draw the outline of a piece, over everything on it."""
    return Rectangle(left, low, width, height, 0, "", INK, CUT)


def folds(width: float, heights: Iterable[float]) -> tuple[Mark, ...]:
    """Draw folds straight across a strip, visible on light and dark, with ticks for a ruler.

    `heights` count from the strip's lower end, `width` is the strip's.
    """
    marks: list[Mark] = []
    for y in heights:
        marks += [
            # White below the dashes: on a dark side the dashes alone would be invisible.
            Stroke(((0, y), (width, y)), WHITE, 0.45),
            Stroke(((0, y), (width, y)), INK, 0.25, (1.2, 0.9)),
            Stroke(((-TICK - 0.4, y), (-0.4, y)), GREY, 0.2),
            Stroke(((width + 0.4, y), (width + TICK + 0.4, y)), GREY, 0.2),
        ]
    return tuple(marks)


def draw_glue_area(box: Box, words: str, paper: str) -> tuple[Mark, ...]:
    """Draw a part for glue, with a word on the tint of its paper.

    No line runs through the word.
    """
    left, low, right, top = box
    width, height = right - left, top - low
    size = fitting_size(words, min(2.8, height * 0.6), width - 4)
    blank = text_width(words, size) + 2
    # Slanting lines begin far enough outside to reach the last corner.
    lines = tuple(
        Stroke(((x, 0), (x + height, height)), "#00000022", 0.3)
        for x in (1.6 * number - height for number in range(int((width + height) / 1.6) + 1))
    )
    return (
        MarkGroup((*lines,), left, low, clip=(0, 0, width, height)),
        Rectangle(
            (left + right - blank) / 2, (low + top) / 2 - size * 0.6, blank, size * 1.2, 0, paper
        ),
        TextLine(words, left + width / 2, low + height / 2 - size * 0.35, size, GREY, align=MIDDLE),
    )


def upside_down(marks: Iterable[Mark], width: float, low: float, height: float) -> MarkGroup:
    """Turn a part of a strip half round within itself, so that it is upright once folded over."""
    return MarkGroup(tuple(marks), width, low + height, turn=180)


class Tent(NamedTuple):
    """The measures of a tent in millimetres.

    Floor and flap make the strip a closed triangle, which stands by itself.
    """

    width: float
    side: float
    """The height of a side."""
    floor: float
    """The depth of its floor."""
    flap: float
    """The depth of the glued flap."""

    @property
    def strip(self) -> float:
        """The length of the strip."""
        return self.flap + self.floor + 2 * self.side

    def marks(self, front: Iterable[Mark], back: Iterable[Mark]) -> tuple[Mark, ...]:
        """Draw the strip from its lower end: flap, floor, front, and the back upside down.

        Both sides are drawn from their lower left corner.
        """
        ground = self.flap + self.floor
        return (
            Rectangle(0, 0, self.width, ground, 0, CREAM),
            *draw_glue_area((0, 0, self.width, self.flap), "glue here", CREAM),
            MarkGroup(tuple(front), 0, ground),
            upside_down(back, self.width, ground + self.side, self.side),
            *folds(self.width, (self.flap, ground, ground + self.side)),
            draw_outline(self.width, self.strip),
        )


# ---- Folding instructions ------------------------------------------------------------------------


SKETCH: Final = 17.0
"""The side of a small picture."""


class _FoldingStep(NamedTuple):
    """One step of folding, as lines of paper and of glue seen from the side, with words."""

    paper: tuple[tuple[Point, ...], ...]
    glue: tuple[tuple[Point, ...], ...]
    words: str


_FLAT = ((0.12, 0.5), (0.88, 0.5))
_ROOF = ((0.2, 0.12), (0.5, 0.88), (0.8, 0.12))
_UPRIGHT = ((0.14, 0.14), (0.47, 0.14), (0.47, 0.88), (0.53, 0.88), (0.53, 0.14), (0.86, 0.14))
_SLOPED = ((0.06, 0.1), (0.36, 0.24), (0.47, 0.88), (0.53, 0.88), (0.64, 0.24), (0.94, 0.1))

STANDEE: Final = (
    _FoldingStep(
        (_FLAT,),
        (),
        "Cut along the solid lines. Go along the dashed ones with something blunt and a ruler.",
    ),
    _FoldingStep(
        (_ROOF,),
        (((0.5, 0.74), (0.5, 0.3)),),
        "Fold the middle back, so that face and key look outwards, and glue them back to back.",
    ),
    _FoldingStep((_SLOPED,), (), "Fold both feet outwards: the arrow points where the face looks."),
    _FoldingStep(
        ((*_UPRIGHT, (0.9, 0.1), (0.86, 0.06), (0.14, 0.06)),),
        (((0.2, 0.1), (0.8, 0.1)),),
        "Fold the hatched part below both feet and glue it there.",
    ),
)
TENT: Final = (
    _FoldingStep(
        (_FLAT,), (), "Cut along the solid lines and go along the dashed ones with something blunt."
    ),
    _FoldingStep((_ROOF,), (), "Fold the middle back: both sides look outwards."),
    _FoldingStep(
        ((*_ROOF[::-1], (0.8, 0.1), (0.72, 0.24)),),
        (((0.8, 0.2), (0.68, 0.5)),),
        "Fold floor and flap in and glue the flap inside.",
    ),
)


def folding_steps(title: str, steps: Sequence[_FoldingStep], width: float) -> tuple[Mark, ...]:
    """Draw steps below each other, from y 96 down, with words broken to `width` millimetres."""
    high = 96.0
    marks: list[Mark] = [TextLine(title, 0, high - 4, 5, INK, True)]
    lane = (high - 8) / len(steps)
    for number, step in enumerate(steps, 1):
        lines = wrap_text(step.words, 3.5, width - SKETCH - 4)
        first = SKETCH / 2 + 2.1 * (len(lines) - 1) - 1.2
        drawing: tuple[Mark, ...] = (
            Rectangle(0, 0, SKETCH, SKETCH, 1.5, CREAM, FAINT, 0.2),
            *(Stroke(to_square(line, 0, 0, SKETCH), RED, 1.3, (0.9, 0.7)) for line in step.glue),
            *(Stroke(to_square(line, 0, 0, SKETCH), INK, 0.6, rounded=True) for line in step.paper),
            Circle((0, SKETCH), 2.3, BRASS, WHITE, 0.5),
            draw_centred(str(number), 0, SKETCH, 3.4, INK),
            *draw_lines(lines, SKETCH + 4, first, 3.5, 4.2),
        )
        marks.append(MarkGroup(drawing, 0, high - 8 - lane * number + (lane - SKETCH) / 2))
    return tuple(marks)
