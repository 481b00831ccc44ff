"""The sign of life to systemd, which restarts a service that stops giving it: words in a datagram to the socket that it names."""
from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

SOCKET, WATCHDOG, MEANT = "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"
"""The environment's variables: where to, within how many microseconds, and by which process."""
LONGEST: Final = 120
"""Letters of a status that are told."""


class Notifier:
    """Tells systemd how the app is; harmless where nobody listens, and never in the way of who calls.

    `address` is the socket's name, "" for nobody; a name that begins with @ belongs to no folder. `patience` is within how many seconds a
    sign of life is awaited, 0.0 where none is; `clock` counts seconds.
    """

    def __init__(self, address: str = "", patience: float = 0.0, clock: Callable[[], float] = time.monotonic) -> None:
        """Nothing is said yet."""
        self._address, self._patience, self._clock = address, patience, clock
        self._last = float("-inf")
        self._told = ""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Notifier:
        """As the service's environment says; what cannot be read there counts as not said."""
        text, meant = environment.get(WATCHDOG, ""), environment.get(MEANT, "")
        # A programme that was started by the service's own inherits the variables, and is not meant.
        mine = meant in ("", str(os.getpid()))
        patience = int(text) / 1_000_000 if mine and text.isascii() and text.isdigit() else 0.0
        return cls(environment.get(SOCKET, ""), patience)

    @property
    def heard(self) -> bool:
        """Whether a service manager listens."""
        return bool(self._address)

    def ready(self) -> None:
        """The first screen is there."""
        self._say("READY=1")

    def alive(self) -> None:
        """The screen's loop goes round. Call it as often as you like: it is told at most twice within the time in which it is awaited."""
        now = self._clock()
        # Half of the time is what systemd itself recommends.
        if self._patience and now - self._last >= self._patience / 2:
            self._last = now
            self._say("WATCHDOG=1")

    def status(self, words: str) -> None:
        """What the app is doing, in a few words of one line; told when it changes.

        For `systemctl status`, which shows the last one.
        """
        line = " ".join(words.split())[:LONGEST]
        if line != self._told:
            self._told = line
            self._say(f"STATUS={line}")

    def stopping(self) -> None:
        """The app is on its way out."""
        self._say("STOPPING=1")

    def _say(self, words: str) -> None:
        if not self._address:
            return
        # Few starts are listened to, and every first screen would wait for it.
        import socket

        # Who does not listen, or not fast enough, is not waited for: the next sign of life says as much.
        with suppress(OSError, ValueError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK | socket.SOCK_CLOEXEC) as line:
            # An abstract name begins with a zero for the kernel, which systemd writes as @.
            line.connect("\0" + self._address[1:] if self._address.startswith("@") else self._address)
            line.send(words.encode("utf-8", "replace"))
