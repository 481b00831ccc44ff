"""Fixtures: readers on pseudo-terminals, serial tables that are closed, guests at all tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from companion.signals import CollectCards
from companion.table.seats import Seats
from companion.table.serial import SerialTable
from companion.table.serial.discovery import ReaderPort
from tests.table.fallback_table import Listener
from tests.table.kinds_of_tables import KINDS, Guest, House
from tests.table.reader_stand import Stand, await_true

PACE = 4.0
"""The speed, in multiples of real time, of those tests that wait for silence."""


@pytest.fixture
def stand() -> Iterator[Stand]:
    """Return two readers, plugged in."""
    stand = Stand((1, 2), PACE)
    yield stand
    stand.close()


@pytest.fixture
def quick() -> Iterator[Stand]:
    """Return the same, faster, for tests that wait often.

    A busy machine may lose a reader for a moment, which these tests must tolerate.
    """
    stand = Stand((1, 2), 16.0)
    yield stand
    stand.close()


@pytest.fixture
def opened() -> Iterator[Callable[..., Listener]]:
    """Return what opens serial tables; they are closed at the end."""
    tables: list[SerialTable] = []

    def begin(
        stand: Stand,
        seats: Seats | None = None,
        find: Callable[[], tuple[ReaderPort, ...]] | None = None,
    ) -> Listener:
        tables.append(
            SerialTable(find or stand.find, stand.seats() if seats is None else seats, stand.clock)
        )
        tables[-1].open()
        return Listener(tables[-1], stand.clock)

    yield begin
    for table in tables:
        table.close()


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    """Return the tables that tests share."""
    house = House()
    yield house
    for name in KINDS:
        house.leave(name)


@pytest.fixture(params=sorted(KINDS))
def guest(request: pytest.FixtureRequest, house: House) -> Guest:
    """Return a guest at an open table of each kind, without a card in any reader."""
    guest = house.guest(request.param)
    guest.table.do(CollectCards({}))
    await_true(lambda: (guest.hear(), not guest.lying)[1], lambda: f"no cards in {guest.lying}")
    guest.forget()
    return guest


@pytest.fixture(params=sorted(KINDS))
def fresh(request: pytest.FixtureRequest, house: House) -> Iterator[Guest]:
    """Return a guest at a new table of each kind, which the test closes."""
    house.leave(request.param)
    yield house.guest(request.param)
    house.leave(request.param)
