"""What this process has learnt since it began, which no single look at the machine tells: how readers fare, how it has grown."""

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


class Tally(NamedTuple):
    """How the reader of a seat has fared lately: frames heard, sent again and damaged, why it was lost each time, unreadable cards by slot.

    Frames, resends and damaged ones are counts of the last RECENT seconds, losses and unreadable cards of the last LONG ones;
    `unreadable` has a count for each slot from the left.
    """

    seat: int
    frames: int = 0
    resends: int = 0
    damaged: int = 0
    losses: tuple[Text | str, ...] = ()
    unreadable: tuple[int, ...] = ()


class Settled:
    """Remembers how large the process was once it had settled; sizes are megabytes.

    What the app loads in its first minutes is no growth; what comes after `after` seconds is.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, after: float = SETTLED) -> None:
        self._clock, self._due = clock, clock() + after
        self._size: int | None = None

    def __call__(self, size: int) -> int | None:
        """The size of then, where it is `size` now; None while that is not known."""
        if self._size is None and self._clock() >= self._due:
            self._size = size
        return self._size


def nobody() -> Sequence[Tally]:
    """Where no reader is listened to."""
    return ()


def unknown(size: int) -> int | None:
    """Where nobody remembers a size.

    It is known by itself: the check of memory takes it for a sign that the game runs in another process.
    """
    return None


def unasked() -> Text | None:
    """Return None: in this process no pilot thinks. The check of pilots takes this very function for a sign that the game runs in another one."""
    return None


@dataclass(frozen=True)
class Since:
    """Where checks ask what this process knows of itself."""

    tallies: Callable[[], Sequence[Tally]] = nobody
    """How readers fare, one for each seat that has one."""
    settled: Callable[[int], int | None] = unknown
    """How large the process was once it had settled, given its size now."""
    pilots: Callable[[], Text | None] = unasked
    """Why pilots cannot think in their worker; NOTHING where they do, None while none has been asked."""


NOTHING: Final = Since()
"""Where nobody has listened or remembered."""
