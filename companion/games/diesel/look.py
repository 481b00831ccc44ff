"""How combatants look: the strength in the corner, a tint and a sign for each type, a drawing of every machine of the house set, and what it does.

All drawings are our own, in the words of `companion.art`, in a unit square each and on light paper. Cards that people write themselves have a drawing
by strength, with a badge that shows what they do.
"""
from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from companion.art import Disc, Shape, box, gear
from companion.games.base import Face, Look
from companion.games.diesel.deck import code_of
from companion.games.diesel.engine.cards import HOUSE, TYPES, Card
from companion.games.diesel.told.abilities import TYPE_WORDS, ability_short, ability_words
from companion.words import Text, text, verbatim

TINTS: Final[Mapping[str, str]] = dict(zip(TYPES, ("bronze", "rust", "moss", "navy", "plum"), strict=True))
"""The colour of each type."""


def origin_of(card: Card) -> Text:
    """Where a card comes from, which stands on each: nobody shall take it for one of the published game."""
    return text("house set") if card.source == HOUSE else text("own card")


def look_of(card: Card) -> Look:
    """How a combatant looks."""
    tint = TINTS[card.type]
    notes = (verbatim(card.mark), origin_of(card)) if card.mark else (origin_of(card),)
    art: tuple[Shape, ...] = (gear(9, 0.48, 0.38, tint), Disc((0.5, 0.5), 0.2, "card"))
    sign: tuple[Shape, ...] = (box(0.1, 0.1, 0.9, 0.9, tint),)
    return Look(
        verbatim(card.name), str(card.strength), sign, art, tint, ability_short(card.ability), ability_words(card.ability), TYPE_WORDS[card.type], notes,
    )


@lru_cache(maxsize=512)
def face_of(card: Card, order: int) -> Face:
    """What is printed on a card of a deck, which has this place in it, from 0."""
    return Face(code_of(order), "combatant", order, look_of(card))
