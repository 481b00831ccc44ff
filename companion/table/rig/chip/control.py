"""The chip process's end of the pipe to the app: what is at the reader comes in, what its lights do goes out. One JSON object a line."""
from __future__ import annotations

import json
import select
import socket
from collections.abc import Callable
from typing import Any, Final

RECEIVED: Final = 65536


class Control:
    """Lines both ways on a socket. When the other end is gone, so is the app, and `orphaned` is called."""

    def __init__(self, end: socket.socket, orphaned: Callable[[], None]) -> None:
        self._end, self._orphaned = end, orphaned
        self._rest = b""
        self._kept: list[dict[str, Any]] = []
        self._end.setblocking(False)

    def tell(self, **message: object) -> None:
        """Say something to the app; what it has no room for is lost."""
        try:
            self._end.sendall(json.dumps(message).encode() + b"\n")
        except BlockingIOError:
            # An app that does not listen for so long is hung; the newest message matters least.
            return
        except OSError:
            self._orphaned()

    def hear(self, seconds: float) -> list[dict[str, Any]]:
        """Wait at most so long for the app to say something; what it has said, nothing when it was silent."""
        if self._kept:
            heard, self._kept = self._kept, []
            return heard
        if not select.select([self._end], [], [], seconds)[0]:
            return []
        try:
            data = self._end.recv(RECEIVED)
        except BlockingIOError:
            return []
        except OSError:
            data = b""
        if not data:
            self._orphaned()
        *lines, self._rest = (self._rest + data).split(b"\n")
        return [json.loads(line) for line in lines]

    def hear_one(self) -> dict[str, Any]:
        """Wait for the first message; whatever has come with it is heard next."""
        while not (heard := self.hear(1.0)):
            continue
        self._kept = heard[1:]
        return heard[0]
