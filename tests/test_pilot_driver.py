"""PilotDriver at faulty readers: cards that are skewed or missing, and lost moves of handles."""

from __future__ import annotations

import itertools
import random

import pytest

from companion.app.loop import EventLoop, open_session, play_to_the_end
from companion.engine.state import state_hash
from companion.errors import TableError
from companion.games.programmed.turn import RacePosition
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
from tests.typed import of_kind


class Clumsy(VirtualTable):
    """Touch readers with many faults: deeds are lost, or leave an unreadable or wrong card."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.chance = random.Random(seed)
        self.smudged: set[tuple[int, int]] = set()
        self.wrong = 0

    def do(self, deed: Deed) -> None:
        """Carry out a deed, or not quite."""
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
        """Insert a card that cannot be read, or none."""
        if self.chance.random() < 0.5 and deed.code not in self._where:
            super().do(deed)
            self._signals[-1] = SlotRead(deed.seat, deed.slot, DIRTY)
            self.smudged.add((deed.seat, deed.slot))

    def _take(self, seat: int, slot: int) -> None:
        """Clear the fault of a card that is taken out."""
        self.smudged.discard((seat, slot))
        super()._take(seat, slot)


def digest(table: VirtualTable, turns: int = 6) -> str:
    """Return the hash of a race of four pilots after some turns at this table."""
    loop: EventLoop = open_session(
        table, seed=7, boards=(shipped("packing-hall"),), players=("random",) * 4
    )
    loop.send(Begin())
    seconds = itertools.count(1.0, 0.05)
    play_to_the_end(loop, turns, lambda: next(seconds))
    assert loop.session.match is not None
    return state_hash(of_kind(RacePosition, loop.session.match.position).state)


@pytest.mark.parametrize("seed", range(5))
def test_whatever_goes_wrong_at_the_readers_the_race_is_the_same(seed: int) -> None:
    """Play the intended programs only, and always go on, with any faults of the readers."""
    clumsy = Clumsy(seed)
    assert digest(clumsy) == digest(VirtualTable()) and clumsy.wrong > 10


class Late(VirtualTable):
    """Touch readers that carry out everything, each seat after a delay."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.chance = random.Random(seed)
        self.waiting: dict[int, list[Deed]] = {}

    def do(self, deed: Deed) -> None:
        """Queue a deed, in order for each seat."""
        if isinstance(deed, InsertCard | MoveHandle | TakeCard):
            self.waiting.setdefault(deed.seat, []).append(deed)
        else:
            super().do(deed)

    def poll(self) -> tuple[Signal, ...]:
        """Let a seat carry out its next deed now and then."""
        for seat in [seat for seat in self.waiting if self.chance.random() < 0.1]:
            for deed in self.waiting.pop(seat):
                super().do(deed)
        return super().poll()


@pytest.mark.parametrize("seed", range(3))
def test_nobody_is_passed_over_because_a_reader_is_slow(seed: int) -> None:
    """Wait for a slow reader of a pilot, also of one that need not answer.

    Such a pilot rests and may rest again.
    """
    assert digest(Late(seed), 40) == digest(VirtualTable(), 40)


class Dead(VirtualTable):
    """Readers whose handles never report."""

    def do(self, deed: Deed) -> None:
        """Carry out all deeds but handles."""
        if not isinstance(deed, MoveHandle):
            super().do(deed)


def test_a_table_that_never_answers_is_given_up_in_words() -> None:
    """Give up a table that never answers, and name the page that waits for it."""
    with pytest.raises(TableError, match="nobody goes on: the session waits on the page 'program'"):
        digest(Dead())
