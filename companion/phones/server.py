"""Answer phones: decide who may see what, hand out pages and news, and pass on what players touch.

The server is an ASGI application in an event loop of its own; uvicorn speaks HTTP for it, Starlette finds the function
for an address. Nobody is waited for: each phone is told the newest moment when it is ready for it, and one that takes
nothing for SLOW seconds is let go.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.content.languages import LANGUAGES
from companion.named_tuples import NamedTuple
from companion.phones import page as pages
from companion.phones.codes import (
    Codes,
    Guesses,
    Pace,
    PinTries,
    Tickets,
    has_shape_of_code,
    pin_of,
    renewed_seats,
)
from companion.phones.connections import Connections
from companion.phones.contents import Contents, writer_of
from companion.phones.drawing import floor_of
from companion.phones.requests import (
    BROKEN,
    TOO_LATE,
    Refused,
    Wish,
    fields_of,
    host_of,
    pin_locked,
    wish_of,
)
from companion.phones.seen import second_screen
from companion.session.lobby.invited import SCREEN, Invitation
from companion.session.lobby.joining import LeaveAtPhone
from companion.session.remote import ALONE, PlayAtPhone, is_offered
from companion.session.session import Session
from companion.words import Text, text

BEAT: Final = 8.0
"""Seconds after which a phone hears that the line is alive where there is no other news."""
CALM: Final = 0.05
"""Seconds at least between two moments that a phone is told."""
AWAITED: Final = 1.0
"""Seconds after a touch for which its player waits for what comes of it."""
LATE: Final = 20.0
"""Seconds for which a touch may be under way. An older one was made while the line was dead."""
GONE_AFTER: Final = 30.0
"""Seconds after which a phone without a seat that has gone does not come back; a page that is loaded again does at once."""
MAX_STREAMS: Final = {True: 32, False: 8}
"""Phones that look at a time by the table's code (True), and by that of one seat."""
DEEDS_PER_SECOND, DEEDS_AT_ONCE, JOINS_AT_ONCE = 4.0, 4, 16
"""How often the phones of a seat may touch something, and how many phones of one address may take a seat at once."""
PHONE: Final = "phone"
"""The cookie by which a phone is known again."""
SLOW: Final = 5.0
"""Seconds after which a phone that takes nothing is let go."""
ALWAYS: Final = {
    # A page takes styles, scripts, pictures and news from here, and nothing from anywhere else. Nobody puts it into a frame, and nobody
    # hears where it was.
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    # Not "no-referrer": a form would be posted with the origin "null" then.
    "Referrer-Policy": "same-origin",
}
TOUCH_ICONS: Final = tuple(
    f"/apple-touch-icon{size}{kind}.png"
    for size in ("", "-120x120", "-152x152", "-180x180")
    for kind in ("", "-precomposed")
)
"""What an iPhone asks for by itself when it opens a page."""
KEPT: Final = 12 * 3600
"""Seconds for which a phone keeps its cookies."""
CROWDED: Final = text(
    "Too many phones are connected to this table. Close this page on one of them."
)
FAILED: Final = text("Something went wrong at the table. The game itself is unharmed.")
NO_PAGE: Final = text("There is no such page at this table.")
NOT_NOW: Final = text("That is not possible any more. Look at the page, then touch again.")
TOO_FAST: Final = text("The table takes only a few touches a second. Touch again.")
WAITS: Final = text("The table is busy. Touch again in a moment.")


class Visitor(NamedTuple):
    """A request behind a code: the phone that it comes from, its seat, the code as part of the address, and its language."""

    phone: str
    seat: int
    place: str
    language: str


