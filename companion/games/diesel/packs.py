"""Printed parts of Diesel Demolition Derby: combatants, victory tokens, and cards with the turn."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from companion.art import Caption, Disc, Line, Polygon, Shape, ring, shrunk
from companion.games.diesel.drawn.parts import BRIGHT, LIGHT, TINTS, round_box, shape
from companion.games.diesel.drawn.signs import type_sign
from companion.games.diesel.engine.cards import HOUSE, Deck
from companion.games.diesel.engine.counting import ALL_TOKENS
from companion.games.diesel.look import face_of
from companion.games.diesel.narration.why import why
from companion.games.printing import BRASS, COBALT, SLATE, Pack, rules_at_a_glance
from companion.games.scene import CardDesign, Face
from companion.words import Text, lines, text

GAME: Final = "Diesel Demolition Derby is a game by Matthew Dunstan (LudiCreations)"
CREDIT: Final = (
    f"{GAME}. House set: our own cards, words and drawings, not those of the published game"
)
OWN_CREDIT: Final = (
    f"{GAME}. These cards were written by people at their table, and are for that table only"
)
REFERENCES: Final = 3
"""The number of cards with the turn, one for two players."""


def credit_of(deck: Deck) -> str:
    """Return the credit: the authors of the game and of the cards."""
    return CREDIT if deck.source == HOUSE else OWN_CREDIT


@lru_cache(maxsize=8)
def packs_of(deck: Deck) -> tuple[Pack, ...]:
    """Return the packs; the first is the one every table needs. Cards of other decks say so."""
    # The name in files must tell copies apart.
    cards = tuple(
        face_of(card, order)._replace(move=card.id.replace("#", "-"))
        for order, card in enumerate(deck.cards)
    )
    if deck.source == HOUSE:
        about = text("of the house set")
    else:
        about = text("of the deck {name}", name=deck.name)
    return (Pack("combatants", text("Combatants"), about, cards, BRASS), TOKEN_PACK, REFERENCE_PACK)


# ---- Tokens --------------------------------------------------------------------------------------


_MEDAL: Final[tuple[Shape, ...]] = (
    shape("rust", (0.26, 1.0), (0.46, 1.0), (0.58, 0.56), (0.4, 0.54)),
    shape("navy", (0.74, 1.0), (0.54, 1.0), (0.42, 0.56), (0.6, 0.54)),
    *shrunk(
        (
            Polygon(ring(18, 0.5, 0, 0.45), "bronze"),
            Disc((0.5, 0.5), 0.38, BRIGHT),
            Polygon(ring(5, 0.31, 0, 0.13), "bronze"),
        ),
        0.66,
        (0.5, 0.33),
    ),
)
"""A medal on a ribbon."""
_STAR: Final[tuple[Shape, ...]] = (Polygon(ring(5, 0.52, 0, 0.22), "bronze"),)
TOKEN_PACK: Final = Pack(
    "tokens",
    text("Victory tokens"),
    text("one for each Derby that is won"),
    tuple(
        Face(
            0,
            f"{number:02}",
            number,
            CardDesign(
                text("Victory token"), "", _STAR, _MEDAL, "bronze", text("three win the game")
            ),
        )
        for number in range(1, ALL_TOKENS + 1)
    ),
    COBALT,
    coded=False,
)
"""The tokens; coins or pebbles can replace them."""


# ---- The course of a turn ------------------------------------------------------------------------


def _ladder() -> tuple[Shape, ...]:
    """Return the five types as steps, from strength 0 to 4."""
    steps: list[Shape] = []
    for strength, tint in enumerate(TINTS):
        left, top = 0.015 + 0.2 * strength, 0.2 + 0.12 * strength
        steps += (
            *round_box(left, 0.0, left + 0.17, top, tint.dark, 0.03),
            Caption(str(strength), (left + 0.085, top - 0.1), 0.11, LIGHT),
            *shrunk(type_sign(strength, tint.dark), 0.16, (left + 0.085, top + 0.115)),
        )
    return (*steps, Line(((-0.1, 0.0), (1.1, 0.0)), "suit_black", 0.02))


_COURSE: Final[tuple[Text, ...]] = (
    text("1. Choose a card in secret (two players: two). All are turned over at once."),
    text("2. Ongoing and turn abilities begin."),
    text(
        "3. Instants act from strength 4 to 0. Within a strength all choose first; then come "
        "discards, then gains and swaps, then turning down."
    ),
    text("4. Hands go to the left; the last card of each is discarded."),
    text(
        "At the end win abilities first, then the highest total, then the most combatants. "
        "Face-down ones count. Three tokens win."
    ),
)
REFERENCE_PACK: Final = Pack(
    "reference",
    text("Reference cards"),
    text("the course of a turn, to lie between the players"),
    tuple(
        Face(
            0,
            str(number),
            number,
            CardDesign(
                text("A turn"),
                "",
                (),
                _ladder(),
                "suit_black",
                full=lines(_COURSE),
                notes=(text("house set"),),
            ),
        )
        for number in range(1, REFERENCES + 1)
    ),
    SLATE,
    coded=False,
)


# ---- The rules at a glance -----------------------------------------------------------------------


GLANCE: Final = rules_at_a_glance(
    why,
    (text("A Derby"), "DD04 DD05 DD06 DD07 DD09 DD10"),
    (text("Winning"), "DD11 DD12"),
    (text("Combatants"), "DD02 DD13 DDR01 DDR05"),
)
"""The rules that players look up most, in the words of `why`."""
