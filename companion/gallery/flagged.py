"""Pieces on flags on every page with a map, which paints these flags again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.app.loop import EventLoop
from companion.gallery.race import EIGHT, Wanted, prefer, race, send, session_after, touch, until
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
    SetRule,
    SetTimer,
    TouchSquare,
    Uncover,
)
from companion.session.pages.facts import AskPiece
from companion.session.pages.menu import OpenMenu
from companion.session.pages.replay import RunReplay, ShowTurn
from companion.session.preferences import ALWAYS
from companion.session.view import OVER, PIECE, PLAY, PROGRAM, SUMMARY, View

BOARD: Final = "going-train"
PEOPLE: Final = ("person", "person", *EIGHT[2:])


def rests_on_flag(view: View) -> bool:
    """Say whether a piece is on a flag."""
    flags = {square for _, square in view.board.markers} if view.board is not None else set()
    return view.board is not None and any(piece.square in flags for piece in view.board.pieces)


def begin(*messages: Message, players: tuple[str, ...] = EIGHT) -> EventLoop:
    """Begin a race with a flag on every start."""
    board = session_after(ChooseBoard(BOARD)).view.board
    assert board is not None
    flags = tuple(TouchSquare(square) for _, square in sorted(board.board.starts.items()))
    return race(ChooseBoard(BOARD), Go("flags"), ClearMarkers(), *flags, *messages, players=players)


def resting(page: str, *messages: Message, players: tuple[str, ...] = EIGHT) -> EventLoop:
    """Play until a page comes on which a piece is on a flag."""
    return until(begin(*messages, players=players), Wanted(page, rests_on_flag))


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
    "place-on-flag": lambda: begin(),
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
