"""Answer phones: decide who may see what, send pages and news, and pass on touches.

The server is an ASGI application in an event loop of its own; uvicorn speaks HTTP for it, Starlette
finds the function for an address. It waits for nobody: each phone gets the newest moment when it is
ready, and one that reads nothing for SLOW seconds is disconnected.
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
from typing import Final, TypeAlias
from urllib.parse import parse_qs, urlsplit

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.content.languages import LANGUAGES
from companion.content.manual import KINDS, START, manual_files
from companion.named_tuples import NamedTuple
from companion.phones import page as pages
from companion.phones.codes import (
    Codes,
    Guesses,
    PinTries,
    RateLimit,
    Tickets,
    has_shape_of_code,
    pin_of,
    renewed_seats,
)
from companion.phones.connections import PATIENCE, Connections
from companion.phones.contents import Contents, writer_of
from companion.phones.drawing import floor_of
from companion.phones.page import DEAD
from companion.phones.phone_view import JOIN, second_screen
from companion.session.lobby.joining import JoinAtPhone, LeaveAtPhone
from companion.session.lobby.phone_access import SCREEN, Invitation
from companion.session.remote import ALONE, PlayAtPhone, is_offered
from companion.session.session import Session
from companion.words import Text, count, text

Wish: TypeAlias = PlayAtPhone | JoinAtPhone | LeaveAtPhone
"""The messages that the server passes on to the session."""
MAX_FIELDS: Final = 512
"""Maximum size of a touch in bytes; those of our own pages have some fifty."""
BROKEN: Final = text("The table could not read the message of your phone. Touch again.")
ELSEWHERE: Final = text(
    "This came from a page that does not belong to the table. Open the address shown on the "
    "table's screen."
)
TOO_LATE: Final = DEAD


class RequestRefusal(HTTPException):
    """A refused request, with the sentence that the phone shows."""

    def __init__(self, status: HTTPStatus, words: Text) -> None:
        super().__init__(status)
        self.words = words


async def fields_of(request: Request) -> dict[str, str]:
    """Read the fields of a request from a page of ours, short and within PATIENCE seconds."""
    origin = request.headers.get("origin", "")
    if not origin or urlsplit(origin).netloc != request.headers.get("host"):
        raise RequestRefusal(HTTPStatus.FORBIDDEN, ELSEWHERE)
    body = b""
    try:
        async with asyncio.timeout(PATIENCE):
            async for part in request.stream():
                body += part
                if len(body) > MAX_FIELDS:
                    raise RequestRefusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, BROKEN)
        found = parse_qs(body.decode("utf-8", "replace"), max_num_fields=8)
    except TimeoutError:
        raise RequestRefusal(HTTPStatus.REQUEST_TIMEOUT, TOO_LATE) from None
    except ValueError:
        raise RequestRefusal(HTTPStatus.BAD_REQUEST, BROKEN) from None
    return {name: values[0] for name, values in found.items()}


def wish_of(fields: Mapping[str, str], player: int, ticket: int) -> Wish | None:
    """Return what a phone wants, by the fields of its page; None if they are invalid.

    Args:
        fields: What was posted.
        player: The seat whose code the phone has, SCREEN for that of the table.
        ticket: The server's number for the phone.
    """
    seat, revision, act, name = (
        fields.get(field, "") for field in ("seat", "revision", "do", "name")
    )
    if not act or not all(
        number.isascii() and number.isdigit() and len(number) <= 9 for number in (seat, revision)
    ):
        return None
    if player == SCREEN:
        return JoinAtPhone(ticket, int(seat), name) if act == JOIN else None
    return PlayAtPhone(player, int(seat), int(revision), act=act, words=name)


def pin_locked(seconds: float) -> Text:
    """Say for how long a seat takes no PIN."""
    return count(
        "Too many wrong PINs for this seat. Try again in {number} minute.",
        "Too many wrong PINs for this seat. Try again in {number} minutes.",
        max(1, round(seconds / 60)),
    )


def host_of(request: Request) -> str:
    """Return the address that a request comes from, "" if unknown."""
    return request.client.host if request.client is not None else ""


BEAT: Final = 8.0
"""Seconds without news after which a phone gets a sign of life."""
CALM: Final = 0.05
"""Minimum seconds between two moments sent to a phone."""
AWAITED: Final = 1.0
"""Seconds after a touch in which its player waits for the result."""
LATE: Final = 20.0
"""Maximum age of a touch in seconds. An older one was made on a dead connection."""
GONE_AFTER: Final = 30.0
"""Seconds until a phone without a seat counts as gone; a reloaded page returns immediately."""
MAX_STREAMS: Final = {True: 32, False: 8}
"""Maximum number of connected phones by the table's code (True), and by that of one seat."""
DEEDS_PER_SECOND, DEEDS_AT_ONCE, JOINS_AT_ONCE = 4.0, 4, 16
"""Rate limits: touches of a seat's phones, and phones of one address that take a seat."""
PHONE: Final = "phone"
"""The cookie that identifies a phone."""
SLOW: Final = 5.0
"""Seconds until a phone that reads nothing is disconnected."""
ALWAYS: Final = {
    # A page takes styles, scripts, pictures and news only from here. No frame may contain it, and
    # no other site sees its address.
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; "
    "img-src 'self'; connect-src 'self'; form-action 'self'; "
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
"""Requests of an iPhone that opens a page."""
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
    """A request with a code."""

    phone: str
    """The phone's cookie."""
    seat: int
    place: str
    """The code as part of the address."""
    language: str


class PhoneServer:
    """Serves phones. All methods are called in the server's own event loop."""

    def __init__(
        self,
        clock: Callable[[], float],
        tell: Callable[[tuple[Invitation, ...]], None],
        want: Callable[[Wish], bool],
        folder: Path | None,
        fresh: bool,
    ) -> None:
        """Show nothing before there is a session.

        Args:
            clock: Tells seconds and only goes forward.
            tell: Called with the invitations whenever they have changed.
            want: Called with a phone's wish for its seat. Returns whether it is passed on to the
                game.
            folder: The state folder, where the codes are kept. None keeps nothing.
            fresh: Whether the codes that were kept are void.
        """
        self._clock, self._tell_codes, self._want = clock, tell, want
        self.codes, self._guesses, self._tries = Codes(folder, fresh=fresh), Guesses(), PinTries()
        self._pace, self._joins = (
            RateLimit(DEEDS_PER_SECOND, DEEDS_AT_ONCE),
            RateLimit(DEEDS_PER_SECOND, JOINS_AT_ONCE),
        )
        self.connections = Connections()
        self._session: Session | None = None
        self._changed = asyncio.Event()
        self._is_closing = False
        self._streams: dict[int, list[str]] = {}
        """The connected phones by seat, the first one first, once for each of their pages."""
        self._tickets = Tickets()
        self._touched: dict[int, float] = {}
        """The time of the last touch at a phone of each seat."""
        self._stays: dict[int, str] = {}
        """The phone of each seat that keeps its place when the seat gets another code."""
        self._sent_on: dict[str, tuple[str, int]] = {}
        """The phone and seat of each ended code that lead to the seat's new code, by address."""
        self._contents = Contents()
        self._announced: tuple[Invitation, ...] | None = None
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
                Route("/manual", lambda _: RedirectResponse("/manual/")),
                Route("/manual/{name:path}", hand_out_manual),
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
            middleware=[
                Middleware(HeaderMiddleware),
                Middleware(GZipMiddleware, minimum_size=1500),
            ],
        )

    # ---- The session -----------------------------------------------------------------------------

    def show(self, session: Session) -> None:
        """Take a new moment and wake all who wait for one."""
        before = {seat: self.codes.letters(seat) for seat in self._streams}
        renewed = renewed_seats(self._session, session)
        self._session = self._contents.session = session
        if self.codes.follow(session):
            for seat, letters in before.items():
                # A new code for one seat disconnects all of its phones but one; new codes for all
                # disconnect everybody.
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
        """End all streams of news."""
        self._is_closing = True
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def _tell(self) -> None:
        """Pass on changed invitations."""
        joined = {seat: len(set(phones)) for seat, phones in self._streams.items()}
        invitations = self.codes.invitations(joined)
        if invitations != self._announced:
            self._announced = invitations
            self._tell_codes(invitations)

    # ---- Content ---------------------------------------------------------------------------------

    def _language(self, request: Request) -> str:
        """Return the phone's language if available, else that of the screen."""
        if self._session is not None:
            screen = self._session.lobby.preferences.language
        else:
            screen = LANGUAGES[0][0]
        return wished_language(request.headers.get("accept-language", ""), screen)

    def _html(
        self,
        html: str,
        status: HTTPStatus = HTTPStatus.OK,
        headers: Mapping[str, str] | None = None,
    ) -> Response:
        return Response(html, status, headers, "text/html; charset=utf-8")

    # ---- Addresses -------------------------------------------------------------------------------

    async def _door(self, request: Request) -> Response:
        """Show the page for typing a code, or redirect to the address of a typed one."""
        typed = "".join(
            letter
            for letter in request.query_params.get("code", "")
            if letter.isascii() and letter.isalnum()
        )
        if typed:
            return RedirectResponse(f"/{typed.upper()[:64]}", HTTPStatus.SEE_OTHER)
        return self._html(writer_of(self._language(request)).asking(pages.ASK_CODE, "/", "code"))

    async def _visitor(self, request: Request) -> Visitor:
        """Find the seat of the code in the address. A wrong one reveals nothing."""
        code = request.path_params["code"]
        seat = self.codes.seat(code) if self._session is not None else None
        if seat is None:
            if has_shape_of_code(code):
                # The connection of a wrong code waits, and makes room for others.
                delay = self._guesses.delay(host_of(request), self._clock())
                if delay and request.client is not None:
                    self.connections.hold((request.client.host, request.client.port))
                    await asyncio.sleep(delay)
                raise RequestRefusal(HTTPStatus.NOT_FOUND, pages.WRONG)
            raise RequestRefusal(HTTPStatus.NOT_FOUND, NO_PAGE)
        phone = request.cookies.get(PHONE, "")
        return Visitor(
            phone if phone.isascii() and phone.isalnum() and len(phone) == 32 else "",
            seat,
            f"/{code.strip().upper()}",
            self._language(request),
        )

    async def _page(self, request: Request) -> Response:
        """Show the page of a code, or first ask for the PIN of its seat."""
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
        """Return the address of the seat that a phone took by the table's code, "" without one."""
        ticket = self._tickets.of(visitor.phone)
        if self._session is not None and visitor.seat == SCREEN:
            taken = self._session.config.phone_access.taken
        else:
            taken = {}
        letters = self.codes.letters(taken[ticket]) if ticket in taken else ""
        return f"/{letters}" if letters else ""

    async def _pin(self, request: Request) -> Response:
        """Take a typed PIN."""
        visitor, fields = await self._visitor(request), await fields_of(request)
        session = self._session
        assert session is not None
        pin, now = pin_of(session, visitor.seat), self._clock()
        if left := self._tries.locked(visitor.seat, now):
            raise RequestRefusal(HTTPStatus.TOO_MANY_REQUESTS, pin_locked(left))
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
        # The proof that the PIN was typed on this phone.
        give(response, f"seat{visitor.seat}", self.codes.signature(phone, visitor.seat, pin))
        return response

    def _opens(self, request: Request, visitor: Visitor) -> bool:
        """Return whether a phone may see its seat: it has no PIN, or it was typed on this phone."""
        pin = pin_of(self._session, visitor.seat)
        shown = request.cookies.get(f"seat{visitor.seat}", "")
        return not pin or (
            bool(visitor.phone)
            and hmac.compare_digest(
                self.codes.signature(visitor.phone, visitor.seat, pin).encode(),
                shown.encode("utf-8", "replace"),
            )
        )

    async def _floor(self, request: Request) -> Response:
        """Send the picture of the present board, which never changes under its name."""
        visitor = await self._visitor(request)
        board = second_screen(self._session).board if self._session is not None else None
        floor = (
            floor_of(board.board) if board is not None and self._opens(request, visitor) else None
        )
        if floor is None or request.path_params["name"] != floor.name:
            raise RequestRefusal(HTTPStatus.NOT_FOUND, NO_PAGE)
        return Response(
            floor.picture,
            headers={"Cache-Control": "private, max-age=86400, immutable"},
            media_type="image/svg+xml",
        )

    async def _play(self, request: Request) -> Response:
        """Pass on a phone's wish.

        Scripts get no page; browsers without scripts return to their page.
        """
        visitor, fields = await self._visitor(request), await fields_of(request)
        if not self._opens(request, visitor):
            raise RequestRefusal(HTTPStatus.FORBIDDEN, pages.ASK_PIN)
        wish = wish_of(fields, visitor.seat, self._tickets.of(visitor.phone))
        if wish is None:
            raise RequestRefusal(HTTPStatus.BAD_REQUEST, BROKEN)
        now, beat = self._clock(), fields.get("beat", "")
        # Without scripts a page has no sign of life, and is fetched all the time.
        if beat and not (
            beat.isascii() and beat.isdigit() and 0 <= now - int(beat[:12]) / 1000 <= LATE
        ):
            raise RequestRefusal(HTTPStatus.CONFLICT, TOO_LATE)
        # A phone without a seat counts by its address: it could claim to be another one.
        paces, key = (
            (self._joins, host_of(request))
            if visitor.seat == SCREEN
            else (self._pace, visitor.seat)
        )
        if not paces.allows(key, now):
            raise RequestRefusal(HTTPStatus.TOO_MANY_REQUESTS, TOO_FAST)
        if self._session is None or (
            isinstance(wish, PlayAtPhone) and not is_offered(self._session, wish)
        ):
            raise RequestRefusal(HTTPStatus.CONFLICT, NOT_NOW)
        if not self._want(wish):
            raise RequestRefusal(HTTPStatus.SERVICE_UNAVAILABLE, WAITS)
        if isinstance(wish, PlayAtPhone) and wish.act == ALONE:
            self._stays[visitor.seat] = visitor.phone
        self._touched[visitor.seat] = now
        self.codes.use(visitor.seat)
        if wants_page(request):
            return RedirectResponse(visitor.place, HTTPStatus.SEE_OTHER)
        return Response(status_code=HTTPStatus.NO_CONTENT)

    # ---- News ------------------------------------------------------------------------------------

    async def _news(self, request: Request) -> Response:
        """Stream every new moment, as long as the phone reads and its code is valid."""
        place = f"/{request.path_params['code'].strip().upper()}"
        if place in self._sent_on and self.codes.seat(place[1:]) is None:
            return EventStream(
                _only(
                    self._farewell(request.cookies.get(PHONE, ""), place, self._language(request))
                ),
                self.connections,
                request,
            )
        visitor = await self._visitor(request)
        if not self._opens(request, visitor):
            raise RequestRefusal(HTTPStatus.FORBIDDEN, pages.ASK_PIN)
        if request.method == "HEAD":
            return Response(media_type="text/event-stream")
        if len(self._streams.get(visitor.seat, ())) >= MAX_STREAMS[visitor.seat == SCREEN]:
            raise RequestRefusal(HTTPStatus.SERVICE_UNAVAILABLE, CROWDED)
        return EventStream(self._moments(request, visitor), self.connections, request)

    async def _moments(self, request: Request, visitor: Visitor) -> AsyncIterator[str]:
        seat, phone = visitor.seat, visitor.phone or secrets.token_hex(16)
        self._streams.setdefault(seat, []).append(phone)
        self._tell()
        # The seat's own code now shows the session that a phone is connected.
        self._let_go(phone, seat)
        shown, sent_at = "", float("-inf")
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
                    shown, sent_at = content, now
                    yield self._event(content)
                elif now - sent_at >= BEAT:
                    sent_at = now
                    self.codes.use(seat)
                    yield self._event(kind="beat")
                with suppress(TimeoutError):
                    async with asyncio.timeout(max(0.0, sent_at + BEAT - self._clock())):
                        await changed.wait()
                await asyncio.sleep(max(0.0, sent_at + CALM - self._clock()))
                if self._clock() - self._touched.get(seat, float("-inf")) > AWAITED:
                    # All pages wake together; the one whose player waits for a result comes first.
                    await asyncio.sleep(0)
        finally:
            self._streams[seat].remove(phone)
            if seat == SCREEN:
                asyncio.get_running_loop().call_later(GONE_AFTER, self._let_go, phone)
            if not self._streams[seat]:
                del self._streams[seat]
            self._tell()

    def _let_go(self, phone: str, seat: int = SCREEN) -> None:
        """Give back the ticket of a phone that has reached its seat, or has gone for good."""
        access, ticket = (
            None if self._session is None else self._session.config.phone_access,
            self._tickets.of(phone),
        )
        if (
            access is not None
            and ticket in {**access.taken, **access.answers}
            and (seat != SCREEN or not any(phone in phones for phones in self._streams.values()))
        ):
            self._want(LeaveAtPhone(ticket))

    def _farewell(self, phone: str, place: str, language: str) -> str:
        """Send a phone that stays to the new code of its seat.

        Tell others that their code has ended.
        """
        stays, seat = self._sent_on.get(place, ("", SCREEN))
        if phone and phone == stays and self.codes.letters(seat):
            return self._event(f"/{self.codes.letters(seat)}", "moved")
        return self._event(writer_of(language).sentence(pages.GONE), "gone")

    def _event(self, content: str = "", kind: str = "message") -> str:
        """Write one event. Its number is the time, which reveals touches that are too old."""
        return f"id: {round(self._clock() * 1000)}\nevent: {kind}\ndata: {json.dumps(content)}\n\n"

    # ---- Failures --------------------------------------------------------------------------------

    async def _refusal(self, request: Request, fault: Exception) -> Response:
        """Answer a refused request with a sentence: a page for browsers, plain text for scripts."""
        if isinstance(fault, ClientDisconnect):
            return Response(status_code=HTTPStatus.BAD_REQUEST)
        assert isinstance(fault, HTTPException)
        words = fault.words if isinstance(fault, RequestRefusal) else NO_PAGE
        return self._sentence(request, HTTPStatus(fault.status_code), words, fault.headers)

    async def _failed(self, request: Request, fault: Exception) -> Response:
        """Answer a request that our own code failed at."""
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
        await HeaderMiddleware(response)(scope, receive, send)


