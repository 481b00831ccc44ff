"""What people change by hand, as an instruction tells it and as the pieces on the map show it (rulebook 12)."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from companion.engine.events import Event, FlagMoved, ParkedByHand, PlacedByHand, SetByHand
from companion.engine.geometry import HEADINGS, Square
from companion.engine.state import ACTIVE, OUT, PARKED
from companion.games.base import Piece
from companion.session.tracks import Cast, Track
from companion.session.wording import TURNS, respawn_words

BY_HAND: Final = "by hand"
"""The part of the register to which such instructions belong."""
HandEvent: TypeAlias = PlacedByHand | ParkedByHand | SetByHand | FlagMoved
HAND_EVENTS: Final = (PlacedByHand, ParkedByHand, SetByHand, FlagMoved)
DAMAGE, LIVES, NEXT_FLAG, POWER = "damage", "lives", "next flag", "power"
"""What `SetByHand` calls the things that the map shows."""
RESTS: Final = "rests this turn"
"""How its words about power begin where a clank sits the present turn out."""


def hand_words(event: HandEvent, tracks: Mapping[int, Track], cast: Cast) -> str:
    """One change in words: "BRASS: from C4 to E5, facing N", "BRASS, damage: 3 (before: 5)", "Flag 2: from E3 to B4"."""
    if isinstance(event, FlagMoved):
        return f"Flag {event.flag}: from {event.start} to {event.end}"
    if isinstance(event, PlacedByHand):
        return _placed_words(tracks[event.seat], cast)
    if isinstance(event, ParkedByHand):
        return f"{cast.names[event.seat]}: from {event.start} to the parking row"
    what = event.what.capitalize() if event.seat is None else f"{cast.names[event.seat]}, {event.what}"
    return f"{what}: {event.after} (before: {event.before})"


def _placed_words(track: Track, cast: Cast) -> str:
    if track.start is None:
        return respawn_words(track, cast)
    if track.start == track.end:
        turn = TURNS.get((track.after - track.before) % 4, "keep the heading")
        return f"{cast.names[track.seat]} on {track.end}: {turn}, now facing {HEADINGS[track.after]}"
    return f"{cast.names[track.seat]}: from {track.start} to {track.end}, facing {HEADINGS[track.after]}"


def hand_marks(event: HandEvent) -> tuple[Square, ...]:
    """The squares that a change is about."""
    if isinstance(event, FlagMoved):
        return (event.start, event.end)
    return (event.square,) if isinstance(event, PlacedByHand) else ()


def wants_hands(event: Event) -> bool:
    """Whether something on the board is to be moved for it."""
    return isinstance(event, (PlacedByHand, ParkedByHand, FlagMoved))


def after_hand(piece: Piece, event: HandEvent) -> Piece:
    """One clank after a change of its own."""
    if isinstance(event, PlacedByHand):
        return piece._replace(square=event.square, heading=event.heading, status=ACTIVE, damage=event.damage)
    if isinstance(event, ParkedByHand):
        return piece._replace(square=None, status=PARKED, damage=0, down=False)
    return _set(piece, event) if isinstance(event, SetByHand) else piece


def _set(piece: Piece, event: SetByHand) -> Piece:
    if event.what == DAMAGE:
        return piece._replace(damage=int(event.after))
    if event.what == NEXT_FLAG:
        return piece._replace(flags=int(event.after) - 1)
    if event.what == LIVES:
        status = OUT if event.after == "0" else PARKED if piece.square is None else piece.status
        return piece._replace(lives=event.after, status=status)
    return piece._replace(down=event.after.startswith(RESTS)) if event.what == POWER else piece
