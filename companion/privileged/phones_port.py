"""The one port for phones: opened by the game, or handed over by a small service.

The service is for games without network access. It works as for any socket between two programs
(SCM_RIGHTS): the game listens in its runtime folder, the service sees that, opens the port, passes
it on, and closes it as soon as the game lets go. If the service cannot open the port, it passes the
reason on. So a game without phones has no port, and never has the right to open one.

The service runs this file from root's own code, so it imports only the standard library.
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
"""The name of the socket in the runtime folder where the port is handed over."""
UNSENT: Final = 65_536
"""Maximum number of bytes that the kernel keeps for a phone, to notice one that reads nothing."""
PAUSE: Final = 2.0
"""Seconds after which the service may be started again."""
LONGEST_REASON: Final = 16
"""Maximum length of the service's message: one byte with the port, or the number of its fault."""
WAITING: Final = 8
"""Connections that the kernel keeps until they are answered."""
FORBIDDEN: Final = (errno.EAFNOSUPPORT, errno.EPERM, errno.EACCES)
"""The kernel's errors for a program without network access."""


class ListeningPort:
    """An open port, and the sockets that must stay open with it."""

    def __init__(
        self,
        listening: socket.socket,
        with_it: tuple[socket.socket, ...] = (),
        letterbox: Path | None = None,
    ) -> None:
        """Own the port; `with_it` are closed with it, and the letterbox is removed."""
        self.listening, self._with_it, self._letterbox = listening, with_it, letterbox

    def close(self) -> None:
        for one in (self.listening, *self._with_it):
            one.close()
        if self._letterbox is not None:
            with suppress(OSError):
                self._letterbox.unlink()


def open_door(port: int, patience: float = 6.0) -> ListeningPort:
    """Return a door at this port, on all networks of this computer.

    It may wait `patience` seconds for the service.

    Raises:
        OSError: There is none; the error says why.
    """
    try:
        return ListeningPort(_listening(port))
    except OSError as fault:
        runtime = os.environ.get("RUNTIME_DIRECTORY", "")
        if fault.errno not in FORBIDDEN or not runtime:
            raise
        return _receive_port(Path(runtime.split(":")[0]) / LETTERBOX, patience)


def _listening(port: int) -> socket.socket:
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        # Allows a port that was ours a minute ago.
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT)
        found.bind(("", port))
        found.listen(WAITING)
    except OSError:
        found.close()
        raise
    return found


def _receive_port(letterbox: Path, patience: float) -> ListeningPort:
    """Return the port that the service hands over; raise TimeoutError, an OSError, without one."""
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
        return ListeningPort(socket.socket(fileno=found[0]), (service, waiting), letterbox)
    except OSError:
        waiting.close()
        with suppress(OSError):
            letterbox.unlink()
        raise


def _reason(said: bytes) -> OSError:
    """Return the fault of the service, by its number in the kernel."""
    try:
        number = int(said)
        return OSError(number, os.strerror(number))
    except (ValueError, OverflowError):
        return OSError(errno.EPROTO, "the service for phones handed over no port")


def hand_over(letterbox: Path, port: int) -> None:
    """Open the port as the service, pass it to the game, and keep it until the game lets go.

    Raises:
        OSError: It cannot be opened; the game is informed, too.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as game:
        game.connect(str(letterbox))
        try:
            listening = _listening(port)
        except OSError as fault:
            game.sendall(str(fault.errno).encode())
            raise
        with listening:
            socket.send_fds(game, [b"p"], [listening.fileno()])
            # The game sends nothing; closing its end ends this.
            game.recv(1)


def main(words: list[str]) -> int:
    """Run the service with the letterbox and the port; return 1 after a failure, with a log."""
    letterbox, port = words
    try:
        hand_over(Path(letterbox), int(port))
    except OSError as fault:
        print(f"no port for phones: {fault}", file=sys.stderr)
        # It is restarted as long as the game waits, which must not keep the machine busy.
        time.sleep(PAUSE)
        return 1
    return 0
