"""Printed parts of Cardbot Derby: command cards, a deck for the grid, rules at a glance."""

from __future__ import annotations

from typing import Final

from companion.art import Shape, shrunk
from companion.games.cardbot.deck import CARDS
from companion.games.cardbot.engine.cards import SUITS, VALUES, Card, card_of
from companion.games.cardbot.engine.grid import SECOND_JACK, SIZE, TARGET_CODES
from companion.games.cardbot.look import TINTS, corner_of, face_of, suit_art, words_of
from companion.games.cardbot.narration.why import why
from companion.games.cardbot.places import (
    SLIPPERY_ART,
    STICKY_ART,
    TELEPORT_ART,
    belt_art,
    target_art,
)
from companion.games.printing import BRASS, COBALT, SLATE, Pack, rules_at_a_glance
from companion.games.scene import CardDesign, Face
from companion.words import NOTHING, Text, text

CREDIT: Final = (
    "Cardbot Derby is a game by Chris Gathercole (upthebuzzard.github.io). Own words and "
    "drawings, CC BY-SA 4.0"
)

LEFT_OUT: Final = tuple(map(card_of, ("3D", "2H", "2D")))
"""Red numbers that are no feature in any grid: 49 of 52 cards are needed."""
GRID_CARDS: Final = tuple(
    card
    for card in (Card(value, suit) for suit in SUITS for value in VALUES)
    if card not in LEFT_OUT
)
assert len(GRID_CARDS) == SIZE * SIZE


def _place_face(card: Card) -> tuple[tuple[Shape, ...], Text]:
    """Return the drawing and words of a card's place, its suit if it is always face down."""
    code = card.text
    if code in TARGET_CODES:
        number = TARGET_CODES[code]
        if code == SECOND_JACK:
            return target_art(number, live=False), text("second target 1")
        return target_art(number), text("target {number}", number=str(number))
    if card.suit in "HD":
        return shrunk(suit_art(card.suit), 0.7), NOTHING
    if card.value in "KQJ":
        return {
            "K": (STICKY_ART, text("sticky")),
            "Q": (SLIPPERY_ART, text("slippery")),
            "J": (TELEPORT_ART, text("teleport")),
        }[card.value]
    first = card.value == "A"
    return belt_art(first), text("belt begins") if first else text("belt")


def _grid_face(card: Card) -> Face:
    """Return the face of a grid card; the arrow of a belt is turned on the table."""
    art, about = _place_face(card)
    return Face(
        0,
        card.text,
        card.rank,
        CardDesign(
            words_of(card), corner_of(card.value), suit_art(card.suit), art, TINTS[card.suit], about
        ),
    )


PACKS: Final[tuple[Pack, ...]] = (
    Pack(
        "command",
        text("Command cards"),
        text("for seats 1 to 4"),
        tuple(face_of(card) for card in CARDS if card.deck == 1),
        BRASS,
    ),
    Pack(
        "command-2",
        text("Command cards, second deck"),
        text("for seats 5 to 8"),
        tuple(face_of(card) for card in CARDS if card.deck == 2),
        COBALT,
    ),
    Pack(
        "grid",
        text("Grid cards"),
        text("to lay out the grid, instead of a printed board"),
        tuple(map(_grid_face, GRID_CARDS)),
        SLATE,
        coded=False,
    ),
)
"""The packs; the first is enough for four robots."""


# ---- The rules at a glance -----------------------------------------------------------------------


GLANCE: Final = rules_at_a_glance(
    why,
    (text("A round"), "CB02 CB03 CB04 CB16"),
    (text("A command"), "CB05 CB06 CB07 CB08 CBR01"),
    (text("Collisions"), "CB10 CB11 CB12 CBR06"),
    (text("Targets"), "CB17 CB18"),
)
"""The rules that players look up most, in the words of `why`."""
