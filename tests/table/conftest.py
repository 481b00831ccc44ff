"""Readers on pseudo-terminals, and serial tables that are closed again, for all tests of readers on a wire."""
from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from companion.table.serial.discovery import Port
from companion.table.seats import Seats
from companion.table.serial import SerialTable
from tests.table.evening import Listener
from tests.table.reader_stand import Stand


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

    def begin(stand: Stand, seats: Seats | None = None, find: Callable[[], tuple[Port, ...]] | None = None) -> Listener:
        tables.append(SerialTable(find or stand.find, stand.seats() if seats is None else seats, stand.clock))
        tables[-1].open()
        return Listener(tables[-1])

    yield begin
    for table in tables:
        table.close()
