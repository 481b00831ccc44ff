"""The deck of Clockwork Derby: its 84 cards have the first 84 words of `companion.games.codes`.

Both are in ascending order. The cards Pause of Factory Rally are no part of the deck. Their words
are neither in the deck nor on a test card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.art import Shape, box, shrunk
from companion.engine.cards import DECK, PAUSE, Card
from companion.games.codes import TEST_CARDS, WORDS
from companion.games.scene import CardDesign, Face
from companion.words import text

CODES: Final[tuple[int, ...]] = WORDS[: len(DECK)]
"""The codes of the deck, in order of priority."""
_FREE: Final = tuple(
    word for word in WORDS[len(DECK) :] if not any(word in card for card in TEST_CARDS)
)
PAUSES: Final[tuple[Card, ...]] = tuple(Card(PAUSE, -number) for number in range(1, len(_FREE) + 1))
"""The cards without effect. They are played after all cards of the deck and have lower numbers."""
BARS: Final[tuple[Shape, ...]] = (
    box(0.2, 0.12, 0.42, 0.88, "ink"),
    box(0.58, 0.12, 0.8, 0.88, "ink"),
)
"""The drawing of a pause: two bars."""
CODE_OF_CARD: Final[Mapping[Card, int]] = {
    **dict(zip(DECK, CODES, strict=True)),
    **dict(zip(PAUSES, _FREE, strict=True)),
}
CARD_OF_CODE: Final[Mapping[int, Card]] = {code: card for card, code in CODE_OF_CARD.items()}
_PAUSED: Final = CardDesign(
    text("Pause"),
    "",
    BARS,
    shrunk(BARS, 0.9),
    "ink",
    text("Pause"),
    text("Does nothing in this step. It goes back to its robot afterwards."),
)
FACES: Final[Mapping[int, Face]] = {
    code: Face(code, card.move, card.priority, *([_PAUSED] if card.move == PAUSE else []))
    for code, card in CARD_OF_CODE.items()
}
