"""The codes on cards: which 8-bit words a card of any deck may carry along its edge, and the five cards that try out a reader.

A word has three or five white cells of eight, so that a single misread cell is always noticed; there are 112 of them. Ten of them are on the test
cards. White cells are 1, and cell 1, on the left, is the highest bit. Every word has at least three cells of either colour, so a slot finds its own
threshold in each card.
"""

from __future__ import annotations

from typing import Final

WORDS: Final[tuple[int, ...]] = tuple(word for word in range(256) if word.bit_count() in (3, 5))
"""Every word that a card may carry, ascending."""

TEST_CARDS: Final[tuple[tuple[int, int], ...]] = (
    (0xC7, 0xF8),
    (0xCB, 0xF4),
    (0xCD, 0xF2),
    (0xCE, 0xF1),
    (0xBA, 0xD5),
)
"""The five cards that try out a reader, card k for slot k: the words along the lower edge of the face and, turned head over heels, along
the other. No two are alike, so that exchanged wires are noticed; each cell is white in one of the two, and dark in the empty slot."""
