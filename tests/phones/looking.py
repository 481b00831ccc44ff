"""A table with phones: a real session, the real service on a real port, real sockets for HTTP."""

from __future__ import annotations

import html
import json
import re
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from companion.app.loop import EventLoop
from companion.phones.service import PhoneService
from companion.session.lobby.phone_access import SCREEN, Invitation
from companion.session.pages.phones import PhoneServiceFound, PhoneServiceReported
from companion.session.preferences import Prefer
from companion.words import NOTHING

PATIENCE: Final = 60.0
"""Seconds after which something has not come."""
MAX_TROUBLE_WAIT: Final = 200.0
"""Seconds after which a trouble has not come: the service may wait for another one first."""
HOST: Final = "127.0.0.1"
OWN: Final = "Host: table\r\nOrigin: http://table\r\nConnection: close\r\n"
"""The headers of a raw request that comes from a page of the table's own."""


def words_of(page: str) -> str:
    """Return the text of a page without the drawing."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


def cookies(answer: HTTPResponse) -> str:
    """Return the cookies of an answer as a browser sends them back."""
    return "; ".join(
        value.partition(";")[0]
        for name, value in answer.getheaders()
        if name.lower() == "set-cookie"
    )


class Phone:
    """A phone that has opened the events of its page."""

    def __init__(self, port: int, path: str, cookie: str = "") -> None:
        self.connection = HTTPConnection(HOST, port, timeout=PATIENCE)
        self.connection.request("GET", path, headers={"Cookie": cookie} if cookie else {})
        self.answer = self.connection.getresponse()

    def event(self) -> tuple[str, str]:
        """Return kind and text of the next event; ("end", "") after the server has ended it."""
        kind, end = "message", time.monotonic() + PATIENCE
        while line := self.answer.readline().decode():
            # A word without meaning comes now and then.
            assert time.monotonic() < end, "no news"
            if line.startswith("event: "):
                kind = line[7:].strip()
            elif line.startswith("data: ") and kind != "beat":
                return kind, words_of(json.loads(line[6:]))
        return "end", ""

    def until(self, words: str) -> str:
        """Return the next event that contains these words."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            kind, page = self.event()
            if words in page:
                return page
            assert kind == "message", f"{kind}: {page}"
        raise AssertionError(f"{words!r} never comes")

    def until_kind(self, kind: str) -> str:
        """Return the text of the next event of a kind."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found, words = self.event()
            if found == kind:
                return words
            assert found == "message", f"{found}: {words}"
        raise AssertionError(f"{kind} never comes")

    def close(self) -> None:
        """Disconnect the phone."""
        self.answer.close()
        self.connection.close()


class Table:
    """A session that phones may join."""

    def __init__(
        self, loop: EventLoop, ghost: bool = True, folder: Path | None = None, port: int = 0
    ) -> None:
        self.loop = loop
        self.phones = PhoneService(port, HOST, folder)
        self._given: list[Phone] = []
        loop.host.phones = self.phones
        loop.send(Prefer(loop.session.lobby.preferences._replace(ghost=ghost)))
        loop.send(PhoneServiceFound(called=True))
        self.until(
            lambda: bool(
                loop.session.config.phone_access.address and loop.session.config.phone_access.codes
            ),
            "the door is open",
        )

    @property
    def port(self) -> int:
        """Return the port for phones."""
        return int(self.loop.session.config.phone_access.address.rpartition(":")[2])

    def until(self, condition: Callable[[], bool], what: str) -> None:
        """Wait until a condition holds.

        Raises:
            AssertionError: It does not in time.
        """
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, f"waited in vain until {what}"
            self.loop.poll(time.monotonic())
            time.sleep(0.002)

    def code(self, seat: int = SCREEN) -> str:
        """Return the code of a seat, or of the table; "" if it has none yet."""
        return next(
            (one.code for one in self.loop.session.config.phone_access.codes if one.seat == seat),
            "",
        )

    def joined(self, seat: int = SCREEN) -> int:
        """Return how many phones have joined by this code."""
        return next(
            one.joined for one in self.loop.session.config.phone_access.codes if one.seat == seat
        )

    def phone(self, seat: int = SCREEN, cookie: str = "") -> Phone:
        """Return a phone that has joined, with the cookies that it has."""
        phone = self.look(seat, cookie)
        assert phone.answer.status == 200
        return phone

    def look(self, seat: int = SCREEN, cookie: str = "") -> Phone:
        """Return a phone that tries to join."""
        return self.open(f"/{self.code(seat)}/news", cookie)

    def open(self, path: str, cookie: str = "") -> Phone:
        """Return a phone that asks for events at an address."""
        self._given.append(Phone(self.port, path, cookie))
        return self._given[-1]

    def close(self) -> None:
        """Disconnect all phones, and end the session."""
        for phone in self._given:
            phone.close()
        self.loop.close()

    def get(self, path: str, **heads: str) -> tuple[HTTPResponse, str]:
        """Return one page, and its HTTP answer."""
        return self._asked(
            "GET", path, None, {name.replace("_", "-"): value for name, value in heads.items()}
        )

    def post(
        self, path: str, fields: Mapping[str, object], *, cookie: str = "", **headers: str
    ) -> tuple[HTTPResponse, str]:
        """Post fields as a page of the table's own does; return the answer with its text."""
        heads = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Origin": f"http://{HOST}:{self.port}",
            **({"Cookie": cookie} if cookie else {}),
            **headers,
        }
        return self._asked("POST", path, urlencode(fields), heads)

    def _asked(
        self, method: str, path: str, said: str | None, heads: Mapping[str, str]
    ) -> tuple[HTTPResponse, str]:
        connection = HTTPConnection(HOST, self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, said, dict(heads))
            answer = connection.getresponse()
            return answer, answer.read().decode()
        finally:
            connection.close()

    def raw(self, sent: bytes) -> bytes:
        """Return the answer to these bytes."""
        with socket.create_connection((HOST, self.port), PATIENCE) as connection:
            connection.sendall(sent)
            answer = b""
            while part := connection.recv(65536):
                answer += part
            return answer


@contextmanager
def looked_at(
    loop: EventLoop, ghost: bool = True, folder: Path | None = None, port: int = 0
) -> Iterator[Table]:
    """Return a table that is closed at the end; `folder` keeps its codes."""
    table = Table(loop, ghost, folder, port)
    try:
        yield table
    finally:
        table.close()


def joined(loop: EventLoop, *seats: int) -> EventLoop:
    """Let the service report that a phone has joined each of these seats."""
    loop.send(PhoneServiceFound(called=True))
    codes = tuple(
        Invitation(seat, f"CODE{seat}", int(seat in seats))
        for seat in (SCREEN, *loop.session.people)
    )
    loop.send(PhoneServiceReported("10.0.0.1:8137", NOTHING, codes))
    return loop


def trouble_of(loop: EventLoop) -> str:
    """Wait until the service says why phones cannot join, and return that."""
    end = time.monotonic() + MAX_TROUBLE_WAIT
    while not loop.session.config.phone_access.trouble:
        assert time.monotonic() < end, "nothing is said"
        loop.poll(time.monotonic())
        time.sleep(0.002)
    return str(loop.session.config.phone_access.trouble)
