"""The look of combatants: strength, tint and sign by type, a drawing, and their effect.

All drawings are made for this project, with the shapes of `companion.art`, in a unit square on
light paper. Each machine of the house set has its own. Cards that people write have a drawing by
strength, with a badge for their effect.
"""

from __future__ import annotations

from functools import lru_cache

from companion.games.diesel.deck import CODES
from companion.games.diesel.drawn import machine
from companion.games.diesel.drawn.parts import TINTS
from companion.games.diesel.drawn.signs import type_sign
from companion.games.diesel.engine.cards import HOUSE, Card, Deck
from companion.games.diesel.narration.abilities import TYPE_WORDS, ability_full, ability_short
from companion.games.scene import CardDesign, Face
from companion.words import Text, text, verbatim


def origin_of(card: Card) -> Text:
    """Return the origin that is printed on a card, so that none passes for a published card."""
    return text("house set") if card.source == HOUSE else text("own card")


def look_of(card: Card) -> CardDesign:
    """Return the look of a combatant."""
    tint = TINTS[card.strength].dark
    notes = (verbatim(card.mark), origin_of(card)) if card.mark else (origin_of(card),)
    return CardDesign(
        verbatim(card.name),
        str(card.strength),
        type_sign(card.strength, tint),
        machine(card),
        tint,
        ability_short(card.ability),
        ability_full(card.ability),
        TYPE_WORDS[card.type],
        notes,
    )


@lru_cache(maxsize=512)
def face_of(card: Card, order: int) -> Face:
    """Return what is printed on a card with a place in a deck, from 0."""
    return Face(CODES[order], "combatant", order, look_of(card))


def face_in(deck: Deck, card: str) -> Face:
    """Return what is printed on the card of a deck with this id."""
    return face_of(deck.card(card), deck.order(card))
