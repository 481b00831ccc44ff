"""Printed parts of Cardbot Derby: command cards, a deck for the grid, rules at a glance."""

from __future__ import annotations

from typing import Final

from companion.art import shrunk
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
from companion.words import NOTHING, text

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


def _grid_face(card: Card) -> Face:
    """Return the face of a grid card with its place, nothing more if it is always face down.

    The arrow of a belt is turned on the table.
    """
    code = card.text
    if code == SECOND_JACK:
        art, about = target_art(TARGET_CODES[code], live=False), text("second target 1")
    elif code in TARGET_CODES:
        number = TARGET_CODES[code]
        art, about = target_art(number), text("target {number}", number=str(number))
    elif card.suit in "HD":
        art, about = shrunk(suit_art(card.suit), 0.7), NOTHING
    elif card.value == "K":
        art, about = STICKY_ART, text("sticky")
    elif card.value == "Q":
        art, about = SLIPPERY_ART, text("slippery")
    elif card.value == "J":
        art, about = TELEPORT_ART, text("teleport")
    else:
        first = card.value == "A"
        art, about = belt_art(first), text("belt begins") if first else text("belt")
    return Face(
        0,
        code,
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
