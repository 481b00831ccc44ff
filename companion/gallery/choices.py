"""Choices before a race and what comes of them: modes, pilots, and the sides of seats."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from companion.app.loop import EventLoop, open_session
from companion.app.thinking import AtOnce
from companion.engine.changes import SetTouched
from companion.engine.rules import FREE_ORDER, LAST_STANDING, TEAMS, TIME_TRIAL
from companion.gallery.race import (
    LONG_NAMED,
    Wanted,
    fill,
    prefer,
    race,
    send,
    session_after,
    until,
)
from companion.games import find_game
from companion.pilots.base import pilots
from companion.records.book import Book, Person
from companion.session.advice import AskForHint
from companion.session.lobby.people_messages import RecordsLoaded
from companion.session.lobby.seat_rules import SetSeatRule
from companion.session.messages import (
    ApplyCorrection,
    Begin,
    ChooseBoard,
    Confirm,
    Go,
    Message,
    OpenPage,
    SetPlayer,
    SetRule,
    Uncover,
)
from companion.session.pages.facts import AskPiece
from companion.session.pages.sides import ChooseSeat
from companion.session.preferences import FAR, LEFT, NEAR, RIGHT
from companion.session.trials import trial_of
from companion.session.view import OVER, PLAY, PROGRAM, SEAT_SIDES, SUMMARY


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


def _hinted(cards: int) -> EventLoop:
    players = ("person", "random", "random")
    loop = until(race(ChooseBoard("fountain-circus"), players=players), Wanted(PROGRAM))
    fill(loop, 1, cards)
    loop.thinking = AtOnce(pilots(), substitutes=True)
    return send(loop, AskForHint(1))


def _thought(*players: str) -> EventLoop:
    loop = race(ChooseBoard("fountain-circus"), players=("person", *players))
    loop.thinking = AtOnce(pilots(), substitutes=True)
    return until(loop, Wanted(SUMMARY))


PILOT_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "seats-pilots": lambda: session_after(
        Go("seats"),
        players=("person", "random", "novice", "steady", "racer", "champion", "even", ""),
    ),
    "seat-page-pilot": lambda: session_after(Go("seats"), players=("person", "champion")),
    "pilots": lambda: session_after(Go("seats"), players=("person", "random", "steady")),
    "program-hint": lambda: _hinted(0),
    "program-hint-later": lambda: _hinted(2),
    "summary-thought": lambda: _thought("champion", "steady", "even"),
    "summary-thoughts": lambda: _thought(*["racer"] * 7),
}
PILOT_TOUCHES: Final[dict[str, Callable[[Any], None]]] = {
    "seat-page-pilot": lambda screen: screen.open(2),
    "pilots": lambda screen: screen.open(3, "pilots"),
    "summary-thought": lambda screen: screen.turned.do(),
    "summary-thoughts": lambda screen: screen.turned.do(),
}


def turning(loop: EventLoop, *sides: str) -> EventLoop:
    """Let the picture turn to the seats, which sit at these sides, the others near."""
    all_sides = " ".join((*sides, *[NEAR] * (8 - len(sides))))
    return prefer(loop, turns_to_seats=True, sides=all_sides)


def _sides(*messages: Message) -> EventLoop:
    """Return the page of the sides for six people."""
    return session_after(
        *(SetPlayer(seat, "person") for seat in range(1, 7)), OpenPage(SEAT_SIDES), *messages
    )


def _asked(side: str, opened: bool = False) -> EventLoop:
    """Return four people at one screen whose first one sits at a side and is asked to look."""
    loop = race(*LONG_NAMED, ChooseBoard("gorge-crossing"), players=("person",) * 4)
    loop = until(turning(loop, side), Wanted(PROGRAM))
    if opened:
        fill(loop, 1, 3)
        loop.send(Uncover(1))
    return loop


TURNED_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "sides": _sides,
    "sides-around": lambda: turning(
        _sides(ChooseSeat(3)), NEAR, NEAR, LEFT, FAR, FAR, RIGHT, RIGHT, RIGHT
    ),
    "turned-left": partial(_asked, LEFT),
    "turned-far": partial(_asked, FAR, opened=True),
    "turned-right": partial(_asked, RIGHT, opened=True),
}
