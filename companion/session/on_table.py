"""What lies on the table as hands have put it so far, in mid-register and on the way to another position too."""
from __future__ import annotations

from companion.games.base import CLEANUP, Piece, Square
from companion.session.session import Match, Session, Travel
from companion.session.view import PLAY
from companion.words import NOTHING, Text, text


def on_table(session: Session) -> tuple[Piece, ...]:
    """The clanks as hands have put them so far; a race must run."""
    match = session.match
    assert match is not None
    if session.travel is not None:
        return _carried(session.travel)
    return standing(session, match, session.page)


def standing(session: Session, match: Match, page: str) -> tuple[Piece, ...]:
    """The clanks as they stand on a page of a race when everything before it has been carried out; in mid-register up to the instruction shown."""
    return before_instruction(session, match) if page == PLAY else session.house.game.pieces(match.position)


def before_instruction(session: Session, match: Match) -> tuple[Piece, ...]:
    """The clanks as they are when the instruction that is shown has not been carried out yet, with the damage, flags and lives of that moment."""
    return session.house.game.after(match.before, (event for told in match.script[: match.at] for event in told.events))


def _carried(travel: Travel) -> tuple[Piece, ...]:
    """The clanks after as much of a travel as has been carried out."""
    pieces = {piece.seat: piece for piece in travel.before}
    for told in travel.script[: travel.at]:
        for move in told.moves:
            pieces[move.seat] = pieces[move.seat]._replace(square=move.end, heading=move.after)
    return tuple(pieces.values())


def flags_on_table(session: Session) -> tuple[Square, ...]:
    """The flags as hands have laid them so far: one that was moved lies where it was until its instruction has been carried out."""
    flags, match, travel = list(session.setup.flags), session.match, session.travel
    pending = travel.script[travel.at:] if travel is not None else ()
    if match is not None and session.page == PLAY:
        pending = (*pending, *match.script[match.at:])
    # Backwards: of a flag that is moved twice the first move says where it still lies.
    for told in reversed(pending):
        for moved in reversed(told.markers):
            flags[moved.number - 1] = moved.start
    return tuple(flags)


def due(session: Session) -> Text:
    """After what a change by hand comes: "this register" or "the cleanup" while one is carried out, NOTHING where it comes at once.

    The rules have played a register to its end before hands begin with it, so that a change can only come after that end.
    """
    if session.page != PLAY or session.match is None:
        return NOTHING
    return text("the cleanup") if session.match.register == CLEANUP else text("this register")
