"""After a turn: how the race stands."""
from __future__ import annotations

from typing import Final

from companion.session.pages import Page
from companion.session.pictures import board_picture, standing_rows
from companion.session.session import Session
from companion.session.setup import entry_of
from companion.session.view import SUMMARY, SummaryPage, View
from companion.words import text


def summary_view(session: Session, state: object) -> View:
    """The standings, and what befell everybody in this turn."""
    match = session.match
    assert match is not None
    pieces = session.house.game.pieces(match.position)
    return View(
        SUMMARY, text("After turn {turn}", turn=match.turn), session.house.game.ranking(), board_picture(session, entry_of(session).board, pieces),
        SummaryPage(match.turn, standing_rows(session, match), "", ()), session.step, "", text("Next turn"), "", session.notice,
        session.house.table,
    )


PAGE: Final = Page(summary_view)
