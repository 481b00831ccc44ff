"""Setup, page 4: the settings; the way on begins the race."""
from __future__ import annotations

from typing import Final, NamedTuple

from companion.games.base import Option
from companion.session.pages import Page
from companion.session.session import Session
from companion.session.setup import hindrance
from companion.session.view import RULES, View
from companion.words import text


class RulesPage(NamedTuple):
    """The settings, each with the word chosen."""

    rows: tuple[tuple[Option, str], ...]


def rules_view(session: Session, state: object) -> View:
    """Each setting with the word that is chosen."""
    rows = tuple((option, session.setup.words[option.key]) for option in session.house.game.options)
    return View(
        RULES, text("Settings"), text("These hold for the whole race."), None, RulesPage(rows), session.step, text("Seats"), text("Begin"),
        hindrance(session), session.notice, session.house.table,
    )


PAGE: Final = Page(rules_view)
