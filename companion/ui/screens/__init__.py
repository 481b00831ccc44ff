"""One screen for each page of a session: a module with the page's name, and `SCREEN` in it.

A screen is imported only when its page comes, so that the first one is quick. A new page is a new
module here; no list names it, except where the screen of another page shows it, too.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from companion.session.past.kept_names import MARKER_PAGE
from companion.session.view import (
    BOARD,
    DEAL,
    OVER,
    PLACE,
    PLAY,
    PROGRAM,
    REST,
    RULES,
    SEATS,
    SUMMARY,
    TABLE,
    View,
)

if TYPE_CHECKING:
    from companion.ui.screens.base import Screen
    from companion.ui.widgets.fingers import Send

FIRST: Final = (
    BOARD,
    MARKER_PAGE,
    SEATS,
    RULES,
    PLACE,
    REST,
    DEAL,
    PROGRAM,
    PLAY,
    SUMMARY,
    OVER,
    TABLE,
)
"""The pages of a race in their order: their screens are imported ahead."""

SHOWN_BY: Final = {
    "decks": "deck",
    "drawings": "deck",
    "last": OVER,
    "load": "deck",
    REST: PROGRAM,
    "save": "deck",
}
"""The pages without a screen of their own, each with the page whose screen shows it."""


def screen_for(view: View, send: Send, state: Any = None) -> Screen:
    """Return a new screen for the page of a view, already showing it, but in no window yet.

    Args:
        view: The view.
        send: Called with the messages of touches.
        state: What another screen of that page knew (`Screen.own_state`), None for nothing.

    Raises:
        ModuleNotFoundError: The page has no screen.
    """
    screen: Screen = _module(view.page).SCREEN(send, view)
    if state is not None:
        screen.restore(state)
    screen.update(view)
    return screen


def preload_next() -> bool:
    """Import one more screen; return whether there may be more.

    Called between frames: the first screen does not wait for it.
    """
    others = (found.name for found in iter_modules(__path__) if found.name not in FIRST)
    for name in (*FIRST, *others):
        if f"{__name__}.{SHOWN_BY.get(name, name)}" not in sys.modules:
            _module(name)
            return True
    return False


def _module(page: str) -> ModuleType:
    """Import the module with the screen of a page."""
    return import_module(f"{__name__}.{SHOWN_BY.get(page, page)}")
