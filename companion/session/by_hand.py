"""What people change by hand, as an instruction tells it and as the pieces on the map show it (rulebook 12).

The engine has made the change already and tells it as an event; here it becomes a sentence, squares to mark, and a clank that looks otherwise.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from companion.engine.events import Event, FlagMoved, ParkedByHand, PlacedByHand, SetByHand
from companion.engine.geometry import HEADINGS, Square
from companion.engine.state import ACTIVE, OUT, PARKED
from companion.games.base import Piece
from companion.session.tracks import Cast, Track
from companion.session.wording import TURNS, respawn_words

BY_HAND: Final = "correction"
"""The part of the register to which such instructions belong."""
HandEvent: TypeAlias = PlacedByHand | ParkedByHand | SetByHand | FlagMoved
HAND_EVENTS: Final = (PlacedByHand, ParkedByHand, SetByHand, FlagMoved)
DAMAGE, LIVES, NEXT_FLAG, POWER = "damage", "lives", "next flag", "power"
"""What `SetByHand` calls the things that the map shows."""
RESTS: Final = "rests this turn"
"""How its words about power begin where a clank sits the present turn out."""


def hand_words(event: HandEvent, tracks: Mapping[int, Track], cast: Cast) -> str:
    """One change in words: "BRASS: from C4 to E5, facing N", "BRASS, damage: 3 (before: 5)", "Flag 2: from E3 to B4".

    `tracks` are the ways of the clanks that the event names (`tracks.follow`).
    """
    if isinstance(event, FlagMoved):
        return f"Flag {event.flag}: from {event.start} to {event.end}"
    if isinstance(event, PlacedByHand):
        return _placed_words(tracks[event.seat], cast)
    if isinstance(event, ParkedByHand):
        return f"{cast.names[event.seat]}: from {event.start} to the parking row"
    # Without a seat it is about the whole race, such as a setting.
    what = event.what.capitalize() if event.seat is None else f"{cast.names[event.seat]}, {event.what}"
    return f"{what}: {event.after} (before: {event.before})"


def _placed_words(track: Track, cast: Cast) -> str:
    """A clank put on a square: from the parking row, turned where it stands, or moved."""
    if track.start is None:
        return respawn_words(track, cast)
    if track.start == track.end:
        turn = TURNS.get((track.after - track.before) % 4, "keep the heading")
        return f"{cast.names[track.seat]} on {track.end}: {turn}, now facing {HEADINGS[track.after]}"
    return f"{cast.names[track.seat]}: from {track.start} to {track.end}, facing {HEADINGS[track.after]}"


def hand_marks(event: HandEvent) -> tuple[Square, ...]:
    """The squares that a change is about.

    None for a clank that goes to the parking row: its arrow on the map says enough.
    """
    if isinstance(event, FlagMoved):
        return (event.start, event.end)
    return (event.square,) if isinstance(event, PlacedByHand) else ()


def wants_hands(event: Event) -> bool:
    """Whether something on the board is to be moved for it."""
    return isinstance(event, (PlacedByHand, ParkedByHand, FlagMoved))


def after_hand(piece: Piece, event: HandEvent) -> Piece:
    """One clank after a change of its own.

    Parked by hand it loses damage and power down like one that was destroyed (8.4, 6.5.8), but no life.
    """
    if isinstance(event, PlacedByHand):
        return piece._replace(square=event.square, heading=event.heading, status=ACTIVE, damage=event.damage)
    if isinstance(event, ParkedByHand):
        return piece._replace(square=None, status=PARKED, damage=0, down=False)
    return _set(piece, event) if isinstance(event, SetByHand) else piece


def _set(piece: Piece, event: SetByHand) -> Piece:
    """The one value that was set, out of the event's words; of checkpoints the map shows nothing."""
    if event.what == DAMAGE:
        return piece._replace(damage=int(event.after))
    if event.what == NEXT_FLAG:
        # The event names the flag to be touched next, a piece counts those touched.
        return piece._replace(flags=int(event.after) - 1)
    if event.what == LIVES:
        # Who was out and has a life again waits in the parking row for the cleanup (8.5, 9.1).
        status = OUT if event.after == "0" else PARKED if piece.square is None else piece.status
        return piece._replace(lives=event.after, status=status)
    return piece._replace(down=event.after.startswith(RESTS)) if event.what == POWER else piece
