"""From one position of the table to another: what hands move, whatever happened in between.

Instructions as for a register, but from two positions instead of events: going back plays nothing backwards, it only puts everything where it was.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.engine.events import FlagMoved
from companion.engine.geometry import HEADINGS, Square
from companion.games.base import CLEANUP, Piece
from companion.session.instructions import Instruction
from companion.session.ordering import Unit, in_hand_order
from companion.session.overlays import Travel
from companion.session.pictures import before_instruction
from companion.session.session import Match, Session
from companion.session.tracks import Track
from companion.session.view import PLAY
from companion.session.wording import listed

BACK = "back"
"""The part of the evening to which such instructions belong."""


def on_table(session: Session) -> tuple[Piece, ...]:
    """The clanks as hands have put them so far, in mid-register and in mid-travel too; a race must run."""
    match = session.match
    assert match is not None
    if session.travel is not None:
        return carried(session.travel)
    return standing(session, match, session.page)


def standing(session: Session, match: Match, page: str) -> tuple[Piece, ...]:
    """The clanks as they stand on a page of a race when everything before it has been carried out; in mid-register up to the instruction shown."""
    return before_instruction(match) if page == PLAY else session.house.game.pieces(match.position)


def due(session: Session) -> str:
    """After what a change by hand comes: "this register" or "the cleanup" while one is carried out, "" where it comes at once.

    The rules have played a register to its end before hands begin with it, so that a change can only come after that end.
    """
    if session.page != PLAY or session.match is None:
        return ""
    return "the cleanup" if session.match.register == CLEANUP else "this register"


def carried(travel: Travel) -> tuple[Piece, ...]:
    """The clanks after as much of a travel as has been carried out."""
    pieces = {piece.seat: piece for piece in travel.before}
    for told in travel.script[: travel.at]:
        for move in told.moves:
            pieces[move.seat] = pieces[move.seat]._replace(square=move.end, heading=move.after)
    return tuple(pieces.values())


def way(before: Iterable[Piece], after: Iterable[Piece], names: Mapping[int, str], back: bool = True) -> tuple[Instruction, ...]:
    """The instructions that lead from one position of the clanks to another, each finding its squares free; `back` says so in words.

    One for each clank that is to be moved, but those that chase each other in a ring are moved in one go. None where nothing differs.
    """
    goals = {piece.seat: piece for piece in after}
    units = [_unit(piece, goals[piece.seat]) for piece in before if piece.seat in goals and _differs(piece, goals[piece.seat])]
    return tuple(_told(ring, names, "back to" if back else "to") for ring in in_hand_order(units))


def _differs(piece: Piece, goal: Piece) -> bool:
    # Which way a clank faces in the parking row means nothing: it comes back with the heading of its checkpoint.
    return piece.square != goal.square or piece.square is not None and piece.heading != goal.heading


def _unit(piece: Piece, goal: Piece) -> Unit:
    """One clank by itself: on a way back nobody is pushed, so that each is a unit of its own."""
    track = Track(piece.seat, (piece.square, piece.heading))
    track.after = goal.heading
    if goal.square is None:
        track.parked = BACK
    elif goal.square != piece.square:
        track.path.append(goal.square)
    unit = Unit(piece.seat)
    unit.tracks = {piece.seat: track}
    return unit


def _told(ring: Sequence[Unit], names: Mapping[int, str], where: str) -> Instruction:
    """One clank's instruction, or that of a ring. It has no rule: none leads backwards."""
    tracks = [track for unit in ring for track in unit.tracks.values()]
    words = [_words(track, names[track.seat], where) for track in tracks]
    told = words[0] if len(words) == 1 else f"All at once: {listed(words)}"
    return Instruction(ring[0].seat, told, "", BACK, tuple(track.picture() for track in tracks))


def _words(track: Track, name: str, where: str) -> str:
    """One clank's way: "COPPER back to D6, facing N; take it from parking 2"."""
    if track.end is None:
        return f"{name} to parking {track.seat}"
    if track.start == track.end:
        return f"{name} on {track.end}: turn it to face {HEADINGS[track.after]}"
    taken = "" if track.start is not None else f"; take it from parking {track.seat}"
    return f"{name} {where} {track.end}, facing {HEADINGS[track.after]}{taken}"


def flag_ways(before: Sequence[Square], after: Sequence[Square]) -> Iterator[Instruction]:
    """What hands move of the flags."""
    for number, (start, end) in enumerate(zip(before, after, strict=False), 1):
        if start != end:
            moved = FlagMoved(number, start, end, "")
            yield Instruction(None, f"Flag {number}: from {start} to {end}", "", BACK, (), (), (start, end), (moved,))
