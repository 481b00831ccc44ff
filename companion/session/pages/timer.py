"""The timer during a race: change it, switch it off, or pause the game; it runs on below."""

from __future__ import annotations

from typing import Final

from companion.session.choices import WAYS, ChoiceGroup, MenuPage
from companion.session.clock import keeps_own_time
from companion.session.messages import ClosePage
from companion.session.pages import Page, opener
from companion.session.pages.paused import can_pause, pause_choice
from companion.session.pages.rules import timer_groups
from companion.session.pictures import table_picture
from companion.session.session import Session
from companion.session.view import MENU, View
from companion.words import text

NAME: Final = "timer"


def timer_view(session: Session, state: object) -> View | None:
    """Return the choices of the settings, each with its present word."""
    if session.match is None or keeps_own_time(session):
        return None
    pause = (ChoiceGroup("", WAYS, (pause_choice(),)),) if can_pause(session) else ()
    groups = (*pause, *timer_groups(session))
    return View(
        MENU,
        text("Timer"),
        hint=text("The timer keeps running. Your choice applies now and to the next game."),
        board=table_picture(session),
        body=MenuPage(NAME, groups),
        back=text("Close"),
        on_back=ClosePage(NAME),
    )


PAGE: Final = Page(timer_view, opened=opener(NAME, ()), of_race=True)
