"""How the game is played, in a few words and pictures that the game gives; over whatever page was shown."""

from __future__ import annotations

from typing import Final

from companion.games.parts import lesson_of
from companion.named_tuples import NamedTuple
from companion.session.messages import ClosePage
from companion.session.pages import Page
from companion.session.pages.facts import FactRow
from companion.session.session import Result, Session, show_page
from companion.session.view import View
from companion.words import text

NAME: Final = "howto"


class HowtoPage(NamedTuple):
    """What there is to know, in the order in which one needs it."""

    rows: tuple[FactRow, ...]


def on_open(session: Session) -> Result:
    """Nothing where the game has no such page."""
    return (show_page(session, NAME, ()), ()) if lesson_of(session.house.game) else (session, ())


def howto_view(session: Session, state: object) -> View:
    """Everything at once, to be rolled."""
    game = session.house.game
    rows = tuple(
        FactRow(
            one.title,
            one.words,
            one.rule,
            None,
            one.face,
            one.art,
        )
        for one in lesson_of(game)
    )
    return View(
        NAME,
        text("How to play"),
        text("{game} in a few words.", game=game.title),
        None,
        HowtoPage(rows),
        session.step,
        text("Close"),
        "",
        "",
        session.notice,
        session.house.table,
        on_back=ClosePage(NAME),
    )


PAGE: Final = Page(howto_view, opened=on_open)
