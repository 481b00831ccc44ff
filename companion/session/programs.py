"""The revealed part of all programs in rows: cards of past rounds and cards kept in slots."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile

from companion.games.asking import EMPTY_READER
from companion.games.scene import ACTIVE, Face, Piece
from companion.session.past.undo_points import table_at, undo_points
from companion.session.pictures import sign_of
from companion.session.session import Match, Session
from companion.session.view import PLAY, ProgramRow
from companion.words import NOTHING, Text, text


def program_rows(session: Session, match: Match) -> tuple[ProgramRow, ...]:
    """Return a row for each seat, before the present instruction; none without programs."""
    game = session.config.game
    if not game.has_programs:
        return ()
    readers = game.readers(game.redacted(match.position, None))
    pieces = {piece.seat: piece for piece in table_at(session, match, match.at).pieces}
    played = _revealed_cards(session, match)
    rows = []
    for seat in session.setup.playing:
        codes = readers.get(seat, EMPTY_READER).codes
        known = [None if code is None else game.face(code) for code in codes]
        # A destroyed piece has no cards left in its reader.
        faces = [played.get((seat, slot), face) for slot, face in enumerate(known, 1)]
        rows.append(_row(session, match, seat, faces, pieces.get(seat)))
    return tuple(rows)


def _revealed_cards(session: Session, match: Match) -> Mapping[tuple[int, int], Face]:
    """Return the cards revealed so far in this turn, by seat and round."""
    rounds = dict[int, Match]()
    same = takewhile(
        lambda point: point.page == PLAY and point.match.turn == match.turn, undo_points(session)
    )
    for point in same:
        rounds.setdefault(point.match.round, point.match)
    rounds[match.round] = match
    return {
        (seat, number): face
        for number, one in rounds.items()
        if number <= match.round
        for seat, face in one.cards
    }


def _row(
    session: Session, match: Match, seat: int, faces: list[Face | None], piece: Piece | None
) -> ProgramRow:
    state = _state(piece)
    rests = piece is not None and piece.down
    cards = tuple(None if face is None or rests else face for face in faces)
    hidden = tuple(
        not state and card is None and slot > match.round for slot, card in enumerate(cards, 1)
    )
    return ProgramRow(seat, sign_of(session, seat), cards, hidden, state, bool(state) and not rests)


def _state(piece: Piece | None) -> Text:
    """Return why a seat plays no more cards in this turn; NOTHING where it does."""
    if piece is None or piece.status != ACTIVE:
        return text("out")
    return text("rests") if piece.down else NOTHING
