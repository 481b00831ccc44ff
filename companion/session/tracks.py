"""Where clanks stand while events are told, and what each one did within one instruction.

Hands make one move of what the game tells step by step: only where a track begins and ends, and what lies on its way, is for people.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, TypeAlias

from companion.engine.board import Board
from companion.engine.events import Destroyed, Event, Moved, ParkedByHand, PlacedByHand, Respawned, Stopped, Turned
from companion.engine.geometry import Heading, Square
from companion.session.view import MovePicture

HAND: Final = "hand"
"""What has parked a clank that hands have parked."""
Stand: TypeAlias = tuple[Square | None, Heading]
"""Where a clank is, None for the parking row, and which way it faces."""


class Cast(NamedTuple):
    """Whom and what the words are about: the board, and what each seat's clank is called."""

    board: Board
    names: Mapping[int, str]


class Track:
    """What one clank does within one instruction: its squares from first to last, and its headings.

    `parked` is the cause that destroyed it, or HAND, "" while it is on the board. `steps` counts the squares it moved, `way` is the
    direction of the last step, `stop` what ended its move, `back` that it comes from the parking row.
    """

    __slots__ = ("seat", "start", "before", "path", "after", "parked", "back", "way", "stop")

    def __init__(self, seat: int, stand: Stand) -> None:
        self.seat = seat
        self.start, self.before = stand
        self.after = self.before
        self.path: list[Square] = [self.start] if self.start is not None else []
        self.parked, self.back = "", False
        self.way: Heading | None = None
        self.stop: Stopped | None = None

    @property
    def steps(self) -> int:
        """How many squares it moved on the board."""
        return len(self.path) - 1 if self.start is not None else 0

    @property
    def end(self) -> Square | None:
        """Where it is afterwards, None for the parking row."""
        return None if self.parked or not self.path else self.path[-1]

    @property
    def changed(self) -> bool:
        """Whether hands have anything to do with it.

        One that leaves a square and comes back to it, facing as before, is left alone.
        """
        return self.start != self.end or self.before != self.after

    def follow(self, event: Event) -> None:
        """Take in one event of this clank."""
        kind = type(event)
        if kind is Moved:
            self.path.append(event.end)  # type: ignore[union-attr]
            self.way = event.way  # type: ignore[union-attr]
        elif kind is Turned:
            self.after = event.after  # type: ignore[union-attr, assignment]
        elif kind is Destroyed:
            self.parked = event.cause  # type: ignore[union-attr]
        elif kind is Respawned:
            self.path, self.after, self.back = [event.square], event.heading, True  # type: ignore[union-attr]
        elif kind is Stopped:
            self.stop = event  # type: ignore[assignment]
        elif kind is PlacedByHand:
            self._place(event.square, event.heading)  # type: ignore[union-attr]
        elif kind is ParkedByHand:
            self.parked = HAND

    def _place(self, square: Square, heading: Heading) -> None:
        """Hands take it up and put it down elsewhere, whatever lies between."""
        self.back = self.start is None
        # No squares between are entered: what lies on the way means nothing to a clank that hands carry (12.3).
        self.path = [square] if self.start in (None, square) else [self.start, square]
        self.after = heading

    def picture(self) -> MovePicture:
        """The move as hands make it."""
        return MovePicture(self.seat, self.start, self.end, tuple(self.path), self.before, self.after)


def follow(stands: Mapping[int, Stand], events: Iterable[Event]) -> dict[int, Track]:
    """What every clank named by some events does in them, in the order in which they are named first.

    Seat → track. `stands` must know every seat that is named, and is not changed.
    """
    tracks: dict[int, Track] = {}
    for event in events:
        seat = getattr(event, "seat", None)
        if seat is not None:
            track = tracks.get(seat)
            if track is None:
                track = tracks[seat] = Track(seat, stands[seat])
            track.follow(event)
    return tracks
