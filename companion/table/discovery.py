"""Which serial ports lead to card readers: found by USB identity, never by number, and cheaply while nothing is plugged or pulled."""
from __future__ import annotations

from typing import NamedTuple


class Port(NamedTuple):
    """A serial port where a card reader answers, or should: its `path`; the reader's chip id, "" when not known before the greeting.

    `words` say what it is, for people. `fault`: why it cannot be used and what to do, "" where it can; such a port is not opened.
    """

    path: str
    uid: str = ""
    words: str = ""
    fault: str = ""
