"""The locked screen, for cleaning the glass, with one button that unlocks it."""

from __future__ import annotations

from typing import Final

from companion.named_tuples import NamedTuple
from companion.session.messages import ClosePage, Message
from companion.session.pages import Page
from companion.session.session import Session, pop_pages, push_page
from companion.session.view import HISTORY, LOCKED, MENU, View
from companion.words import text


class LockedPage(NamedTuple):
    """A long press on the button sends `unlock`."""

    unlock: Message


def locked_view(session: Session, state: object) -> View:
    return View(
        LOCKED,
        text("Locked"),
        hint=text("Wipe the glass. Hold the button to go on."),
        body=LockedPage(ClosePage(LOCKED)),
        shows_notice=False,
        shows_table=False,
    )


PAGE: Final = Page(
    # A notice can be read once the glass is clean; unlocking does not lead back into the menu.
    locked_view,
    opened=lambda session: (push_page(pop_pages(session, MENU, HISTORY), LOCKED, ()), ()),
    closed=lambda session, state: (pop_pages(session, LOCKED), ()),
)
