"""What several pages show in the same way: clanks, flags, cards, standings, and how a reader is."""
from __future__ import annotations

from collections.abc import Iterable

from companion.games.base import Face, Finished, Piece, Square, lives_words
from companion.session.moments import flags_on_table, on_table, register_words, standing
from companion.session.session import Match, Session
from companion.session.setup import entry_of
from companion.session.view import PLACE, PLAY, BoardPicture, CardPicture, ClankPicture, StandingRow
from companion.signals import ASIDE, FLOODING, NO_READER
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


def faces(session: Session, codes: tuple[int, ...]) -> tuple[CardPicture, ...]:
    """The cards with these codes, to draw; codes of no card are left out."""
    found = (session.house.game.face(code) for code in codes)
    return tuple(card_picture(face) for face in found if face is not None)


def reader_kind(session: Session, seat: int) -> str:
    """Who works a seat's reader: "pilot", "touch" on this screen, or hands at a "reader" of its own."""
    if not session.is_person(seat):
        return "pilot"
    return "touch" if session.on_screen(seat) else "reader"


def lost_words(session: Session, seat: int) -> Text:
    """Why a seat with a reader is played on the screen now, and what to do; NOTHING where it has none or it is set aside."""
    lost = session.readers[seat].lost
    if lost in ("", NO_READER, ASIDE):
        return NOTHING
    name = session.setup.seat(seat).name
    if lost == FLOODING:
        return text(
            "Seat {seat} {name}: the reader is set aside, it sends too many messages. Unplug it and plug it in again; play on here until then.",
            seat=seat, name=name,
        )
    return text("Seat {seat} {name}: the reader does not answer, {why}. Play on here until it is back.", seat=seat, name=name, why=lost)


def table_picture(session: Session) -> BoardPicture:
    """The map as the table is now, with damage and flags as the race has them."""
    match = session.match
    assert match is not None
    known = {piece.seat: piece for piece in standing(session, match, session.page)}
    # Hands know squares and headings only; damage, lives and flags are the race's.
    pieces = [known[piece.seat]._replace(square=piece.square, heading=piece.heading) for piece in on_table(session)]
    return board_picture(session, entry_of(session).board, pieces)


def table_words(session: Session) -> Text:
    """What that map shows, in a sentence: how far hands have come; NOTHING before they have put anything on the board."""
    match, travel = session.match, session.travel
    if match is None or session.page == PLACE and travel is None:
        return NOTHING
    if travel is not None:
        done, what = travel.at, travel.title
    elif session.page == PLAY:
        done, what = match.at, register_words(match)
    else:
        return text("The map shows the table now.")
    return text("The map shows the table now, up to instruction {number} of {part}.", number=done, part=what) if done else text("The map shows the table now, before {part}.", part=what)
