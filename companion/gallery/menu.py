"""Corrections, history, undo, and resuming after a start, in typical states by messages alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from companion.app.loop import EventLoop
from companion.gallery.race import (
    EIGHT,
    LONG_NAMED,
    Wanted,
    back,
    in_part,
    playing,
    prefer,
    pushed,
    race,
    send,
    session_after,
    touch,
    until,
)
from companion.gallery.room import SceneRoom
from companion.session.choices import Choice, MenuPage
from companion.session.messages import (
    ApplyCorrection,
    ChooseBoard,
    Confirm,
    GoBack,
    OpenPage,
    Resumed,
    SetRule,
    StartInfo,
    TouchSquare,
)
from companion.session.pages.history import HistoryPage, Recall, ShowTurnEntries
from companion.session.pages.menu import ChooseMarker, OpenMenu, SetReason
from companion.session.preferences import CAUSES, Preferences, PreferencesLoaded
from companion.session.view import (
    BACK,
    CHAIRS,
    DEAL,
    MARKERS,
    PROGRAM,
    SETTINGS,
    SUMMARY,
    TURNING,
    BoardPicture,
    View,
)

PERSONS: Final = ("person", "person", "person", *EIGHT[3:])


# ---- Where races are -----------------------------------------------------------------------------


def _in_register(turn: int = 1) -> EventLoop:
    """Return the middle of a register of a turn."""
    moving = in_part("cards")
    loop = race(*LONG_NAMED, ChooseBoard("going-train"), players=PERSONS)
    return until(
        loop,
        playing(lambda view, page: page.turn == turn and page.round == 3 and moving(view, page)),
    )


def _with_parked() -> EventLoop:
    """Return the question for cards, with a parked clank without a checkpoint (9.4 [E166])."""
    loop = race(ChooseBoard("gorge-crossing"), SetRule("lives", "inf"), players=PERSONS)
    return until(loop, Wanted(PROGRAM, lambda view: bool(_parked(view))))


def _parked(view: View) -> list[str]:
    return [
        view.signs[clank.seat].name
        for clank in (view.board.pieces if view.board is not None else ())
        if clank.square is None and clank.status == "parked"
    ]


# ---- Fingers in the menu -------------------------------------------------------------------------


def _choices(view: View) -> Iterator[Choice]:
    assert isinstance(view.body, MenuPage)
    for group in (*view.body.groups, *view.body.adjust):
        yield from group.choices


def _menu(loop: EventLoop, *labels: str, where: str = "top") -> EventLoop:
    """Open the menu and touch choices by their labels, one after another.

    Raises:
        LookupError: One is missing.
    """
    loop.send(OpenMenu(where))
    for label in labels:
        found = next((choice for choice in _choices(loop.view) if str(choice.label) == label), None)
        if found is None:
            raise LookupError(
                f"no choice says {label!r}; there are "
                f"{[str(choice.label) for choice in _choices(loop.view)]}"
            )
        loop.send(found.message)
    return loop


def _board(loop: EventLoop) -> BoardPicture:
    assert loop.view.board is not None
    return loop.view.board


def _free(loop: EventLoop) -> str:
    """Return a free, safe square in the middle of the board, which the menu accepts (12.2)."""
    board, taken = _board(loop).board, {clank.square for clank in _board(loop).pieces}
    free = [
        square for square in sorted(board.squares) if square not in taken and not board.at(square)
    ]
    return free[len(free) // 2]


# ---- Scenes --------------------------------------------------------------------------------------


def _placing(*squares: Callable[[EventLoop], str], who: str = "", why: str = "") -> EventLoop:
    """Choose a clank, then a square, and perhaps another one."""
    loop = _menu(_in_register(), "CHRONOMETER")
    for square in squares:
        loop.send(TouchSquare(square(loop)))
    return send(loop, SetReason(who, why))


def _occupied(loop: EventLoop) -> str:
    """Return a square that the menu refuses, since another clank is there (12.2 [E178])."""
    return next(
        clank.square
        for clank in _board(loop).pieces
        if clank.square is not None and loop.view.signs[clank.seat].name != "CHRONOMETER"
    )


def _respawn() -> EventLoop:
    """Return a clank back beside its checkpoint, which is taken (12.1)."""
    loop = _with_parked()
    return _menu(loop, _parked(loop.view)[0])


def _flag() -> EventLoop:
    """Choose a flag, then an empty square (2.6)."""
    loop = _menu(_in_register(), where=MARKERS)
    return send(loop, ChooseMarker(2), TouchSquare(_free(loop)))


def _going_back() -> EventLoop:
    """Go back before a clank went to the parking row (8.3): it is taken from there."""
    lost = playing(
        lambda view, page: (
            page.round >= 2
            and view.board is not None
            and any(move.end is None for move in view.board.moves)
        )
    )
    loop = until(race(ChooseBoard("gorge-crossing"), players=EIGHT), lost)
    send(
        loop,
        Confirm(loop.view.revision),
        ApplyCorrection(GoBack("register"), "RUBY", "moved wrongly"),
    )
    # Other clanks may have to be moved first: a way back is shown instruction by instruction.
    for _ in range(20):
        if back(loop.view, loop.view.body):
            return loop
        loop.send(Confirm(loop.view.revision))
    raise LookupError("no clank comes from the parking row")


def _cards_back() -> EventLoop:
    """Go back before a turn's summary, to the next deal: real cards return to their slots."""
    room = SceneRoom(
        ("person", "person", "person", "random"), (1, 2, 3), board="fountain-circus"
    ).begin()
    room.until(lambda view: view.page == SUMMARY).until(lambda view: view.page == DEAL).clear()
    room.loop.send(ApplyCorrection(GoBack("register")))
    for _ in range(60):
        if room.loop.view.page == DEAL:
            return room.loop
        room.loop.send(Confirm(room.loop.view.revision))
    raise LookupError("no cards go back")


