"""Before the race: what hands put where."""
from __future__ import annotations

from typing import Final, NamedTuple

from companion.session.messages import Go
from companion.session.pages import Page, find_page
from companion.session.pictures import board_picture
from companion.session.session import Session
from companion.session.trials import rival_words
from companion.session.view import PLACE, View
from companion.words import Text, sentences, text


class PlacePage(NamedTuple):
    """What hands put where, one line each, and whose piece each is about, None for nobody's; the map shows it too."""

    lines: tuple[Text, ...]
    seats: tuple[int | None, ...]


def place_view(session: Session, state: object) -> View:
    """Before the race: what the game wants laid out; the way back leads to the last page of the setup."""
    match, game = session.match, session.house.game
    assert match is not None
    layout, pieces = game.layout(match.position, session.setup.names), game.scene(match.position).pieces
    board = board_picture(session, pieces, marks=tuple(piece.square for piece in pieces if piece.square is not None))
    page = PlacePage(tuple(line for _, line in layout.lines), tuple(seat for seat, _ in layout.lines))
    return View(
        PLACE, layout.title, sentences(*filter(None, (layout.hint, rival_words(session)))), board, page, session.step, find_page(session.house.pages[-1]).label(session), text("All in place"), "",
        session.notice, session.house.table, on_back=Go("back"),
    )


PAGE: Final = Page(place_view)
