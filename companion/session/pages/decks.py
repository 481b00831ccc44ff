"""The set-up page for the deck: the one of the game first, then those that people have written."""

from __future__ import annotations

from typing import Final

from companion.games.decks import Decks, deck_title, with_deck
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple
from companion.session.choices import WAYS, Choice, ChoiceGroup
from companion.session.handling import Guarded
from companion.session.lobby.arrangement import DECKS, DeckEntry
from companion.session.lobby.own_decks import (
    dealt_with,
    own_decks,
    title_of,
    why_unusable_deck,
    with_usable_deck,
)
from companion.session.lobby.setup import SETTING_UP
from companion.session.pages import Page
from companion.session.pages.deck import EditDeck, GroupsPage, NewDeck
from companion.session.session import Result, Session, refuse
from companion.session.view import View
from companion.words import NOTHING, Text, text


@kept_as("ChooseDeck deck")
class ChooseDeck(NamedTuple):
    """Play with the deck of this short name, "" for the one of the game."""

    deck: str


class DecksLoaded(NamedTuple):
    """The kept decks, as the app starts."""

    decks: tuple[DeckEntry, ...]


def decks_view(session: Session, state: object) -> View:
    """Return the decks to choose, and those to write."""
    config = session.config
    usual = with_deck(config.game, "", "")
    first = Choice(
        deck_title(usual) or usual.title,
        text("It comes with the game."),
        ChooseDeck(""),
        chosen=not session.lobby.setup.deck,
    )
    decks = Decks.of(config.game)
    assert decks is not None
    offered = [first]
    for entry in own_decks(session):
        refused, chosen = why_unusable_deck(session, entry), entry.key == session.lobby.setup.deck
        offered.append(
            Choice(
                title_of(session, entry),
                refused or text("Your own deck."),
                message=ChooseDeck(entry.key),
                blocked=refused if not chosen else NOTHING,
                chosen=chosen,
            )
        )
    own = tuple(
        Choice(title_of(session, entry), NOTHING, EditDeck(entry.key), symbol="gear")
        for entry in own_decks(session)
    )
    new = tuple(
        Choice(start.label, start.about, NewDeck(start.key), symbol="page")
        for start in decks.starts
    )
    groups = (
        ChoiceGroup(text("Play with"), WAYS, tuple(offered)),
        *([ChoiceGroup(text("Change"), WAYS, own)] if own else []),
        ChoiceGroup(text("Write a new deck"), WAYS, new),
    )
    return View(
        DECKS,
        text("Which cards"),
        hint=text("Decks that you write stay on this computer."),
        body=GroupsPage(groups, DECKS),
    )


def on_choose_deck(session: Session, message: ChooseDeck) -> Result:
    """Choose another deck before the race, or refuse it with the reason."""
    if Decks.of(session.config.game) is None:
        return refuse(session, text("This game has only its own cards."))
    entry = session.config.deck(message.deck)
    why = why_unusable_deck(session, entry) if entry is not None else NOTHING
    found = why or dealt_with(session, message.deck)
    if isinstance(found, Text):
        return refuse(session, found)
    return found._replace(notice=""), ()


def on_decks_loaded(session: Session, message: DecksLoaded) -> Result:
    """Use the kept decks; a race keeps its own, and the set-up finds its last one."""
    session = session._replace(config=session.config._replace(decks=message.decks))
    return (with_usable_deck(session) if session.match is None else session), ()


PAGE: Final = Page(
    decks_view,
    always={ChooseDeck: Guarded(on_choose_deck, SETTING_UP), DecksLoaded: on_decks_loaded},
    label=lambda session: text("Deck"),
)