def _history(entry: int | None, turn: int | None = None) -> EventLoop:
    """Return the history of a turn at one of its entries, or at its end for None.

    The present turn is the default.
    """
    loop = _menu(_in_register(2), "History")
    if turn is not None:
        loop.send(ShowTurnEntries(turn))
    return loop if entry is None else send(loop, Recall(entry))


def _by_hand() -> EventLoop:
    """Return the history of a turn in which a clank was placed elsewhere by hand."""
    loop = _menu(_in_register(), "CHRONOMETER")
    send(loop, TouchSquare(_free(loop)), SetReason("MAINSPRING", "bumped"))
    assert isinstance(loop.view.body, MenuPage) and loop.view.body.preview is not None
    send(loop, loop.view.body.preview.do, OpenPage("history"))
    assert isinstance(loop.view.body, HistoryPage)
    by_hand = next(at for at, row in enumerate(loop.view.body.rows) if row.by_hand)
    return send(loop, Recall(by_hand))


def _offer() -> EventLoop:
    """Return the app restarted in mid-register, with a half-done move."""
    loop = until(_in_register(2), playing(pushed))
    return send(
        loop, Resumed(tuple(range(1, 9)), "Touch readers", "It stopped yesterday at 21:14.")
    )


def _at_home() -> EventLoop:
    """Return the first page on a computer for this game alone."""
    return session_after(PreferencesLoaded(Preferences(welcomed=True)), StartInfo(True))


MENU_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "menu": lambda: _menu(_in_register()),
    "menu-end": lambda: _menu(_in_register()),
    "menu-parked": lambda: _menu(_with_parked()),
    "menu-clank": lambda: _menu(_in_register(), "CHRONOMETER"),
    "menu-put": lambda: _placing(_free),
    "menu-who": lambda: _placing(_free, who="MAINSPRING", why="bumped"),
    "menu-refused": lambda: _placing(_free, _occupied),
    "menu-respawn": _respawn,
    "menu-flags": lambda: _menu(_in_register(), where=MARKERS),
    "menu-flag": _flag,
    "menu-seats": lambda: _menu(_in_register(), "CHRONOMETER", where=CHAIRS),
    "menu-turn": lambda: _menu(_in_register(), where=TURNING),
    "menu-settings": lambda: _menu(_in_register(), where=SETTINGS),
    "menu-speech": lambda: prefer(
        _menu(_in_register(), where=SETTINGS), speech=CAUSES, hands_free=True
    ),
    "menu-back": lambda: _menu(_in_register(2), where=BACK),
    "back-clanks": _going_back,
    "back-cards": _cards_back,
    "history": lambda: _history(None),
    "history-then": lambda: _history(11, 1),
    "history-by-hand": _by_hand,
    "resume-offer": _offer,
    "resume-check": lambda: touch(_offer(), lambda view: Confirm(view.revision)),
    "locked": lambda: send(_in_register(), OpenPage("locked")),
    "way-out": _at_home,
    "switch-off": lambda: send(_at_home(), OpenPage("ending")),
    "restart": lambda: _menu(_in_register(), "Switch off", "Restart"),
}
"""Pictures of the gallery, in the order in which one meets them."""


def roll_down(screen: Any) -> None:
    """Scroll to the end of the list."""
    screen.scroll_list.offset = screen.scroll_list.beyond


MENU_TOUCHES: Final[dict[str, Callable[[Any], None]]] = {
    "menu-who": lambda screen: screen.fold("why"),
    "menu-end": roll_down,
    "menu-speech": roll_down,
}
"""The touches on the screen of a scene before its picture is taken."""
