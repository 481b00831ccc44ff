"""Touch readers that stand in for readers which are lost, set aside or not there, so that every seat can be played at any moment."""
from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from companion.signals import Deed, Lamps, Signal
from companion.table.base import Table


class StandIns:
    """A table around one of real readers (`inner`): every seat whose reader does not answer, or is set aside, is played on the screen.

    `inner` speaks only for seats that have a reader, and tells ReaderBack and then the slots when one answers, the first time too.
    `hands` carry out what is done at the emulated readers of a rig; without them only screen readers can be worked through the screen.
    """

    def __init__(
        self, inner: Table, hands: Callable[[Deed], None] | None = None, *, seats: Iterable[int] = range(1, 9),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.inner = inner
        self.touch_seats = frozenset(seats) if hands is not None else frozenset()
        self._hands, self._clock, self._all = hands, clock, tuple(sorted(seats))

    @property
    def sign(self) -> str:
        """What kind of readers are used now."""
        return self.inner.sign

    def open(self) -> None:
        """Open the readers; a seat without one is told lost."""
        self.inner.open()

    def poll(self) -> tuple[Signal, ...]:
        """What the readers in use have told, in order."""
        return self.inner.poll()

    def show(self, lamps: Lamps) -> None:
        """The picture goes to the real readers; screens draw it from the view."""
        self.inner.show(lamps)

    def do(self, deed: Deed) -> None:
        """Work a screen reader, or hand on."""
        self.inner.do(deed)

    def close(self) -> None:
        """Let go of the readers."""
        self.inner.close()
