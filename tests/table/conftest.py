"""Readers on pseudo-terminals and serial tables that are closed again, and tables of every kind with a guest."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from companion.signals import CollectCards
from companion.table.seats import Seats
from companion.table.serial import SerialTable
from companion.table.serial.discovery import Port
from tests.table.evening import Listener
from tests.table.house import KINDS, Guest, House
from tests.table.reader_stand import Stand, await_true

PACE = 4.0
"""How much faster than time the tests run that wait for silence."""


@pytest.fixture
def stand() -> Iterator[Stand]:
    """Two readers, plugged in."""
    stand = Stand((1, 2), PACE)
    yield stand
    stand.close()


@pytest.fixture
def quick() -> Iterator[Stand]:
    """The same for tests that wait often; so fast that a busy machine may lose a reader for a moment, which they must not mind."""
    stand = Stand((1, 2), 16.0)
    yield stand
    stand.close()


@pytest.fixture
def opened() -> Iterator[Callable[..., Listener]]:
    """Opens serial tables and sees to it that they are closed again."""
    tables: list[SerialTable] = []

    def begin(
        stand: Stand, seats: Seats | None = None, find: Callable[[], tuple[Port, ...]] | None = None
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
    """The tables that tests share."""
    house = House()
    yield house
    for name in KINDS:
        house.leave(name)


@pytest.fixture(params=sorted(KINDS))
def guest(request: pytest.FixtureRequest, house: House) -> Guest:
    """Somebody at an open table of each kind, without a card in any reader."""
    guest = house.guest(request.param)
    guest.table.do(CollectCards({}))
    await_true(lambda: (guest.hear(), not guest.lying)[1], lambda: f"no cards in {guest.lying}")
    guest.forget()
    return guest


@pytest.fixture(params=sorted(KINDS))
def fresh(request: pytest.FixtureRequest, house: House) -> Iterator[Guest]:
    """Somebody at a table of each kind that has just been opened, and that is closed in the test."""
    house.leave(request.param)
    yield house.guest(request.param)
    house.leave(request.param)
