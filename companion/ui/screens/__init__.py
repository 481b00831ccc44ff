"""One screen per page of the evening, read only when its page comes, so that the first one stands quickly."""
from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Final

from companion.session.view import (
    BOARD, CERTIFY, CROSS, DEAL, DOCTOR, FLAGS, HISTORY, LAST, LOCKED, MENU, OVER, PLACE, PLAY, PROGRAM, REST, RULES, SEATS, SUMMARY, TABLE, WELCOME, UPDATE, View,
)

if TYPE_CHECKING:
    from companion.ui.screens.base import Screen, Send

PAGES: Final[dict[str, tuple[str, str]]] = {
    BOARD: ("choose_board", "BoardScreen"),
    FLAGS: ("flags", "FlagsScreen"),
    SEATS: ("seats", "SeatsScreen"),
    RULES: ("rules", "RulesScreen"),
    PLACE: ("place", "PlaceScreen"),
    REST: ("program", "ProgramScreen"),
    DEAL: ("deal", "DealScreen"),
    PROGRAM: ("program", "ProgramScreen"),
    PLAY: ("play", "PlayScreen"),
    SUMMARY: ("summary", "SummaryScreen"),
    OVER: ("over", "OverScreen"),
    TABLE: ("table", "TableScreen"),
    MENU: ("menu", "MenuScreen"),
    HISTORY: ("history", "HistoryScreen"),
    LOCKED: ("locked", "LockedScreen"),
    LAST: ("over", "OverScreen"),
    CERTIFY: ("certify", "CertifyScreen"),
    DOCTOR: ("doctor", "DoctorScreen"),
    WELCOME: ("welcome", "WelcomeScreen"),
    CROSS: ("cross", "CrossScreen"),
    UPDATE: ("update", "UpdateScreen"),
}
"""Page → the module in this package and the class in it."""


def screen_for(view: View, send: Send) -> Screen:
    """A new screen for the page of a view, already showing it.

    It is not in any window yet. KeyError for a page that has no screen.
    """
    module, name = PAGES[view.page]
    screen: Screen = getattr(import_module(f"{__name__}.{module}"), name)(send, view)
    screen.update(view)
    return screen


def preload_next() -> bool:
    """Read one more screen that has not been read yet; whether there may be more.

    In the order of an evening, so that the page that comes next is read first. Called between frames: the first screen does not wait for it.
    """
    for module, _ in PAGES.values():
        if f"{__name__}.{module}" not in sys.modules:
            import_module(f"{__name__}.{module}")
            return True
    return False
