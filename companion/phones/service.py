"""The service that lets phones in: it follows the session and opens and closes the door.

The server runs in its own thread (`server_thread.py`). The game passes its newest session and asks
for news; neither ever waits. A session is an immutable value, so another thread may read it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final

from companion.privileged.phones_port import PORT
from companion.session.messages import Message
from companion.session.pages.phones import PhoneServiceReported, lets_in
from companion.session.session import Session
from companion.words import NOTHING

if TYPE_CHECKING:
    # Most sessions let no phone in, and the first screen does not wait for any of it.
    from companion.phones.server_thread import PhoneServerThread

PARTING: Final = 2.0
"""Seconds that the end of the app waits for the thread."""


class PhoneService:
    """Lets phones in while the session says so. The game's loop calls the methods; none waits."""

    def __init__(
        self, port: int = PORT, host: str = "", folder: Path | None = None, fresh: bool = False
    ) -> None:
        """Let nobody in yet.

        Args:
            port: Where phones come in; 0 for any free one.
            host: The address to show, "" to look it up.
            folder: The state folder, where the codes are kept. None keeps nothing.
            fresh: Whether the codes that were kept are void.
        """
        self.port, self._host, self._folder, self._fresh = port, host, folder, fresh
        self.on_news: Callable[[], None] | None = None
        self._news: SimpleQueue[Message] = SimpleQueue()
        self._thread: PhoneServerThread | None = None
        self._leaving: PhoneServerThread | None = None

    def follow(self, session: Session) -> None:
        """Take the newest session and open or close the door."""
        if not lets_in(session):
            if self._thread is not None:
                self._thread.stop()
                self._thread, self._leaving = None, self._thread
                self._news.put(PhoneServiceReported("", NOTHING, ()))
            return
        if self._thread is None:
            from companion.phones.server_thread import PhoneServerThread

            self._thread = PhoneServerThread(
                self.port,
                self._host,
                self._tell,
                self._news.qsize,
                self._leaving,
                self._folder,
                self._fresh,
            )
            self._fresh = False
            self._thread.start()
        self._thread.show(session)

    def _tell(self, message: Message) -> None:
        """Leave a message for the game; called in the server's thread."""
        self._news.put(message)
        if self.on_news is not None:
            self.on_news()

    def poll(self) -> tuple[Message, ...]:
        """Return the messages since the last call."""
        wished: list[Message] = []
        called: tuple[Message, ...] = ()
        while not self._news.empty():
            message = self._news.get()
            if isinstance(message, PhoneServiceReported):
                # It is complete, so it replaces an older one.
                called = (message,)
            else:
                wished.append(message)
        return (*called, *wished)

    def close(self) -> None:
        """Close the door; phones notice only that the table does not answer."""
        if self._thread is not None:
            self._thread.stop()
            self._thread.join(PARTING)
            self._thread = None
