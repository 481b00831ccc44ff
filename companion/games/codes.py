"""Card codes: the 8-bit words that a card may carry along its edge, and the reader's test cards.

A word has three or five white cells of eight, so that a single misread cell is always noticed.
There are 112 such words; ten of them are on the test cards. White cells are 1; cell 1, on the left,
is the highest bit. Every word has at least three cells of each colour, so that a slot finds its own
threshold in each card.
"""

from __future__ import annotations

from typing import Final

WORDS: Final[tuple[int, ...]] = tuple(word for word in range(256) if word.bit_count() in (3, 5))
"""Every word that a card may carry, in ascending order."""

TEST_CARDS: Final[tuple[tuple[int, int], ...]] = (
    (0xC7, 0xF8),
    (0xCB, 0xF4),
    (0xCD, 0xF2),
    (0xCE, 0xF1),
    (0xBA, 0xD5),
)
"""The five cards that test a reader, card k for slot k.

Each has the word along the lower edge of the face and, upside down, the word along the other edge.
No two words are equal, so that swapped wires are noticed. Each cell is white in one of the two
words and dark in the empty slot.
"""
