"""The thread of the server for phones: opens the door, finds the address, informs the session.

It runs from one opening of the door to its closing.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.phones.addresses import own_addresses
from companion.privileged.phones_port import ListeningPort, open_door
from companion.session.lobby.phone_access import Invitation
from companion.session.messages import Message
from companion.session.pages.phones import PhoneServiceReported
from companion.session.session import Session
from companion.words import NOTHING, Text, text

if TYPE_CHECKING:
    # Imported in the thread, so that the screen does not wait for it.
    from companion.phones.server import PhoneServer, Wish

AGAIN: Final = 5.0
"""Seconds until an address is looked up again, and until a closed door is tried again."""
MOST_WAITING: Final = 64
"""Maximum number of wishes that wait for the game: eight people with eight fingers."""
KIOSK: Final = "/run/clockwork-derby"
"""The runtime folder of a game with its own display; on a desktop it belongs to the user."""
UNITS: Final = Path("/etc/systemd")
"""The folder of the appliance's units."""
NO_NETWORK: Final = text(
    "This computer is on no network. Connect it to the Wi-Fi or cable of the phones."
)


class PhoneServerThread(threading.Thread):
    """The thread. The game's loop calls its methods; those below `run` run in the thread."""

    def __init__(
        self,
        port: int,
        host: str,
        tell: Callable[[Message], None],
        waiting: Callable[[], int],
        before: PhoneServerThread | None,
        folder: Path | None,
        fresh: bool,
    ) -> None:
        """Prepare the thread.

        Args:
            port: Where phones come in.
            host: The address to show, "" to look it up.
            tell: Takes messages for the game.
            waiting: Counts the messages that the game has not taken up yet.
            before: The thread that had the door until now.
            folder: The state folder, where codes are kept. None keeps nothing.
            fresh: Whether the codes that were kept are void.
        """
        super().__init__(name="phones", daemon=True)
        self._port, self._host, self._folder, self._fresh = port, host, folder, fresh
        self._tell, self._waiting, self._before = tell, waiting, before
        self._loop = asyncio.new_event_loop()
        self._ended = asyncio.Event()
        self._server: PhoneServer | None = None
        self._latest: Session | None = None
        self._stopped = False
        self._address, self._trouble, self._others = "", NOTHING, tuple[str, ...]()
        self._codes: tuple[Invitation, ...] = ()
        self._said: Message | None = None

    # ---- Called by the game's loop ---------------------------------------------------------------

    def show(self, session: Session) -> None:
        """Pass the newest session to the server."""
        if session is not self._latest:
            self._latest = session
            self._call(self._take)

    def stop(self) -> None:
        """End as soon as possible."""
        self._stopped = True
        self._call(self._ended.set)

    def _call(self, what: Callable[[], object]) -> None:
        # It raises if the loop has ended by itself.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(what)

    # ---- Within the thread -----------------------------------------------------------------------

    def run(self) -> None:
        """Run until stopped, after the previous owner of the door has closed it."""
        if self._before is not None:
            self._before.join()
            self._before = None
        try:
            self._loop.run_until_complete(self._kept())
        finally:
            self._loop.close()

    async def _kept(self) -> None:
        try:
            from companion.phones.server import PhoneServer
        except ImportError as fault:
            self._say(
                "",
                text(
                    "{library} is not installed, and phones need it. In a folder with the"
                    " sources: make setup. Then start the app again.",
                    library=(fault.name or str(fault)).partition(".")[0],
                ),
            )
            await self._ended.wait()
            return
        self._server = PhoneServer(
            time.monotonic, self._joined, self._wanted, self._folder, self._fresh
        )
        self._take()
        while not self._stopped:
            try:
                # In its own thread, since it may wait for another service.
                door = await asyncio.to_thread(open_door, self._port)
            except OSError as fault:
                self._say("", _why(self._port, fault))
                await self._rest()
            else:
                await self._open(door)

    async def _open(self, door: ListeningPort) -> None:
        """Serve until the door is closed."""
        from uvicorn import Config, Server

        from companion.phones.connections import MAX_HEAD, PhoneConnection

        assert self._server is not None
        port = door.listening.getsockname()[1]
        connection: Any = partial(PhoneConnection, self._server.connections, self._server.crowded)
        # Nothing is logged: an address contains a code.
        server = Server(
            Config(
                self._server.app,
                http=connection,
                ws="none",
                lifespan="off",
                log_config=None,
                log_level="critical",
                access_log=False,
                server_header=False,
                date_header=False,
                h11_max_incomplete_event_size=MAX_HEAD,
                timeout_graceful_shutdown=1,
            )
        )
        serving = asyncio.ensure_future(server.serve(sockets=[door.listening]))
        try:
            while not self._stopped:
                # In its own thread, since another service may answer slowly.
                hosts = (self._host,) if self._host else await asyncio.to_thread(own_addresses)
                first, *others = [f"{host}:{port}" for host in hosts] or [""]
                self._say(first, NOTHING if hosts else NO_NETWORK, tuple(others))
                await self._rest()
        finally:
            self._server.close()
            server.should_exit = True
            await serving
            door.close()

    async def _rest(self) -> None:
        """Wait a moment, or for the end."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._ended.wait(), AGAIN)

    def _take(self) -> None:
        if self._server is not None and self._latest is not None:
            self._server.show(self._latest)

    def _joined(self, codes: tuple[Invitation, ...]) -> None:
        self._codes = codes
        self._say(self._address, self._trouble, self._others)

    def _wanted(self, message: Wish) -> bool:
        """Pass a wish of a phone on, unless more are waiting than people can have touched."""
        if self._stopped or self._waiting() >= MOST_WAITING:
            return False
        self._tell(message)
        return True

    def _say(self, address: str, trouble: Text, others: tuple[str, ...] = ()) -> None:
        """Inform the session of changes."""
        self._address, self._trouble, self._others = address, trouble, others
        said = PhoneServiceReported(address, trouble, self._codes, others)
        if said != self._said and not self._stopped:
            self._said = said
            self._tell(said)


def _why(port: int, fault: OSError) -> Text:
    """Explain why the door does not open, and what to do.

    A service hands over the port: the system's on a kiosk, the user's elsewhere.
    """
    if not isinstance(fault, TimeoutError):
        return text(
            "Port {port} cannot be opened for phones ({fault}). The app tries it again.",
            port=str(port),
            fault=str(fault.strerror or fault),
        )
    kiosk = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0] == KIOSK
    if kiosk:
        manager, unit = "system", "clockwork-derby-phones"
    else:
        manager, unit = "user", "clockwork-derby-desktop-phones"
    if not (UNITS / manager / f"{unit}.path").exists():
        return text(
            "The service that opens port {port} for phones is not installed. In a folder with the"
            " sources: sudo make install. Then restart the computer.",
            port=str(port),
        )
    order = f"systemctl {'' if kiosk else '--user '}status {unit}.path {unit}.service"
    return text(
        "The service that opens port {port} for phones does not answer. Restart the computer. "
        "If that does not help, look for the reason in a terminal: {order}",
        port=str(port),
        order=order,
    )
