"""An evening at a table that speaks in its own time: what it says is gathered, and tests wait for what they expect."""
from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from companion.signals import EMPTY, SLOTS, Deed, HandleMoved, ReaderBack, ReaderLost, Signal, SlotRead, Trouble
from companion.table.base import Table
from tests.table.reader_stand import await_true

Kind = TypeVar("Kind")


class Listener:
    """Everything that an open table has said, in order."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.heard: list[Signal] = []

    def hear(self) -> list[Signal]:
        """All of it, up to now."""
        self.heard += self.table.poll()
        return self.heard

    def said(self, signal: Signal) -> bool:
        """Whether this was said. Signals are tuples, and those of different kinds may hold the same."""
        return any(type(heard) is type(signal) and heard == signal for heard in self.hear())

    def until(self, *expected: Signal) -> None:
        """Wait until all of these were said."""
        await_true(lambda: all(map(self.said, expected)), lambda: f"{expected} in {self.heard}")

    def until_true(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition over what was heard holds."""
        await_true(lambda: (self.hear(), condition())[1], lambda: f"the condition over {self.heard}")

    def forget(self) -> None:
        """From here on only what comes counts."""
        self.hear()
        self.heard = []

    def of(self, seat: int) -> list[SlotRead | HandleMoved | ReaderBack | ReaderLost]:
        """What was said about one seat."""
        kinds = (SlotRead, HandleMoved, ReaderBack, ReaderLost)
        return [signal for signal in self.hear() if isinstance(signal, kinds) and signal.seat == seat]

    def kind(self, kind: type[Kind]) -> list[Kind]:
        """What was said of one kind."""
        return [signal for signal in self.hear() if isinstance(signal, kind)]

    def trouble(self, place: str) -> str | None:
        """What is wrong at a place as far as was told: words, "" when it is over, None when nothing was told."""
        told = [trouble.words for trouble in self.kind(Trouble) if trouble.place == place]
        return told[-1] if told else None

    def do(self, *deeds: Deed) -> None:
        """Let this be done."""
        for deed in deeds:
            self.table.do(deed)


def empty_row(seat: int) -> list[SlotRead]:
    """Five empty slots, as they are told."""
    return [SlotRead(seat, slot, EMPTY) for slot in range(1, SLOTS + 1)]


Open = Callable[..., Listener]
"""Opens a serial table, as the fixture `opened` does: the stand, the seats, and how ports are found."""
