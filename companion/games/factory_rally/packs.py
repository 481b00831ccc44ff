"""Cards to print for Factory Rally: one for each model, and the cards Pause that readers read.

A model's card is put at the seat of its player.
"""

from __future__ import annotations

from typing import Final

from companion.art import shrunk
from companion.games.factory_rally.models import MODELS, SIGNS, Model
from companion.games.printing import SLATE, Pack
from companion.games.programmed.deck import CODE_OF_CARD, FACES, PAUSES
from companion.games.scene import CardDesign, Face
from companion.words import text

COPIES: Final = 3
"""The number of cards for each model; several seats may have the same one."""


def _face(model: Model) -> Face:
    # A card is light, so that the sign needs no plate.
    sign = SIGNS[model.word][1:]
    return Face(
        0,
        model.word,
        0,
        CardDesign(model.name, "", sign, shrunk(sign, 0.9), "ink", model.name, model.about),
    )


PACKS: Final[tuple[Pack, ...]] = (
    Pack(
        "models",
        text("Model cards"),
        text("for seats whose robot has an ability"),
        tuple(_face(model) for model in MODELS.values() for _ in range(COPIES)),
        SLATE,
        coded=False,
        is_extra=True,
    ),
    Pack(
        "pauses",
        text("Pause cards"),
        text("for seats whose robot is a Dawdle"),
        tuple(FACES[CODE_OF_CARD[card]] for card in PAUSES),
        is_extra=True,
    ),
)
"""The packs beside the deck, which is that of Clockwork Derby."""
