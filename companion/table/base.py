"""The port between an evening and its readers: five methods, whatever the readers are made of."""
from __future__ import annotations

from typing import Protocol

from companion.signals import Deed, Lamps, Signal


class Table(Protocol):
    """Readers of up to eight seats. `sign` says in a few words what kind they are, for the sign that screens always show.

    `touch_seats` are the seats whose readers are worked through the screen whatever happens (touch readers, emulated readers); every
    other seat is so only while its reader is told lost. Nothing here blocks, and nothing but `open` raises: a reader that fails is told
    as a signal. Threads live inside a table only, and hand over through a queue.
    """

    @property
    def sign(self) -> str:
        """What kind of readers there are now, in a few words."""

    @property
    def touch_seats(self) -> frozenset[int]:
        """The seats whose readers are worked through the screen whatever happens."""

    def open(self) -> None:
        """Get hold of the readers; TableFault says what is missing. What lies in them comes as signals."""

    def poll(self) -> tuple[Signal, ...]:
        """Everything that happened since the last call, in order; empty when nothing did."""

    def show(self, lamps: Lamps) -> None:
        """Make the lock lights burn like this picture; seats that it does not name are dark. Showing it twice changes nothing."""

    def do(self, deed: Deed) -> None:
        """Carry out what is done at the table; the outcome comes as signals. What cannot be done here changes nothing."""

    def close(self) -> None:
        """Let go of the readers; afterwards nothing is read and nothing is shown. Closing twice is harmless."""
