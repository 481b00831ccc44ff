"""Limit connections: devices nearby only, a maximum number, and none that stays silent.

Uvicorn reads and writes HTTP. It waits for the rest of a request for ever; this adds a deadline.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.phones.addresses import is_near

MAX_OPEN, MAX_FROM_ONE = 240, 80
"""Maximum connections, in all and from one address. A router may be the address of all phones."""
PATIENCE: Final = 5.0
"""Seconds within which a request must be complete."""
MAX_UNSENT: Final = 32_768
"""Maximum number of bytes that wait for a phone."""
MAX_HEAD: Final = 8192
"""Maximum bytes in the head of a request; that of a browser has about a thousand."""

Client = tuple[str, int]
"""Address and port of the other end of a connection."""


class Connections:
    """All open connections, the oldest first. Idle ones make room for others."""

    def __init__(self) -> None:
        self._open: dict[PhoneConnection, None] = {}

    def add(self, one: PhoneConnection) -> bool:
        """Add a connection. Return False if there are too many, none of which is idle."""
        self._open[one] = None
        near = [other for other in self._open if other.address == one.address]
        for crowd, most in ((near, MAX_FROM_ONE), (list(self._open), MAX_OPEN)):
            if len(crowd) > most:
                idle = next(
                    (
                        other
                        for other in crowd
                        if other is not one and (other.is_idle() or other.is_held)
                    ),
                    None,
                )
                if idle is None:
                    return False
                idle.transport.abort()
                self._open.pop(idle, None)
        return True

    def remove(self, one: PhoneConnection) -> None:
        """Forget a connection that has ended."""
        self._open.pop(one, None)

    def abort(self, client: Client) -> None:
        """End the connection to a phone immediately, without its unsent bytes."""
        for one in self._open:
            if one.client == client:
                one.transport.abort()

    def hold(self, client: Client) -> None:
        """Note that the answer on a connection is delayed, so that it makes room for others."""
        for one in self._open:
            if one.client == client:
                one.is_held = True


class PhoneConnection(H11Protocol):
    """One connection, as uvicorn makes it for each."""

    def __init__(self, connections: Connections, crowded: Any, **words: Any) -> None:
        """Wait for the connection.

        Args:
            connections: All of them.
            crowded: The ASGI application that answers if there are too many.
            words: Uvicorn's own.
        """
        super().__init__(**words)
        self._all, self._crowded = connections, crowded
        self._deadline: asyncio.TimerHandle | None = None
        self.address = ""
        self.is_held = False
        """Whether its answer is delayed; that ends with the answer."""

    # Uvicorn asks for a transport that writes, though asyncio promises less.
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the phone, or end a connection from outside without an answer."""
        self.address = str((transport.get_extra_info("peername") or ("",))[0])
        super().connection_made(transport)
        if not is_near(self.address):
            transport.abort()
            return
        transport.set_write_buffer_limits(high=MAX_UNSENT)
        if not self._all.add(self):
            self.app = self._crowded
        self._wait_for_request()

    def data_received(self, data: bytes) -> None:
        """Read on. A request in small pieces gains no time."""
        self.is_held = False
        super().data_received(data)
        self._wait_for_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection, so that it no longer counts."""
        if self._deadline is not None:
            self._deadline.cancel()
        self._all.remove(self)
        super().connection_lost(exc)

    def is_idle(self) -> bool:
        """Return whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def _wait_for_request(self) -> None:
        if not self.is_idle():
            if self._deadline is not None:
                self._deadline.cancel()
            self._deadline = None
        elif self._deadline is None:
            self._deadline = self.loop.call_later(PATIENCE, self._end_idle)

    def _end_idle(self) -> None:
        self._deadline = None
        # Between two requests uvicorn's own timeout runs.
        if self.is_idle() and (self.cycle is None or self.timeout_keep_alive_task is None):
            self.transport.abort()
