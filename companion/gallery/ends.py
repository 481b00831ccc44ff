"""Scenes of pages with a list of seats, in four games with all seats and long names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Final

from companion.app.loop import EventLoop, open_session
from companion.gallery.race import Wanted, all_games, send, until
from companion.games import find_game
from companion.session.messages import (
    Begin,
    ChooseBoard,
    ClearMarkers,
    Confirm,
    Go,
    Message,
    OpenPage,
    Resumed,
    SetName,
    SetRule,
    TouchSquare,
)
from companion.session.pages.board import ChooseGame
from companion.session.pages.menu import OpenMenu
from companion.session.session import Session
from companion.session.view import CHAIRS, OVER, SUMMARY, View

NAMES: Final = (
    "WESTMINSTER",
    "CHRONOMETER",
    "MAINSPRINGS",
    "WWWWWWWWWWWW",
    "GRANDFATHER",
    "MOONPHASE",
    "TOURBILLONS",
    "MMMMMMMMMMMM",
)
"""A name of nine to twelve letters, the maximum, for each seat; two are as wide as names can be."""
CROWDED: Final[Mapping[str, tuple[int, tuple[Message, ...]]]] = {
    "clockwork": (
        8,
        (
            ChooseBoard("packing-hall"),
            Go("flags"),
            ClearMarkers(),
            TouchSquare("E6"),
            TouchSquare("G8"),
            SetRule("flag_hit", "pass"),
        ),
    ),
    "factory_rally": (8, (ChooseBoard("paint-shop"),)),
    "cardbot": (8, (ChooseBoard("cardbot-full"),)),
    "diesel": (6, ()),
}
"""For each game its most seats, and the choices for it."""
ROUNDS: Final = 40
"""Turns of a game that are inspected."""


def begin(key: str, players: tuple[str, ...] = ()) -> EventLoop:
    """Begin a game with as many seats as it has, or with those that are named.

    The default is all pilots.
    """
    most, chosen = CROWDED[key]
    players = players or ("random",) * most
    loop = open_session(seed=4, players=players, game=find_game(key))
    named = (SetName(seat, NAMES[seat - 1]) for seat in range(1, len(players) + 1))
    return send(loop, *chosen, *named, Go("rules"), Begin())


def summaries(loop: EventLoop) -> Iterator[EventLoop]:
    """Play on; yield the session after each turn, up to the end of the game."""
    while until(loop, lambda now: now.session.page in (SUMMARY, OVER)).session.page != OVER:
        yield loop
        loop.send(Confirm(loop.session.revision))


def _fullness(view: View) -> tuple[bool, int]:
    """Return whether a piece is on a flag, and how many letters the rows of a summary have."""
    board, rows = view.board, view.body.rows
    markers = {square for _, square in board.markers} if board is not None else set()
    rests = board is not None and any(piece.square in markers for piece in board.pieces)
    return rests, sum(len(str(words)) for row in rows for words in (row.brief, row.note, row.soon))


@cache
def _summary_and_end(key: str) -> dict[str, Session]:
    """Return a crowded game at its longest summary, and at its end, by their pages.

    A piece is on a flag after that turn, if there is such a turn.
    """
    found: list[tuple[tuple[bool, int], Session]] = []
    loop = begin(key)
    for turn in summaries(loop):
        if len(found) < ROUNDS:
            found.append((_fullness(turn.view), turn.session))
    return {SUMMARY: max(found, key=lambda turn: turn[0])[1], OVER: loop.session}


def _at(key: str, page: str, *messages: Message) -> EventLoop:
    """Return such a game at one of these pages, after some messages."""
    loop = begin(key)
    loop.session = _summary_and_end(key)[page]
    return send(loop, *messages)


def _offered(key: str, checked: bool = False) -> EventLoop:
    """Return the app restarted after that turn, before or at the check of the table."""
    most, _ = CROWDED[key]
    loop = _at(key, SUMMARY, Resumed(tuple(range(1, most + 1)), "Touch readers"))
    return send(loop, Confirm(loop.session.revision)) if checked else loop


def _scenes(key: str) -> dict[str, Callable[[], EventLoop]]:
    found: dict[str, Callable[[], EventLoop]] = {
        "place": lambda: begin(key),
        "summary": lambda: _at(key, SUMMARY),
        "over": lambda: _at(key, OVER),
        "offer": lambda: _offered(key),
        "check": lambda: _offered(key, True),
        "chairs": lambda: _at(key, SUMMARY, OpenMenu(CHAIRS)),
        "menu": lambda: _at(key, SUMMARY, OpenMenu()),
    }
    if key != "diesel":
        # That game counts nothing over its whole course.
        found["statistics"] = lambda: _at(key, OVER, OpenPage("statistics"))
    return {f"{key}-eight-{name}": scene for name, scene in found.items()}


END_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    **{name: scene for key in CROWDED for name, scene in _scenes(key).items()},
    "games-diesel": lambda: all_games(ChooseGame("diesel")),
    "cardbot-two-summary": lambda: until(
        begin("cardbot", players=("random", "random")), Wanted(SUMMARY)
    ),
    "cardbot-two-over": lambda: until(begin("cardbot", players=("racer", "racer")), Wanted(OVER)),
    "cardbot-three-over": lambda: until(begin("cardbot", players=("racer",) * 3), Wanted(OVER)),
}
"""The scenes of this module."""
