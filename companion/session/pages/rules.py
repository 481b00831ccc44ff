"""Setup: the settings."""
from __future__ import annotations

from typing import Final, NamedTuple

from companion.games.base import Option, OptionValue
from companion.session.messages import LIST, WATCH, Message, SetFlow, SetRule
from companion.session.pages import Page
from companion.session.session import Session
from companion.session.view import BOARD, RULES, View
from companion.words import text


ON_TABLE: Final = Option(
    "table", text("The board"), text("Where the race is seen."),
    (
        OptionValue(LIST, LIST, text("Table"), text("There is a board on the table. The screen says what to move.")),
        OptionValue(WATCH, WATCH, text("Screen"), text("There is none. The screen plays each turn by itself.")),
    ),
    LIST,
)
"""Whether there is a board on the table."""


class RulesPage(NamedTuple):
    """The settings, each with the word chosen; first of all whether there is a board on the table, which is none of the game's."""

    rows: tuple[tuple[Option, str], ...]

    @staticmethod
    def said(key: str, word: str) -> Message:
        """What choosing a word of a setting says."""
        return SetFlow(word) if key == ON_TABLE.key else SetRule(key, word)


def rules_view(session: Session, state: object) -> View:
    """Each setting with the word that is chosen."""
    rows = tuple((option, session.setup.words[option.key]) for option in session.house.game.options)
    if BOARD in session.house.game.setup_pages:
        rows = ((ON_TABLE, WATCH if session.flow == WATCH else LIST), *rows)
    return View(
        RULES, text("Settings"), text("These hold for the whole race."), None, RulesPage(rows), session.step,
        notice=session.notice, table=session.house.table,
    )


PAGE: Final = Page(rules_view, label=lambda session: text("Settings"))
