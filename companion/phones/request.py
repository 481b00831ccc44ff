"""The little of HTTP that phones need: one request at a time, a GET with a short head or a POST with a few fields behind it, and one answer, after which the connection ends."""
from __future__ import annotations

import asyncio
import gzip
from collections.abc import Mapping
from http import HTTPStatus
from typing import Final, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

MOST_BYTES: Final = 8192
"""How long the head of a request may be; that of a browser has about a thousand."""
PATIENCE: Final = 5.0
"""Seconds within which the whole head must have come, and then what stands behind it."""
MOST_FIELDS: Final = 512
"""Bytes that may stand behind the head of a POST; those of our own pages have some fifty."""
WORTH_PACKING: Final = 1500
"""Bytes from which on an answer is packed, where the browser can unpack it."""
PAGE, PICTURE, PLAIN = "text/html; charset=utf-8", "image/svg+xml", "text/plain; charset=utf-8"

ALWAYS: Final = (
    # A page takes styles, scripts, pictures and news from here, and nothing from anywhere else; nobody puts it into a frame, and nobody hears where it was.
    "Content-Security-Policy: default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer", "Connection: close",
)


class Refused(Exception):  # noqa: N818 - it is no fault of ours
    """A request that gets no answer but its status; it never leaves this package."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


class Request(NamedTuple):
    """What is asked for: the parts of the path, and the fields behind it; `packed`: the answer may be packed. `wants`: something is to be done (a POST), with so many
    bytes of further fields behind the head (`more`), which are among the fields once they are read."""

    path: tuple[str, ...]
    fields: Mapping[str, str]
    packed: bool = False
    wants: bool = False
    more: int = 0


async def read_request(reader: asyncio.StreamReader) -> Request:
    """The next request; `Refused` where it is too long, too slow, broken, or neither GET nor POST. The reader's own limit must be MOST_BYTES."""
    try:
        request = parsed(await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE))
        if not request.more:
            return request
        body = await asyncio.wait_for(reader.readexactly(request.more), PATIENCE)
    except TimeoutError:
        raise Refused(HTTPStatus.REQUEST_TIMEOUT) from None
    except asyncio.LimitOverrunError:
        raise Refused(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE) from None
    except asyncio.IncompleteReadError:
        raise Refused(HTTPStatus.BAD_REQUEST) from None
    return request._replace(fields={**request.fields, **_fields(body.decode("latin-1"))})


def _fields(said: str) -> Mapping[str, str]:
    """The first value of each field; `Refused` for more than anybody needs."""
    try:
        return {name: values[0] for name, values in parse_qs(said, max_num_fields=4).items()}
    except ValueError:
        raise Refused(HTTPStatus.BAD_REQUEST) from None


def parsed(head: bytes) -> Request:
    """The head of a request; `Refused` says with which status it is answered."""
    if len(head) > MOST_BYTES:
        raise Refused(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
    first, *others = head.decode("latin-1").split("\r\n")
    words = first.split(" ")
    if len(words) != 3 or not words[2].startswith("HTTP/1.") or not words[1].startswith("/"):
        raise Refused(HTTPStatus.BAD_REQUEST)
    if words[0] not in ("GET", "POST"):
        raise Refused(HTTPStatus.METHOD_NOT_ALLOWED)
    try:
        split = urlsplit(f"http://table{words[1]}")
    except ValueError:
        raise Refused(HTTPStatus.BAD_REQUEST) from None
    path = tuple(unquote(part) for part in split.path.split("/") if part)
    told = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in others)}
    wants, more = words[0] == "POST", told.get("content-length", "0")
    # A number of Python may have blanks, signs and lines in it.
    behind = int(more) if more.isascii() and more.isdigit() and len(more) <= 9 else MOST_FIELDS + 1
    if behind > (MOST_FIELDS if wants else 0) or "transfer-encoding" in told:
        raise Refused(HTTPStatus.CONTENT_TOO_LARGE if hasattr(HTTPStatus, "CONTENT_TOO_LARGE") else HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return Request(path, _fields(split.query), "gzip" in told.get("accept-encoding", ""), wants, behind)


def answer(status: HTTPStatus, content: bytes = b"", kind: str = PAGE, *, packed: bool = False, lasting: bool = False, more: tuple[str, ...] = ()) -> bytes:
    """A whole answer. `lasting`: what has this address never changes."""
    heads = [f"HTTP/1.1 {status.value} {status.phrase}", *ALWAYS, f"Cache-Control: {'private, max-age=86400, immutable' if lasting else 'no-store'}", *more]
    if packed and len(content) >= WORTH_PACKING:
        content = gzip.compress(content, 6, mtime=0)
        heads.append("Content-Encoding: gzip")
    if content:
        heads.append(f"Content-Type: {kind}")
    if status != HTTPStatus.NO_CONTENT:
        heads.append(f"Content-Length: {len(content)}")
    return "\r\n".join((*heads, "", "")).encode("latin-1") + content


def moved(place: str) -> bytes:
    """An answer that sends the browser on to another address of ours."""
    return answer(HTTPStatus.SEE_OTHER, more=(f"Location: {place}",))


def news_head() -> bytes:
    """The beginning of an answer that never ends by itself: events that the server sends."""
    return "\r\n".join(("HTTP/1.1 200 OK", *ALWAYS, "Cache-Control: no-store", "Content-Type: text/event-stream", "", "")).encode("latin-1")
