"""Moments of a session of Top Card, and touches on the screen, for tests at every size."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.app.loop import EventLoop, open_session
from companion.games import find_game
from companion.session.messages import Begin, Confirm, Pick, Resumed, Uncover
from companion.session.pages.menu import OpenMenu
from companion.session.view import OVER, PIECE, PLAY
from companion.signals import PULL, InsertCard, MoveHandle
from tests.typed import present

PLAYERS: Final = ("person", "person", "random")


def begun(players: tuple[str, ...] = PLAYERS) -> EventLoop:
    """Return three cards each."""
    loop = open_session(seed=3, players=players, game=find_game("topcard"))
    loop.send(Begin())
    return loop


def lay(loop: EventLoop) -> EventLoop:
    """Play the first card of all people."""
    for seat in (1, 2):
        ask = present(loop.session.match).ask(seat)
        if ask is not None and ask.hand.codes:
            loop.send(InsertCard(seat, 1, ask.hand.codes[0]))
            loop.send(MoveHandle(seat, PULL))
    return loop


def staked(loop: EventLoop) -> EventLoop:
    """Return the stakes after that."""
    for seat in (1, 2):
        loop.send(Pick(seat, "double" if seat == 2 else "single"))
    return loop


def shown(loop: EventLoop) -> EventLoop:
    """Confirm all that is shown of the turn."""
    while loop.session.page == PLAY:
        loop.send(Confirm(loop.session.revision))
    return loop


def ended(loop: EventLoop) -> EventLoop:
    """Return the winner's page."""
    while loop.session.page != OVER:
        shown(staked(lay(loop)))
        if loop.session.page != OVER:
            loop.send(Confirm(loop.session.revision))
    return loop


def said(loop: EventLoop, *messages: object) -> EventLoop:
    """Return the session after these messages."""
    for message in messages:
        loop.send(message)
    return loop


def running(loop: EventLoop) -> EventLoop:
    """Return the session some seconds later."""
    for now in range(8):
        loop.poll(float(now))
    return loop


SCENES: Final[Mapping[str, Callable[[], EventLoop]]] = {
    "seats": lambda: open_session(seed=3, players=PLAYERS, game=find_game("topcard")),
    "cards": begun,
    "hand": lambda: said(begun(), Uncover(1)),
    "stakes": lambda: running(lay(begun())),
    "stake": lambda: said(running(lay(begun())), Uncover(1)),
    "staked": lambda: said(running(lay(begun())), Pick(1, "single")),
    "play": lambda: staked(lay(begun())),
    "summary": lambda: shown(staked(lay(begun()))),
    "over": lambda: ended(begun()),
    "menu": lambda: said(begun(), OpenMenu()),
    "points": lambda: said(begun(), OpenMenu(PIECE, 2)),
    "offer": lambda: said(begun(), Resumed(tuple(range(1, 9)), "Touch readers")),
    "check": lambda: (
        loop := said(begun(), Resumed(tuple(range(1, 9)), "Touch readers")),
        said(loop, Confirm(loop.session.revision)),
    )[1],
}

TOUCHES: Final[Mapping[str, Callable[[Any], None]]] = {
    "cover": lambda stand: stand.tap(stand.screen.overview.tiles[1]),
}
"""The touches that open something over the scene of the stakes."""
