"""The languages of the screen by their own names, over the first page or the first step."""

from __future__ import annotations

from typing import Any, Final

from companion.content.languages import LANGUAGES, language_label
from companion.session.choices import WAYS, Choice, ChoiceGroup
from companion.session.messages import ClosePage
from companion.session.pages import Page, opener
from companion.session.pages.deck import GroupsPage
from companion.session.preferences import Prefer
from companion.session.session import Result, Session, pop_pages
from companion.session.view import LANGUAGE, View
from companion.words import text


def languages(session: Session) -> ChoiceGroup:
    """Return a choice for each language; the present one has a tick."""
    now = session.preferences
    return ChoiceGroup(
        "",
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
        text("Language"),
        text("Touch the language of the screen."),
        None,
        GroupsPage((languages(session),), LANGUAGE),
        session.step,
        text("Close"),
        notice=session.notice,
        table=session.config.table,
        on_back=ClosePage(LANGUAGE),
        on_sign=None,
    )


def on_message(before: Session, session: Session, message: Any) -> Result:
    """Close the page as soon as a language is chosen."""
    return pop_pages(session, LANGUAGE) if isinstance(message, Prefer) else session, ()


PAGE: Final = Page(language_view, opened=opener(LANGUAGE, ()), on_message=on_message)
