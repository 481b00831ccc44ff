"""The codes of combatants: 52 words of `companion.games.codes`, each for a place in any deck."""

from __future__ import annotations

from typing import Final

from companion.content import deck_text
from companion.formats.deck import parse_deck
from companion.games.codes import WORDS
from companion.games.diesel.engine.cards import HOW_MANY

PLACES: Final = tuple(str(place) for place in range(1, sum(HOW_MANY) + 1))
"""The places of a deck, as in the file of codes."""
DECK: Final = parse_deck(deck_text("diesel"), "diesel.deck.toml", "diesel", WORDS, PLACES)

CODES: Final[tuple[int, ...]] = tuple(sorted(DECK.cards, key=lambda code: int(DECK.cards[code])))
"""The codes of a deck's cards, in deck order."""
