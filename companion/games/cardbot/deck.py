"""The deck of Cardbot Derby: the words in `companion.games.codes` of its 104 command cards.

The shipped deck file says which card has which word.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.content import deck_text
from companion.formats.deck import parse_deck
from companion.games.cardbot.engine.cards import SEATS, Card, card_of, pile_of
from companion.games.codes import WORDS

CARDS: Final[tuple[Card, ...]] = tuple(card for seat in SEATS for card in pile_of(seat))
"""Every command card: the piles of seats 1 to 8 (CBR29), each from the ace to the two."""
DECK: Final = parse_deck(
    deck_text("cardbot"), "cardbot.deck.toml", "cardbot", WORDS, [card.text for card in CARDS]
)

CARD_OF_CODE: Final[Mapping[int, Card]] = {code: card_of(word) for code, word in DECK.cards.items()}
CODE_OF_CARD: Final[Mapping[Card, int]] = {card: code for code, card in CARD_OF_CODE.items()}
CODES: Final[tuple[int, ...]] = tuple(CODE_OF_CARD[card] for card in CARDS)
"""The codes of all cards, in the order of CARDS."""