class PhoneServer:
    """Serves phones. All methods are called in the server's own event loop."""

    def __init__(
        self,
        clock: Callable[[], float],
        tell: Callable[[tuple[Invitation, ...]], None],
        want: Callable[[Wish], bool],
        folder: Path | None = None,
        fresh: bool = False,
    ) -> None:
        """Show nothing before there is a session.

        Args:
            clock: Tells seconds and only goes forward.
            tell: Called with the invitations whenever they have changed.
            want: Called with what a phone wants to do for its seat. Tells whether that is passed on to the game.
            folder: The state folder, where the codes are kept. None keeps nothing.
            fresh: Whether the codes that were kept are void.
        """
        self._clock, self._tell_codes, self._want = clock, tell, want
        self.codes, self._guesses, self._tries = Codes(folder, fresh=fresh), Guesses(), PinTries()
        self._pace, self._joins = (
            Pace(DEEDS_PER_SECOND, DEEDS_AT_ONCE),
            Pace(DEEDS_PER_SECOND, JOINS_AT_ONCE),
        )
        self.connections = Connections()
        self._session: Session | None = None
        self._changed = asyncio.Event()
        self._is_closing = False
        self._streams: dict[int, list[str]] = {}
        """The phones that look, by seat, the first one first; a phone is there once for each of its pages."""
        self._tickets = Tickets()
        self._touched: dict[int, float] = {}
        """When a phone of each seat was touched last."""
        self._stays: dict[int, str] = {}
        """The phone of each seat that keeps its place when the seat gets another code."""
        self._sent_on: dict[str, tuple[str, int]] = {}
        """The code that a phone has looked by and that has ended, by its place, with the phone that stays and its seat."""
        self._contents = Contents()
        self._told: tuple[Invitation, ...] | None = None
        self.app: ASGIApp = Starlette(
            routes=[
                Route("/", self._door),
                *(
                    Route(f"/{name}", handing_out(name, kind))
                    for name, kind in (("phones.css", "text/css"), ("phones.js", "text/javascript"))
                ),
                *(
                    Route(path, handing_out("../ui/icon.png", "image/png"))
                    for path in ("/favicon.ico", *TOUCH_ICONS)
                ),
                Route("/{code}", self._page),
                Route("/{code}/news", self._news),
                Route("/{code}/play", self._play, methods=["POST"]),
                Route("/{code}/pin", self._pin, methods=["POST"]),
                Route("/{code}/board-{name}.svg", self._floor),
            ],
            exception_handlers={
                HTTPException: self._refusal,
                ClientDisconnect: self._refusal,
                Exception: self._failed,
            },
            middleware=[Middleware(Heads), Middleware(GZipMiddleware, minimum_size=1500)],
        )

    # ---- The session -------------------------------------------------------------------------------------------------------

    def show(self, session: Session) -> None:
        """Take up a new moment, and wake all who wait for one."""
        before = {seat: self.codes.letters(seat) for seat in self._streams}
        renewed = renewed_seats(self._session, session)
        self._session = self._contents.session = session
        if self.codes.follow(session):
            for seat, letters in before.items():
                # Another code for one seat throws out all of its phones but one; codes for all throw out everybody.
                if (
                    letters != self.codes.letters(seat)
                    and renewed == {seat}
                    and self._streams.get(seat)
                ):
                    self._sent_on[f"/{letters}"] = (
                        self._stays.pop(seat, self._streams[seat][0]),
                        seat,
                    )
        self._tell()
        self._wake()

    def close(self) -> None:
        """Let every page that hears news end."""
        self._is_closing = True
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def _tell(self) -> None:
        """Tell the invitations where they have changed."""
        joined = {seat: len(set(phones)) for seat, phones in self._streams.items()}
        told = self.codes.invitations(joined)
        if told != self._told:
            self._told = told
            self._tell_codes(told)

    # ---- What is shown -----------------------------------------------------------------------------------------------------

    def _language(self, request: Request) -> str:
        """Return the phone's language where we have it, else that of the screen."""
        screen = (
            self._session.preferences.language if self._session is not None else LANGUAGES[0][0]
        )
        return wished_language(request.headers.get("accept-language", ""), screen)

    def _html(
        self,
        html: str,
        status: HTTPStatus = HTTPStatus.OK,
        headers: Mapping[str, str] | None = None,
    ) -> Response:
        return Response(html, status, headers, "text/html; charset=utf-8")

    # ---- Addresses ---------------------------------------------------------------------------------------------------------

    async def _door(self, request: Request) -> Response:
        """Show the page on which a code is typed, or go on to the address of one that was typed."""
        typed = "".join(
            letter
            for letter in request.query_params.get("code", "")
            if letter.isascii() and letter.isalnum()
        )
        if typed:
            return RedirectResponse(f"/{typed.upper()[:64]}", HTTPStatus.SEE_OTHER)
        return self._html(writer_of(self._language(request)).asking(pages.ASK_CODE, "/", "code"))

    async def _visitor(self, request: Request) -> Visitor:
        """Find the seat of the code in the address. Nothing tells how much of a wrong one was right."""
        code = request.path_params["code"]
        seat = self.codes.seat(code) if self._session is not None else None
        if seat is None:
            if has_shape_of_code(code):
                await self._hold_guess(request)
                raise Refused(HTTPStatus.NOT_FOUND, pages.WRONG)
            raise Refused(HTTPStatus.NOT_FOUND, NO_PAGE)
        phone = request.cookies.get(PHONE, "")
        return Visitor(
            phone if phone.isascii() and phone.isalnum() and len(phone) == 32 else "",
            seat,
            f"/{code.strip().upper()}",
            self._language(request),
        )

    async def _hold_guess(self, request: Request) -> None:
        """Hold the answer to a wrong code back for a while, on a connection that makes room for any phone that looks."""
        delay = self._guesses.delay(host_of(request), self._clock())
        if delay and request.client is not None:
            self.connections.hold((request.client.host, request.client.port))
            await asyncio.sleep(delay)

    async def _page(self, request: Request) -> Response:
        """Show the page of a code, or ask for the PIN of its seat first."""
        visitor = await self._visitor(request)
        self.codes.use(visitor.seat)
        writer = writer_of(visitor.language)
        if self._opens(request, visitor):
            if new := self._seat_taken(visitor):
                return RedirectResponse(new, HTTPStatus.SEE_OTHER)
            content = self._contents.of(
                visitor.seat, visitor.place, visitor.language, self._tickets.of(visitor.phone)
            )
            html = writer.frame(content, f"{visitor.place}/news")
        else:
            html = writer.asking(pages.ASK_PIN, f"{visitor.place}/pin", "pin")
        response = self._html(html)
        if not visitor.phone:
            give(response, PHONE, secrets.token_hex(16))
        return response

    def _seat_taken(self, visitor: Visitor) -> str:
        """Return the address of the seat that a phone has taken by the table's code, "" where it has none."""
        ticket = self._tickets.of(visitor.phone)
        taken = (
            self._session.house.invited.taken
            if self._session is not None and visitor.seat == SCREEN
            else {}
        )
        letters = self.codes.letters(taken[ticket]) if ticket in taken else ""
        return f"/{letters}" if letters else ""

    async def _pin(self, request: Request) -> Response:
        """Take a PIN that was typed."""
        visitor, fields = await self._visitor(request), await fields_of(request)
        session = self._session
        assert session is not None
        pin, now = pin_of(session, visitor.seat), self._clock()
        if left := self._tries.locked(visitor.seat, now):
            raise Refused(HTTPStatus.TOO_MANY_REQUESTS, pin_locked(left))
        if not hmac.compare_digest(pin.encode(), fields.get("pin", "").encode("utf-8", "replace")):
            self._tries.wrong(visitor.seat, now)
            asked = writer_of(visitor.language).asking(
                pages.ASK_PIN, f"{visitor.place}/pin", "pin", pages.WRONG_PIN
            )
            return self._html(asked, HTTPStatus.FORBIDDEN)
        self._tries.right(visitor.seat)
        response = RedirectResponse(visitor.place, HTTPStatus.SEE_OTHER)
        phone = visitor.phone or secrets.token_hex(16)
        give(response, PHONE, phone)
        give(response, f"seat{visitor.seat}", self._pass(phone, visitor.seat, pin))
        return response

    def _pass(self, phone: str, seat: int, pin: str) -> str:
        """Return what a phone shows to prove that the PIN of a seat was typed there."""
        return self.codes.signature(phone, seat, pin)

    def _opens(self, request: Request, visitor: Visitor) -> bool:
        """Tell whether a phone may see the seat of its code: the seat has no PIN, or the PIN was typed on this phone."""
        pin = pin_of(self._session, visitor.seat)
        shown = request.cookies.get(f"seat{visitor.seat}", "")
        return not pin or (
            bool(visitor.phone)
            and hmac.compare_digest(
                self._pass(visitor.phone, visitor.seat, pin).encode(),
                shown.encode("utf-8", "replace"),
            )
        )

    async def _floor(self, request: Request) -> Response:
        """Hand out the picture of the board that is played on, which never changes under its name."""
        visitor = await self._visitor(request)
        board = second_screen(self._session).board if self._session is not None else None
        floor = (
            floor_of(board.board) if board is not None and self._opens(request, visitor) else None
        )
        if floor is None or request.path_params["name"] != floor.name:
            raise Refused(HTTPStatus.NOT_FOUND, NO_PAGE)
        return Response(
            floor.picture,
            headers={"Cache-Control": "private, max-age=86400, immutable"},
            media_type="image/svg+xml",
        )

    async def _play(self, request: Request) -> Response:
        """Pass on what a phone wants. A script is answered without a page, a browser without scripts is sent back to its page."""
        visitor, fields = await self._visitor(request), await fields_of(request)
        if not self._opens(request, visitor):
            raise Refused(HTTPStatus.FORBIDDEN, pages.ASK_PIN)
        wish = wish_of(fields, visitor.seat, self._tickets.of(visitor.phone))
        if wish is None:
            raise Refused(HTTPStatus.BAD_REQUEST, BROKEN)
        now, told = self._clock(), fields.get("beat", "")
        # Without scripts a page tells no beat, and is fetched anew all the time.
        if told and not (
            told.isascii() and told.isdigit() and 0 <= now - int(told[:12]) / 1000 <= LATE
        ):
            raise Refused(HTTPStatus.CONFLICT, TOO_LATE)
        # A phone without a seat counts by where it is: it could say that it is another one.
        paces, key = (
            (self._joins, host_of(request))
            if visitor.seat == SCREEN
            else (self._pace, visitor.seat)
        )
        if not paces.allows(key, now):
            raise Refused(HTTPStatus.TOO_MANY_REQUESTS, TOO_FAST)
        if self._session is None or (
            isinstance(wish, PlayAtPhone) and not is_offered(self._session, wish)
        ):
            raise Refused(HTTPStatus.CONFLICT, NOT_NOW)
        if not self._want(wish):
            raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, WAITS)
        if isinstance(wish, PlayAtPhone) and wish.act == ALONE:
            self._stays[visitor.seat] = visitor.phone
        self._touched[visitor.seat] = now
        self.codes.use(visitor.seat)
        if wants_page(request):
            return RedirectResponse(visitor.place, HTTPStatus.SEE_OTHER)
        return Response(status_code=HTTPStatus.NO_CONTENT)

    # ---- News --------------------------------------------------------------------------------------------------------------

    async def _news(self, request: Request) -> Response:
        """Tell every new moment, as long as the phone takes them and its code is valid."""
        place = f"/{request.path_params['code'].strip().upper()}"
        if place in self._sent_on and self.codes.seat(place[1:]) is None:
            return News(
                _only(
                    self._farewell(request.cookies.get(PHONE, ""), place, self._language(request))
                ),
                self.connections,
                request,
            )
        visitor = await self._visitor(request)
        if not self._opens(request, visitor):
            raise Refused(HTTPStatus.FORBIDDEN, pages.ASK_PIN)
        if request.method == "HEAD":
            return Response(media_type="text/event-stream")
        if len(self._streams.get(visitor.seat, ())) >= MAX_STREAMS[visitor.seat == SCREEN]:
            raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, CROWDED)
        return News(self._moments(request, visitor), self.connections, request)

    async def _moments(self, request: Request, visitor: Visitor) -> AsyncIterator[str]:
        seat, phone = visitor.seat, visitor.phone or secrets.token_hex(16)
        self._streams.setdefault(seat, []).append(phone)
        self._tell()
        # From now on the session knows by the seat's own code that somebody looks.
        self._let_go(phone, seat)
        shown, told_at = "", float("-inf")
        try:
            while not self._is_closing:
                if self.codes.letters(seat) != visitor.place[1:] or not self._opens(
                    request, visitor
                ):
                    yield self._farewell(phone, visitor.place, visitor.language)
                    return
                if new := self._seat_taken(visitor):
                    yield self._event(new, "moved")
                    return
                changed, content = (
                    self._changed,
                    self._contents.of(
                        seat, visitor.place, visitor.language, self._tickets.of(visitor.phone)
                    ),
                )
                now = self._clock()
                if content != shown:
                    shown, told_at = content, now
                    yield self._event(content)
                elif now - told_at >= BEAT:
                    told_at = now
                    self.codes.use(seat)
                    yield self._event(kind="beat")
                with suppress(TimeoutError):
                    async with asyncio.timeout(max(0.0, told_at + BEAT - self._clock())):
                        await changed.wait()
                await asyncio.sleep(max(0.0, told_at + CALM - self._clock()))
                if self._clock() - self._touched.get(seat, float("-inf")) > AWAITED:
                    # All pages wake at once; first comes the one whose player waits for what a touch did.
                    await asyncio.sleep(0)
        finally:
            self._streams[seat].remove(phone)
            if seat == SCREEN:
                asyncio.get_running_loop().call_later(GONE_AFTER, self._let_go, phone)
            if not self._streams[seat]:
                del self._streams[seat]
            self._tell()

    def _let_go(self, phone: str, seat: int = SCREEN) -> None:
        """Give back the ticket of a phone that has arrived at its seat, or has gone for good."""
        invited, ticket = (
            None if self._session is None else self._session.house.invited,
            self._tickets.of(phone),
        )
        if (
            invited is not None
            and ticket in {**invited.taken, **invited.answers}
            and (seat != SCREEN or not any(phone in phones for phones in self._streams.values()))
        ):
            self._want(LeaveAtPhone(ticket))

    def _farewell(self, phone: str, place: str, language: str) -> str:
        """Send a phone that stays on to the new code of its seat, and tell any other that its code has ended."""
        stays, seat = self._sent_on.get(place, ("", SCREEN))
        if phone and phone == stays and self.codes.letters(seat):
            return self._event(f"/{self.codes.letters(seat)}", "moved")
        return self._event(writer_of(language).sentence(pages.GONE), "gone")

    def _event(self, content: str = "", kind: str = "message") -> str:
        """Write one event. Its number is the time, by which touches that were under way too long are told apart."""
        return f"id: {round(self._clock() * 1000)}\nevent: {kind}\ndata: {json.dumps(content)}\n\n"

    # ---- What goes wrong ---------------------------------------------------------------------------------------------------

    async def _refusal(self, request: Request, fault: Exception) -> Response:
        """Answer a request that is refused with a sentence: a page of its own, or plain words for a script."""
        if isinstance(fault, ClientDisconnect):
            return Response(status_code=HTTPStatus.BAD_REQUEST)
        assert isinstance(fault, HTTPException)
        words = fault.words if isinstance(fault, Refused) else NO_PAGE
        return self._sentence(request, HTTPStatus(fault.status_code), words, fault.headers)

    async def _failed(self, request: Request, fault: Exception) -> Response:
        """Answer a request at which our own code failed."""
        self._contents.log(fault)
        return self._sentence(request, HTTPStatus.INTERNAL_SERVER_ERROR, FAILED)

    def _sentence(
        self,
        request: Request,
        status: HTTPStatus,
        words: Text,
        headers: Mapping[str, str] | None = None,
    ) -> Response:
        writer = writer_of(self._language(request))
        if not wants_page(request):
            return Response(writer.plain(words), status, headers, "text/plain; charset=utf-8")
        if words in (pages.WRONG, NO_PAGE):
            html = writer.asking(pages.ASK_CODE, "/", "code", words)
        else:
            html = writer.frame(writer.sentence(words))
        return self._html(html, status, headers)

    async def crowded(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a connection that is one too many."""
        request = Request(scope, receive)
        response = self._sentence(
            request, HTTPStatus.SERVICE_UNAVAILABLE, CROWDED, {"Connection": "close"}
        )
        await Heads(response)(scope, receive, send)


async def _only(event: str) -> AsyncIterator[str]:
    yield event


# ---- What every answer has --------------------------------------------------------------------


class Heads:
    """Adds the heads of ALWAYS to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        """Add them to the answers of `app`."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let `app` answer, and add each head that its answer does not have."""

        async def said(message: Message) -> None:
            if message["type"] == "http.response.start":
                known = {name.lower() for name, _ in message["headers"]}
                more = {**ALWAYS, "Cache-Control": "no-store"}
                message["headers"] = [
                    *message["headers"],
                    *(
                        (name.lower().encode(), value.encode())
                        for name, value in more.items()
                        if name.lower().encode() not in known
                    ),
                ]
            await send(message)

        await self._app(scope, receive, said)


class News(StreamingResponse):
    """An answer that never ends by itself. A phone that takes nothing for SLOW seconds is let go."""

    def __init__(
        self, events: AsyncIterator[str], connections: Connections, request: Request
    ) -> None:
        """Send `events` as they come; `connections` has the line on which `request` came."""
        super().__init__(events, media_type="text/event-stream")
        self._connections, self._client = connections, request.client

    async def stream_response(self, send: Send) -> None:
        """Send event by event."""

        async def patiently(message: Message) -> None:
            async with asyncio.timeout(SLOW):
                await send(message)

        try:
            await super().stream_response(patiently)
        except TimeoutError:
            if self._client is not None:
                self._connections.abort((self._client.host, self._client.port))


def handing_out(name: str, kind: str) -> Callable[[Request], Awaitable[Response]]:
    """Make the function that hands out a file of our own."""

    async def handed_out(_: Request) -> Response:
        return Response(_content_of(name), headers={"Cache-Control": "no-cache"}, media_type=kind)

    return handed_out


@cache
def _content_of(name: str) -> bytes:
    return files(__package__).joinpath(name).read_bytes()


def wished_language(accepted: str, otherwise: str) -> str:
    """Return the language of ours that a phone likes best, by its header Accept-Language (RFC 9110, 12.5.4)."""
    known, found = dict(LANGUAGES), []
    for place, part in enumerate(accepted.split(",")[:32]):
        name, _, weight = part.partition(";q=")
        code = name.strip().lower().partition("-")[0]
        with suppress(ValueError):
            liking = float(weight or 1)
            if code in known and liking > 0:
                found.append((-liking, place, code))
    return min(found)[2] if found else otherwise


def wants_page(request: Request) -> bool:
    """Tell whether a request is that of a browser for a page, and not that of a script."""
    return "text/html" in request.headers.get("accept", "") or "accept" not in request.headers


def give(response: Response, name: str, value: str) -> None:
    """Give a phone a cookie that no script and no other page may use."""
    response.set_cookie(name, value, max_age=KEPT, httponly=True, samesite="strict")
