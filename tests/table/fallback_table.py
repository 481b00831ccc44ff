"""Sessions at a table whose signals are gathered, folded and awaited, or sent by the test."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from companion.signals import (
    EMPTY,
    OK,
    REST,
    SLOTS,
    Deed,
    HandleMoved,
    ReaderBack,
    ReaderLost,
    ReaderModel,
    Signal,
    SlotRead,
    TableProblem,
)
from companion.table.base import Table
from companion.table.screen_fallback import ScreenFallback
from companion.table.virtual import ScriptedTable
from companion.words import Text, text
from tests.table.reader_stand import await_true

Kind = TypeVar("Kind")


class Fold:
    """The knowledge of a mere listener about each seat.

    At first all slots are empty, handles rest, and every reader answers.
    """

    def __init__(self) -> None:
        self.slots: dict[tuple[int, int], SlotRead] = {}
        self.handles: dict[int, str] = {}
        self.lost: dict[int, Text | str] = {}
        self.models: dict[int, ReaderModel] = {}

    def take_in(self, signals: Iterable[Signal]) -> None:
        """Apply signals in order."""
        for signal in signals:
            if isinstance(signal, SlotRead):
                self.slots[signal.seat, signal.slot] = signal
            elif isinstance(signal, HandleMoved):
                self.handles[signal.seat] = signal.position
            elif isinstance(signal, ReaderModel):
                self.models[signal.seat] = signal
            elif isinstance(signal, (ReaderLost, ReaderBack)):
                self.handles[signal.seat] = REST
                self.lost[signal.seat] = signal.reason if isinstance(signal, ReaderLost) else ""

    def row(self, seat: int) -> list[str | int | None]:
        """Return the five slots of a seat: a card's code, None if empty, or why nothing is read."""
        readings = [
            self.slots.get((seat, slot), SlotRead(seat, slot, EMPTY))
            for slot in range(1, SLOTS + 1)
        ]
        return [read.code if read.status in (OK, EMPTY) else read.status for read in readings]

    def cards(self) -> dict[tuple[int, int], int]:
        """Return which card is where."""
        return {place: read.code for place, read in self.slots.items() if read.code is not None}

    def seat(self, seat: int) -> tuple[list[str | int | None], str, Text | str]:
        """Return slots and handle of a seat, and why its reader is not used."""
        return self.row(seat), self.handles.get(seat, REST), self.lost.get(seat, "")


class Listener:
    """Everything that an open table has sent, in order.

    Each poll also looks at the clock, which may wait for it.
    """

    def __init__(self, table: Table, clock: Callable[[], float] = lambda: 0.0) -> None:
        self.table, self._clock = table, clock
        self.heard: list[Signal] = []

    def hear(self) -> list[Signal]:
        """Return all of it, up to now."""
        self._clock()
        self.heard += self.table.poll()
        return self.heard

    def said(self, signal: Signal) -> bool:
        """Return whether this was sent. Signals are tuples, and those of two kinds may be equal."""
        return any(type(heard) is type(signal) and heard == signal for heard in self.hear())

    def until(self, *expected: Signal) -> None:
        """Wait until all of these were sent."""
        await_true(lambda: all(map(self.said, expected)), lambda: f"{expected} in {self.heard}")

    def until_true(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition over the signals holds."""
        await_true(
            lambda: (self.hear(), condition())[1], lambda: f"the condition over {self.heard}"
        )

    def forget(self) -> None:
        """Forget what came before."""
        self.hear()
        self.heard = []

    def of(self, seat: int) -> list[SlotRead | HandleMoved | ReaderBack | ReaderLost]:
        """Return the signals of one seat."""
        kinds = (SlotRead, HandleMoved, ReaderBack, ReaderLost)
        return [
            signal for signal in self.hear() if isinstance(signal, kinds) and signal.seat == seat
        ]

    def kind(self, kind: type[Kind]) -> list[Kind]:
        """Return the signals of one kind."""
        return [signal for signal in self.hear() if isinstance(signal, kind)]

    def trouble(self, place: str) -> str | None:
        """Return the trouble of a place: words, "" when it is over, None without any."""
        lines = [
            str(trouble.words) for trouble in self.kind(TableProblem) if trouble.place == place
        ]
        return lines[-1] if lines else None

    def do(self, *deeds: Deed) -> None:
        """Carry out deeds."""
        for deed in deeds:
            self.table.do(deed)


def empty_row(seat: int) -> list[SlotRead]:
    """Return the signals of five empty slots."""
    return [SlotRead(seat, slot, EMPTY) for slot in range(1, SLOTS + 1)]


class FallbackTable:
    """Stand-ins around readers whose signals the test sends, with a clock that the test moves."""

    def __init__(self, hands: Callable[[Deed], None] | None = None) -> None:
        self.readers, self.now = ScriptedTable(sign=text("2 card readers")), 0.0
        self.table = ScreenFallback(self.readers, hands, clock=lambda: self.now)
        self.table.open()

    def says(self, *signals: Signal) -> tuple[Signal, ...]:
        """Return the signals that come out when the readers send these."""
        self.readers.signals += signals
        return self.table.poll()

    def does(self, *deeds: Deed) -> tuple[Signal, ...]:
        """Return the signals that come out of these deeds."""
        for deed in deeds:
            self.table.do(deed)
        return self.table.poll()


Open = Callable[..., Listener]
"""Opens a serial table, as the fixture `opened` does: the stand, the seats, and how ports are
found."""
