"""The debugging menu, the history, going back, and going on after a start, in telling states, reached by nothing but messages."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from companion.session.house_messages import CallHouse, CallPreferences, Preferences
from companion.session.messages import (
    Because, ChooseBoard, ChooseFlag, CleanScreen, Confirm, Decide, GoBack, LookBack, OpenMenu, Recall, Resumed, SetName, SetRule,
    TouchSquare,
)
from companion.session.view import BACK, CHAIRS, DEAL, ENDING, MARKERS, PAST, PROGRAM, SETTINGS, SUMMARY, TURNING, BoardPicture, View
from companion.session.view_menu import Choice, HistoryPage, MenuPage
from companion.shell import Shell
from companion.ui.scene_race import EIGHT, LONG_NAMES, back, evening, in_part, playing, pushed, race, until
from companion.ui.scene_room import SceneRoom

PERSONS: Final = ("person", "person", "person", *EIGHT[3:])


# ---- Where races are -------------------------------------------------------------------------------------------------------


def _named() -> tuple[SetName, ...]:
    """The names that need the most room, for seats 1 to 4."""
    return tuple(SetName(seat, name) for seat, name in enumerate(LONG_NAMES, 1))


def _in_register(turn: int = 1) -> Shell:
    """In the middle of a register of a turn."""
    moving = in_part("cards")
    shell = race(*_named(), ChooseBoard("going-train"), players=PERSONS)
    return until(shell, playing(lambda view, page: page.turn == turn and page.register == 3 and moving(view, page)))


def _with_parked() -> Shell:
    """At the question for cards, with a clank in the parking row that found no free checkpoint (9.4 [E166])."""
    shell = race(ChooseBoard("gorge-crossing"), SetRule("lives", "inf"), players=PERSONS)
    return until(shell, lambda view: view.page == PROGRAM and bool(_parked(view)))


def _parked(view: View) -> list[str]:
    return [clank.name for clank in (view.board.clanks if view.board is not None else ()) if clank.square is None and clank.status == "parked"]


# ---- Fingers in the menu ---------------------------------------------------------------------------------------------------


def _choices(view: View) -> Iterator[Choice]:
    assert isinstance(view.body, MenuPage)
    for group in (*view.body.groups, *view.body.adjust):
        yield from group.choices


def _pick(shell: Shell, *labels: str) -> Shell:
    """Touch choices by their labels, one after another. Raises LookupError where one is not there."""
    for label in labels:
        found = next((choice for choice in _choices(shell.view) if choice.label == label), None)
        if found is None:
            raise LookupError(f"no choice says {label!r}; there are {[choice.label for choice in _choices(shell.view)]}")
        shell.send(found.message)
    return shell


def _menu(shell: Shell, *labels: str, where: str = "top") -> Shell:
    """Open the menu and touch choices."""
    shell.send(OpenMenu(where))
    return _pick(shell, *labels)


def _board(shell: Shell) -> BoardPicture:
    assert shell.view.board is not None
    return shell.view.board


def _free(shell: Shell) -> str:
    """A square in the middle of the board where nobody stands and nothing threatens: one that the menu accepts (12.2)."""
    board, taken = _board(shell).board, {clank.square for clank in _board(shell).clanks}
    free = [square for square in sorted(board.squares) if square not in taken and not board.at(square)]
    return free[len(free) // 2]


# ---- Scenes ----------------------------------------------------------------------------------------------------------------


def _placing(*squares: Callable[[Shell], str], who: str = "", why: str = "") -> Shell:
    """A clank was chosen, then a square, and perhaps another one."""
    shell = _menu(_in_register(), "CHRONOMETER")
    for square in squares:
        shell.send(TouchSquare(square(shell)))
    shell.send(Because(who, why))
    return shell


def _occupied(shell: Shell) -> str:
    """A square that the menu refuses, for another clank stands there (12.2 [E178])."""
    return next(clank.square for clank in _board(shell).clanks if clank.square is not None and clank.name != "CHRONOMETER")


def _respawn() -> Shell:
    """A clank whose checkpoint is taken is brought back beside it (12.1)."""
    shell = _with_parked()
    return _menu(shell, _parked(shell.view)[0])


def _flag() -> Shell:
    """A flag was chosen, then a square where nothing lies (2.6)."""
    shell = _menu(_in_register(), where=MARKERS)
    shell.send(ChooseFlag(2))
    shell.send(TouchSquare(_free(shell)))
    return shell


def _died() -> Shell:
    """Just after a clank has gone to the parking row (8.3)."""
    lost = playing(lambda view, page: page.register >= 2 and view.board is not None and any(move.end is None for move in view.board.moves))
    shell = until(race(ChooseBoard("gorge-crossing"), players=EIGHT), lost)
    shell.send(Confirm(shell.view.step))
    return shell


def _going_back() -> Shell:
    """Back before the register in which a clank was lost: it is taken from the parking row."""
    shell = _died()
    shell.send(Decide(GoBack("register"), "RUBY", "moved wrongly"))
    # Other clanks may have to be moved first: a way back is shown instruction by instruction.
    for _ in range(20):
        if back(shell.view, shell.view.body):  # type: ignore[arg-type]
            return shell
        shell.send(Confirm(shell.view.step))
    raise LookupError("no clank comes from the parking row")


def _cards_back() -> Shell:
    """Back before a turn's summary, from the next deal on: real cards go into their slots once more."""
    room = SceneRoom(("person", "person", "person", "random"), (1, 2, 3), board="fountain-circus").begin()
    room.until(lambda view: view.page == SUMMARY).until(lambda view: view.page == DEAL).clear()
    room.shell.send(Decide(GoBack("register")))
    for _ in range(60):
        if room.shell.view.page == DEAL:
            return room.shell
        room.shell.send(Confirm(room.shell.view.step))
    raise LookupError("no cards go back")


