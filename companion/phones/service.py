"""The service that lets phones in: it follows the session, and opens and closes the door as people choose; the server runs in a thread of its own.

The game only leaves its newest session here and asks for news; neither ever waits. A session is a value that nobody changes, so that another thread may look at it.
"""
from __future__ import annotations

import asyncio
import threading
import time
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final

from companion.phones.door import PORT
from companion.session.invited import Invitation
from companion.session.pages.phones import CallPhones, lets_in
from companion.words import NOTHING, Text, text

if TYPE_CHECKING:
    # Most sessions let no phone in, and the first screen does not wait for any of it.
    from companion.phones.door import Door
    from companion.phones.server import PhoneServer
    from companion.session.messages import Message
    from companion.session.session import Session

AGAIN: Final = 5.0
"""Seconds after which an address is looked up anew, and a door that would not open is tried again."""
PARTING: Final = 2.0
"""Seconds that the end of the app waits for the thread."""
NO_NETWORK: Final = text("This computer is on no network. Connect it to the Wi-Fi or cable on which the phones are.")


class Phones:
    """Lets phones in while the session says so. The methods are called by the game's loop; none of them waits."""

    def __init__(self, port: int = PORT, host: str = "") -> None:
        """Nobody comes in yet. `host` is the address that is said, where it is not to be looked up. Port 0 is any that is free."""
        self.port, self._host = port, host
        self._news: SimpleQueue[Message] = SimpleQueue()
        self._keeper: _Keeper | None = None
        self._leaving: _Keeper | None = None

    def follow(self, session: Session) -> None:
        """The newest session, as everybody may see it by now."""
        if not lets_in(session):
            if self._keeper is not None:
                self._keeper.stop()
                self._keeper, self._leaving = None, self._keeper
                self._news.put(CallPhones("", NOTHING, ()))
            return
        if self._keeper is None:
            self._keeper = _Keeper(self.port, self._host, self._news, self._leaving)
            self._keeper.start()
        self._keeper.show(session)

    def poll(self) -> tuple[Message, ...]:
        """What is new since the last call."""
        found: list[Message] = []
        while not self._news.empty():
            found.append(self._news.get())
        # An older one of a kind that is said whole means nothing any more.
        return tuple(found[-1:])

    def close(self) -> None:
        """Let nobody in any more; phones are told nothing, and see that the table does not answer."""
        if self._keeper is not None:
            self._keeper.stop()
            self._keeper.join(PARTING)
            self._keeper = None


class _Keeper(threading.Thread):
    """The thread in which the server runs, from one opening of the door to its closing."""

    def __init__(self, port: int, host: str, news: SimpleQueue[Message], before: _Keeper | None) -> None:
        super().__init__(name="phones", daemon=True)
        self._port, self._host, self._news, self._before = port, host, news, before
        self._loop = asyncio.new_event_loop()
        self._ended = asyncio.Event()
        self._server: PhoneServer | None = None
        self._latest: Session | None = None
        self._stopped = False
        self._address, self._trouble = "", NOTHING
        self._codes: tuple[Invitation, ...] = ()
        self._said: Message | None = None

    # ---- Called by the game's loop -----------------------------------------------------------------------------------------

    def show(self, session: Session) -> None:
        """Leave the newest session; the server takes it up as soon as it can."""
        if session is not self._latest:
            self._latest = session
            self._call(self._take)

    def stop(self) -> None:
        """End as soon as possible."""
        self._stopped = True
        self._call(self._ended.set)

    def _call(self, what: object) -> None:
        try:
            self._loop.call_soon_threadsafe(what)  # type: ignore[arg-type]
        except RuntimeError:
            # It has ended by itself.
            pass

    # ---- Within the thread -------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Until it is stopped. Whoever had the door before has closed it first."""
        if self._before is not None:
            self._before.join()
            self._before = None
        try:
            self._loop.run_until_complete(self._kept())
        finally:
            self._loop.close()

    async def _kept(self) -> None:
        from companion.phones.server import PhoneServer

        self._server = PhoneServer(time.monotonic, self._joined)
        self._take()
        while not self._stopped:
            try:
                # In a thread of its own, since it may wait for another service.
                door = await asyncio.to_thread(_opened, self._port)
            except OSError as fault:
                self._say("", _why(self._port, fault))
                await self._rest()
            else:
                await self._open(door)

    async def _open(self, door: Door) -> None:
        """The door is open until somebody closes it."""
        from companion.phones.request import MOST_BYTES

        assert self._server is not None
        port = door.listening.getsockname()[1]
        listening = await asyncio.start_server(self._server.serve, sock=door.listening, limit=MOST_BYTES)
        try:
            while not self._stopped:
                host = self._host or _own_address()
                self._say(f"{host}:{port}" if host else "", NOTHING if host else NO_NETWORK)
                await self._rest()
        finally:
            listening.close()
            door.close()
            everybody = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
            for task in everybody:
                task.cancel()
            await asyncio.gather(*everybody, return_exceptions=True)
            # What they have closed is closed in the next round of the loop.
            await asyncio.sleep(0)
            await asyncio.sleep(0)

    async def _rest(self) -> None:
        """Wait a moment, or for the end."""
        try:
            await asyncio.wait_for(self._ended.wait(), AGAIN)
        except TimeoutError:
            pass

    def _take(self) -> None:
        if self._server is not None and self._latest is not None:
            self._server.show(self._latest)

    def _joined(self, codes: tuple[Invitation, ...]) -> None:
        self._codes = codes
        self._say(self._address, self._trouble)

    def _say(self, address: str, trouble: Text) -> None:
        """Tell the session where it is something else than before."""
        self._address, self._trouble = address, trouble
        said = CallPhones(address, trouble, self._codes)
        if said != self._said and not self._stopped:
            self._said = said
            self._news.put(said)


def _opened(port: int) -> Door:
    from companion.phones.door import open_door

    return open_door(port)


def _own_address() -> str:
    from companion.phones.addresses import own_address

    return own_address()


def _why(port: int, fault: OSError) -> Text:
    """Why the door does not open, and what to do."""
    if isinstance(fault, TimeoutError):
        return text("The service that opens port {port} for phones does not answer. Install the appliance again (sudo make install).", port=str(port))
    return text("Port {port} cannot be opened for phones ({fault}). It is tried again.", port=str(port), fault=str(fault.strerror or fault))