async def _only(event: str) -> AsyncIterator[str]:
    yield event


# ---- Headers of every answer ---------------------------------------------------------------------


class HeaderMiddleware:
    """Adds the headers of ALWAYS to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        """Add them to the answers of `app`."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let `app` answer, and add each header that its answer lacks."""

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


class EventStream(StreamingResponse):
    """A stream of events. A phone that reads nothing for SLOW seconds is disconnected."""

    def __init__(
        self, events: AsyncIterator[str], connections: Connections, request: Request
    ) -> None:
        """Send `events` as they come; `connections` has the connection of `request`."""
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
    """Make the function that sends one of our own files."""

    async def handed_out(_: Request) -> Response:
        return Response(_content_of(name), headers={"Cache-Control": "no-cache"}, media_type=kind)

    return handed_out


async def hand_out_manual(request: Request) -> Response:
    """Hand out a page of the manual, which needs no code: it says nothing of the game."""
    path = manual_files().get(request.path_params["name"] or START)
    if path is None:
        raise RequestRefusal(HTTPStatus.NOT_FOUND, NO_PAGE)
    return Response(
        path.read_bytes(), headers={"Cache-Control": "no-cache"}, media_type=KINDS[path.suffix]
    )


@cache
def _content_of(name: str) -> bytes:
    return files(__package__).joinpath(name).read_bytes()


def wished_language(accepted: str, otherwise: str) -> str:
    """Return our language that a phone prefers, by its Accept-Language (RFC 9110, 12.5.4)."""
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
    """Return whether a request is a browser's for a page, and not a script's."""
    return "text/html" in request.headers.get("accept", "") or "accept" not in request.headers


def give(response: Response, name: str, value: str) -> None:
    """Give a phone a cookie that scripts and other sites cannot use."""
    response.set_cookie(name, value, max_age=KEPT, httponly=True, samesite="strict")
