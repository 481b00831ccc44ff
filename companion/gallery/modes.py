"""Scenes of modes: their choice, teams, flags in any order, survivors, and ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.app.loop import EventLoop, open_session
from companion.engine.changes import SetTouched
from companion.engine.rules import FREE_ORDER, LAST_STANDING, TEAMS, TIME_TRIAL
from companion.gallery.race import Wanted, send, until
from companion.games import find_game
from companion.records.book import Book, Person
from companion.session.lobby.people_messages import RecordsLoaded
from companion.session.lobby.seat_rules import SetSeatRule
from companion.session.messages import (
    ApplyCorrection,
    Begin,
    ChooseBoard,
    Confirm,
    Go,
    Message,
    SetRule,
)
from companion.session.pages.facts import AskPiece
from companion.session.trials import trial_of
from companion.session.view import OVER, PLAY, SUMMARY


def _setup(
    mode: str,
    *messages: Message,
    players: tuple[str, ...] = ("person", "racer", "racer", "racer"),
    seed: int = 3,
) -> EventLoop:
    """Return the setup of a race in a mode, after some messages."""
    loop = open_session(seed=seed, players=players, game=find_game("clockwork"))
    return send(
        loop,
        ChooseBoard("fountain-circus"),
        SetRule("mode", mode),
        SetRule("lives", "2"),
        *messages,
    )


def _race(mode: str, *messages: Message, players: tuple[str, ...] = ("racer",) * 4) -> EventLoop:
    """Return a race that has begun."""
    return _setup(mode, *messages, Begin(), players=players)


def _alone() -> EventLoop:
    """Return a race alone with the ghost of a better one, under way."""
    loop = _race(TIME_TRIAL, players=("racer",))
    while loop.session.page != OVER:
        loop.send(Confirm(loop.session.revision))
    best = trial_of(loop.session)
    assert best is not None
    loop = _race(TIME_TRIAL, players=("random",))
    loop.send(RecordsLoaded(Book((Person(1, "ANNA"),), next=2, trials=(best._replace(person=1),))))
    return until(loop, Wanted(SUMMARY))


MODE_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "mode-settings": lambda: _setup(FREE_ORDER, Go("rules")),
    "mode-teams": lambda: _setup(
        TEAMS,
        *(SetSeatRule(seat, "team", "green" if seat == 2 else "red") for seat in (1, 2, 4)),
        Go("seats"),
    ),
    "mode-team": lambda: _setup(TEAMS, SetSeatRule(2, "team", "green"), Go("seats")),
    # One flag of three, out of order.
    "mode-sought": lambda: send(
        until(_race(FREE_ORDER), Wanted(PLAY)), ApplyCorrection(SetTouched(1, 2, True)), AskPiece(1)
    ),
    "mode-turn": lambda: until(_race(TEAMS), Wanted(SUMMARY)),
    "mode-left": lambda: until(_race(LAST_STANDING), Wanted(SUMMARY)),
    "mode-flag": lambda: until(
        _race(FREE_ORDER),
        Wanted(
            PLAY,
            lambda view: any(
                line.rule == "M2"
                for line in (getattr(view.body, "instruction", None),)
                if line is not None
            ),
        ),
    ),
    "mode-ghost": _alone,
    "mode-over": lambda: until(_race(TEAMS), Wanted(OVER)),
}
"""Scenes by name, in the order of a session."""
MODE_TOUCHES: Final[dict[str, Callable[[Any], None]]] = {
    "mode-team": lambda screen: screen.open(2),
    "mode-settings": lambda screen: screen.open("mode"),
}
