"""Measure phones: the time from touch to page, and the screen's pauses under a flood.

The whole app runs in a real window with eight people. The pages are HTTP connections of another
process, which send as fast as the network permits.
"""

from __future__ import annotations

import asyncio
import json
import re
import socket
import subprocess
import sys
import time
from itertools import cycle
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from companion import children
from companion.bench import Figure, measured_play, within
from companion.bench.screen import (
    COMPLAINTS,
    await_frame,
    frame_times,
    on_a_display,
    pauses,
)
from companion.errors import ScreenError

PAGES: Final = 16
"""Open pages: one of each seat, the others second screens."""
SEATS: Final = 8
TAPS: Final = 80
REST: Final = 0.3
"""Seconds between two touches.

This is slower than the limit of a seat, and enough for all pages to take up the last touch.
"""
FLOOD: Final = 5.0
"""Seconds for which one phone touches as fast as it is answered."""
GREED: Final = 4
"""The parallel connections of the flood."""
SETTLED: Final = 3.0
"""Seconds that the screen settles before the flood."""
AIM: Final = 60
"""The target in milliseconds from a touch to its page, for 95 of 100."""
PAUSE: Final = 50
"""The target in milliseconds between two frames, for 99 of 100 pauses."""
PATIENCE: Final = 60.0
"""Seconds that a page may take."""
HOST: Final = "127.0.0.1"
FORM: Final = re.compile(
    r'name="seat" value="(\d+)">\s*<input type="hidden" name="revision" value="(\d+)"'
)
ACT: Final = re.compile(r'name="do" value="((?:put|take) \d+)"')


def taps_and_flood() -> list[Figure]:
    """Measure from touch to page with PAGES pages, and frame pauses while one phone floods.

    Raises:
        ScreenError: There is no display.
    """
    return on_a_display(_measure)


def _measure(environment: dict[str, str], folder: Path) -> list[Figure]:
    frames = folder / "frames"
    with socket.create_server((HOST, 0)) as listening:
        # A free port.
        port = int(listening.getsockname()[1])
    people = ",".join(["person"] * SEATS)
    words = [
        "--state",
        str(folder),
        "--seats",
        people,
        "--table",
        "virtual:",
        "--phones",
        str(port),
    ]
    order = [sys.executable, "-m", measured_play.__name__, "race", str(frames), "", *words]
    with (
        (folder / COMPLAINTS).open("wb") as complaints,
        children.start(
            order, stdout=subprocess.DEVNULL, stderr=complaints, env=environment
        ) as process,
    ):
        try:
            await_frame(frames, 0.0, process)
            # What the first screen still has to prepare is not the phones' fault.
            await_frame(frames, time.monotonic() + SETTLED, process)
            codes = _codes(folder)
            taps, flood, posts = asyncio.run(_phones(port, codes))
            # A pause that the flood caused may end after the flood.
            await_frame(frames, time.monotonic(), process)
        except (OSError, TimeoutError, asyncio.IncompleteReadError) as fault:
            raise ScreenError(
                f"the table let no phone in ({fault}): try clockwork-derby play --phones, which "
                f"says why"
            ) from fault
        finally:
            process.kill()
    times = frame_times(frames)
    quiet, under = pauses(times, [(times[0], flood[0])]), pauses(times, [flood])
    return [
        Figure(
            f"from touch to page with {PAGES} pages, median",
            within(0.5, taps),
            "ms",
            remark=f"of {len(taps)} touches",
        ),
        Figure(
            f"from touch to page with {PAGES} pages, 95 of 100",
            within(0.95, taps),
            "ms",
            f"<= {AIM}",
        ),
        Figure(
            "frame pause before the flood, 99 of 100",
            within(0.99, quiet),
            "ms",
            remark=f"of {len(quiet)} pauses, touches among them",
        ),
        Figure("frame pause beside a flood, median", within(0.5, under), "ms"),
        Figure("frame pause beside a flood, 99 of 100", within(0.99, under), "ms", f"<= {PAUSE}"),
        Figure(
            "longest frame pause beside a flood", under[-1], "ms", remark=f"of {len(under)} pauses"
        ),
        Figure("touches of the flood a second", posts / (flood[1] - flood[0]), ""),
    ]


