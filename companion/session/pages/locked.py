"""The screen is locked for wiping the glass: nothing but the one button that unlocks it."""

from __future__ import annotations

from typing import Final

from companion.named_tuples import NamedTuple
from companion.session.messages import ClosePage, Message
from companion.session.pages import Page
from companion.session.session import Session, laid, lifted
from companion.session.view import HISTORY, LOCKED, MENU, View
from companion.words import text


class LockedPage(NamedTuple):
    """Holding the button sends `unlock`."""

    unlock: Message


def locked_view(session: Session, state: object) -> View:
    """One button."""
    return View(
        LOCKED,
        text("Locked"),
        text("Wipe the glass. Hold the button to go on."),
        None,
        LockedPage(ClosePage(LOCKED)),
        session.step,
    )


PAGE: Final = Page(
    # A notice that waits is read once the glass is clean; nobody who unlocks it comes back into the menu.
    locked_view,
    opened=lambda session: (laid(lifted(session, MENU, HISTORY), LOCKED, ()), ()),
    closed=lambda session, state: (lifted(session, LOCKED), ()),
)
