"""The languages of the screen by their own names, and its other settings, before any race.

The page lies over the first page, or over the first of the first steps.
"""

from __future__ import annotations

from typing import Final

from companion.content.languages import LANGUAGES, language_label
from companion.session.choices import WAYS, Choice, ChoiceGroup
from companion.session.lobby.device import screen_groups
from companion.session.messages import ClosePage, Message
from companion.session.pages import Page, opener
from companion.session.pages.deck import GroupsPage
from companion.session.preferences import Prefer
from companion.session.session import Result, Session, pop_pages
from companion.session.view import LANGUAGE, View
from companion.words import text


def languages(session: Session) -> ChoiceGroup:
    """Return a choice for each language; the present one has a tick."""
    now = session.lobby.preferences
    return ChoiceGroup(
        text("Language"),
        WAYS,
        tuple(
            Choice(
                language_label(code),
                "",
                Prefer(now._replace(language=code)),
                chosen=code == now.language,
            )
            for code, _ in LANGUAGES
        ),
    )


def language_view(session: Session, state: object) -> View:
    return View(
        LANGUAGE,
        text("This screen"),
        hint=text("You find all of them in the settings of a race, too."),
        body=GroupsPage((languages(session), *screen_groups(session.lobby.preferences)), LANGUAGE),
        back=text("Close"),
        on_back=ClosePage(LANGUAGE),
        on_sign=None,
    )


def on_message(before: Session, session: Session, state: tuple[()], message: Message) -> Result:
    """Close the page as soon as another language is chosen."""
    other = before.lobby.preferences.language != session.lobby.preferences.language
    return pop_pages(session, LANGUAGE) if other else session, ()


PAGE: Final = Page(language_view, opened=opener(LANGUAGE, ()), on_message=on_message)
