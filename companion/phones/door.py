"""The one port through which phones come: opened by the game itself, or where a service manager keeps it off every network, handed over by a small service.

Handing over works as for any socket between two programs (SCM_RIGHTS): the game listens in its runtime folder, the service sees that, opens the port,
passes it on, and closes it as soon as the game lets go. Where the service cannot open the port it passes the reason on. So a game that lets no phones
in has no port, and never has the right to open one.

The service runs this file as it is put beside root's own code, so that it knows only the standard library.
"""

from __future__ import annotations

import errno
import os
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

PORT: Final = 8137
"""The usual port."""
LETTERBOX: Final = "phones"
"""The name of the socket in the runtime folder at which the port is handed over."""
UNSENT: Final = 65_536
"""Bytes that the kernel keeps for a phone at most, so that one that takes nothing is noticed."""
PAUSE: Final = 2.0
"""Seconds after which the service may be started again."""
LONGEST_REASON: Final = 16
"""Bytes that the service says at most: one with the port, or the number of its fault without one."""
WAITING: Final = 8
"""Connections that the kernel keeps until they are answered."""
FORBIDDEN: Final = (errno.EAFNOSUPPORT, errno.EPERM, errno.EACCES)
"""What the kernel says to a program that may use no network."""


class Door:
    """An open port, and what must be kept open with it."""

    def __init__(
        self,
        listening: socket.socket,
        with_it: tuple[socket.socket, ...] = (),
        letterbox: Path | None = None,
    ) -> None:
        """`with_it` are closed with the port, and the letterbox is taken away."""
        self.listening, self._with_it, self._letterbox = listening, with_it, letterbox

    def close(self) -> None:
        """Nobody comes in any more."""
        for one in (self.listening, *self._with_it):
            one.close()
        if self._letterbox is not None:
            with suppress(OSError):
                self._letterbox.unlink()


def open_door(port: int, patience: float = 6.0) -> Door:
    """A door at this port, for all who are on this computer's networks; OSError says why there is none. It may wait so many seconds for the service."""
    try:
        return Door(_listening(port))
    except OSError as fault:
        runtime = os.environ.get("RUNTIME_DIRECTORY", "")
        if fault.errno not in FORBIDDEN or not runtime:
            raise
        return _handed(Path(runtime.split(":")[0]) / LETTERBOX, patience)


def _listening(port: int) -> socket.socket:
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        # A port that was ours a minute ago is ours again.
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT)
        found.bind(("", port))
        found.listen(WAITING)
    except OSError:
        found.close()
        raise
    return found


def _handed(letterbox: Path, patience: float) -> Door:
    """The port that the service hands over; TimeoutError, which is an OSError, where none does."""
    with suppress(FileNotFoundError):
        letterbox.unlink()
    waiting = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        waiting.settimeout(patience)
        waiting.bind(str(letterbox))
        waiting.listen(1)
        service, _ = waiting.accept()
        service.settimeout(patience)
        said, found, _, _ = socket.recv_fds(service, LONGEST_REASON, 1)
        if not found:
            service.close()
            raise _reason(said)
        return Door(socket.socket(fileno=found[0]), (service, waiting), letterbox)
    except OSError:
        waiting.close()
        with suppress(OSError):
            letterbox.unlink()
        raise


def _reason(said: bytes) -> OSError:
    """The fault that the service met, by its number in the kernel."""
    try:
        number = int(said)
        return OSError(number, os.strerror(number))
    except (ValueError, OverflowError):
        return OSError(errno.EPROTO, "the service for phones handed over no port")


def hand_over(letterbox: Path, port: int) -> None:
    """What the service does: open the port, pass it on, and keep it until the game lets go. OSError says why it cannot; the game hears that, too."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as game:
        game.connect(str(letterbox))
        try:
            listening = _listening(port)
        except OSError as fault:
            game.sendall(str(fault.errno).encode())
            raise
        with listening:
            socket.send_fds(game, [b"p"], [listening.fileno()])
            # The game says nothing; that it lets go ends this.
            game.recv(1)


def main(words: list[str]) -> int:
    """The service itself, by the place of the letterbox and the port; 1 where it could not hand the port over, with the reason in the log."""
    letterbox, port = words
    try:
        hand_over(Path(letterbox), int(port))
    except OSError as fault:
        print(f"no port for phones: {fault}", file=sys.stderr)
        # It is started again as long as the game waits, which must not keep the machine busy.
        time.sleep(PAUSE)
        return 1
    return 0
