"""Notifications to systemd (sd_notify), with the watchdog: systemd restarts a service whose sign of life does not come in time."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

SOCKET, WATCHDOG, MEANT = "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"
"""Environment variables: the socket, the period of the watchdog in microseconds, and the process that is meant."""
SIGNS: Final = 8
"""Signs of life in each period of the watchdog: what holds the loop up may do so for all of the period but this part."""
LONGEST: Final = 120
"""Letters of a status."""


class Notifier:
    """Tells systemd how the app is. It does nothing where nobody listens, and never blocks or raises.

    `address` is the name of the socket, "" for none; a name with @ at its beginning is an abstract one. `patience` is the period of the
    watchdog in seconds, 0.0 for no watchdog; `clock` counts seconds.
    """

    def __init__(
        self, address: str = "", patience: float = 0.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Nothing is said yet."""
        self._address, self._patience, self._clock = address, patience, clock
        self._last = float("-inf")
        self._told = ""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Notifier:
        """A notifier for the service's environment; what cannot be read there counts as missing."""
        text, meant = environment.get(WATCHDOG, ""), environment.get(MEANT, "")
        # Programs that the service starts inherit the variables, and are not meant.
        mine = meant in ("", str(os.getpid()))
        patience = int(text) / 1_000_000 if mine and text.isascii() and text.isdigit() else 0.0
        return cls(environment.get(SOCKET, ""), patience)

    @property
    def heard(self) -> bool:
        """Whether a service manager listens."""
        return bool(self._address)

    def ready(self) -> None:
        """Tell that the first screen is there."""
        self._say("READY=1")

    def alive(self) -> None:
        """Give a sign of life. Call it as often as you like: systemd hears at most SIGNS in each period of the watchdog."""
        now = self._clock()
        if self._patience and now - self._last >= self._patience / SIGNS:
            self._last = now
            self._say("WATCHDOG=1")

    def status(self, words: str) -> None:
        """Tell what the app is doing, in a few words on one line, when it changes; `systemctl status` shows it."""
        line = " ".join(words.split())[:LONGEST]
        if line != self._told:
            self._told = line
            self._say(f"STATUS={line}")

    def stopping(self) -> None:
        """Tell that the app ends."""
        self._say("STOPPING=1")

    def _say(self, words: str) -> None:
        if not self._address:
            return
        # Few starts have a listener, and every first screen would wait for the import.
        import socket

        # Nobody waits for a listener that is gone or slow: the next sign of life says as much.
        with (
            suppress(OSError, ValueError),
            socket.socket(
                socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK | socket.SOCK_CLOEXEC
            ) as line,
        ):
            # For the kernel an abstract name begins with a zero byte, which systemd writes as @.
            line.connect(
                "\0" + self._address[1:] if self._address.startswith("@") else self._address
            )
            line.send(words.encode("utf-8", "replace"))
