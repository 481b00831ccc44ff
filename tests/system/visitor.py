"""A player with a phone, who reads an invitation off a screen and plays through its pages."""

from __future__ import annotations

import re
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Final
from urllib.parse import urlencode, urlsplit

import zxingcpp
from PIL import Image as Picture

HOST: Final = "127.0.0.1"
PATIENCE: Final = 60.0
"""Seconds for an answer from an emulated machine under load."""


def invitation(picture: Path) -> str:
    """Return the address that a screen shows to a phone's camera, "" if there is none."""
    with Picture.open(picture) as seen:
        found = zxingcpp.read_barcodes(seen.convert("L"))
    return found[0].text if found else ""


class Visitor:
    """A phone without a picture.

    `port` is where this machine leads to the table's port, `code` the one that it joins with.
    """

    def __init__(self, port: int, code: str) -> None:
        """Begin without a request."""
        self.port, self.code = port, code

    @classmethod
    def invited(cls, address: str, port: int) -> Visitor:
        """Return a visitor for the network and port of an address that are behind `port` here."""
        return cls(port, urlsplit(address).path.strip("/"))

    def get(self, path: str | None = None, patience: float = PATIENCE) -> tuple[int, str]:
        """Return status and content of a page, its own by default.

        Raises:
            OSError: The table does not answer.
        """
        return self._asked("GET", f"/{self.code}" if path is None else path, "", patience)

    def offered(self) -> list[str]:
        """Return the keys of everything that can be touched on its page."""
        return re.findall(r'name="do" value="([^"]*)"', self.get()[1])

    def touch(self, act: str) -> int:
        """Touch what has this key, as the page has it now; return the status of the answer."""
        form = next(
            form
            for form in re.findall(r"<form.*?</form>", self.get()[1], re.DOTALL)
            if f'value="{act}"' in form
        )
        hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
        return self._asked(
            "POST", f"/{self.code}/play", urlencode({**hidden, "do": act}), PATIENCE
        )[0]

    def _asked(self, method: str, path: str, said: str, patience: float) -> tuple[int, str]:
        connection = HTTPConnection(HOST, self.port, timeout=patience)
        try:
            if said:
                heads = {
                    "Content-Type": "application/x-www-form-urlencoded",
                    "Origin": f"http://{HOST}:{self.port}",
                }
            else:
                heads = {}
            connection.request(method, path, said or None, heads)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except HTTPException as fault:
            raise ConnectionError(f"the table broke off: {fault!r}") from fault
        finally:
            connection.close()
