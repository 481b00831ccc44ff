"""The base of tests of emulated readers: a table that is polled until a condition holds."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from companion.signals import Deed, HandleMoved, ReaderModel, Signal, SlotRead, TableProblem
from companion.table.rig.rig import RigTable
from companion.table.rig.rig_settings import parse_rig_settings

DEADLINE = 180.0
"""Seconds until something counts as broken: a busy machine takes many times what an idle one
does."""


def until(
    condition: Callable[[], object], what: str, work: Callable[[], object] = lambda: None
) -> None:
    """Work until a condition holds.

    Raises:
        AssertionError: It does not in time; the message has these words.
    """
    end = time.monotonic() + DEADLINE
    while not condition():
        assert time.monotonic() < end, f"waited in vain until {what}"
        work()
        time.sleep(0.002)


class Listener:
    """A mere listener.

    It knows the content of each slot, the moves of handles, the real cards, and all troubles.
    """

    def __init__(self, table: RigTable) -> None:
        self.table = table
        self.signals: list[Signal] = []
        self.read: dict[tuple[int, int], tuple[str, int | None]] = {}
        self.models: dict[int, ReaderModel] = {}

    def hear(self) -> None:
        """Apply the table's new signals."""
        for signal in self.table.poll():
            self.signals.append(signal)
            if isinstance(signal, SlotRead):
                self.read[signal.seat, signal.slot] = signal.status, signal.code
            elif isinstance(signal, ReaderModel):
                self.models[signal.seat] = signal
            assert not isinstance(signal, TableProblem) or not str(signal.words), str(signal.words)

    def until(self, condition: Callable[[], object], what: str) -> None:
        """Poll until a condition holds."""
        until(condition, f"{what}; last heard: {self.signals[-5:]}", self.hear)

    def do(self, *deeds: Deed) -> None:
        """Carry out deeds at the table."""
        for deed in deeds:
            self.table.do(deed)

    def moves(self, seat: int) -> list[str]:
        """Return the moves of a seat's handle, in order."""
        return [
            signal.position
            for signal in self.signals
            if isinstance(signal, HandleMoved) and signal.seat == seat
        ]

    def reads(self, seat: int) -> list[tuple[int, str, int | None]]:
        """Return what the slots of a seat have read, in order."""
        signals = [
            signal
            for signal in self.signals
            if isinstance(signal, SlotRead) and signal.seat == seat
        ]
        return [(signal.slot, signal.status, signal.code) for signal in signals]

    def forget(self) -> None:
        """Forget what came before."""
        self.hear()
        self.signals.clear()


@contextmanager
def opened(rest: str) -> Iterator[Listener]:
    """Return an open table of emulated readers, by the rest of its URL.

    None of its processes is left afterwards.
    """
    table = RigTable(parse_rig_settings(rest), time.monotonic)
    table.open()
    processes = [
        reader.chip.process for reader in table.rig.readers.values() if reader.chip is not None
    ]
    try:
        yield Listener(table)
    finally:
        table.close()
    assert [process for process in processes if is_running(process)] == []


def is_running(process: int) -> bool:
    """Return whether a process has this number, even a dead one that was not reaped."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
