"""The screen is locked for wiping the glass: nothing but the one button that unlocks it."""
from __future__ import annotations

from typing import Final, NamedTuple

from companion.session.messages import ClosePage, Message
from companion.session.pages import Page, opener
from companion.session.session import Session
from companion.session.view import LOCKED, View
from companion.words import text


class LockedPage(NamedTuple):
    """Holding the button sends `unlock`."""

    unlock: Message


def locked_view(session: Session, state: object) -> View:
    """One button."""
    return View(LOCKED, text("Locked"), text("Wipe the glass. Hold the button to go on."), None, LockedPage(ClosePage(LOCKED)), session.step)


PAGE: Final = Page(locked_view, opened=opener(LOCKED, ()))
