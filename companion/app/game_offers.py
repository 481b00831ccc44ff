"""Offer the games that can be chosen at the table; a game is loaded only when it is chosen."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial

from companion.app.loop import boards_of
from companion.app.recording import PLAYED, chosen_under
from companion.games import USUAL, find_game, games_known, usual_game
from companion.games.api import Game
from companion.session.lobby.arrangement import BoardEntry, GameOffer
from companion.session.lobby.kept_setup import own_part
from companion.session.session import Session


def offers_of(settings: Mapping[str, str]) -> tuple[GameOffer, ...]:
    """Return all games, each with its last choices from the journal's settings.

    Loads none of them.
    """
    offers = []
    for one in games_known():
        try:
            last = own_part(json.loads(settings[chosen_under(one.key)])["setup"])
        # None are kept, or they cannot be read.
        except (KeyError, RecursionError, TypeError, ValueError):
            last = ""
        offers.append(GameOffer(one.key, one.title, one.about, partial(_loaded, one.key), last))
    return tuple(offers)


def with_games(session: Session, settings: Mapping[str, str]) -> Session:
    """Return a session that offers other games after its race."""
    return session._replace(config=session.config._replace(games=offers_of(settings)))


def last_played(settings: Mapping[str, str]) -> Game:
    """Return the game played last, or the usual one if that is unknown or cannot be loaded."""
    try:
        return _loaded(settings.get(PLAYED, USUAL))[0]
    # A broken game must not stop the start; choosing it shows what is wrong.
    except Exception:
        return usual_game()


def _loaded(key: str) -> tuple[Game, tuple[BoardEntry, ...]]:
    game = find_game(key)
    assert game is not None, f"there is no game {key!r}"
    return game, boards_of(game)
