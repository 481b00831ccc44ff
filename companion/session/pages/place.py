"""Before the race: what hands put where."""
from __future__ import annotations

from typing import Final, NamedTuple

from companion.games.base import Piece
from companion.session.pages import Page
from companion.session.pictures import board_picture, flag_pairs
from companion.session.session import Session
from companion.session.setup import entry_of
from companion.session.view import PLACE, View
from companion.words import COMPASS, Text, text


class PlacePage(NamedTuple):
    """What hands put where, one line each, and whose clank each is about, None for a flag; the map shows it too."""

    lines: tuple[Text, ...]
    seats: tuple[int | None, ...]


def place_view(session: Session, state: object) -> View:
    """Before the race: where hands put clanks and flags."""
    match = session.match
    assert match is not None
    pieces = session.house.game.pieces(match.position)
    lines = [text("{clank}, seat {seat}: {place}", clank=session.setup.seat(piece.seat).name, seat=piece.seat, place=_place_words(piece)) for piece in pieces]
    lines += [text("Flag {number}: on {square}", number=number, square=square) for number, square in flag_pairs(session.setup.flags)]
    marks = tuple(piece.square for piece in pieces if piece.square is not None)
    board = board_picture(session, entry_of(session).board, pieces, marks=marks)
    return View(
        PLACE, text("Set up the board"), text("Put the clanks and the flags where the map shows them."), board, PlacePage(tuple(lines), (*(piece.seat for piece in pieces), *(None for _ in session.setup.flags))),
        session.step, text("Settings"), text("All in place"), "", session.notice, session.house.table,
    )


def _place_words(piece: Piece) -> Text:
    """Where a clank begins; people may have sent one to the parking row already."""
    return text("on {square}, facing {heading}", square=piece.square, heading=COMPASS[piece.heading]) if piece.square is not None else text("on the parking row")


PAGE: Final = Page(place_view)
