"""The choice of pilots, a hint while programming, and a turn's thoughts of pilots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.app.loop import EventLoop
from companion.app.thinking import AtOnce
from companion.gallery.race import Wanted, fill, race, send, session_after, until
from companion.pilots.base import pilots
from companion.session.advice import AskForHint
from companion.session.messages import ChooseBoard, Go
from companion.session.view import PROGRAM, SUMMARY


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
