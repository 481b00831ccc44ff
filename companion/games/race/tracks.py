"""Where clanks stand while events are told, what each one does within one instruction, and in which order hands make these moves.

Hands make one move of what the game tells step by step: only where a track begins and ends, and what lies on its way, is for people. The rules let
everything move at once (7.4.5); hands move one clank at a time, and two clanks fit on no square. So the front of a train goes first, and a full loop
goes in one go.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from companion.engine.changes import ParkedByHand, PlacedByHand
from companion.engine.events import (
    CardVoid,
    Destroyed,
    Event,
    Jumped,
    Moved,
    PieceCame,
    PieceGone,
    Respawned,
    Stopped,
    Turned,
)
from companion.games.scene import MovePicture
from companion.geometry import Heading, Square
from companion.named_tuples import NamedTuple

HAND: Final = "hand"
"""What has parked a clank that hands have parked."""
GONE: Final = "gone"
"""What has become of a copy or a ghost that leaves the board."""
Stand: TypeAlias = tuple[Square | None, Heading]
"""Where a clank is, None for the parking row, and which way it faces."""
AWAY: Final[Stand] = (None, 0)
"""Where a copy or a ghost is before it comes."""


class Leg(NamedTuple):
    """A part of a way, in one direction and by one cause, with how many squares it counts; a jump counts one, wherever it leads."""

    start: Square
    end: Square
    way: Heading | None
    cause: str
    rule: str
    by: int | None
    heading: Heading
    steps: int = 1


class Track:
    """What one clank does within one instruction: its squares from first to last, and its headings.

    `parked` is the cause that destroyed it, or HAND, "" while it is on the board. `steps` counts the squares it moved, `way` is the
    direction of the last step, `stop` what ended its move, `back` that it comes from the parking row, or a copy or a ghost onto the board. `legs` are
    its way once more by directions and causes, `void` the card that had no effect.
    """

    __slots__ = (
        "after",
        "back",
        "before",
        "legs",
        "parked",
        "path",
        "seat",
        "start",
        "stop",
        "void",
        "way",
    )

    def __init__(self, seat: int, stand: Stand) -> None:
        self.seat = seat
        self.start, self.before = stand
        self.after = self.before
        self.path: list[Square] = [self.start] if self.start is not None else []
        self.parked, self.back = "", False
        self.way: Heading | None = None
        self.stop: Stopped | None = None
        self.legs: list[Leg] = []
        self.void: CardVoid | None = None

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
        if isinstance(event, Moved):
            self.path.append(event.end)
            self.way = event.way
            self._go(event)
        elif isinstance(event, Turned):
            self.after = event.after
        elif isinstance(event, Destroyed):
            self.parked = event.cause
        elif isinstance(event, Respawned):
            self.path, self.after, self.back = [event.square], event.heading, True
        elif isinstance(event, Stopped):
            self.stop = event
        elif isinstance(event, PlacedByHand):
            self._place(event.square, event.heading)
        elif isinstance(event, ParkedByHand):
            self.parked = HAND
        else:
            self._follow_further(event)

    def _go(self, event: Moved) -> None:
        """One step more, of the same leg where it goes on as before."""
        last = self.legs[-1] if self.legs else None
        if last is not None and (last.way, last.cause, last.by) == (
            event.way,
            event.cause,
            event.by,
        ):
            self.legs[-1] = last._replace(end=event.end, steps=last.steps + 1)
        else:
            self.legs.append(
                Leg(
                    event.start,
                    event.end,
                    event.way,
                    event.cause,
                    event.rule,
                    event.by,
                    event.heading,
                )
            )

    def _follow_further(self, event: Event) -> None:
        """What happens on extended boards only."""
        if isinstance(event, Jumped):
            self.path.append(event.end)
            self.legs.append(
                Leg(event.start, event.end, None, event.cause, event.rule, None, self.after)
            )
            self.after = event.heading
        elif isinstance(event, PieceCame):
            self.path, self.after, self.back, self.parked = [event.square], event.heading, True, ""
        elif isinstance(event, PieceGone):
            self.parked = GONE
        elif isinstance(event, CardVoid):
            self.void = event

    def _place(self, square: Square, heading: Heading) -> None:
        """Hands take it up and put it down elsewhere, whatever lies between."""
        self.back = self.start is None
        # No squares between are entered: what lies on the way means nothing to a clank that hands carry (12.3).
        self.path = [square] if self.start in (None, square) else [self.start, square]
        self.after = heading

    def picture(self) -> MovePicture:
        """The move as hands make it."""
        return MovePicture(
            self.seat,
            self.start,
            self.end,
            tuple(self.path),
            self.before,
            self.after,
            any(leg.way is None for leg in self.legs),
        )


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
                track = tracks[seat] = Track(seat, stands.get(seat, AWAY))
            track.follow(event)
    return tracks


class Unit:
    """Clanks that move as one: the seat that leads, everybody's tracks, and the events that tell it."""

    __slots__ = ("events", "seat", "tracks")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.tracks: dict[int, Track] = {}
        self.events: list[Event] = []

    @property
    def comes_or_goes(self) -> bool:
        """Whether it is a copy or a ghost that comes onto the board or leaves it, and nothing more."""
        track = self.tracks.get(self.seat)
        return (
            len(self.tracks) == 1
            and track is not None
            and not track.legs
            and (track.parked == GONE or track.back)
        )

    def enters(self) -> set[Square]:
        """The squares on which its clanks end.

        Not the parking row, where everybody has room.
        """
        return {track.end for track in self.tracks.values() if track.end is not None}

    def leaves(self) -> set[Square]:
        """The squares from which its clanks come."""
        return {
            track.start
            for track in self.tracks.values()
            if track.start is not None and track.start != track.end
        }


def in_hand_order(units: Sequence[Unit]) -> list[list[Unit]]:
    """The units one after another so that each finds its squares free; units that chase each other in a ring come together.

    Units that do not get in each other's way keep their order.
    """
    if len(units) < 2:
        return [[unit] for unit in units]
    # Only where some fly or pass through each other a square can be left by more than one.
    left_by: dict[Square, list[Unit]] = {}
    for unit in units:
        for square in unit.leaves():
            left_by.setdefault(square, []).append(unit)
    waits = {
        id(unit): [
            other
            for square in sorted(unit.enters())
            for other in left_by.get(square, ())
            if other is not unit
        ]
        for unit in units
    }
    ordered: list[list[Unit]] = []
    placed: set[int] = set()
    for unit in units:
        _place(unit, waits, placed, ordered)
    return ordered


def _place(
    unit: Unit, waits: Mapping[int, list[Unit]], placed: set[int], ordered: list[list[Unit]]
) -> None:
    """Place a unit after all that it waits for, on base boards one at most, since only its front square can be another's."""
    while id(unit) not in placed:
        trail: list[Unit] = []
        first: Unit | None = unit
        while first is not None and first not in trail:
            trail.append(first)
            first = next((other for other in waits[id(first)] if id(other) not in placed), None)
        # Whoever is met again on the trail closes a ring: nobody in it can go first.
        ring = trail[-1:] if first is None else trail[trail.index(first) :]
        ordered.append(ring)
        placed.update(map(id, ring))
