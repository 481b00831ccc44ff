"""The games that people can choose at the table: found by their folders, and loaded only when somebody chooses them."""

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
from companion.session.session import Session, replace


def offers_of(settings: Mapping[str, str]) -> tuple[GameOffer, ...]:
    """All games that there are, each with what was chosen of it last, by the settings of the journal; no game is loaded for it."""
    return tuple(
        GameOffer(
            one.key, one.title, one.about, partial(_loaded, one.key), _chosen(settings, one.key)
        )
        for one in games_known()
    )


def with_games(session: Session, settings: Mapping[str, str]) -> Session:
    """A session after whose race another game can be chosen."""
    return replace(session, house=replace(session.house, games=offers_of(settings)))


def last_played(settings: Mapping[str, str]) -> Game:
    """The game that was played last, the usual one where there is none such, or none that can be loaded."""
    try:
        return _loaded(settings.get(PLAYED, USUAL))[0]
    # Whatever is wrong with one game, the app starts with another; who chooses that one is told.
    except Exception:
        return usual_game()


def _loaded(key: str) -> tuple[Game, tuple[BoardEntry, ...]]:
    game = find_game(key)
    assert game is not None, f"there is no game {key!r}"
    return game, boards_of(game)


def _chosen(settings: Mapping[str, str], key: str) -> str:
    """What was chosen of a game last, without those who played it; "" where nothing is kept that can be read."""
    try:
        return own_part(json.loads(settings[chosen_under(key)])["setup"])
    except (KeyError, RecursionError, TypeError, ValueError):
        return ""
