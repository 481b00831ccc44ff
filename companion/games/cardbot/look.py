"""The look of command cards: four suits, a drawing of the effect for each value, and names.

All drawings are made for this project, with the shapes of `companion.art`, in a unit square on
light paper. An arrow shows a move; turns show the final heading: seven quarter turns clockwise are
one to the left. Court cards are robots with the arrow of a move on their chest.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Final

from companion.art import Arc, Disc, Line, Point, Polygon, Shape, box, gear, on_circle, shrunk, tip
from companion.content.card_art import MOVE_ART
from companion.games.cardbot.deck import CARDS, CODE_OF_CARD
from companion.games.cardbot.engine.cards import Card
from companion.games.scene import CardDesign, Face
from companion.words import Text, term, text

PAPER: Final = "card"
"""The colour of the card, also in gaps of drawings."""
BRIGHT: Final = "hazard"
"""The colour of crowns and feathers."""
TINTS: Final[Mapping[str, str]] = {
    "H": "suit_red",
    "C": "suit_black",
    "D": "suit_red",
    "S": "suit_black",
}
"""The colours of the suits."""


# ---- Words ---------------------------------------------------------------------------------------


SUIT_WORDS: Final[Mapping[str, Text]] = {
    "H": term("suit", "hearts"),
    "C": term("suit", "clubs"),
    "D": term("suit", "diamonds"),
    "S": term("suit", "spades"),
}
"""The names of the suits."""
VALUE_WORDS: Final[Mapping[str, Text | str]] = {
    "A": term("card", "ace"),
    "K": term("card", "king"),
    "Q": term("card", "queen"),
    "J": term("card", "jack"),
    "T": "10",
}
"""The names of values that are not their own sign."""


def words_of(card: Card) -> Text:
    """Return the name of a card: "ace of hearts", "10 of clubs (deck 2)"."""
    value = VALUE_WORDS.get(card.value, card.value)
    if card.deck == 1:
        return text("{value} of {suit}", value=value, suit=SUIT_WORDS[card.suit])
    return text(
        "{value} of {suit} (deck {deck})", value=value, suit=SUIT_WORDS[card.suit], deck=card.deck
    )


def corner_of(value: str) -> str:
    """Return the text in the corner of a card with this value."""
    return "10" if value == "T" else value


# ---- Suits ---------------------------------------------------------------------------------------


def _heart_line(lowest: float, scale: float) -> tuple[Point, ...]:
    """Return the outline of a heart, centred horizontally, with its tip at a height."""
    turns = [2 * pi * step / 60 for step in range(60)]
    outline = (
        (16 * sin(t) ** 3, 13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t))
        for t in turns
    )
    return tuple(
        (round(0.5 + x * scale, 4), round(lowest + (y + 17) * scale, 4)) for x, y in outline
    )


_HEART: Final = _heart_line(0.05, 0.0306)
_LEAF: Final = tuple((x, 1.16 - y) for x, y in _heart_line(0.2, 0.0278))
_STEM: Final = (
    (0.5, 0.5),
    (0.545, 0.24),
    (0.6, 0.12),
    (0.7, 0.04),
    (0.3, 0.04),
    (0.4, 0.12),
    (0.455, 0.24),
)
_LOZENGE: Final = (
    (0.5, 1.0),
    (0.61, 0.8),
    (0.74, 0.63),
    (0.9, 0.5),
    (0.74, 0.37),
    (0.61, 0.2),
    (0.5, 0.0),
    (0.39, 0.2),
    (0.26, 0.37),
    (0.1, 0.5),
    (0.26, 0.63),
    (0.39, 0.8),
)
_LOBES: Final = ((0.5, 0.74), (0.27, 0.39), (0.73, 0.39))


def suit_art(suit: str, colour: str = "") -> tuple[Shape, ...]:
    """Return the sign of a suit, in its own or another colour."""
    ink = colour or TINTS[suit]
    if suit == "H":
        return (Polygon(_HEART, ink),)
    if suit == "D":
        return (Polygon(_LOZENGE, ink),)
    if suit == "S":
        return Polygon(_STEM, ink), Polygon(_LEAF, ink)
    return (
        Polygon(_STEM, ink),
        box(0.4, 0.36, 0.6, 0.62, ink),
        *(Disc(lobe, 0.22, ink) for lobe in _LOBES),
    )


def sign_of(card: Card) -> tuple[Shape, ...]:
    """Return the suit in the corner of a card, with a light one inside for the second deck."""
    whole = suit_art(card.suit)
    if card.deck == 1:
        return whole
    return *whole, *shrunk(
        suit_art(card.suit, PAPER), 0.54, (0.5, 0.52 if card.suit != "S" else 0.56)
    )


# ---- What a card does ----------------------------------------------------------------------------


_ARROW: Final = (
    (0.5, 1.0),
    (0.98, 0.54),
    (0.74, 0.54),
    (0.74, 0.0),
    (0.26, 0.0),
    (0.26, 0.54),
    (0.02, 0.54),
)


def forward(colour: str) -> tuple[Shape, ...]:
    """Return an arrow one place ahead (CB07)."""
    return (Polygon(_ARROW, colour),)


def turning(quarters: int, colour: str) -> tuple[Shape, ...]:
    """Return the heading after 0 to 3 quarter turns clockwise: ahead, right, about, left (CB08)."""
    kind = ("", "right", "uturn", "left")[quarters]
    if kind:
        return tuple(shape._replace(colour=colour) for shape in MOVE_ART[kind])
    # A full turn changes nothing: an equals sign in a closed ring.
    end = on_circle((0.5, 0.5), 0.4, 326)
    return (
        Arc((0.5, 0.5), 0.4, 18, 316, colour, 0.16),
        tip((end[0] + 0.02, end[1] + 0.02), 64, 0.34, colour),
        box(0.33, 0.53, 0.67, 0.62, colour),
        box(0.33, 0.38, 0.67, 0.47, colour),
    )


# ---- Court cards ---------------------------------------------------------------------------------


def _chest(colour: str) -> tuple[Shape, ...]:
    """Return shoulders with the arrow of a move, and a neck of springs."""
    return (
        box(0.43, 0.36, 0.57, 0.5, "steel"),
        Line(((0.41, 0.41), (0.59, 0.41)), colour, 0.025),
        Line(((0.41, 0.455), (0.59, 0.455)), colour, 0.025),
        Polygon(
            ((0.08, 0.0), (0.92, 0.0), (0.88, 0.24), (0.76, 0.36), (0.24, 0.36), (0.12, 0.24)),
            colour,
        ),
        *shrunk(forward(PAPER), 0.29, (0.5, 0.175)),
    )


def _jack(colour: str) -> tuple[Shape, ...]:
    """Return one great eye, and a cap with a feather."""
    return (
        *_chest(colour),
        Disc((0.5, 0.63), 0.19, colour),
        Disc((0.5, 0.61), 0.105, PAPER),
        Disc((0.5, 0.61), 0.05, colour),
        Polygon(((0.24, 0.7), (0.3, 0.86), (0.6, 0.88), (0.78, 0.76)), colour),
        Line(((0.22, 0.705), (0.79, 0.765)), BRIGHT, 0.05),
        Polygon(((0.66, 0.8), (0.78, 0.99), (0.93, 0.98), (0.86, 0.86)), BRIGHT),
    )


def _queen(colour: str) -> tuple[Shape, ...]:
    """Return two eyes, a smile, wheels at the ears, and a crown of beads."""
    beads = ((0.3, 0.9), (0.42, 0.945), (0.5, 0.96), (0.58, 0.945), (0.7, 0.9))
    return (
        *_chest(colour),
        *shrunk((gear(8, 0.5, 0.34, BRIGHT),), 0.2, (0.27, 0.58)),
        *shrunk((gear(8, 0.5, 0.34, BRIGHT),), 0.2, (0.73, 0.58)),
        Polygon(
            ((0.31, 0.77), (0.69, 0.77), (0.72, 0.6), (0.62, 0.46), (0.38, 0.46), (0.28, 0.6)),
            colour,
        ),
        Disc((0.41, 0.66), 0.055, PAPER),
        Disc((0.59, 0.66), 0.055, PAPER),
        Arc((0.5, 0.58), 0.075, 105, 255, PAPER, 0.035),
        Polygon(
            (
                (0.29, 0.76),
                (0.71, 0.76),
                (0.72, 0.88),
                (0.61, 0.82),
                (0.5, 0.94),
                (0.39, 0.82),
                (0.28, 0.88),
            ),
            BRIGHT,
        ),
        *(Disc(bead, 0.035, BRIGHT) for bead in (beads[0], beads[2], beads[4])),
    )


def _king(colour: str) -> tuple[Shape, ...]:
    """Return eyes below a brow, a grille for a beard, and a crown with points."""
    return (
        *_chest(colour),
        box(0.27, 0.44, 0.73, 0.79, colour),
        Line(((0.34, 0.715), (0.66, 0.715)), PAPER, 0.03),
        Disc((0.4, 0.65), 0.045, PAPER),
        Disc((0.6, 0.65), 0.045, PAPER),
        *(box(x - 0.02, 0.47, x + 0.02, 0.57, PAPER) for x in (0.35, 0.425, 0.5, 0.575, 0.65)),
        Polygon(
            (
                (0.24, 0.79),
                (0.76, 0.79),
                (0.82, 0.99),
                (0.66, 0.89),
                (0.5, 1.0),
                (0.34, 0.89),
                (0.18, 0.99),
            ),
            BRIGHT,
        ),
        Disc((0.5, 0.845), 0.035, colour),
    )


_COURT: Final = {"J": _jack, "Q": _queen, "K": _king}


def art_of(card: Card) -> tuple[Shape, ...]:
    """Return the middle of a card: its effect (CB07, CB08) or its robot."""
    colour = TINTS[card.suit]
    if card.value in _COURT:
        return _COURT[card.value](colour)
    if card.value == "A":
        return (*suit_art(card.suit), *shrunk(forward(PAPER), 0.36, (0.5, 0.47)))
    if card.moves:
        return (*forward(colour), *shrunk(suit_art(card.suit, PAPER), 0.36, (0.5, 0.55)))
    return shrunk(turning(card.quarters, colour), 0.9)


EFFECTS: Final[tuple[Text, ...]] = (
    text("no turn"),
    text("turns right"),
    text("turns about"),
    text("turns left"),
)
"""The effects of number cards, by quarter turns (CB08)."""


def look_of(card: Card) -> CardDesign:
    """Return the look of a command card, with its effect in a few words (CB07, CB08)."""
    return CardDesign(
        words_of(card),
        corner_of(card.value),
        sign_of(card),
        art_of(card),
        TINTS[card.suit],
        text("one forward") if card.moves else EFFECTS[card.quarters],
    )


FACES: Final[Mapping[int, Face]] = {
    CODE_OF_CARD[card]: Face(CODE_OF_CARD[card], card.text, card.rank, look_of(card))
    for card in CARDS
}
"""The face of each command card by its code.

Its move is the card as in files, its priority the rank.
"""


def face_of(card: Card) -> Face:
    """Return what is printed on a command card."""
    return FACES[CODE_OF_CARD[card]]
