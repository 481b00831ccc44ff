"""A table at which phones look on: a real session, the real service on a real port, and phones that speak HTTP over a real socket."""
from __future__ import annotations

import html
import json
import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from typing import Final

from companion.app.loop import EventLoop
from companion.phones.service import Phones
from companion.session.lobby.invited import SCREEN
from companion.session.preferences import Prefer
from companion.session.pages.phones import OfferPhones

PATIENCE: Final = 60.0
"""Seconds after which something has not come."""
HOST: Final = "127.0.0.1"


def words_of(page: str) -> str:
    """What is read on a page: its words without the drawing."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


class Phone:
    """A phone that has opened the news of its page."""

    def __init__(self, port: int, path: str) -> None:
        self.connection = HTTPConnection(HOST, port, timeout=PATIENCE)
        self.connection.request("GET", path)
        self.answer = self.connection.getresponse()

    def event(self) -> tuple[str, str]:
        """The kind and the words of the next event; ("end", "") where the server has ended it."""
        kind, end = "message", time.monotonic() + PATIENCE
        while line := self.answer.readline().decode():
            # A word without meaning comes now and then.
            assert time.monotonic() < end, "no news"
            if line.startswith("event: "):
                kind = line[7:].strip()
            elif line.startswith("data: "):
                return kind, words_of(json.loads(line[6:]))
        return "end", ""

    def until(self, words: str) -> str:
        """The next event that contains these words."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            kind, told = self.event()
            if words in told:
                return told
            assert kind == "message", f"{kind}: {told}"
        raise AssertionError(f"{words!r} never comes")

    def close(self) -> None:
        """The phone is put away."""
        self.answer.close()
        self.connection.close()


class Table:
    """A session at which phones may look on."""

    def __init__(self, loop: EventLoop, ghost: bool = True) -> None:
        self.loop = loop
        self.phones = Phones(0, HOST)
        self._given: list[Phone] = []
        loop.host.phones = self.phones
        loop.send(Prefer(loop.session.preferences._replace(ghost=ghost)))
        loop.send(OfferPhones(called=True))
        self.until(lambda: bool(loop.session.house.invited.address and loop.session.house.invited.codes), "the door is open")

    @property
    def port(self) -> int:
        """Where phones come in."""
        return int(self.loop.session.house.invited.address.rpartition(":")[2])

    def until(self, condition: Callable[[], bool], what: str) -> None:
        """Wait until something is so; AssertionError when it does not come."""
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, f"waited in vain until {what}"
            self.loop.poll(time.monotonic())
            time.sleep(0.002)

    def code(self, seat: int = SCREEN) -> str:
        """The code of a seat, or of a second screen."""
        return next(one.code for one in self.loop.session.house.invited.codes if one.seat == seat)

    def joined(self, seat: int = SCREEN) -> int:
        """How many phones look by this code."""
        return next(one.joined for one in self.loop.session.house.invited.codes if one.seat == seat)

    def phone(self, seat: int = SCREEN) -> Phone:
        """A phone that has joined."""
        phone = self.look(seat)
        assert phone.answer.status == 200
        return phone

    def look(self, seat: int = SCREEN) -> Phone:
        """A phone that tries to."""
        self._given.append(Phone(self.port, f"/{self.code(seat)}/news"))
        return self._given[-1]

    def close(self) -> None:
        """Put all phones away, and end the session."""
        for phone in self._given:
            phone.close()
        self.loop.close()

    def get(self, path: str) -> tuple[HTTPResponse, str]:
        """One page, and the answer that brought it."""
        connection = HTTPConnection(HOST, self.port, timeout=PATIENCE)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer, answer.read().decode()
        finally:
            connection.close()

    def raw(self, sent: bytes) -> bytes:
        """What is answered to these bytes."""
        with socket.create_connection((HOST, self.port), PATIENCE) as connection:
            connection.sendall(sent)
            answer = b""
            while part := connection.recv(65536):
                answer += part
            return answer


@contextmanager
def looked_at(loop: EventLoop, ghost: bool = True) -> Iterator[Table]:
    """A table that is closed again."""
    table = Table(loop, ghost)
    try:
        yield table
    finally:
        table.close()
