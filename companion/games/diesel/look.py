"""How combatants look: the strength in the corner, a tint and a sign for each type, a drawing of every machine of the house set, and what it does.

All drawings are our own, in the words of `companion.art`, in a unit square each and on light paper. Cards that people write themselves have a drawing
by strength, with a badge that shows what they do.
"""

from __future__ import annotations

from functools import lru_cache

from companion.games.diesel.deck import code_of
from companion.games.diesel.drawn import machine
from companion.games.diesel.drawn.parts import TINTS
from companion.games.diesel.drawn.signs import type_sign
from companion.games.diesel.engine.cards import HOUSE, Card
from companion.games.diesel.told.abilities import TYPE_WORDS, ability_full, ability_short
from companion.games.scene import Face, Look
from companion.words import Text, text, verbatim


def origin_of(card: Card) -> Text:
    """Where a card comes from, which stands on each: nobody shall take it for one of the published game."""
    return text("house set") if card.source == HOUSE else text("own card")


def look_of(card: Card) -> Look:
    """How a combatant looks."""
    tint = TINTS[card.strength].dark
    notes = (verbatim(card.mark), origin_of(card)) if card.mark else (origin_of(card),)
    return Look(
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
    """What is printed on a card of a deck, which has this place in it, from 0."""
    return Face(code_of(order), "combatant", order, look_of(card))
