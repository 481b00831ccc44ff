"""Collect what each piece does within an instruction, and order the pieces for hands.

The game tells steps, hands make one move: people only need its ends and its way. In the rules
everything moves simultaneously (7.4.5). Hands move one piece at a time, and a square has room for
one. So the front of a train goes first, and a full ring goes in one go.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias, TypeVar

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
    seat_of,
)
from companion.games.scene import MovePicture
from companion.geometry import Heading, Square
from companion.named_tuples import NamedTuple

HAND: Final = "hand"
"""The cause in `PieceTrack.parked` for pieces that a correction parked."""
GONE: Final = "gone"
"""The same for copies and ghosts that leave the board."""
Pose: TypeAlias = tuple[Square | None, Heading]
"""The square of a piece, None for the parking row, and its heading."""
AWAY: Final[Pose] = (None, 0)
"""The place of a copy or ghost before it comes."""


class TrackLeg(NamedTuple):
    """A part of a way, in one direction and by one cause."""

    start: Square
    end: Square
    direction: Heading | None
    """The direction, None for a jump."""
    cause: str
    """The cause of the moves, such as CARD or BELT."""
    rule: str
    by: int | None
    """The seat of the pusher, None without one."""
    heading: Heading
    """The heading of the piece at the end."""
    steps: int = 1
    """The number of squares. A jump counts one, wherever it leads."""


class PieceTrack:
    """The way of one piece within one instruction."""

    __slots__ = (
        "after",
        "back",
        "before",
        "direction",
        "legs",
        "parked",
        "path",
        "seat",
        "start",
        "stop",
        "void",
    )

    def __init__(self, seat: int, pose: Pose) -> None:
        self.seat = seat
        self.start, self.before = pose
        self.after = self.before
        self.path: list[Square] = [self.start] if self.start is not None else []
        """Its squares from first to last."""
        self.parked, self.back = "", False
        """Its exit: the cause, HAND or GONE, "" on the board; and whether it enters the board."""
        self.direction: Heading | None = None
        """The direction of its last step."""
        self.stop: Stopped | None = None
        """The event that ended its move."""
        self.legs: list[TrackLeg] = []
        """Its way by directions and causes."""
        self.void: CardVoid | None = None
        """The card that had no effect."""

    @property
    def steps(self) -> int:
        """Return the number of squares that it moved on the board."""
        return len(self.path) - 1 if self.start is not None else 0

    @property
    def end(self) -> Square | None:
        """Return its last square, None for the parking row."""
        return None if self.parked or not self.path else self.path[-1]

    @property
    def changed(self) -> bool:
        """Return whether hands have to move it.

        A piece that returns to its square with its old heading stays.
        """
        return self.start != self.end or self.before != self.after

    def follow(self, event: Event) -> None:
        """Take in one event of this piece."""
        if isinstance(event, Moved):
            self.path.append(event.end)
            self.direction = event.direction
            last = self.legs[-1] if self.legs else None
            way = event.direction, event.cause, event.by
            if last is not None and (last.direction, last.cause, last.by) == way:
                self.legs[-1] = last._replace(end=event.end, steps=last.steps + 1)
            else:
                direction, cause, by = way
                leg = (event.start, event.end, direction, cause, event.rule, by, event.heading)
                self.legs.append(TrackLeg(*leg))
        elif isinstance(event, Turned):
            self.after = event.after
        elif isinstance(event, Destroyed):
            self.parked = event.cause
        elif isinstance(event, Respawned):
            self.path, self.after, self.back = [event.square], event.heading, True
        elif isinstance(event, Stopped):
            self.stop = event
        elif isinstance(event, PlacedByHand):
            self.back = self.start is None
            # Hands enter no squares in between (12.3).
            self.path = [*dict.fromkeys((self.start or event.square, event.square))]
            self.after = event.heading
        elif isinstance(event, ParkedByHand):
            self.parked = HAND
        elif isinstance(event, Jumped):
            self.path.append(event.end)
            self.legs.append(
                TrackLeg(event.start, event.end, None, event.cause, event.rule, None, self.after)
            )
            self.after = event.heading
        elif isinstance(event, PieceCame):
            self.path, self.after, self.back, self.parked = [event.square], event.heading, True, ""
        elif isinstance(event, PieceGone):
            self.parked = GONE
        elif isinstance(event, CardVoid):
            self.void = event

    def picture(self) -> MovePicture:
        """Return its move for the map."""
        return MovePicture(
            self.seat,
            self.start,
            self.end,
            tuple(self.path),
            self.before,
            self.after,
            any(leg.direction is None for leg in self.legs),
        )


T = TypeVar("T", bound=PieceTrack)


def follow(poses: Mapping[int, Pose], events: Iterable[Event]) -> dict[int, PieceTrack]:
    """Return the track of every piece in some events by seat, in the order of the events.

    `poses` has the place of every piece and is not changed.
    """
    tracks: dict[int, PieceTrack] = {}
    for event in events:
        seat = seat_of(event)
        if seat is not None:
            track = tracks.get(seat)
            if track is None:
                track = tracks[seat] = PieceTrack(seat, poses.get(seat, AWAY))
            track.follow(event)
    return tracks


class Unit:
    """Pieces that move as one: the leading seat, all their tracks, and their events."""

    __slots__ = ("events", "seat", "tracks")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.tracks: dict[int, PieceTrack] = {}
        self.events: list[Event] = []

    @property
    def comes_or_goes(self) -> bool:
        """Return whether it is only a copy or a ghost that comes onto the board or leaves it."""
        track = self.tracks.get(self.seat)
        return (
            len(self.tracks) == 1
            and track is not None
            and not track.legs
            and (track.parked == GONE or track.back)
        )

    def enters(self) -> set[Square]:
        """Return the squares on which its pieces end, without the parking row.

        The parking row has room for all.
        """
        return {track.end for track in self.tracks.values() if track.end is not None}

    def leaves(self) -> set[Square]:
        """Return the squares from which its pieces come."""
        return {
            track.start
            for track in self.tracks.values()
            if track.start is not None and track.start != track.end
        }


def rings_of(tracks: Iterable[T]) -> list[list[T]]:
    """Return tracks in an order in which each finds its square free, those of a ring together."""
    by_seat = {track.seat: track for track in tracks}
    units = []
    for seat, track in by_seat.items():
        unit = Unit(seat)
        unit.tracks = {seat: track}
        units.append(unit)
    return [[by_seat[unit.seat] for unit in ring] for ring in in_hand_order(units)]


def in_hand_order(units: Sequence[Unit]) -> list[list[Unit]]:
    """Return the units in an order in which each finds its squares free.

    Units in a ring come together. Units that are not in each other's way keep their order.
    """
    if len(units) < 2:
        return [[unit] for unit in units]
    # Several can leave the same square only if some fly or pass through each other.
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
        # Each comes after all that it waits for. On base boards that is one unit at most, since
        # only its front square can be occupied.
        while id(unit) not in placed:
            trail: list[Unit] = []
            first: Unit | None = unit
            while first is not None and first not in trail:
                trail.append(first)
                first = next((other for other in waits[id(first)] if id(other) not in placed), None)
            # A unit that is met again closes a ring, in which none can go first.
            ring = trail[-1:] if first is None else trail[trail.index(first) :]
            ordered.append(ring)
            placed.update(map(id, ring))
    return ordered
