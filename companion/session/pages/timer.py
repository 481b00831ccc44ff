"""The timer in mid-race: it stands still while this is shown, and can be changed or switched off."""
from __future__ import annotations

from typing import Final

from companion.session.choices import CHIPS, Choice, ChoiceGroup, MenuPage
from companion.session.messages import ClosePage
from companion.session.pages import Page, opener
from companion.session.pages.rules import RulesPage, rows_of_timer
from companion.session.pictures import table_picture
from companion.session.session import Session
from companion.session.view import MENU, View
from companion.words import text

NAME: Final = "timer"


def timer_view(session: Session, state: object) -> View | None:
    """What can be chosen in the settings, each with the word that holds."""
    if session.match is None:
        return None
    groups = tuple(
        ChoiceGroup(option.title, CHIPS, tuple(Choice(choice.label, "", RulesPage.said(option.key, choice.word), chosen=choice.word == word) for choice in option.choices))
        for option, word in rows_of_timer(session)
    )
    return View(
        MENU, text("The timer stands still"), text("Your choice applies at once, and to the next game."), table_picture(session), MenuPage(NAME, groups), session.step,
        back=text("Go on"), on_back=ClosePage(NAME), notice=session.notice, table=session.house.table,
    )


PAGE: Final = Page(timer_view, opened=opener(NAME, ()), of_race=True)
