"""Explain Diesel Demolition Derby for beginners, thing by thing with cards."""

from __future__ import annotations

from typing import Final

from companion.games.diesel.deck_file import house_deck
from companion.games.diesel.look import face_of
from companion.games.scene import Known
from companion.words import Text, text


def _card_fact(card: str, title: Text, words: Text, rule: str) -> Known:
    deck = house_deck()
    return Known(title, words, rule, face=face_of(deck.card(card), deck.order(card)))


HOW_TO_PLAY: Final[tuple[Known, ...]] = (
    _card_fact(
        "colossus",
        text("The aim"),
        text(
            "Have the strongest team in front of you when a Derby ends: that earns a victory "
            "token. Three tokens win the game."
        ),
        "DD12",
    ),
    _card_fact(
        "walker",
        text("A combatant"),
        text(
            "Its strength, from 0 to 4, is printed in the corner and shows its type. Most "
            "combatants also have an ability."
        ),
        "DD02",
    ),
    _card_fact(
        "scout",
        text("A turn"),
        text(
            "Put one card of your hand face down into slot 1 and pull the handle; with two "
            "players, two cards into slots 1 and 2."
            " All are revealed at once."
        ),
        "DD05",
    ),
    _card_fact(
        "goliath",
        text("From 4 to 0"),
        text(
            "Instant abilities act in the order of strength, the 4s first. Equal ones act at the "
            "same time."
        ),
        "DD07",
    ),
    _card_fact(
        "brawler",
        text("Targets"),
        text(
            "A player who has to choose touches one of the cards that light up on the screen. "
            "When time is up, the first one counts."
        ),
        "DDR03",
    ),
    _card_fact(
        "hunter",
        text("Discarded"),
        text(
            "Discarded cards go face down onto one pile. A combatant discarded before its turn "
            "does not act any more."
        ),
        "DD08",
    ),
    _card_fact(
        "raider",
        text("Gained"),
        text(
            "A combatant that you gain goes face up to the end of your row, and works for you "
            "from then on."
        ),
        "DD13",
    ),
    _card_fact(
        "guard",
        text("Face down"),
        text(
            "A combatant that lies face down keeps its strength. It has no name, no type and no "
            "ability any more."
        ),
        "DDR05",
    ),
    _card_fact(
        "decoy",
        text("Ongoing"),
        text(
            "Some abilities apply as long as their card lies face up, others to the end of the "
            "turn. The screen keeps track of them."
        ),
        "DD14",
    ),
    _card_fact(
        "chameleon",
        text("Hands move on"),
        text(
            "At the end of a turn everybody passes the hand to the left. So think of what your "
            "neighbour will get."
        ),
        "DD09",
    ),
    _card_fact(
        "heavy",
        text("The last card"),
        text(
            "When one card is left in every hand the Derby ends. That card is discarded, and the "
            "strengths are counted up."
        ),
        "DD10",
    ),
    _card_fact(
        "commander",
        text("Winning outright"),
        text("Some combatants win a Derby by their own condition, regardless of strength."),
        "DD11",
    ),
)
"""The things in the order in which beginners need them."""
