"""Scenes of pages with a list of seats, in four games with all seats and long names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Final

from companion.app.game_offers import offers_of
from companion.app.loop import EventLoop, open_session
from companion.gallery.race import PATIENCE, go_on
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


def begin(key: str, *messages: Message, players: tuple[str, ...] = (), seed: int = 4) -> EventLoop:
    """Begin a game with as many seats as it has, or with those that are named.

    The default is all pilots.
    """
    most, chosen = CROWDED[key]
    players = players or ("random",) * most
    loop = open_session(seed=seed, players=players, game=find_game(key))
    named = (SetName(seat, NAMES[seat - 1]) for seat in range(1, len(players) + 1))
    for message in (*chosen, *named, *messages, Go("rules"), Begin()):
        loop.send(message)
    return loop


def until(loop: EventLoop, wanted: Callable[[Session], bool]) -> EventLoop:
    """Play on with the cards as they come until something is wanted.

    Raises:
        LookupError: It never comes.
    """
    for _ in range(PATIENCE):
        if wanted(loop.session):
            return loop
        go_on(loop)
    raise LookupError("a state of a crowded game was not found: another seed may have it")


def is_on(page: str) -> Callable[[Session], bool]:
    """Return a check for the page of a session."""
    return lambda session: session.page == page


def summaries(key: str, *messages: Message) -> Iterator[EventLoop]:
    """Play a crowded game; yield it after each of its turns, up to its end or for a while."""
    loop = begin(key, *messages)
    for _ in range(ROUNDS):
        until(loop, lambda session: session.page in (SUMMARY, OVER))
        if loop.session.page == OVER:
            return
        yield loop
        loop.send(Confirm(loop.session.step))


def _fullness(view: View) -> tuple[bool, int]:
    """Return whether a piece is on a flag, and how many letters the rows of a summary have."""
    board, rows = view.board, view.body.rows
    markers = {square for _, square in board.markers} if board is not None else set()
    rests = board is not None and any(piece.square in markers for piece in board.pieces)
    return rests, sum(len(str(words)) for row in rows for words in (row.brief, row.note, row.soon))


@cache
def _summary_and_end(key: str) -> tuple[Session, Session]:
    """Return a crowded game after its longest summary, and its end.

    A piece is on a flag after that turn, if there is such a turn.
    """
    found: list[tuple[tuple[bool, int], Session]] = []
    loop = begin(key)
    while until(loop, lambda session: session.page in (SUMMARY, OVER)).session.page != OVER:
        if len(found) < ROUNDS:
            found.append((_fullness(loop.view), loop.session))
        loop.send(Confirm(loop.session.step))
    return max(found, key=lambda turn: turn[0])[1], loop.session


def _send(key: str, session: Session, *messages: Message) -> EventLoop:
    """Return a loop with a session of that game, after some messages."""
    loop = begin(key)
    loop.session = session
    for message in messages:
        loop.send(message)
    return loop


def _full(key: str, *messages: Message) -> EventLoop:
    return _send(key, _summary_and_end(key)[0], *messages)


def _over(key: str, *messages: Message) -> EventLoop:
    return _send(key, _summary_and_end(key)[1], *messages)


def _offered(key: str, checked: bool = False) -> EventLoop:
    """Return the app restarted after that turn, before or at the check of the table."""
    most, _ = CROWDED[key]
    loop = _full(key, Resumed(tuple(range(1, most + 1)), "Touch readers"))
    if checked:
        loop.send(Confirm(loop.session.step))
    return loop


def _house(key: str) -> EventLoop:
    """Return the first page of a table with all games, one of which is chosen."""
    loop = open_session(seed=3, players=("person", "random"), games=offers_of({}))
    loop.send(ChooseGame(key))
    return loop


def _scenes(key: str) -> dict[str, Callable[[], EventLoop]]:
    found: dict[str, Callable[[], EventLoop]] = {
        "place": lambda: begin(key),
        "summary": lambda: _full(key),
        "over": lambda: _over(key),
        "offer": lambda: _offered(key),
        "check": lambda: _offered(key, True),
        "chairs": lambda: _full(key, OpenMenu(CHAIRS)),
        "menu": lambda: _full(key, OpenMenu()),
    }
    if key != "diesel":
        # That game counts nothing over its whole course.
        found["statistics"] = lambda: _over(key, OpenPage("statistics"))
    return {f"{key}-eight-{name}": scene for name, scene in found.items()}


END_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    **{name: scene for key in CROWDED for name, scene in _scenes(key).items()},
    "games-diesel": lambda: _house("diesel"),
    "cardbot-two-summary": lambda: until(
        begin("cardbot", players=("random", "random")), is_on(SUMMARY)
    ),
    "cardbot-two-over": lambda: until(begin("cardbot", players=("racer", "racer")), is_on(OVER)),
    "cardbot-three-over": lambda: until(begin("cardbot", players=("racer",) * 3), is_on(OVER)),
}
"""The scenes of this module."""
