"""One screen for each page of a session: a module of this package with the page's name, and `SCREEN` in it.

A screen is read only when its page comes, so that the first one stands quickly. A new page is a new module here; no list names it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Final

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
    from companion.ui.screens.base import Screen, Send

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
"""The pages of a race in their order: the screens that are read ahead first."""


def screen_for(view: View, send: Send) -> Screen:
    """A new screen for the page of a view, already showing it.

    It is not in any window yet. ModuleNotFoundError for a page that has no screen.
    """
    screen: Screen = import_module(f"{__name__}.{view.page}").SCREEN(send, view)
    screen.update(view)
    return screen


def preload_next() -> bool:
    """Read one more screen that has not been read yet; whether there may be more.

    Called between frames: the first screen does not wait for it.
    """
    others = (found.name for found in iter_modules(__path__) if found.name not in FIRST)
    for name in (*FIRST, *others):
        if f"{__name__}.{name}" not in sys.modules:
            import_module(f"{__name__}.{name}")
            return True
    return False
