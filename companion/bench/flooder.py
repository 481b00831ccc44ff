"""Play a card reader behind a pseudo-terminal in another process, and flood its line."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
import tty
from collections.abc import Callable, Mapping
from itertools import count
from typing import Final, TypeAlias

from card_reader.wire import PROTOCOL, Splitter, frame

from companion import children

MOUTHFUL: Final = 4096
"""Bytes per read, and the bytes kept ready for writing."""
BREAK: Final = 0.5
"""Seconds without progress after which the flood counts as unread."""
ABOUT: Final = (str(PROTOCOL), "1.0")
ROWS: Final = tuple(" ".join(f"O{code + slot}/180" for slot in range(5)) for code in (10, 20))
"""Two readings of five cards without a common card, so that each changes all slots."""

Saying: TypeAlias = Callable[[int, int], bytes]
"""Returns a message for a session and the number of an event."""


def _event(session: int, number: int) -> bytes:
    """Return a change of all five slots for odd numbers, else a movement of the handle."""
    if number % 2:
        return frame(session, 1, "SLOTS", str(number), "0", ROWS[number // 2 % 2])
    return frame(session, 1, "HANDLE", str(number), "PR"[number // 2 % 2], "M")


def _slots(session: int, number: int) -> bytes:
    return frame(session, 1, "SLOTS", str(number), "0", ROWS[number % 2])


def _handle(session: int, number: int) -> bytes:
    return frame(session, 1, "HANDLE", str(number), "PR"[number % 2], "M")


def _pong(session: int, number: int) -> bytes:
    return frame(session, 1, "PONG", "00000")


FLOODS: Final[Mapping[str, Callable[[int, int], bytes]]] = {
    "events": _event,
    "slots": _slots,
    "handles": _handle,
    "pongs": _pong,
    "noise": lambda session, number: b"$GPGGA,123519,4807.038,N*47\r\n",
    "endless": lambda session, number: b"x" * 60,
    "newlines": lambda session, number: b"\n" * 60,
}
"""The possible contents of a flood."""


class Flooder:
    """A reader with a chip id at `path` that can flood its port.

    It behaves well until `flood` is called. Then it sends one of FLOODS as fast as it is read, for
    at most `seconds`.
    """

    def __init__(self, uid: str, flood: str = "events", seconds: float = 60.0) -> None:
        self.uid = uid
        master, slave = os.openpty()
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        order = [sys.executable, "-m", __name__, str(master), uid, flood, str(seconds)]
        # The process keeps the slave, too, so the host can close and reopen the same line.
        self._process = children.start(
            order,
            pass_fds=(master, slave),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )
        os.close(master)
        os.close(slave)

    def flood(self) -> None:
        """Start the flood; a reader that was not greeted yet starts when it is."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"!")

    def flooded(self) -> tuple[float, float, int]:
        """Wait for the end; return begin and end of the flood (monotonic seconds), and bytes."""
        assert self._process.stdout is not None
        began, ended, size = self._process.stdout.readline().split()
        return float(began), float(ended), int(size)

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


class _FloodingReader:
    """The reader inside the process, at the other end of the line."""

    def __init__(self, port: int, uid: str, say: Saying, seconds: float) -> None:
        self._port, self._uid, self._say, self._seconds = port, uid, say, seconds
        self._splitter, self._session, self._numbers = Splitter(), -1, count(1)
        self._waiting, self._written = b"", 0
        self._began = self._last = 0.0
        self._let_go = self._over = self._is_alone = False

    def live(self) -> None:
        """Read, answer and flood until the controlling process is gone."""
        while not self._is_alone:
            flooding = self._let_go and self._session >= 0 and not self._over
            while flooding and len(self._waiting) < MOUTHFUL:
                self._waiting += self._say(self._session, next(self._numbers))
            readable, writable, _ = select.select(
                [self._port, sys.stdin], [self._port] if self._waiting else [], [], BREAK
            )
            if sys.stdin in readable:
                self._is_alone = not os.read(sys.stdin.fileno(), 1)
                self._let_go = True
            if self._port in readable:
                self._hear(os.read(self._port, MOUTHFUL))
            if writable:
                taken = os.write(self._port, self._waiting)
                self._waiting = self._waiting[taken:]
                if self._let_go:
                    self._written, self._last = self._written + taken, time.monotonic()
                    self._began = self._began or self._last
            if flooding and self._began:
                # The flood is over when nobody reads any more, or its time is over.
                now = time.monotonic()
                self._over = now - self._last >= BREAK or now - self._began >= self._seconds
                if self._over:
                    print(self._began, self._last, self._written, flush=True)

    def _hear(self, data: bytes) -> None:
        for said in self._splitter.feed(data):
            if said.kind == "HELLO" and said.session != self._session:
                self._session, self._numbers = said.session, count(1)
                self._waiting = frame(
                    said.session, 1, "HI", *ABOUT, self._uid, "5", "5", "1", "blink"
                )
                self._waiting += b"".join(
                    _event(said.session, next(self._numbers)) for _ in range(2)
                )
            elif said.kind == "PING":
                self._waiting += _pong(said.session, 0)
            elif said.kind == "LAMPS":
                self._waiting += frame(said.session, 1, "LIT", said.fields[0])


if __name__ == "__main__":
    os.set_blocking(int(sys.argv[1]), False)
    _FloodingReader(int(sys.argv[1]), sys.argv[2], FLOODS[sys.argv[3]], float(sys.argv[4])).live()
