"""Write answers of the server for phones: what stands in the head of each, files of our own, and news that never end by themselves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from functools import cache
from importlib.resources import files
from typing import Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.content.languages import LANGUAGES
from companion.phones.connections import Connections

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


class Heads:
    """Adds what every answer says besides."""

    def __init__(self, app: ASGIApp) -> None:
        """Add it to the answers of `app`."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""

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
        """Send these events."""
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
