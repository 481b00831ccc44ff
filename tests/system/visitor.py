"""Somebody with a phone: reads an invitation off a screen as a camera does, and plays a seat through the pages that a browser would show."""

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
"""Seconds for an answer from an emulated machine that has other work."""


def invitation(picture: Path) -> str:
    """The address that a screen shows to a phone's camera, "" where it shows none."""
    with Picture.open(picture) as seen:
        found = zxingcpp.read_barcodes(seen.convert("L"))
    return found[0].text if found else ""


class Visitor:
    """A phone without a picture; `port` is where this machine leads to the table's port, `code` the one that it joins with."""

    def __init__(self, port: int, code: str) -> None:
        """It has not asked for anything yet."""
        self.port, self.code = port, code

    @classmethod
    def invited(cls, address: str, port: int) -> Visitor:
        """Whoever has read an address, whose network and port lie behind `port` here."""
        return cls(port, urlsplit(address).path.strip("/"))

    def get(self, path: str | None = None, patience: float = PATIENCE) -> tuple[int, str]:
        """A page, its own unless another one is named, by its status and content; OSError where the table does not answer."""
        return self._asked("GET", f"/{self.code}" if path is None else path, "", patience)

    def offered(self) -> list[str]:
        """Everything that can be touched on its page, by the keys."""
        return re.findall(r'name="do" value="([^"]*)"', self.get()[1])

    def touch(self, act: str) -> int:
        """Touch what has this key, as the page has it now; the status of the answer."""
        form = next(
            form
            for form in re.findall(r"<form.*?</form>", self.get()[1], re.DOTALL)
            if f'value="{act}"' in form
        )
        hidden = dict(re.findall(r'name="(seat|step)" value="(\d+)"', form))
        return self._asked(
            "POST", f"/{self.code}/play", urlencode({**hidden, "do": act}), PATIENCE
        )[0]

    def _asked(self, method: str, path: str, said: str, patience: float) -> tuple[int, str]:
        connection = HTTPConnection(HOST, self.port, timeout=patience)
        try:
            heads = (
                {
                    "Content-Type": "application/x-www-form-urlencoded",
                    "Origin": f"http://{HOST}:{self.port}",
                }
                if said
                else {}
            )
            connection.request(method, path, said or None, heads)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except HTTPException as fault:
            raise ConnectionError(f"the table broke off: {fault!r}") from fault
        finally:
            connection.close()
