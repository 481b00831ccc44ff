"""The timer in mid-race, which goes on below: it can be changed or switched off, and the whole game can be paused."""

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
    """What can be chosen in the settings, each with the word that holds."""
    if session.match is None or keeps_own_time(session):
        return None
    pause = (ChoiceGroup("", WAYS, (pause_choice(),)),) if can_pause(session) else ()
    groups = (*pause, *timer_groups(session))
    return View(
        MENU,
        text("Timer"),
        text("Time goes on. Your choice applies at once, and to the next game."),
        table_picture(session),
        MenuPage(NAME, groups),
        session.step,
        back=text("Close"),
        on_back=ClosePage(NAME),
        notice=session.notice,
        table=session.house.table,
    )


PAGE: Final = Page(timer_view, opened=opener(NAME, ()), of_race=True)
