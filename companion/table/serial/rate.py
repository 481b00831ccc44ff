"""How much a line says: more than any reader has to say, sustained, is a flood."""
from __future__ import annotations

from typing import Final

LIMIT: Final = 200
"""Messages a second that are a flood. A reader whose five cards are swapped as fast as it can scan them, and whose handle is shaken all the
while, says 80 at most, with all that it says again for want of an answer."""
WINDOW: Final = 1.0
"""Seconds over which they are counted: one that had to wait says more at once."""
USUAL: Final = 60
"""Bytes of a usual message; so many without an end of line count as one."""


class Rate:
    """Counts what comes from one line, from `now` on; seconds of any clock. `over`: what came in this window is more than it may bring."""

    def __init__(self, now: float) -> None:
        self.over = False
        self._since, self._lines, self._bytes = now, 0, 0

    def count(self, data: bytes, now: float) -> int:
        """Take in what has come; how many messages a second that makes where it is a flood, else 0."""
        self._lines += data.count(b"\n")
        self._bytes += len(data)
        messages, passed = max(self._lines, self._bytes // USUAL), now - self._since
        self.over = messages > LIMIT * WINDOW
        if passed < WINDOW:
            return 0
        self._since, self._lines, self._bytes = now, 0, 0
        return int(messages / passed) if messages > LIMIT * passed else 0
