"""What each robot does within one instruction, and in which order hands make these moves.

The rules move the robot in the way first and then the one that moves (CBR20); hands need no more than that each place is free when its robot gets there.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from typing import Final

from companion.engine.changes import PlacedByHand
from companion.games.cardbot.engine.events import BELT, SLIDE, Moved, Stayed, Turned
from companion.games.race.tracks import Stand, Track, Unit, in_hand_order
from companion.games.scene import MovePicture
from companion.geometry import Square, column_row

SEAM: Final = 1
"""Columns between neighbours; more of them lie between two places on either side of the seam."""


class Deed(Track):
    """What one robot does: a track, and what moved it.

    `last` is how it was moved last, but for slides, `slid` whether it slid on after that; `carried` whether a belt has carried it, `stayed` what kept it
    where it was.
    """

    __slots__ = ("carried", "last", "slid", "stayed")

    def __init__(self, seat: int, stand: Stand) -> None:
        super().__init__(seat, stand)
        self.last: Moved | None = None
        self.slid = self.carried = False
        self.stayed: Stayed | None = None

    @property
    def moved(self) -> bool:
        """Whether it came onto another place at all, though it may be back where it was."""
        return len(self.path) > 1

    @property
    def first(self) -> Square:
        """The first place that it comes onto."""
        return self.path[1]

    def take(self, event: object) -> None:
        """Take in one event of this robot."""
        if isinstance(event, Moved):
            self.path.append(event.end)
            self.way = event.way
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
        """Whether it leaves the grid on one side and comes in on the other."""
        columns = [column_row(square)[0] for square in self.path]
        return (
            self.last is not None
            and self.last.way is not None
            and any(abs(one - other) > SEAM for one, other in itertools.pairwise(columns))
        )


def deeds_of(stands: Mapping[int, Stand], events: Iterable[object]) -> dict[int, Deed]:
    """What every robot does in some events, in the order in which they are named first; `stands` is where they were, by seat, and is not changed."""
    deeds: dict[int, Deed] = {}
    for event in events:
        seat = getattr(event, "seat", None)
        if isinstance(event, (Moved, Turned, Stayed, PlacedByHand)) and seat is not None:
            if seat not in deeds:
                deeds[seat] = Deed(seat, stands[seat])
            deeds[seat].take(event)
    return deeds


def pictures(deeds: Mapping[int, Deed]) -> tuple[MovePicture, ...]:
    """The moves of hands, each onto a place that is free by then; those of a ring, in which nobody can be first, follow one another."""
    return tuple(deed.picture() for ring in _rings(deeds) for deed in ring)


def all_at_once(deeds: Mapping[int, Deed]) -> bool:
    """Whether some of them chase each other, so that hands must lift them together."""
    return any(len(ring) > 1 for ring in _rings(deeds))


def _rings(deeds: Mapping[int, Deed]) -> list[list[Deed]]:
    units = []
    for deed in deeds.values():
        if deed.changed:
            unit = Unit(deed.seat)
            unit.tracks = {deed.seat: deed}
            units.append(unit)
    return [[deeds[unit.seat] for unit in ring] for ring in in_hand_order(units)]
