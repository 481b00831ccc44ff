"""After the race: who has won."""
from __future__ import annotations

from typing import Final

from companion.games.base import Finished
from companion.session.pages import Page
from companion.session.pictures import board_picture, standing_rows
from companion.session.session import Session
from companion.session.setup import entry_of
from companion.session.view import OVER, SummaryPage, View
from companion.words import text


def over_view(session: Session, state: object = None) -> View:
    """The verdict, the standings, and two ways on."""
    match = session.match
    assert match is not None
    game = session.house.game
    winners = match.want.winners if isinstance(match.want, Finished) else ()
    pieces = game.pieces(match.position)
    return View(
        OVER, text("The race is over"), text("Play again with the same setup, or change it first."), board_picture(session, entry_of(session).board, pieces),
        SummaryPage(match.turn, standing_rows(session, match), game.verdict(match.position, session.setup.names), winners), session.step, text("New setup"), text("Play again"), "",
        session.notice, session.house.table,
    )


PAGE: Final = Page(over_view)
