"""The port between an evening and its readers: five methods, whatever the readers are made of."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from companion.signals import Lamps, ReaderTouch, Signal


class Table(Protocol):
    """Readers of up to eight seats. `sign` says in a few words what kind they are, for the sign that screens always show.

    Nothing here blocks, and nothing but `open` raises: a reader that fails is told as a signal.
    """

    sign: str

    def open(self) -> None:
        """Get hold of the readers; TableFault says what is missing. What lies in them comes as signals."""

    def poll(self) -> tuple[Signal, ...]:
        """Everything that happened since the last call, in order; empty when nothing did."""

    def show(self, lamps: Lamps) -> None:
        """Make the lock lights burn like this picture; seats that it does not name are dark. Showing it twice changes nothing."""

    def collect(self, keep: Mapping[int, tuple[int, ...]]) -> None:
        """Take the cards out of the readers that the app plays, except from the slots of `keep`, by seat; hands see to the others."""

    def close(self) -> None:
        """Let go of the readers; afterwards nothing is read and nothing is shown."""


@runtime_checkable
class TouchTable(Protocol):
    """A table some of whose readers are played through the app, by touches or by pilots."""

    touch_seats: frozenset[int]

    def touch(self, touch: ReaderTouch) -> None:
        """Carry out what hands do to such a reader; the outcome comes as signals. What cannot be done changes nothing."""
