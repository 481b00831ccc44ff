"""Scenes of the gallery: typed decks, in a game that has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.app.loop import EventLoop, open_session
from companion.gallery.menu import roll_down
from companion.gallery.race import send
from companion.games import find_game
from companion.games.decks import Decks
from companion.session.lobby.arrangement import DeckEntry
from companion.session.messages import Message
from companion.session.pages.deck import AskDelete, AskName, EditDeck, NewDeck, OpenEntry
from companion.session.pages.decks import ChooseDeck, DecksLoaded

GAME: Final = "diesel"


def setup(*messages: Message) -> EventLoop:
    """Return the first page of the setup, with a complete deck and an incomplete one."""
    game = find_game(GAME)
    assert game is not None
    decks = Decks.of(game)
    assert decks is not None
    whole, half = (
        decks.named(decks.begun("copy"), "Grandma's garage"),
        decks.named(decks.begun("copy"), "Unfinished"),
    )
    for row in ("9", "3"):
        half = decks.removed(half, row)
    loop = open_session(seed=3, players=("person", "person", "random", "random"), game=game)
    kept = (
        DeckEntry(GAME, "deck-1", decks.write(whole)),
        DeckEntry(GAME, "deck-2", decks.write(half)),
    )
    return send(loop, DecksLoaded(kept), *messages)


DECK_SCENES: Final[Mapping[str, Callable[[], EventLoop]]] = {
    "decks": lambda: setup(ChooseDeck("deck-1")),
    "deck-cards": lambda: setup(EditDeck("deck-1")),
    "deck-unfinished": lambda: setup(EditDeck("deck-2")),
    "deck-card": lambda: setup(EditDeck("deck-1"), OpenEntry("5")),
    "deck-effect": lambda: setup(EditDeck("deck-1"), OpenEntry("5")),
    "deck-name": lambda: setup(EditDeck("deck-1"), OpenEntry("5"), AskName(True)),
    "deck-new": lambda: setup(NewDeck("empty"), AskName(False)),
    "deck-delete": lambda: setup(EditDeck("deck-1"), AskDelete(True)),
}


DECK_TOUCHES: Final[Mapping[str, Callable[[Any], None]]] = {"deck-effect": roll_down}
"""The touches that follow."""
