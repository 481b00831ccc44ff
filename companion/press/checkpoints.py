"""Small tokens for the squares where a clank comes back, for those who like to see on the board what the app remembers (7.11.2)."""
from __future__ import annotations

from typing import Final

from companion.press.clank_face import IVORY
from companion.press.clanks import Livery, emblem
from companion.press.folding import CUT
from companion.press.letters import wrapped
from companion.press.marks import Fill, Group, Mark, Plate, Words
from companion.press.palette import GREY, INK

SIDE: Final = 10.0
"""Of a token: four of them lie side by side on a square."""
EACH: Final = 3
"""Tokens for each clank."""
BAND: Final = 40.0
"""The height of all of them."""
ABOUT: Final = (
    "One for the checkpoint touched last, others for those before it: where it is occupied, the clank comes back on the one before."
    " The arrow keeps the heading."
)


def checkpoint_band(liveries: tuple[Livery, ...]) -> tuple[Mark, ...]:
    """Tokens for all clanks beside what they are for; as wide as a leaf and BAND high."""
    lines = wrapped(ABOUT, 3.4, 58)
    words = (Words(line, 2, BAND - 9.5 - 4.3 * number, 3.4, GREY) for number, line in enumerate(lines))
    tokens = (
        Group(checkpoint(livery), 72 + column * 15.8, BAND - SIDE - row * (SIDE + 3.4))
        for column, livery in enumerate(liveries) for row in range(EACH)
    )
    return Words("Checkpoints", 2, BAND - 4, 5, INK, True), *words, *tokens


def checkpoint(livery: Livery) -> tuple[Mark, ...]:
    """One token: emblem and arrow on the clank's colour.

    SIDE millimetres square, from its lower left corner. It tells the heading, too, with which a clank comes back (9).
    """
    arrow = ((SIDE / 2, SIDE - 0.6), (SIDE / 2 + 2.2, SIDE - 2.5), (SIDE / 2 - 2.2, SIDE - 2.5))
    return (
        Plate(0, 0, SIDE, SIDE, 1.2, livery.tint), Fill(arrow, INK), *emblem(livery, 1.55, 0.5, 6.9, IVORY, INK, 0.3),
        Plate(0, 0, SIDE, SIDE, 1.2, "", INK, CUT),
    )
