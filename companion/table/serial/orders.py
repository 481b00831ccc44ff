"""What the app wants of a table that works in a thread of its own: deeds, the latest lamps, the end; a bell wakes the thread."""
from __future__ import annotations

import os
from collections import deque
from contextlib import suppress

from companion.signals import Deed, Lamps


class Orders:
    """`show`, `order` and `stop` are for the app's thread and never wait; everything else is for the table's thread.

    There is no lock: both queues are appended to by the one thread and emptied by the other, which a deque bears.
    """

    def __init__(self) -> None:
        self.stopping = False
        self._deeds: deque[Deed] = deque()
        self._lamps: deque[Lamps] = deque(maxlen=1)
        self._ear, self._bell = os.pipe()
        for end in (self._ear, self._bell):
            os.set_blocking(end, False)

    def show(self, lamps: Lamps) -> None:
        """The lamps are to burn like this from now on; an earlier picture that was not fetched yet is not wanted any more."""
        self._lamps.append(lamps)
        self._ring()

    def order(self, deed: Deed) -> None:
        """This is to be done soon, in the order of the calls."""
        self._deeds.append(deed)
        self._ring()

    def stop(self) -> None:
        """The thread is to end soon."""
        self.stopping = True
        self._ring()

    def fileno(self) -> int:
        """What a selector watches to hear the bell."""
        return self._ear

    def hush(self) -> None:
        """The bell was heard."""
        with suppress(BlockingIOError):
            os.read(self._ear, 4096)

    def deeds(self) -> tuple[Deed, ...]:
        """What was ordered since the last call."""
        return tuple(self._deeds.popleft() for _ in range(len(self._deeds)))

    def lamps(self) -> Lamps | None:
        """The latest picture, None where none has come since the last call."""
        return self._lamps.pop() if self._lamps else None

    def close(self) -> None:
        """Take the bell down; call it when the thread has ended."""
        os.close(self._ear)
        os.close(self._bell)

    def _ring(self) -> None:
        # A full pipe rings already.
        with suppress(BlockingIOError):
            os.write(self._bell, b"!")
