"""Clanks, flags and standings as pictures for the view.

Also the clanks between two instructions, by the events of those that have been carried out: the game knows only the end of a register.
"""
from __future__ import annotations

from collections.abc import Iterable

from companion.engine.events import (
    CRUSHER, EDGE, LASER, PIT, SHOT, CheckpointTouched, Damaged, Destroyed, Event, FlagMoved, FlagTouched, Healed, Moved, PoweredDown, Respawned,
    StayedParked, Turned,
)
from companion.engine.geometry import Square
from companion.engine.state import ACTIVE, OUT, PARKED
from companion.games.base import Face, Finished, Piece
from companion.session.by_hand import HAND_EVENTS, after_hand
from companion.session.session import Match, Session
from companion.session.view import PLAY, BoardPicture, CardPicture, ClankPicture, StandingRow

DEATHS = {PIT: "a pit", EDGE: "the edge of the board", CRUSHER: "a crusher", LASER: "a laser", SHOT: "a shot"}


def card_picture(face: Face) -> CardPicture:
    """A card to draw."""
    return CardPicture(*face)


def clank_picture(session: Session, piece: Piece) -> ClankPicture:
    """One clank to draw; in the parking row each seat has its own place."""
    seat = session.setup.seat(piece.seat)
    return ClankPicture(
        piece.seat, seat.name, seat.colour, seat.shape, piece.square, piece.seat, piece.heading, piece.status, piece.damage, piece.lives,
        piece.flags + 1, piece.down,
    )


def clank_pictures(session: Session, pieces: Iterable[Piece]) -> tuple[ClankPicture, ...]:
    """All clanks to draw."""
    return tuple(clank_picture(session, piece) for piece in pieces)


def flag_pairs(flags: Iterable[Square]) -> tuple[tuple[int, Square], ...]:
    """Flags as (number, square)."""
    return tuple(enumerate(flags, 1))


def flags_on_table(session: Session) -> tuple[Square, ...]:
    """The flags as hands have laid them so far: one that was moved lies where it was until its instruction has been carried out."""
    flags, match, travel = list(session.setup.flags), session.match, session.travel
    pending = travel.script[travel.at:] if travel is not None else ()
    if match is not None and session.page == PLAY:
        pending = (*pending, *match.script[match.at:])
    # Backwards: of a flag that is moved twice the first move says where it still lies.
    for told in reversed(pending):
        for event in reversed(told.events):
            if isinstance(event, FlagMoved):
                flags[event.flag - 1] = event.start
    return tuple(flags)


def board_picture(session: Session, board: object, pieces: Iterable[Piece], **more: object) -> BoardPicture:
    """The map with clanks and flags."""
    return BoardPicture(board, flag_pairs(flags_on_table(session)), clank_pictures(session, pieces), **more)  # type: ignore[arg-type]


def before_instruction(match: Match) -> tuple[Piece, ...]:
    """The clanks as they are when the instruction that is shown has not been carried out yet, with the damage, flags and lives of that moment."""
    pieces = {piece.seat: piece for piece in match.before}
    for told in match.script[: match.at]:
        for event in told.events:
            seat = getattr(event, "seat", None)
            if seat in pieces:
                pieces[seat] = after_event(pieces[seat], event)
    return tuple(pieces.values())


def after_event(piece: Piece, event: Event) -> Piece:
    """One clank after an event of its own; events that no picture shows leave it as it is."""
    if isinstance(event, Moved):
        return piece._replace(square=event.end)
    if isinstance(event, Turned):
        return piece._replace(heading=event.after)
    if isinstance(event, (Damaged, Healed)):
        return piece._replace(damage=event.damage)
    if isinstance(event, Destroyed):
        # None is no limit, and stays so however often it is destroyed (8.5).
        lives = piece.lives if event.lives is None else str(event.lives)
        return piece._replace(square=None, damage=0, lives=lives, status=OUT if event.lives == 0 else PARKED, down=False)
    if isinstance(event, FlagTouched):
        return piece._replace(flags=event.flag)
    if isinstance(event, Respawned):
        return piece._replace(square=event.square, heading=event.heading, status=ACTIVE, damage=0)
    return after_hand(piece, event) if isinstance(event, HAND_EVENTS) else piece


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
    note = befell([event for event in match.told if getattr(event, "seat", None) == piece.seat])
    return StandingRow(
        place, piece.seat, seat.name, seat.colour, seat.shape, piece.flags, len(session.setup.flags), piece.damage, piece.lives, piece.status,
        note, "" if away is None else away_words(away, piece.flags + 1),
    )


def away_words(squares: int, flag: int) -> str:
    """How far it is to a flag: "12 squares to flag 1"."""
    return f"on flag {flag}" if squares == 0 else f"1 square to flag {flag}" if squares == 1 else f"{squares} squares to flag {flag}"


def befell(events: Iterable[Event]) -> str:
    """What befell one clank in a turn, in a few words: "touched flag 2, destroyed by a pit, back on C1"."""
    words = [told for event in events if (told := _befell(event))]
    return ", ".join(dict.fromkeys(words))


def _befell(event: Event) -> str:
    if isinstance(event, FlagTouched):
        return f"touched flag {event.flag}"
    if isinstance(event, Destroyed):
        return f"destroyed by {DEATHS.get(event.cause, 'the ' + event.cause)}"
    if isinstance(event, Respawned):
        return f"back on {event.square}"
    if isinstance(event, CheckpointTouched):
        return f"checkpoint {event.square}"
    if isinstance(event, PoweredDown):
        return "rested"
    return "no free checkpoint yet" if isinstance(event, StayedParked) else ""
