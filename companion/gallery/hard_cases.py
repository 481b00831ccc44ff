"""The same pages where they are hard to draw.

These are lists of all seats with long names in four games, pieces on flags, and names in Latin
Extended, Greek and Cyrillic with their keyboards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from companion.app.loop import EventLoop, open_session
from companion.gallery.race import (
    EIGHT,
    Wanted,
    all_games,
    fill,
    prefer,
    race,
    send,
    session_after,
    touch,
    until,
)
from companion.games import find_game
from companion.session.messages import (
    BackToSetup,
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
    SetTimer,
    TouchSquare,
    Uncover,
)
from companion.session.pages.board import ChooseGame
from companion.session.pages.facts import AskPiece
from companion.session.pages.menu import OpenMenu
from companion.session.pages.replay import RunReplay, ShowTurn
from companion.session.preferences import ALWAYS
from companion.session.session import Session
from companion.session.view import CHAIRS, OVER, PIECE, PLAY, PROGRAM, SUMMARY, View

LONGEST_NAMES: Final = (
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
    named = (SetName(seat, LONGEST_NAMES[seat - 1]) for seat in range(1, len(players) + 1))
    return send(loop, *chosen, *named, Go("rules"), Begin())


def summaries(loop: EventLoop) -> Iterator[EventLoop]:
    """Play on; yield the session after each turn, up to the end of the game."""
    while until(loop, lambda now: now.session.page in (SUMMARY, OVER)).session.page != OVER:
        yield loop
        loop.send(Confirm(loop.session.revision))


@cache
def _summary_and_end(key: str) -> dict[str, Session]:
    """Return a crowded game at its longest summary, and at its end, by their pages.

    A piece is on a flag after that turn, if there is such a turn.
    """
    # How full a turn is: whether a piece is on a flag, and how many letters the rows have.
    found: list[tuple[tuple[bool, int], Session]] = []
    loop = begin(key)
    for turn in summaries(loop):
        if len(found) < ROUNDS:
            letters = sum(
                len(str(words))
                for row in turn.view.body.rows
                for words in (row.brief, row.note, row.soon)
            )
            found.append(((rests_on_flag(turn.view), letters), turn.session))
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
"""The pages with a list of seats."""


BOARD: Final = "going-train"
PEOPLE: Final = ("person", "person", *EIGHT[2:])


def rests_on_flag(view: View) -> bool:
    """Say whether a piece is on a flag."""
    flags = {square for _, square in view.board.markers} if view.board is not None else set()
    return view.board is not None and any(piece.square in flags for piece in view.board.pieces)


def begin_on_flags(*messages: Message, players: tuple[str, ...] = EIGHT) -> EventLoop:
    """Begin a race with a flag on every start."""
    board = session_after(ChooseBoard(BOARD)).view.board
    assert board is not None
    flags = tuple(TouchSquare(square) for _, square in sorted(board.board.starts.items()))
    return race(ChooseBoard(BOARD), Go("flags"), ClearMarkers(), *flags, *messages, players=players)


def resting(page: str, *messages: Message, players: tuple[str, ...] = EIGHT) -> EventLoop:
    """Play until a page comes on which a piece is on a flag."""
    return until(begin_on_flags(*messages, players=players), Wanted(page, rests_on_flag))


def end_race() -> EventLoop:
    """End a race whose winner is on the last flag."""
    loop = session_after(ChooseBoard(BOARD), players=EIGHT)
    board = loop.view.board
    assert board is not None
    column, row = board.board.starts[1][0], int(board.board.starts[1][1:])
    ahead = TouchSquare(f"{column}{row + 2}")
    send(loop, Go("flags"), ClearMarkers(), ahead, SetRule("flag_hit", "end"), Go("rules"), Begin())
    return until(loop, Wanted(OVER, rests_on_flag))


def resumed() -> EventLoop:
    """Offer to resume a race after a start."""
    return send(resting(PLAY), Resumed(tuple(range(1, 9)), "Touch readers"))


FLAGGED_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "place-on-flag": lambda: begin_on_flags(),
    "program-on-flag": lambda: resting(PROGRAM, players=PEOPLE),
    "program-beside-on-flag": lambda: prefer(
        send(resting(PROGRAM, players=PEOPLE), Uncover(1)), preview=ALWAYS
    ),
    "timer-on-flag": lambda: send(
        resting(PROGRAM, SetTimer(60), players=PEOPLE), OpenPage("timer")
    ),
    "play-on-flag": lambda: resting(PLAY),
    "facts-on-flag": lambda: send(resting(PLAY), AskPiece(1)),
    "summary-on-flag": lambda: resting(SUMMARY),
    "over-on-flag": end_race,
    "replay-on-flag": lambda: send(end_race(), OpenPage("replay"), ShowTurn(99), RunReplay(False)),
    "last-on-flag": lambda: send(end_race(), BackToSetup(), OpenPage("last")),
    "history-on-flag": lambda: send(resting(SUMMARY), OpenPage("history")),
    "menu-on-flag": lambda: send(resting(SUMMARY), OpenMenu(PIECE, 1)),
    "resume-on-flag": resumed,
    "check-on-flag": lambda: touch(resumed(), lambda view: Confirm(view.revision)),
}
"""A scene of each page that draws a map."""
FLAGGED_TOUCHES: Final[dict[str, Callable[[Any], None]]] = {
    "program-on-flag": lambda screen: screen.peek(True),
}


FOREIGN_NAMES: Final = (
    "ŁUKASZ",
    "ΓΙΩΡΓΟΣ",
    "ЕКАТЕРИНА",
    "JÜRGEN",
    "DVOŘÁK",
    "ЩЩЩЩЩЩЩЩЩЩЩЩ",
    "ΨΩΨΩΨΩΨΩΨΩΨΩ",
    "[b]&Ţ",
)
"""The two longest need the most room in their alphabets; the last looks like markup."""
PLAYERS: Final = ("person", *("random",) * 7)


def _named() -> list[SetName]:
    return [SetName(seat, name) for seat, name in enumerate(FOREIGN_NAMES, 1)]


def _refused_letter(screen: Any) -> None:
    """Type a letter that no font has."""
    _keyboard(screen)
    screen.over.hear_text("李")


def _seats() -> EventLoop:
    return session_after(Go("seats"), *_named(), players=PLAYERS)


def _keyboard(screen: Any, number: int = 0, held: str = "") -> None:
    """Type a name with one of the alphabets; `held` is a key that offers its letters."""
    from companion.ui.picture import settle
    from companion.ui.widgets.alphabets import ALPHABETS

    screen.open(1, "name")
    keyboard = screen.over.keyboard
    while keyboard.alphabet is not ALPHABETS[number]:
        keyboard.turn()
    screen.arrange()
    if held:
        settle()
        keyboard.offer(keyboard.keys[held])


NAME_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "names-seats": _seats,
    "names-program": lambda: fill(until(race(*_named(), players=PLAYERS), Wanted(PROGRAM)), 1, 2),
    "names-play": lambda: until(race(*_named(), players=("random",) * 8), Wanted(PLAY)),
    "names-standing": lambda: until(race(*_named(), players=("random",) * 8), Wanted(SUMMARY)),
    "names-latin": _seats,
    "names-greek": _seats,
    "names-cyrillic": _seats,
    "names-held": _seats,
    "names-refused": _seats,
}
"""Names and their keyboards, in the order of a session."""
NAME_TOUCHES: Final[dict[str, Callable[[Any], None]]] = {
    "names-latin": _keyboard,
    "names-greek": lambda screen: _keyboard(screen, 1),
    "names-cyrillic": lambda screen: _keyboard(screen, 2),
    "names-held": lambda screen: _keyboard(screen, held="O"),
    "names-refused": _refused_letter,
}
"""The touches or typed letters that follow."""
