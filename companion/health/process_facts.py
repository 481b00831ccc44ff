"""Facts about this process that no single check sees: faults of readers, and growth."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from companion.named_tuples import NamedTuple
from companion.words import Text

RECENT: Final = 300.0
"""Seconds back in which frames count."""
LONG: Final = 600.0
"""Seconds back in which losses and unreadable cards count."""
SETTLED: Final = 300.0
"""Seconds after which the app has loaded what a session needs."""


class ReaderStatistics(NamedTuple):
    """The recent record of the reader at a seat.

    Frame counts cover the last RECENT seconds, losses and unreadable cards the last LONG ones.
    """

    seat: int
    frames: int = 0
    """Frames received."""
    resends: int = 0
    """Frames sent again."""
    damaged: int = 0
    """Damaged frames."""
    losses: tuple[Text | str, ...] = ()
    """The reason of each loss."""
    unreadable: tuple[int, ...] = ()
    """Unreadable cards of each slot, from the left."""


class SettledSize:
    """Remembers the size of the process, in megabytes, after it has settled.

    Data loaded in the first `after` seconds is no growth.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, after: float = SETTLED) -> None:
        self._clock, self._due = clock, clock() + after
        self._size: int | None = None

    def __call__(self, size: int) -> int | None:
        """Return the settled size, given the present one; None while it is unknown."""
        if self._size is None and self._clock() >= self._due:
            self._size = size
        return self._size


def no_readers() -> Sequence[ReaderStatistics]:
    """Return no tallies: no reader is observed."""
    return ()


def unknown(size: int) -> int | None:
    """Return None: no size is remembered.

    The check of memory compares with this function to see that the game runs in another process.
    """
    return None


def no_pilots() -> Text | None:
    """Return None: no pilot thinks in this process.

    The check of pilots compares with this function to see that the game runs in another process.
    """
    return None


@dataclass(frozen=True)
class ProcessFacts:
    """The functions by which checks ask for the facts of this process."""

    tallies: Callable[[], Sequence[ReaderStatistics]] = no_readers
    """Returns the tallies of all seats with a reader."""
    settled: Callable[[int], int | None] = unknown
    """Returns the settled size of the process, given its present one."""
    pilots: Callable[[], Text | None] = no_pilots
    """Returns why pilots cannot think in their worker.

    NOTHING if they can, None before any was asked.
    """


NOTHING: Final = ProcessFacts()
"""Nothing was observed or remembered."""
