"""Typed decks: a game is played and kept with one, whatever becomes of the deck."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import FormatError
from companion.games import find_game
from companion.games.api import Game
from companion.games.decks import Decks, deck_title, own_deck, with_deck
from companion.session.view import PROGRAM
from companion.table.virtual import VirtualTable
from tests.games.test_topcard_evening import Evening, hand

MINE = (
    'game = "penned"\nname = "Mine"\n[[card]]\nname = "Cat"\nvalue = 7\ncopies = 12\n'
    '[[card]]\nname = "Dog"\nvalue = 3\ncopies = 12\n'
)


@pytest.fixture
def mine(penned: Game) -> Game:
    """Return Penned Card with cats and dogs."""
    return with_deck(penned, MINE, "mine.deck.toml")


def test_a_game_with_a_deck_is_another_value_of_the_same_game(penned: Game, mine: Game) -> None:
    """Return another value of the same game by a deck's text, and the found one without."""
    assert (mine.key, own_deck(mine), str(deck_title(mine))) == (
        "penned",
        MINE,
        "Mine",
    ) and mine is not penned
    assert (
        own_deck(penned) == ""
        and with_deck(mine, "", "") is penned
        and find_game("penned", MINE) is mine
    )
    assert {
        str(face.look.words) for code in mine.deck if (face := mine.face(code)) and face.look
    } == {"Cat", "Dog"}


def test_a_deck_for_a_game_without_decks_is_refused(topcard: Game) -> None:
    """Refuse a deck for a game without decks, and an incomplete one."""
    assert Decks.of(topcard) is None and with_deck(topcard, "", "") is topcard
    with pytest.raises(FormatError, match="only its own cards"):
        find_game("topcard", MINE)
    with pytest.raises(FormatError, match="23 cards of 24"):
        find_game("penned", MINE.replace("copies = 12", "copies = 11", 1))


def test_a_race_goes_on_with_the_deck_that_it_began_with(tmp_path: Path, mine: Game) -> None:
    """Keep a race's deck in its journal."""
    evening = Evening(tmp_path, mine, ("person", "person"), VirtualTable)
    assert evening.loop.session.page == PROGRAM
    cards = hand(evening.loop, 1)
    evening.kill()
    after = evening.loop.session.config.game
    assert (
        own_deck(after) == MINE
        and hand(evening.loop, 1) == cards
        and {after.face(code) for code in cards} == {mine.face(code) for code in cards}
    )
    evening.close()
