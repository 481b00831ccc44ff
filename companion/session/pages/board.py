"""Setup: which board."""
from __future__ import annotations

from typing import Final, NamedTuple

from companion.games.base import Board
from companion.session.pages import Page
from companion.session.pictures import setup_picture
from companion.session.session import Session
from companion.session.view import BOARD, View
from companion.words import NOTHING, Text, text


class BoardChoice(NamedTuple):
    """One board to choose: its short name for `ChooseBoard`, its title, what it is like, and itself for a small picture."""

    key: str
    title: str
    about: Text
    board: Board


class BoardPage(NamedTuple):
    """The boards; `chosen` is the short name of the present one. `last` is the word of a button for the race that ended last, "" for none."""

    choices: tuple[BoardChoice, ...]
    chosen: str
    last: Text | str = ""


def board_view(session: Session, state: object) -> View:
    """All boards, and a small picture of each."""
    chosen = setup_picture(session)
    choices = tuple(BoardChoice(entry.key, entry.title, entry.about, entry.board) for entry in session.house.boards)
    return View(
        BOARD, text("Choose a board"), text("Touch a board to play on."), chosen,
        BoardPage(choices, session.setup.board, text("Last race") if session.last is not None or session.house.raced else NOTHING), session.step,
        notice=session.notice, table=session.house.table,
    )


PAGE: Final = Page(board_view, label=lambda session: text("Board"))
