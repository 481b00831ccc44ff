"""A short guide to the game in words and pictures, and its full rules on a phone."""

from __future__ import annotations

from typing import Final

from companion.games.parts import how_to_play_of, manual_of
from companion.named_tuples import NamedTuple
from companion.session.choices import Choice
from companion.session.messages import ClosePage, OpenPage
from companion.session.pages import Page
from companion.session.pages.board import lesson_label
from companion.session.pages.facts import FactRow
from companion.session.pages.rulebook import NAME as RULEBOOK
from companion.session.session import Result, Session, show_page
from companion.session.view import LESSON, View
from companion.words import NOTHING, Text, text, verbatim

NAME: Final = "howto"


class HowtoPage(NamedTuple):
    """The guide to the game, thing by thing."""

    rows: tuple[FactRow, ...]
    link: str = ""
    """The address of the rules for a phone's camera, "" if no phone can read them."""
    typed: str = ""
    """The shorter address of the manual, to be typed."""


def howto_label(session: Session) -> Text:
    """Return the label of this page, NOTHING if it is empty."""
    if how_to_play_of(session.config.game):
        return text("How to play")
    return text("Rules") if rules_address(session) else NOTHING


def rules_address(session: Session) -> str:
    """Return where phones find the rules of the game at this table, "" if they cannot."""
    address, page = session.config.phone_access.address, manual_of(session.config.game)
    return f"{address}/manual/{page}" if address and page else ""


def on_open(session: Session) -> Result:
    """Open the page, unless it is empty."""
    if not howto_label(session):
        return session, ()
    return show_page(session, NAME, ()), ()


def howto_view(session: Session, state: object) -> View:
    """Return how the game is played as a list, and the address of its rules."""
    game, address = session.config.game, rules_address(session)
    rows = tuple(
        FactRow(one.title, one.words, rule=one.rule, card=one.face, art=one.art)
        for one in how_to_play_of(game)
    )
    return View(
        NAME,
        howto_label(session),
        hint=text("{game} in a few words.", game=game.title) if rows else verbatim(game.title),
        body=HowtoPage(
            rows,
            f"http://{address}" if address else "",
            f"{session.config.phone_access.address}/manual" if address else "",
        ),
        back=text("Close"),
        forward=lesson_label(session) if session.setting_up else "",
        on_back=ClosePage(NAME),
        on_forward=OpenPage(LESSON) if session.setting_up else None,
        door=Choice(text("Rules"), "", OpenPage(RULEBOOK)) if manual_of(game) else None,
    )


PAGE: Final = Page(howto_view, opened=on_open)
