"""What is counted of every clank in a race on a board: eleven counters, as a fold over its events (rulings 40 to 43 of the digital rule set).

Only what stands in the events counts, so that what was taken back does not. Copies and ghosts have no counters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from companion.engine.causes import CARD, EDGE, PUSH, SHOT
from companion.engine.events import (
    BeatBegan,
    CardPlayed,
    Damaged,
    Destroyed,
    Event,
    Healed,
    Moved,
    PoweredDown,
    RegisterBegan,
    Turned,
)
from companion.games.race.others import whose
from companion.geometry import Square

BACKWARD: Final = "back"
"""The move whose steps count as backward."""
_TURNS: Final = {"left": "left_turns", "right": "right_turns", "uturn": "uturns"}


class Counters(NamedTuple):
    """The counters of one clank; fields forward and backward are two parts of one."""

    fields_forward: int = 0
    fields_backward: int = 0
    left_turns: int = 0
    right_turns: int = 0
    uturns: int = 0
    damage_taken: int = 0
    deaths: int = 0
    damage_caused: int = 0
    robots_destroyed: int = 0
    damage_repaired: int = 0
    power_downs: int = 0
    opponents_pushed: int = 0


def counters_of(events: Iterable[Event], seats: Iterable[int]) -> Mapping[int, Counters]:
    """The counters of these seats after some events, in the order of seats."""
    fold = _Fold({seat: Counter() for seat in sorted(seats)})
    for event in events:
        fold.take(event)
    return {seat: Counters(**found) for seat, found in fold.counts.items()}


class _Fold:
    """The counts while they grow; `credit` says who has pushed or shot a clank last in this register, and at which moment.

    `taken` are the squares onto which the card that is played has brought anybody.
    """

    def __init__(self, counts: dict[int, Counter[str]]) -> None:
        self.counts = counts
        self._acting: int | None = None
        self._move = ""
        self._moment = 0
        self._credit: dict[int, tuple[int, int]] = {}
        self._taken: set[Square] = set()

    def take(self, event: Event) -> None:
        """One event more."""
        if isinstance(event, (RegisterBegan, BeatBegan, CardPlayed)):
            self._begin(event)
        elif isinstance(event, Moved):
            self._moved(event)
        elif isinstance(event, Turned):
            # Belts and gears turn nobody in the sense of the counters (no. 42).
            if event.cause == CARD and event.seat == self._acting and self._move in _TURNS:
                self._count(event.seat, _TURNS[self._move])
        elif isinstance(event, Damaged):
            self._damaged(event)
        elif isinstance(event, Destroyed):
            self._destroyed(event)
        elif isinstance(event, Healed):
            self._count(event.seat, "damage_repaired", event.points)
        elif isinstance(event, PoweredDown):
            self._count(event.seat, "damage_repaired", event.repaired)
            self._count(event.seat, "power_downs")

    def _begin(self, event: RegisterBegan | BeatBegan | CardPlayed) -> None:
        self._moment += 1
        self._taken.clear()
        self._acting, self._move = (
            (event.seat, event.card.move) if isinstance(event, CardPlayed) else (None, "")
        )
        if isinstance(event, RegisterBegan):
            self._credit.clear()

    def _count(self, seat: int | None, what: str, number: int = 1) -> None:
        if seat in self.counts:
            self.counts[seat][what] += number

    def _moved(self, event: Moved) -> None:
        if event.cause == CARD and event.seat == self._acting:
            self._taken.add(event.end)
            self._walk(event.seat)
        elif event.cause == PUSH and event.by is not None and event.by == self._acting:
            self._taken.add(event.end)
            self._pushed(event.seat, event.by)

    def _walk(self, seat: int) -> None:
        """Every step that happened counts, the one into a pit or over the edge, too (no. 42)."""
        self._count(seat, "fields_backward" if self._move == BACKWARD else "fields_forward")

    def _pushed(self, seat: int, by: int) -> None:
        if seat in self.counts:
            self._count(by, "opponents_pushed")
            self._credit[seat] = self._moment, by

    def _damaged(self, event: Damaged) -> None:
        """Points received count in full, those past the deadly one, too; they are the doing of who shot or sent the shot back (no. 40)."""
        self._count(event.seat, "damage_taken", event.points)
        # What a ghost does is its clank's doing; and who burns does not hurt itself.
        by = (whose(event.by) or event.by) if isinstance(event.by, int) else None
        if by is None or by == event.seat or event.seat not in self.counts:
            return
        self._count(by, "damage_caused", event.points)
        if event.cause == SHOT and by in self.counts:
            moment, before = self._credit.get(event.seat, (0, by))
            # Later beats earlier; of several at one moment the lowest seat counts (no. 41).
            self._credit[event.seat] = (
                self._moment,
                min(before, by) if moment == self._moment else by,
            )

    def _destroyed(self, event: Destroyed) -> None:
        self._count(event.seat, "deaths")
        # Who goes over an edge enters no square, so that no step is told of it.
        if event.cause == EDGE and self._acting is not None:
            if event.seat == self._acting:
                self._walk(event.seat)
            elif event.square in self._taken:
                # It has left the square to those who pushed it.
                self._pushed(event.seat, self._acting)
        if event.seat in self._credit:
            self._count(self._credit.pop(event.seat)[1], "robots_destroyed")
