"""One table of each kind for the tests that hold for all, and a guest who uses its readers.

Touch readers answer without delay, real and emulated ones in their own time: for those a guest
waits until what must come has come, and where nothing may come, until the result of a later deed
has come.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Final, NamedTuple

from companion.content.templates import package_files
from companion.signals import (
    PULL,
    REST,
    UNSTABLE,
    Deed,
    HandleMoved,
    MoveHandle,
    ReaderBack,
    Signal,
    SlotRead,
)
from companion.table.base import Table
from companion.table.screen_fallback import ScreenFallback
from companion.table.seats import Seats
from companion.table.serial import SerialTable
from companion.table.urls import table_for_url
from companion.table.virtual import ScriptedTable, VirtualTable
from companion.words import text
from tests.table.fallback_table import Fold
from tests.table.gpio_stand import gpio_table
from tests.table.reader_stand import Stand, await_true


class Kind(NamedTuple):
    """A kind of table."""

    make: Callable[[ExitStack], Table]
    """Makes one; the stack holds what it needs."""
    own: frozenset[int] = frozenset()
    """The seats with readers that answer in their own time."""


def over_the_wire(stack: ExitStack) -> Table:
    """Return readers whose own end of the wire answers behind pseudo-terminals."""
    stand = Stand()
    stack.callback(stand.close)
    return ScreenFallback(SerialTable(stand.find, stand.seats(), stand.clock), stand.do)


def new_table(stack: ExitStack) -> Table:
    """Return readers as `clockwork-derby new table` writes them."""
    made: dict[str, Any] = {}
    exec(package_files("table", "tag-pipe")["tag_pipe/__init__.py"], made)
    # A pipe without a writer.
    table: Table = made["table"](os.devnull, clock=time.monotonic, seats=Seats(None))
    return table


KINDS: Final[dict[str, Kind]] = {
    "virtual": Kind(lambda stack: VirtualTable()),
    "stand-ins": Kind(lambda stack: ScreenFallback(ScriptedTable(sign=text("No card readers")))),
    "new": Kind(new_table),
    "spy": Kind(lambda stack: table_for_url("spy+virtual:")),
    "serial": Kind(over_the_wire, frozenset(range(1, 9))),
    "rig": Kind(
        lambda stack: table_for_url("rig:3?pace=3", seats=Seats(None)), frozenset({1, 2, 3})
    ),
    "gpio": Kind(lambda stack: gpio_table(), frozenset({1, 2})),
}


class Guest:
    """A user of an open table, who receives what slots and handles send."""

    def __init__(self, kind: Kind, table: Table) -> None:
        self.kind, self.table = kind, table
        self.heard: list[SlotRead | HandleMoved] = []
        self.others: list[Signal] = []
        self.lying: set[tuple[int, int]] = set()
        self.known: dict[tuple[int, int], SlotRead] = {}
        self.fold = Fold()

    def hear(self) -> list[SlotRead | HandleMoved]:
        """Return what slots and handles have sent since the last `forget`."""
        for signal in self.table.poll():
            self.fold.take_in([signal])
            if isinstance(signal, SlotRead) and signal.status == UNSTABLE:
                # On a busy machine a card may be on its way for so long; its result follows.
                continue
            if not isinstance(signal, (SlotRead, HandleMoved)):
                self.others.append(signal)
            elif not self._is_repeated(signal):
                self.heard.append(signal)
            if isinstance(signal, SlotRead):
                self.known[signal.seat, signal.slot] = signal
                (self.lying.discard if signal.code is None else self.lying.add)(
                    (signal.seat, signal.slot)
                )
        return self.heard

    def _is_repeated(self, signal: Signal) -> bool:
        """Return whether a reader repeats a signal because it was away for a moment.

        An emulated one may be away on a busy machine.
        """
        if not isinstance(signal, SlotRead) or self.known.get((signal.seat, signal.slot)) != signal:
            return False
        return any(
            isinstance(other, ReaderBack) and other.seat == signal.seat for other in self.others
        )

    def arrive(self) -> None:
        """Open the table and wait until all real or emulated readers answer."""
        self.known, self.fold = {}, Fold()
        self.table.open()

        def back() -> set[int]:
            self.hear()
            return {signal.seat for signal in self.others if isinstance(signal, ReaderBack)}

        await_true(
            lambda: self.kind.own <= back(), lambda: f"readers of {self.kind.own} in {self.others}"
        )

    def forget(self) -> None:
        """Forget what came before."""
        self.heard, self.others = [], []

    def does(self, *deeds: Deed, says: tuple[SlotRead | HandleMoved, ...] = ()) -> None:
        """Carry out deeds; slots and handles must send just these signals, in this order."""
        self.forget()
        for deed in deeds:
            self.table.do(deed)
        if self.kind.own:
            await_true(lambda: len(self.hear()) >= len(says), lambda: f"{says} in {self.heard}")
        assert self.hear() == list(says), f"expected {says}, heard {self.heard} and {self.others}"

    def until(self, condition: Callable[[], bool], what: str) -> None:
        """Poll until a condition over the signals holds."""
        await_true(lambda: (self.hear(), condition())[1], lambda: f"{what} in {self.heard}")

    def says_no_more(self, *seats: int) -> None:
        """Check that nothing is on its way at these seats.

        It would come before their handles, which are pulled for that.
        """
        before = len(self.heard)
        for seat in seats:
            self.table.do(MoveHandle(seat, PULL))
        moves = {
            move for seat in seats for move in (HandleMoved(seat, PULL), HandleMoved(seat, REST))
        }
        await_true(lambda: moves <= set(self.hear()[before:]), lambda: f"{moves} in {self.heard}")
        assert [signal for signal in self.heard[before:] if signal not in moves] == [], self.heard


class House:
    """One table of each kind, opened on first use.

    Starting readers takes time, so tests that leave it open share it.
    """

    def __init__(self) -> None:
        self._guests: dict[str, tuple[Guest, ExitStack]] = {}

    def guest(self, name: str) -> Guest:
        """Return a guest at the open table of a kind."""
        if name not in self._guests:
            stack = ExitStack()
            table = KINDS[name].make(stack)
            stack.callback(table.close)
            self._guests[name] = Guest(KINDS[name], table), stack
            self._guests[name][0].arrive()
        return self._guests[name][0]

    def leave(self, name: str) -> None:
        """Close the table of a kind."""
        if name in self._guests:
            self._guests.pop(name)[1].close()
