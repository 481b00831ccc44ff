"""The codes on the cards: which 8-bit word a card of the deck carries along its edge.

A word has three or five white cells of eight, so that a single misread cell is always noticed; there are 112 of them. The cards take
the first 84, both in ascending order. The other 28 are spare.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.engine.cards import DECK, Card

WORDS: Final[tuple[int, ...]] = tuple(word for word in range(256) if word.bit_count() in (3, 5))
"""Every word that a card may carry, ascending."""

CODE_OF_CARD: Final[Mapping[Card, int]] = dict(zip(DECK, WORDS, strict=False))
CARD_OF_CODE: Final[Mapping[int, Card]] = {code: card for card, code in CODE_OF_CARD.items()}
CODES: Final[tuple[int, ...]] = tuple(CARD_OF_CODE)
"""The codes of the deck, in order of priority."""
