"""The usual table, `auto:`: all card readers on USB, and touch readers for the other seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.errors import TableError
from companion.table.base import Table
from companion.table.screen_fallback import ScreenFallback
from companion.table.seats import Seats, remembered_seats
from companion.table.serial import SerialTable
from companion.table.serial.discovery import UsbPorts

SCHEME: Final = "auto"


def table(rest: str, *, clock: Callable[[], float], seats: Seats | None) -> Table:
    """Return a table of USB readers with touch readers for seats without one.

    Raises:
        TableError: Text follows the colon.
    """
    if rest.strip():
        raise TableError(
            f"table 'auto:{rest}': found {rest!r} after the colon, expected nothing; named ports"
            f" are given by serial:{rest}"
        )
    return ScreenFallback(
        SerialTable(UsbPorts(), remembered_seats() if seats is None else seats, clock), clock=clock
    )
