"""Explain Cardbot Derby for beginners, thing by thing with pictures."""

from __future__ import annotations

from typing import Final

from companion.art import Shape, box
from companion.games.cardbot.engine.cards import card_of
from companion.games.cardbot.look import face_of
from companion.games.cardbot.places import (
    SLIPPERY_ART,
    STICKY_ART,
    TELEPORT_ART,
    belt_art,
    target_art,
)
from companion.games.scene import Known
from companion.words import Text, text

RAILS: Final = (box(0.05, 0, 0.12, 1, "rail"), box(0.88, 0, 0.95, 1, "rail"))


def _card_fact(card: str, title: Text, words: Text, rule: str) -> Known:
    return Known(title, words, rule, face=face_of(card_of(card)))


def _place_fact(art: tuple[Shape, ...], title: Text, words: Text, rule: str) -> Known:
    return Known(title, words, rule, art=art)


HOW_TO_PLAY: Final[tuple[Known, ...]] = (
    _place_fact(
        target_art(1),
        text("The aim"),
        text(
            "Bring your robot to the red jack, then to the queen, then to the king. A robot "
            "that has been on all three at the end of a round wins."
        ),
        "CB18",
    ),
    _card_fact(
        "QH",
        text("Your cards"),
        text(
            "Thirteen cards of one suit are yours. In each round you draw five and put them in "
            "the order in which they are to be played."
        ),
        "CB02",
    ),
    _card_fact(
        "AH",
        text("Your neighbour drives"),
        text(
            "You do not play them yourself: they go to the next player, who drives your robot "
            "with them. You drive the robot of the player before you."
        ),
        "CB04",
    ),
    _card_fact(
        "KC",
        text("Cards that move"),
        text(
            "Ace, king, queen, jack and 10: one place straight on. West of column A lies column G "
            "again; the north and the south side are closed."
        ),
        "CB07",
    ),
    _card_fact(
        "3S",
        text("Cards that turn"),
        text(
            "2 to 9: that many quarter turns to the right. So a 3 turns left, a 5 right, a 2 "
            "round, and a 4 changes nothing."
        ),
        "CB08",
    ),
    _card_fact(
        "AS",
        text("Order of play"),
        text(
            "The highest card of each command goes first, the ace before all others. Of two "
            "equal cards, the robot with the higher card in the command before goes first."
        ),
        "CB05",
    ),
    _card_fact(
        "TD",
        text("Collisions"),
        text(
            "A robot that is in the way is shoved on by one place. If that place is taken or "
            "beyond the grid, it pings: it goes to the side instead."
        ),
        "CB10",
    ),
    _place_fact(
        (*RAILS, *belt_art(True)),
        text("Belts"),
        text(
            "After each command a belt carries every robot on it one place along, away from its "
            "ace."
        ),
        "CB13",
    ),
    _place_fact(
        TELEPORT_ART,
        text("Teleports"),
        text("After each command a robot on a black jack goes to the other black jack."),
        "CBR26",
    ),
    _place_fact(
        STICKY_ART,
        text("Sticky places"),
        text("On a black king cards that turn do nothing."),
        "CBR35",
    ),
    _place_fact(
        SLIPPERY_ART,
        text("Slippery places"),
        text("A robot that comes onto a black queen slides on in the same direction."),
        "CBR12",
    ),
    _card_fact(
        "JH",
        text("A target is reached"),
        text(
            "At the end of the round its jack, queen or king leaves your pile for good: one card "
            "fewer to move with."
        ),
        "CB17",
    ),
)
"""The things in the order in which beginners need them."""
