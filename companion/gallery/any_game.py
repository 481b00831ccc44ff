"""The pages of any game from its setup to its end, also of a game that another package adds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from companion.app.loop import EventLoop, open_session
from companion.errors import SetupError
from companion.gallery.race import go_on, person_ask, send
from companion.games.api import Game
from companion.session.messages import LIST, Begin, Go, SetFlow, Uncover
from companion.session.pages.facts import AskPiece
from companion.session.view import OVER, PLAY, SUMMARY

PLAYERS = (4, 3, 2, 5, 6, 7, 8, 1)
"""Numbers of players in the order in which they are tried."""
PATIENCE, LONG = 300, 5000
"""Confirmations until a person must have been asked something, and until the end of a game."""


def game_scenes(game: Game) -> Mapping[str, Callable[[], EventLoop]]:
    """Return a session for each page of a game, by its name."""
    return {
        **{f"setup-{page}": partial(_setup, game, page) for page in game.setup_pages},
        "begun": partial(_begin, game),
        "asked": partial(_first_question, game, False),
        "hand": partial(_first_question, game, True),
        PLAY: partial(_at, game, PLAY),
        SUMMARY: partial(_at, game, SUMMARY),
        OVER: partial(_at, game, OVER),
        "piece": partial(_piece, game),
    }


def _setup(game: Game, page: str) -> EventLoop:
    return send(open_session(seed=5, game=game), Go(page))


def _begin(game: Game, *people: str) -> EventLoop:
    """Return a game that has begun, with as many players as it can be played by.

    Raises:
        SetupError: It cannot begin as it is offered.
    """
    for number in PLAYERS:
        players = (*people, *("random",) * 8)[:number]
        loop = open_session(seed=5, game=game, players=players)
        loop.send(Begin())
        if loop.session.match is not None:
            return loop
    raise SetupError(f"{game.title} does not begin: {loop.view.notice}")


def _first_question(game: Game, is_open: bool) -> EventLoop:
    """Return the first question to a person, with the hand open or covered."""
    # With two people a hand is covered until it is asked for.
    loop = _begin(game, "person", "person")
    for _ in range(PATIENCE):
        ask = person_ask(loop)
        if ask is not None:
            if is_open:
                loop.send(Uncover(ask.seat))
            break
        go_on(loop)
    return loop


def _at(game: Game, page: str) -> EventLoop:
    """Return the first time that a page is shown, or the end of a game without it."""
    loop = _begin(game)
    if page == OVER:
        # One touch confirms a whole round.
        loop.send(SetFlow(LIST))
    for _ in range(LONG):
        if loop.session.page in (page, OVER):
            break
        go_on(loop)
    return loop


def _piece(game: Game) -> EventLoop:
    """Return the end of the first turn with what is known of a piece."""
    loop = _at(game, SUMMARY)
    return send(loop, AskPiece(loop.session.lobby.setup.playing[0]))
