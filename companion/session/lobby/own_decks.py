"""The deck of a game: the one that comes with it, or one that people have written.

The set-up has the short name of the deck; the configuration has the game with that deck. A race
keeps the text of its deck, so later changes of the deck do not affect it.
"""

from __future__ import annotations

from functools import lru_cache

from companion.errors import FormatError
from companion.games.api import Game
from companion.games.decks import Decks, with_deck, written_deck
from companion.session.lobby.arrangement import DeckEntry
from companion.session.session import Session
from companion.words import NOTHING, Text, sentence, text, verbatim


def dealt_with(session: Session, key: str) -> Session | Text:
    """Return the session with the deck of this short name, "" for the game's own.

    Or the reason, in a sentence, why it cannot be used.
    """
    game, entry = session.config.game, session.config.deck(key)
    if key and entry is None:
        return text("There is no deck {deck!r}.", deck=key)
    try:
        if entry is None:
            changed = with_deck(game, "", "")
        else:
            changed = written_deck(game, entry.content, verbatim(key))
    except FormatError as fault:
        return sentence(fault.words)
    return session._replace(
        config=session.config._replace(game=changed),
        lobby=session.lobby._replace(setup=session.lobby.setup._replace(deck=key)),
    )


def with_usable_deck(session: Session) -> Session:
    """Return the session with the deck of its set-up, or with the game's own if that fails."""
    if Decks.of(session.config.game) is None:
        if not session.lobby.setup.deck:
            return session
        return session._replace(
            lobby=session.lobby._replace(setup=session.lobby.setup._replace(deck=""))
        )
    found = dealt_with(session, session.lobby.setup.deck)
    if isinstance(found, Text):
        found = dealt_with(session, "")
    return session if isinstance(found, Text) else found


def own_decks(session: Session) -> tuple[DeckEntry, ...]:
    """Return the decks that people have written for the present game."""
    return tuple(entry for entry in session.config.decks if entry.game == session.config.game.key)


def with_entry(session: Session, entry: DeckEntry) -> Session:
    """Return the session with a new or changed deck."""
    decks = session.config.decks
    known = any((other.game, other.key) == (entry.game, entry.key) for other in decks)
    if known:
        after = tuple(
            entry if (other.game, other.key) == (entry.game, entry.key) else other
            for other in decks
        )
    else:
        after = *decks, entry
    return session._replace(config=session.config._replace(decks=after))


def without_entry(session: Session, key: str) -> Session:
    """Return the session without a deck of the present game."""
    gone = (session.config.game.key, key)
    return session._replace(
        config=session.config._replace(
            decks=tuple(other for other in session.config.decks if (other.game, other.key) != gone)
        )
    )


def free_key(session: Session) -> str:
    """Return a short name that no deck of the present game has."""
    taken = {entry.key for entry in own_decks(session)}
    return next(
        key for number in range(1, len(taken) + 2) if (key := f"deck-{number}") not in taken
    )


def title_of(session: Session, entry: DeckEntry) -> Text:
    """Return the title of a deck, or its short name where it has none or is unreadable."""
    return _looked_through(_usual(session), entry)[0]


def why_unusable_deck(session: Session, entry: DeckEntry) -> Text:
    """Return why a deck cannot be used, in a sentence; NOTHING where it can."""
    return _looked_through(_usual(session), entry)[1]


def _usual(session: Session) -> Game:
    return with_deck(session.config.game, "", "")


# Every touch rebuilds the page of the decks, and reading one takes a small computer a tenth of a
# second.
@lru_cache(maxsize=32)
def _looked_through(game: Game, entry: DeckEntry) -> tuple[Text, Text]:
    decks, title = Decks.of(game), verbatim(entry.key)
    assert decks is not None
    try:
        draft = decks.read(entry.content, entry.key)
        title = verbatim(decks.name(draft) or entry.key)
        wrong = (*decks.wrong(draft), *(row.wrong for row in decks.rows(draft) if row.wrong))
        if wrong:
            return title, text("Not finished: {what}", what=wrong[0])
        written_deck(game, entry.content, entry.key)
    except FormatError as fault:
        return title, sentence(fault.words)
    return title, NOTHING
