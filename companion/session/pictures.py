"""Clanks, flags and standings as pictures for the view."""
from __future__ import annotations

from collections.abc import Iterable

from companion.games.base import Face, Finished, Piece, Square, lives_words
from companion.session.on_table import flags_on_table
from companion.session.session import Match, Session
from companion.session.view import BoardPicture, CardPicture, ClankPicture, StandingRow
from companion.words import NOTHING, Text, text


def card_picture(face: Face) -> CardPicture:
    """A card to draw."""
    return CardPicture(*face)


def clank_picture(session: Session, piece: Piece) -> ClankPicture:
    """One clank to draw; in the parking row each seat has its own place."""
    seat = session.setup.seat(piece.seat)
    return ClankPicture(
        piece.seat, seat.name, seat.colour, seat.shape, piece.square, piece.seat, piece.heading, piece.status, piece.damage,
        lives_words(piece.lives), piece.flags + 1, piece.down,
    )


def clank_pictures(session: Session, pieces: Iterable[Piece]) -> tuple[ClankPicture, ...]:
    """All clanks to draw."""
    return tuple(clank_picture(session, piece) for piece in pieces)


def flag_pairs(flags: Iterable[Square]) -> tuple[tuple[int, Square], ...]:
    """Flags as (number, square)."""
    return tuple(enumerate(flags, 1))


def board_picture(session: Session, board: object, pieces: Iterable[Piece], **more: object) -> BoardPicture:
    """The map with clanks and flags."""
    return BoardPicture(board, flag_pairs(flags_on_table(session)), clank_pictures(session, pieces), **more)  # type: ignore[arg-type]


def standing_rows(session: Session, match: Match) -> tuple[StandingRow, ...]:
    """The race as it stands, the best first, with what befell everybody in this turn; who is equal shares a place.

    While it runs each clank's way to its next flag is told, by which those with as many flags are told apart.
    """
    game = session.house.game
    pieces = {piece.seat: piece for piece in game.pieces(match.position)}
    away = {} if isinstance(match.want, Finished) else game.to_go(match.position)
    return tuple(_row(session, match, place, pieces[seat], away.get(seat)) for place, seat in game.standings(match.position))


def _row(session: Session, match: Match, place: int, piece: Piece, away: int | None) -> StandingRow:
    seat = session.setup.seat(piece.seat)
    note = session.house.game.befell(match.told, piece.seat)
    return StandingRow(
        place, piece.seat, seat.name, seat.colour, seat.shape, piece.flags, len(session.setup.flags), piece.damage,
        lives_words(piece.lives), piece.status, note, NOTHING if away is None else away_words(away, piece.flags + 1),
    )


def away_words(squares: int, flag: int) -> Text:
    """How far it is to a flag: "12 squares to flag 1"."""
    return text("on flag {flag}", flag=flag) if squares == 0 else text("1 square to flag {flag}", flag=flag) if squares == 1 else text("{squares} squares to flag {flag}", squares=squares, flag=flag)
