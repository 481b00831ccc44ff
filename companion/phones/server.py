"""The server for phones, within one event loop of its own: who may see what, and the news for each of those who look.

Nobody is waited for. Each phone is told the newest moment when it is ready for it, and one that takes nothing for SLOW seconds is let go.
"""
from __future__ import annotations

import asyncio
import hmac
import json
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from ipaddress import IPv4Network, ip_address
from typing import Any, Final, NamedTuple

from companion.content.languages import words_or_english
from companion.phones import page as pages
from companion.phones.codes import Codes, WrongCodes
from companion.phones.drawing import floor_of
from companion.phones.page import Writer
from companion.phones.request import PICTURE, Refused, Request, answer, moved, news_head, read_request
from companion.phones.seen import PhonePage, counted, counted_till, private_view, second_screen
from companion.session.lobby.invited import SCREEN, Invitation
from companion.session.remote import PlayAtPhone
from companion.session.session import Session
from companion.words import text

MOST, MOST_FROM_ONE = 40, 12
"""Connections at a time, in all and from one address; who comes on top of them is told to come later."""
NEAR: Final = tuple(IPv4Network(place) for place in ("127.0.0.0/8", "169.254.0.0/16", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"))
"""Addresses of this computer and of networks at home, as in clockwork-derby-phones.service. Nobody else is answered, whoever has opened the port."""
SLOW: Final = 5.0
"""Seconds after which a phone that takes nothing is let go."""
UNSENT: Final = 32_768
"""Bytes that may wait for a phone; more of them are not written before it has taken these."""
BEAT: Final = 10.0
"""Seconds after which a word without meaning is sent, so that a phone that is gone is noticed."""
CALM: Final = 0.1
"""Seconds at least between two moments that a phone is told."""
NEWS: Final = ("news",)
"""The end of the address at which a page hears what is new."""
PLAY: Final = ("play",)
"""The end of the address at which a page says what its player wants to do."""
ENOUGH: Final = text("Too many phones look at this table. Close this page on one of them.")


class Line(NamedTuple):
    """The two ends of a connection, and where its other end is."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    address: str

    async def send(self, content: bytes) -> None:
        """Write it, and wait until the phone has taken most of it; TimeoutError where it does not."""
        self.writer.write(content)
        await asyncio.wait_for(self.writer.drain(), SLOW)


class PhoneServer:
    """Answers phones. All its methods are called in its own event loop.

    `told` is called with the invitations whenever they have changed. `wanted` is called with what a phone wants to do for its seat, and says whether that is passed
    on to the game. `clock` counts seconds and only goes forward.
    """

    def __init__(self, clock: Callable[[], float], told: Callable[[tuple[Invitation, ...]], None], wanted: Callable[[PlayAtPhone], bool]) -> None:
        """Nothing is shown before there is a session."""
        self._clock, self._told, self._wanted = clock, told, wanted
        self.codes, self._wrong = Codes(), WrongCodes()
        self._session: Session | None = None
        self._moment = asyncio.Event()
        self._joined: Counter[int] = Counter()
        self._open: Counter[str] = Counter()
        self._drawn: dict[int, tuple[Session, str, str]] = {}
        self._counts: dict[int, tuple[object, Any]] = {}
        self._said: tuple[Invitation, ...] | None = None
        self._failed = ""

    # ---- The session -------------------------------------------------------------------------------------------------------

    def show(self, session: Session) -> None:
        """A new moment: whoever waits for one is woken."""
        self._session = session
        self.codes.follow(session)
        self._tell()
        self._wake()

    def _wake(self) -> None:
        self._moment.set()
        self._moment = asyncio.Event()

    def _tell(self) -> None:
        """Say the invitations where they are others than before."""
        said = self.codes.invitations(self._joined)
        if said != self._said:
            self._said = said
            self._told(said)

    def _writer(self) -> Writer:
        code = self._session.preferences.language if self._session is not None else "en"
        return Writer(code, words_or_english(code))

    def content(self, seat: int, place: str) -> str:
        """What a phone shows of the present moment; made once for all phones of a seat. What fails is written to the log, and said."""
        session = self._session
        if session is None:
            return ""
        known = self._drawn.get(seat)
        if known is None or known[0] is not session or known[1] != place:
            self._drawn[seat] = known = (session, place, self._made(session, seat, place))
        return known[2]

    def _made(self, session: Session, seat: int, place: str) -> str:
        writer = self._writer()
        pin = _pin(session, seat)
        try:
            return writer.content(self._seen(session, seat), place, f"{place}/play{_query(pin)}")
        # A game is somebody else's work: whatever it fails at, phones must not lose the table for it.
        except Exception as fault:
            # The same one would come with every moment that follows.
            if str(fault) != self._failed:
                self._failed = str(fault)
                traceback.print_exc(file=sys.stderr)
            return writer.sentence(pages.NOT_NOW)

    def _seen(self, session: Session, seat: int) -> PhonePage:
        if seat == SCREEN:
            return second_screen(session)
        till, known = counted_till(session), self._counts.get(seat)
        if known is None or known[0] != till:
            # It walks through the whole race, so once in a turn must do.
            self._counts[seat] = known = (till, counted(session, seat))
        return private_view(session, seat, known[1])

    # ---- Connections -------------------------------------------------------------------------------------------------------

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, from its request to its end; nothing that it does comes out of here."""
        address = str((writer.get_extra_info("peername") or ("",))[0])
        if not _is_near(address):
            writer.transport.abort()
            return
        line = Line(reader, writer, address)
        self._open[address] += 1
        try:
            if self._open.total() > MOST or self._open[address] > MOST_FROM_ONE:
                await line.send(self._page(HTTPStatus.SERVICE_UNAVAILABLE, self._writer().frame(self._writer().sentence(ENOUGH))))
            else:
                await self._answered(line)
        except Refused as refused:
            with suppress(OSError, TimeoutError):
                await line.send(answer(refused.status))
        except (OSError, TimeoutError, asyncio.CancelledError):
            # The phone is gone, or takes nothing any more; or the door is closed.
            pass
        finally:
            self._open[address] -= 1
            self._open = +self._open
            writer.transport.abort() if writer.transport.get_write_buffer_size() else writer.close()

    async def _answered(self, line: Line) -> None:
        line.writer.transport.set_write_buffer_limits(high=UNSENT)
        request = await read_request(line.reader)
        if request.wants and request.path[1:] != PLAY:
            raise Refused(HTTPStatus.METHOD_NOT_ALLOWED)
        match request.path:
            case ("phones.css",):
                await line.send(answer(HTTPStatus.OK, _file("phones.css"), "text/css; charset=utf-8", packed=request.packed))
            case ("phones.js",):
                await line.send(answer(HTTPStatus.OK, _file("phones.js"), "text/javascript; charset=utf-8", packed=request.packed))
            case ("favicon.ico",):
                await line.send(answer(HTTPStatus.NO_CONTENT))
            case ():
                await line.send(self._door(request))
            case (code, *rest):
                await self._with_code(line, request, code, tuple(rest))

    def _page(self, status: HTTPStatus, html: str, packed: bool = False) -> bytes:
        return answer(status, html.encode(), packed=packed)

    def _door(self, request: Request) -> bytes:
        """The page on which a code is typed; what was typed leads to its own address."""
        typed = "".join(letter for letter in request.fields.get("code", "") if letter.isascii() and letter.isalnum())
        return moved(f"/{typed.upper()}") if typed else self._page(HTTPStatus.OK, self._writer().asking(pages.ASK_CODE, "/", "code"))

    async def _with_code(self, line: Line, request: Request, code: str, rest: tuple[str, ...]) -> None:
        """Everything behind a code. Where one is wrong nothing tells how much of it was right."""
        if self._wrong.too_many(line.address, self._clock()):
            await line.send(self._page(HTTPStatus.TOO_MANY_REQUESTS, self._writer().asking(pages.ASK_CODE, "/", "code", pages.OFTEN)))
            return
        seat, session = self.codes.seat(code), self._session
        if seat is None or session is None:
            self._wrong.came(line.address, self._clock())
            # What waits for news is told by this that none will come.
            wrong = answer(HTTPStatus.NO_CONTENT) if rest == NEWS else self._page(HTTPStatus.NOT_FOUND, self._writer().asking(pages.ASK_CODE, "/", "code", pages.WRONG))
            await line.send(wrong)
            return
        place, pin = f"/{code.upper()}", request.fields.get("pin", "")
        if not _opens(session, seat, pin):
            if pin:
                self._wrong.came(line.address, self._clock())
            about = pages.WRONG_PIN if pin else None
            asks = answer(HTTPStatus.NO_CONTENT) if rest == NEWS else self._page(HTTPStatus.OK, self._writer().asking(pages.ASK_PIN, place, "pin", about))
            await line.send(asks)
            return
        await self._inside(line, request, seat, place, rest)

    async def _inside(self, line: Line, request: Request, seat: int, place: str, rest: tuple[str, ...]) -> None:
        """The page itself, its news, and the picture of the board."""
        pin = request.fields.get("pin", "")
        if not rest:
            news = f"{place}/news{_query(pin)}"
            await line.send(self._page(HTTPStatus.OK, self._writer().frame(self.content(seat, place), news), request.packed))
        elif request.wants:
            await line.send(self._done(request, seat, f"{place}{_query(pin)}"))
        elif rest == NEWS:
            await self._news(line, seat, place, pin)
        elif (floor := self._floor(rest)) is not None:
            await line.send(answer(HTTPStatus.OK, floor, PICTURE, packed=request.packed, lasting=True))
        else:
            raise Refused(HTTPStatus.NOT_FOUND)

    def _done(self, request: Request, seat: int, place: str) -> bytes:
        """Pass on what a phone wants; a browser without scripts is sent back to its page."""
        message = wish_of(request.fields, seat)
        if message is None:
            return answer(HTTPStatus.BAD_REQUEST)
        return moved(place) if self._wanted(message) else answer(HTTPStatus.SERVICE_UNAVAILABLE)

    def _floor(self, rest: tuple[str, ...]) -> bytes | None:
        """The picture of the board that is played on, where it has this name."""
        board = second_screen(self._session).board if self._session is not None else None
        if board is None or len(rest) != 1:
            return None
        floor = floor_of(board.board)
        return floor.picture if rest[0] == f"board-{floor.name}.svg" else None

    async def _news(self, line: Line, seat: int, place: str, pin: str) -> None:
        """Every new moment, as long as the phone takes them and its code holds; moments in between are left out."""
        self._joined[seat] += 1
        self._tell()
        # A phone says nothing after its request: whatever comes of it now, it is that it is gone.
        gone = asyncio.ensure_future(line.reader.read(1))
        try:
            await line.send(news_head())
            before = ""
            while self._still(seat, place, pin):
                moment, content = self._moment, self.content(seat, place)
                if content != before:
                    before = content
                    await line.send(_event(content))
                if await _first(gone, moment):
                    return
                await line.send(b"" if moment.is_set() else b":\n\n")
                await asyncio.sleep(CALM)
            await line.send(b"event: gone\n" + _event(self._writer().sentence(pages.GONE)))
        finally:
            # An end that was no clean one is no news, either.
            if not gone.cancel():
                gone.exception()
            self._joined[seat] -= 1
            self._joined = +self._joined
            self._tell()

    def _still(self, seat: int, place: str, pin: str) -> bool:
        """Whether this code is still the one of this seat, and its PIN the same."""
        return self._session is not None and self.codes.seat(place[1:]) == seat and _opens(self._session, seat, pin)


def wish_of(fields: Mapping[str, str], player: int) -> PlayAtPhone | None:
    """What the phone of a seat wants done, by the fields of its page; None where they say nothing of the kind."""
    seat, step, act = (fields.get(name, "") for name in ("seat", "step", "do"))
    if player == SCREEN or not act or not all(number.isascii() and number.isdigit() and len(number) <= 9 for number in (seat, step)):
        return None
    return PlayAtPhone(player, int(seat), int(step), act)


@cache
def _file(name: str) -> bytes:
    """Return one of the files that lie beside this one."""
    return files(__package__).joinpath(name).read_bytes()


def _is_near(address: str) -> bool:
    """Whether this is the address of a device in the house; one that is gone has none."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return any(found in network for network in NEAR)


def _pin(session: Session, seat: int) -> str:
    return session.setup.seat(seat).pin if seat != SCREEN else ""


def _query(pin: str) -> str:
    return f"?pin={pin}" if pin else ""


def _opens(session: Session, seat: int, pin: str) -> bool:
    """Whether a seat's PIN is this one, or it has none."""
    wanted = _pin(session, seat)
    return not wanted or hmac.compare_digest(wanted.encode(), pin.encode("utf-8", "replace"))


def _event(content: str) -> bytes:
    return f"data: {json.dumps(content)}\n\n".encode()


async def _first(gone: asyncio.Future[bytes], moment: asyncio.Event) -> bool:
    """Wait until the phone is gone, which is told, or there is another moment, or for BEAT seconds."""
    waiting = asyncio.ensure_future(moment.wait())
    try:
        await asyncio.wait({gone, waiting}, timeout=BEAT, return_when=asyncio.FIRST_COMPLETED)
    finally:
        waiting.cancel()
    return gone.done()
