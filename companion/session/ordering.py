"""In which order hands make moves that the rules make at the same time: the front of a train first, a full loop in one go.

The rules let everything move at once (7.4.5); hands move one clank at a time, and two clanks fit on no square.
"""
from __future__ import annotations

from collections.abc import Sequence

from companion.session.tracks import Track


class Unit:
    """Clanks that move as one: the seat that leads, everybody's tracks, and the events that tell it."""

    __slots__ = ("seat", "tracks", "events")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.tracks: dict[int, Track] = {}
        self.events: list = []

    def enters(self) -> set[str]:
        """The squares on which its clanks end.

        Not the parking row, where everybody has room.
        """
        return {track.end for track in self.tracks.values() if track.end is not None}

    def leaves(self) -> set[str]:
        """The squares from which its clanks come."""
        return {track.start for track in self.tracks.values() if track.start is not None and track.start != track.end}


def in_hand_order(units: Sequence[Unit]) -> list[list[Unit]]:
    """The units one after another so that each finds its squares free; units that chase each other in a ring come together.

    Units that do not get in each other's way keep their order.
    """
    if len(units) < 2:
        return [[unit] for unit in units]
    # By rule no two clanks share a square, so that each square is left by one unit at most.
    left_by = {square: unit for unit in units for square in unit.leaves()}
    waits = {
        id(unit): [left_by[square] for square in unit.enters() if left_by.get(square, unit) is not unit] for unit in units
    }
    ordered: list[list[Unit]] = []
    placed: set[int] = set()
    for unit in units:
        _place(unit, waits, placed, ordered)
    return ordered


def _place(unit: Unit, waits: dict[int, list[Unit]], placed: set[int], ordered: list[list[Unit]]) -> None:
    """Place a unit after all that it waits for; each waits for one at most, since only its front square can be another's."""
    trail: list[Unit] = []
    while id(unit) not in placed and unit not in trail:
        trail.append(unit)
        if not waits[id(unit)]:
            break
        unit = waits[id(unit)][0]
    # Whoever is met again on the trail closes a ring: nobody in it can go first.
    if unit in trail and waits[id(unit)]:
        ring = trail[trail.index(unit):]
        del trail[trail.index(unit):]
        ordered.append(ring)
        placed.update(map(id, ring))
    for waiting in reversed(trail):
        ordered.append([waiting])
        placed.add(id(waiting))
