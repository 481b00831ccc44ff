"""Notify systemd (sd_notify), and feed its watchdog, which restarts a service that hangs."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

SOCKET, WATCHDOG, MEANT = "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"
"""Environment variables: the socket, the watchdog's period in microseconds, the process meant."""
SIGNS: Final = 8
"""Signs of life in each period of the watchdog.

The loop may block for all of the period but one such part.
"""
LONGEST: Final = 120
"""The largest number of characters in a status."""


class Notifier:
    """Tells systemd the state of the app; never blocks or raises, and does nothing unheard.

    Args:
        address: The name of the socket, "" for none. A leading @ marks an abstract one.
        patience: The watchdog's period in seconds, 0.0 for no watchdog.
        clock: Counts seconds.
    """

    def __init__(
        self, address: str = "", patience: float = 0.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._address, self._patience, self._clock = address, patience, clock
        self._last = float("-inf")
        self._sent = ""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Notifier:
        """Return a notifier for the service's environment; unreadable values count as missing."""
        text, meant = environment.get(WATCHDOG, ""), environment.get(MEANT, "")
        # Programs that the service starts inherit the variables, but are not meant.
        mine = meant in ("", str(os.getpid()))
        patience = int(text) / 1_000_000 if mine and text.isascii() and text.isdigit() else 0.0
        return cls(environment.get(SOCKET, ""), patience)

    @property
    def heard(self) -> bool:
        """Return whether a service manager listens."""
        return bool(self._address)

    def ready(self) -> None:
        """Say that the first screen is drawn."""
        self._say("READY=1")

    def alive(self) -> None:
        """Give a sign of life; call it often, at most SIGNS are sent in each period."""
        now = self._clock()
        if self._patience and now - self._last >= self._patience / SIGNS:
            self._last = now
            self._say("WATCHDOG=1")

    def status(self, words: str) -> None:
        """Say on one line what the app is doing, if that changed; `systemctl status` shows it."""
        line = " ".join(words.split())[:LONGEST]
        if line != self._sent:
            self._sent = line
            self._say(f"STATUS={line}")

    def stopping(self) -> None:
        """Say that the app ends."""
        self._say("STOPPING=1")

    def _say(self, words: str) -> None:
        if not self._address:
            return
        # Few starts have a listener, and every first screen would wait for the import.
        import socket

        # A listener that is gone or slow is ignored: the next sign of life says as much.
        with (
            suppress(OSError, ValueError),
            socket.socket(
                socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK | socket.SOCK_CLOEXEC
            ) as line,
        ):
            # For the kernel, an abstract name begins with a zero byte, which systemd writes as @.
            line.connect(
                "\0" + self._address[1:] if self._address.startswith("@") else self._address
            )
            line.send(words.encode("utf-8", "replace"))
