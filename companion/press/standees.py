"""Clanks that stand: strips of paper folded into a figure on a foot that says which way it faces, and flat tokens for figures of one's own."""
from __future__ import annotations

from typing import Final

from companion.press.checkpoints import checkpoint_band
from companion.press.clank_face import HIGH, IVORY, WIDE, back, front
from companion.press.clanks import LIVERIES, SPARE, Livery, emblem, sign
from companion.press.folding import CUT, GAP, cut, folds, hatched, upside_down
from companion.press.how_to import standee_steps
from companion.press.leaves import FOOT, Leaf
from companion.press.leaves import WIDE as LEAF
from companion.press.letters import centred, fitting
from companion.press.marks import MIDDLE, Circle, Fill, Group, Mark, Plate, Words
from companion.press.palette import GREY, INK

FOOT_DEEP: Final = 9.0
"""How far the foot reaches out before and behind the clank: with 18 mm in all a flag has room beside it on a square of 24.7 mm."""
UNDER: Final = 2 * FOOT_DEEP
"""The part that is glued below the foot."""
STRIP: Final = UNDER + 2 * (FOOT_DEEP + HIGH)
TOKEN: Final = 22.0
"""Across a flat token."""
# Two rows of five: eight clanks and two spare ones.
IN_A_ROW: Final = 5


def standee_leaf(liveries: tuple[Livery, ...] = LIVERIES) -> Leaf:
    """The clanks and two spare ones as strips, how to fold them, and flat tokens."""
    strips = (*liveries, SPARE, SPARE)
    top = 254.0 - STRIP
    marks: list[Mark] = []
    for place, livery in enumerate(strips):
        row, column = divmod(place, IN_A_ROW)
        marks.append(Group(standee(livery), column * (WIDE + GAP) + 2, top - row * (STRIP + GAP + 2)))
    left = IN_A_ROW * (WIDE + GAP) + 8
    marks.append(Group(standee_steps(LEAF - left), left, top))
    marks.append(Group(_tokens(liveries, LEAF - left), left, top - STRIP - GAP - 2))
    marks.append(Group(checkpoint_band(liveries), 0, FOOT))
    about = "Stand-up clanks for squares of 24.7 mm. Light is the front, dark is the back. Paper of 160 g or more is best."
    return Leaf("Clanks", about, tuple(marks))


def standee(livery: Livery) -> tuple[Mark, ...]:
    """One strip, from its lower end: front foot, front, back, back foot, and what is glued below; WIDE by STRIP millimetres.

    Folded back to back, the upper half of the strip is seen from behind: what belongs there is printed upside down.
    """
    front_up = FOOT_DEEP
    top, rear = front_up + HIGH, front_up + 2 * HIGH
    return (
        *_front_foot(livery),
        Group(front(livery), 0, front_up),
        upside_down(back(livery), WIDE, top, HIGH),
        upside_down(_back_foot(livery), WIDE, rear, FOOT_DEEP),
        *_under(livery, rear + FOOT_DEEP),
        *folds(WIDE, (front_up, top, rear, rear + FOOT_DEEP)),
        cut(WIDE, STRIP),
    )


def _front_foot(livery: Livery) -> tuple[Mark, ...]:
    """The arrow the way the clank faces: downwards here, forwards once folded."""
    middle = WIDE / 2
    arrow = ((middle, 0.7), (WIDE - 1, FOOT_DEEP - 1.2), (1, FOOT_DEEP - 1.2))
    return Plate(0, 0, WIDE, FOOT_DEEP, 0, livery.tint), Fill(arrow, INK), centred(livery.number, middle, 5.6, 4.4, livery.tint)


def _back_foot(livery: Livery) -> tuple[Mark, ...]:
    middle = WIDE / 2
    return (
        Plate(0, 0, WIDE, FOOT_DEEP, 0, INK),
        sign(livery, middle - 8, 1.1, 6.8, livery.tint, ""),
        centred(livery.number, middle + 4.6, FOOT_DEEP / 2, 9, livery.tint),
    )


def _under(livery: Livery, low: float) -> tuple[Mark, ...]:
    words = f"{livery.number} {livery.name}".strip() or "spare"
    return (
        Plate(0, low, WIDE, UNDER, 0, IVORY), *hatched((0, low, WIDE, low + UNDER), "glue behind", IVORY),
        Words(words, WIDE / 2, low + 2, fitting(words, 3.4, WIDE - 3, True), INK, True, MIDDLE),
    )


def _tokens(liveries: tuple[Livery, ...], width: float) -> tuple[Mark, ...]:
    """Eight flat tokens in the height of a strip, for those who have figures."""
    step, between = TOKEN + 0.8, 6.0
    left = (width - 2 * TOKEN - between) / 2
    marks: list[Mark] = []
    for place, livery in enumerate(liveries):
        row, column = divmod(place, 2)
        marks.append(Group(token(livery), left + column * (TOKEN + between), STRIP - TOKEN - row * step))
    words = "Flat, for those who have figures: lay them below."
    return (*marks, Words(words, width / 2, 0.4, fitting(words, 3.2, width), GREY, align=MIDDLE))


def token(livery: Livery) -> tuple[Mark, ...]:
    """A round token of TOKEN millimetres: a light nose ahead as on the screen, a dark rear, the emblem between."""
    middle = TOKEN / 2
    nose = ((middle, TOKEN - 0.6), (middle + 9.4, TOKEN - 9.6), (middle - 9.4, TOKEN - 9.6))
    return (
        Circle((middle, middle), middle, livery.tint),
        Group((Circle((middle, middle), middle, INK),), clip=(0, 0, TOKEN, 7.4)),
        Fill(nose, IVORY, INK, 1.0), *emblem(livery, middle - 6, 2.4, 12, livery.tint, INK, 0.8),
        Circle((middle, middle), middle, "", INK, CUT),
    )