def _history(entry: int | None, turn: int | None = None) -> Shell:
    """The history of a turn, the present one where none is named, at one of its entries, or at its end for None."""
    shell = _menu(_in_register(2), where=PAST)
    if turn is not None:
        shell.send(LookBack(turn))
    if entry is not None:
        shell.send(Recall(entry))
    return shell


def _by_hand() -> Shell:
    """The history of a turn in which people have put a clank somewhere else."""
    shell = _menu(_in_register(), "CHRONOMETER")
    shell.send(TouchSquare(_free(shell)))
    shell.send(Because("MAINSPRING", "bumped"))
    assert isinstance(shell.view.body, MenuPage) and shell.view.body.preview is not None
    shell.send(shell.view.body.preview.do)
    shell.send(OpenMenu(PAST))
    assert isinstance(shell.view.body, HistoryPage)
    shell.send(Recall(next(at for at, row in enumerate(shell.view.body.rows) if row.by_hand)))
    return shell


def _offer() -> Shell:
    """The app was started again in the middle of a register, while hands were at something."""
    shell = until(_in_register(2), playing(pushed))
    shell.send(Resumed(tuple(range(1, 9)), "Touch readers", "It stopped yesterday at 21:14."))
    return shell


def _check() -> Shell:
    shell = _offer()
    shell.send(Confirm(shell.view.step))
    return shell


def _locked() -> Shell:
    shell = _in_register()
    shell.send(CleanScreen(True))
    return shell


def _at_home() -> Shell:
    """The first page on a computer that does nothing but this game."""
    return evening(CallPreferences(Preferences(welcomed=True)), CallHouse(True))


MENU_SCENES: Final[dict[str, Callable[[], Shell]]] = {
    "menu": lambda: _menu(_in_register()),
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
    "menu-back": lambda: _menu(_in_register(2), where=BACK),
    "back-clanks": _going_back,
    "back-cards": _cards_back,
    "history": lambda: _history(None),
    "history-then": lambda: _history(11, 1),
    "history-by-hand": _by_hand,
    "resume-offer": _offer,
    "resume-check": _check,
    "locked": _locked,
    "way-out": _at_home,
    "switch-off": lambda: _menu(_at_home(), where=ENDING),
    "restart": lambda: _menu(_in_register(), "Switch off", "Restart"),
}
"""Pictures of the gallery, in the order in which one meets them."""

MENU_TOUCHES: Final[dict[str, Callable[[Any], None]]] = {
    "menu-who": lambda screen: screen.fold("why"),
}
"""What is touched on the screen of a scene before its picture is taken."""

