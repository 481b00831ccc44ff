"""A finger on the X server, whose touches reach the window as those of a touchscreen do.

It speaks the X protocol. Few requests are needed: the connection, the number of the XTEST
extension, fake input, the focus for keys, and an answered request to wait for.
"""

from __future__ import annotations

import os
import socket
import struct
from typing import Final

KEY_PRESS, KEY_RELEASE, PRESS, RELEASE, MOTION = 2, 3, 4, 5, 6
LEFT_BUTTON: Final = 1
QUERY_EXTENSION, GET_INPUT_FOCUS, SET_INPUT_FOCUS, FORCE_SCREEN_SAVER = 98, 43, 42, 115
ACTIVE: Final = 1
POINTER_ROOT: Final = 1
"""Focus that gives keys to the window under the pointer, as without a window manager."""


class Finger:
    """A finger on the display that the environment names."""

    def __init__(self, display: str | None = None) -> None:
        """Connect to the display.

        Raises:
            OSError: There is no such display.
            LookupError: The display has no XTEST extension.
        """
        number = (display or os.environ["DISPLAY"]).rpartition(":")[2].partition(".")[0]
        self._wire = socket.socket(socket.AF_UNIX)
        self._wire.connect(f"/tmp/.X11-unix/X{number}")
        self._wire.sendall(struct.pack("<BxHHHHxx", ord("l"), 11, 0, 0, 0))
        head = self._read(8)
        if head[0] != 1:
            raise OSError(f"the display :{number} lets nobody in")
        self._read(4 * struct.unpack("<H", head[6:8])[0])
        self._xtest = self._extension(b"XTEST")

    def move(self, x: int, y: int) -> None:
        """Hover to a pixel of the screen, counted from its north-west corner."""
        self._fake(MOTION, 0, x, y)

    def press(self) -> None:
        """Touch the screen."""
        self._fake(PRESS, LEFT_BUTTON)

    def release(self) -> None:
        """Lift the finger."""
        self._fake(RELEASE, LEFT_BUTTON)

    def type(self, keys: tuple[int, ...]) -> None:
        """Press and release keys by their X key codes, over the window under the pointer."""
        self._wire.sendall(struct.pack("<BBHII", SET_INPUT_FOCUS, POINTER_ROOT, 3, POINTER_ROOT, 0))
        for key in keys:
            self._fake(KEY_PRESS, key)
            self._fake(KEY_RELEASE, key)

    def order(self, request: bytes) -> None:
        """Send the server a request to which it gives no answer."""
        self._wire.sendall(request)

    def cover(self) -> None:
        """Have the server's screen saver cover the screen, as after a long time without a touch."""
        self._wire.sendall(struct.pack("<BBH", FORCE_SCREEN_SAVER, ACTIVE, 1))
        self._answered()

    def close(self) -> None:
        """Leave the display."""
        self._wire.close()

    def _extension(self, name: bytes) -> int:
        padded = name + bytes(-len(name) % 4)
        self._wire.sendall(
            struct.pack("<BxHHxx", QUERY_EXTENSION, 2 + len(padded) // 4, len(name)) + padded
        )
        answer = self._read(32)
        if not answer[8]:
            raise LookupError("the display has no XTEST extension")
        return answer[9]

    def _fake(self, kind: int, detail: int, x: int = 0, y: int = 0) -> None:
        """Send one fake event, and wait until the server has taken it."""
        self._wire.sendall(
            struct.pack("<BBHBBxxII8xhh8x", self._xtest, 2, 9, kind, detail, 0, 0, x, y)
        )
        self._answered()

    def _answered(self) -> None:
        """Wait until the server has done all that was requested."""
        self._wire.sendall(struct.pack("<BxH", GET_INPUT_FOCUS, 1))
        self._read(32)

    def _read(self, count: int) -> bytes:
        read = b""
        while len(read) < count:
            part = self._wire.recv(count - len(read))
            if not part:
                raise OSError("the display has gone")
            read += part
        return read
