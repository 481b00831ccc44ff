"""Read requests of phones, and refuse those that do not come from our own pages."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from http import HTTPStatus
from typing import Final, TypeAlias
from urllib.parse import parse_qs, urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request

from companion.phones.connections import PATIENCE
from companion.phones.page import DEAD
from companion.phones.phone_page import JOIN
from companion.session.lobby.joining import JoinAtPhone, LeaveAtPhone
from companion.session.lobby.phone_access import SCREEN
from companion.session.remote import PlayAtPhone
from companion.words import Text, count, text

Wish: TypeAlias = PlayAtPhone | JoinAtPhone | LeaveAtPhone
"""What the server passes on to the session."""
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
    seat, step, act, name = (fields.get(field, "") for field in ("seat", "step", "do", "name"))
    if not act or not all(
        number.isascii() and number.isdigit() and len(number) <= 9 for number in (seat, step)
    ):
        return None
    if player == SCREEN:
        return JoinAtPhone(ticket, int(seat), name) if act == JOIN else None
    return PlayAtPhone(player, int(seat), int(step), act, name)


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
