"""Collect what each robot does within an instruction, and order the robots for hands.

The rules move the robot in the way before the mover (CBR20). Hands only need each place to be free
when its robot gets there.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from typing import Final

from companion.engine.changes import PlacedByHand
from companion.games.cardbot.engine.events import BELT, SLIDE, Moved, Stayed, Turned
from companion.games.race.tracks import PieceTrack, Pose, rings_of
from companion.games.scene import MovePicture
from companion.geometry import Square, column_row

SEAM: Final = 1
"""The maximum distance of neighbours in columns; more means that a step crosses the seam."""


class Deed(PieceTrack):
    """The track of one robot, and what moved it."""

    __slots__ = ("carried", "last", "slid", "stayed")

    def __init__(self, seat: int, pose: Pose) -> None:
        super().__init__(seat, pose)
        self.last: Moved | None = None
        """Its last move except slides."""
        self.slid = self.carried = False
        """Whether it slid after that move; whether a belt carried it."""
        self.stayed: Stayed | None = None
        """The event that kept it on its place."""

    @property
    def moved(self) -> bool:
        """Return whether it entered another place, even if it came back."""
        return len(self.path) > 1

    @property
    def first(self) -> Square:
        """Return the first place that it enters."""
        return self.path[1]

    def take(self, event: object) -> None:
        """Take in one event of this robot."""
        if isinstance(event, Moved):
            self.path.append(event.end)
            self.direction = event.direction
            self.slid = event.cause == SLIDE
            self.last = self.last if self.slid and self.last is not None else event
            self.carried = self.carried or event.cause == BELT
        elif isinstance(event, Turned):
            self.after = event.after
        elif isinstance(event, Stayed):
            self.stayed = event
        elif isinstance(event, PlacedByHand):
            start = event.start or event.square
            self.path = [start] if start == event.square else [start, event.square]
            self.after = event.heading

    def crosses_seam(self) -> bool:
        """Return whether it leaves the grid on one side and enters it on the other."""
        columns = [column_row(square)[0] for square in self.path]
        return (
            self.last is not None
            and self.last.direction is not None
            and any(abs(one - other) > SEAM for one, other in itertools.pairwise(columns))
        )


def deeds_of(poses: Mapping[int, Pose], events: Iterable[object]) -> dict[int, Deed]:
    """Return what every robot does in some events, by seat, in the order of the events.

    `poses` has the place of every robot and is not changed.
    """
    deeds: dict[int, Deed] = {}
    for event in events:
        seat = getattr(event, "seat", None)
        if isinstance(event, (Moved, Turned, Stayed, PlacedByHand)) and seat is not None:
            if seat not in deeds:
                deeds[seat] = Deed(seat, poses[seat])
            deeds[seat].take(event)
    return deeds


def pictures(deeds: Mapping[int, Deed]) -> tuple[MovePicture, ...]:
    """Return the moves of hands, each onto a free place; those of a ring follow one another."""
    changed = (deed for deed in deeds.values() if deed.changed)
    return tuple(deed.picture() for ring in rings_of(changed) for deed in ring)


def all_at_once(deeds: Mapping[int, Deed]) -> bool:
    """Return whether some robots are a ring, so that hands must lift them together."""
    changed = (deed for deed in deeds.values() if deed.changed)
    return any(len(ring) > 1 for ring in rings_of(changed))
