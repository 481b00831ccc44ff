"""The deck of Clockwork Derby: its 84 cards carry the first 84 words of `companion.games.codes`, both in ascending order."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.engine.cards import DECK, Card
from companion.games.base import Face
from companion.games.codes import WORDS

# There are more words than cards.
CODE_OF_CARD: Final[Mapping[Card, int]] = dict(zip(DECK, WORDS, strict=False))
CARD_OF_CODE: Final[Mapping[int, Card]] = {code: card for card, code in CODE_OF_CARD.items()}
FACES: Final[Mapping[int, Face]] = {code: Face(code, card.move, card.priority) for code, card in CARD_OF_CODE.items()}
CODES: Final[tuple[int, ...]] = tuple(CARD_OF_CODE)
"""The codes of the deck, in order of priority."""
