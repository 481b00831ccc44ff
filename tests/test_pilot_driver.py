"""PilotDriver at readers that do not do as they are told: cards that lie badly, cards that are not there, handles that are not heard."""

from __future__ import annotations

import itertools
import random

import pytest

from companion.app.loop import EventLoop, open_session, play_to_the_end
from companion.engine.state import state_hash
from companion.errors import TableFault
from companion.session.messages import Begin
from companion.signals import (
    DIRTY,
    Deed,
    InsertCard,
    MoveHandle,
    SettleCard,
    Signal,
    SlotRead,
    TakeCard,
)
from companion.table.virtual import VirtualTable
from tests.session.evenings import shipped


class Clumsy(VirtualTable):
    """Touch readers at which much goes wrong: of so many deeds one is not heard, or leaves a card that cannot be read or is another."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.chance = random.Random(seed)
        self.smudged: set[tuple[int, int]] = set()
        self.wrong = 0

    def do(self, deed: Deed) -> None:
        """Carry it out, or not quite."""
        if isinstance(deed, SettleCard):
            if (deed.seat, deed.slot) in self.smudged:
                self.smudged.discard((deed.seat, deed.slot))
                self._signals.append(
                    SlotRead(deed.seat, deed.slot, "ok", self._slots[deed.seat][deed.slot - 1])
                )
            return
        if isinstance(deed, InsertCard | MoveHandle | TakeCard) and self.chance.random() < 0.15:
            self.wrong += 1
            if isinstance(deed, InsertCard) and self.slots(deed.seat)[deed.slot - 1] is None:
                self._lie_badly(deed)
            return
        super().do(deed)

    def _lie_badly(self, deed: InsertCard) -> None:
        """The card is there and cannot be read, or it is not there at all."""
        if self.chance.random() < 0.5 and deed.code not in self._where:
            super().do(deed)
            self._signals[-1] = SlotRead(deed.seat, deed.slot, DIRTY)
            self.smudged.add((deed.seat, deed.slot))

    def _take(self, seat: int, slot: int) -> None:
        """A card that is taken out lies badly no more."""
        self.smudged.discard((seat, slot))
        super()._take(seat, slot)


def digest(table: VirtualTable, turns: int = 6) -> str:
    """How a race of four pilots stands after some turns at this table."""
    loop: EventLoop = open_session(
        table, seed=7, boards=(shipped("packing-hall"),), players=("random",) * 4
    )
    loop.send(Begin())
    seconds = itertools.count(1.0, 0.05)
    play_to_the_end(loop, turns, lambda: next(seconds))
    assert loop.session.match is not None
    return state_hash(loop.session.match.position.state)


@pytest.mark.parametrize("seed", range(5))
def test_whatever_goes_wrong_at_the_readers_the_race_is_the_same(seed: int) -> None:
    """No program but the one that was meant is ever played, and somebody always goes on."""
    clumsy = Clumsy(seed)
    assert digest(clumsy) == digest(VirtualTable()) and clumsy.wrong > 10


class Late(VirtualTable):
    """Touch readers that do everything, each seat in its own time."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.chance = random.Random(seed)
        self.waiting: dict[int, list[Deed]] = {}

    def do(self, deed: Deed) -> None:
        """Later, but in its order for each seat."""
        if isinstance(deed, InsertCard | MoveHandle | TakeCard):
            self.waiting.setdefault(deed.seat, []).append(deed)
        else:
            super().do(deed)

    def poll(self) -> tuple[Signal, ...]:
        """Now and then a seat gets on with it."""
        for seat in [seat for seat in self.waiting if self.chance.random() < 0.1]:
            for deed in self.waiting.pop(seat):
                super().do(deed)
        return super().poll()


@pytest.mark.parametrize("seed", range(3))
def test_nobody_is_passed_over_because_a_reader_is_slow(seed: int) -> None:
    """Also who need not answer, as one that rests and may rest once more, is waited for where a pilot plays."""
    assert digest(Late(seed), 40) == digest(VirtualTable(), 40)


class Dead(VirtualTable):
    """Readers whose handles are never heard."""

    def do(self, deed: Deed) -> None:
        """Anything but handles."""
        if not isinstance(deed, MoveHandle):
            super().do(deed)


def test_a_table_that_never_answers_is_given_up_in_words() -> None:
    """Not waited for for ever; the page that it waits on is named."""
    with pytest.raises(TableFault, match="nobody goes on: the session waits on the page 'program'"):
        digest(Dead())
