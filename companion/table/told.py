"""A table that says what it is told to say: for pictures of moments that hardware has seldom, and for tests."""
from __future__ import annotations

from collections.abc import Iterable

from companion.signals import Deed, Lamps, ReaderBack, Signal


class ToldTable:
    """Readers of some seats, which all answer at once. `told` is said at the next poll; `lamps` is the picture shown last, `done` all deeds."""

    touch_seats: frozenset[int] = frozenset()

    def __init__(self, seats: Iterable[int] = (), sign: str = "Card readers") -> None:
        self.seats, self.sign = tuple(seats), sign
        self.told: list[Signal] = []
        self.done: list[Deed] = []
        self.lamps = Lamps({})
        self.is_open = False

    def open(self) -> None:
        """Every reader answers."""
        self.is_open = True
        self.told = [ReaderBack(seat) for seat in self.seats]

    def poll(self) -> tuple[Signal, ...]:
        """What it was told to say since the last call."""
        told, self.told = tuple(self.told), []
        return told

    def show(self, lamps: Lamps) -> None:
        """Remember the picture."""
        self.lamps = lamps

    def do(self, deed: Deed) -> None:
        """Remember the deed, and do nothing."""
        self.done.append(deed)

    def close(self) -> None:
        """Nothing to let go of."""
        self.is_open = False