def _codes(folder: Path) -> dict[int, str]:
    """Return the codes of all seats and of the table (0), as the app saves them."""
    from companion.phones.codes import FILE_NAME

    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            kept = json.loads((folder / FILE_NAME).read_text("utf-8"))["codes"]
        except (OSError, ValueError):
            kept = {}
        if len(kept) == SEATS + 1:
            return {int(seat): str(code["letters"]) for seat, code in kept.items()}
        time.sleep(0.05)
    raise ScreenError(
        "the table made no codes for phones: try clockwork-derby play --phones, which says why"
    )


# ---- Pages ----


class _Page:
    """A page that receives its updates."""

    def __init__(self, port: int, letters: str) -> None:
        self._port, self._letters = port, letters
        self.html, self.beat, self.came = "", "", asyncio.Event()

    async def hear(self) -> None:
        """Receive updates until cancelled."""
        reader, writer = await asyncio.open_connection(HOST, self._port, limit=1 << 24)
        writer.write(
            f"GET /{self._letters}/news HTTP/1.1\r\nHost: {HOST}:{self._port}\r\n\r\n".encode()
        )
        number = kind = ""
        try:
            while line := (await reader.readline()).decode():
                name, _, value = line.rstrip("\r\n").partition(": ")
                if name == "id":
                    number = value
                elif name == "event":
                    kind = value
                elif name == "data":
                    self.beat = number
                    if kind == "message":
                        self.html = json.loads(value)
                        self.came.set()
        finally:
            writer.close()

    def body(self) -> bytes:
        """Return the form of a touch on the first card: put in if a slot is free, else removed."""
        form, acts = FORM.search(self.html), ACT.findall(self.html)
        if form is None or not acts:
            raise ScreenError("a phone has no cards to touch: try clockwork-derby play --phones")
        seat, revision = form.groups()
        return urlencode(
            {"seat": seat, "revision": revision, "do": acts[0], "beat": self.beat}
        ).encode()

    def request(self) -> bytes:
        """Return the HTTP request of a touch."""
        body, host = self.body(), f"{HOST}:{self._port}"
        head = (
            f"POST /{self._letters}/play HTTP/1.1\r\nHost: {host}\r\nOrigin: "
            f"http://{host}\r\nAccept: text/plain\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        return head.encode() + body


async def _phones(port: int, codes: dict[int, str]) -> tuple[list[float], tuple[float, float], int]:
    """Touch cards, then flood.

    Returns:
        The milliseconds from touch to page in ascending order, when the flood began and ended, and
        its number of touches.
    """
    seats = [_Page(port, codes[seat]) for seat in range(1, SEATS + 1)]
    pages = [*seats, *(_Page(port, codes[0]) for _ in range(PAGES - SEATS))]
    hearing = [asyncio.create_task(page.hear()) for page in pages]
    try:
        async with asyncio.timeout(PATIENCE):
            for page in pages:
                await page.came.wait()
        taps = [await _tap(page, port) for page, _ in zip(cycle(seats), range(TAPS), strict=False)]
        began = time.monotonic()
        posts = await asyncio.gather(
            *(_tap_until(seats[0], port, began + FLOOD) for _ in range(GREED))
        )
        return sorted(taps), (began, time.monotonic()), sum(posts)
    finally:
        for task in hearing:
            task.cancel()
        await asyncio.gather(*hearing, return_exceptions=True)


async def _tap(page: _Page, port: int) -> float:
    """Pause, touch a card, and return the milliseconds until its page came."""
    await asyncio.sleep(REST)
    page.came.clear()
    reader, writer = await asyncio.open_connection(HOST, port)
    began = time.perf_counter()
    writer.write(page.request())
    await _answer(reader)
    async with asyncio.timeout(PATIENCE):
        await page.came.wait()
    passed = 1000 * (time.perf_counter() - began)
    writer.close()
    return passed


async def _tap_until(page: _Page, port: int, end: float) -> int:
    """Touch on one connection as fast as it is answered until `end`; return how often."""
    reader, writer = await asyncio.open_connection(HOST, port)
    posts = 0
    while time.monotonic() < end:
        writer.write(page.request())
        await _answer(reader)
        posts += 1
    writer.close()
    return posts


async def _answer(reader: asyncio.StreamReader) -> None:
    """Read one whole answer."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = re.search(rb"content-length: (\d+)", head)
    if length is not None:
        await reader.readexactly(int(length[1]))
