"""How long the screen stands still while a card reader sends messages as fast as they are read."""
from __future__ import annotations

import math
import os
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from companion.bench.flooder import Flooder
from companion.bench.yardstick import Figure
from companion.errors import ScreenFault
from companion.table.seats import FILE, Seats

ROUNDS: Final = 5
"""Times that the reader is plugged in."""
FLOOD: Final = 5.0
"""Seconds that it goes on each time, unless it is read no more."""
TARGET: Final = 100
"""Milliseconds between two frames that 99 of 100 pauses must not exceed."""
SETTLED: Final = 3.0
"""Seconds that the screen has stood before the first flood."""
PATIENCE: Final = 120.0
"""Seconds after which nobody waits for a frame any more."""
UID: Final = "E6614C775B000001"
OURS: Final = """
import sys, time
from companion.__main__ import main
from companion.ui import app
opening = app.open_app
def opened(*wishes):
    stands = opening(*wishes)
    from kivy.clock import Clock
    from companion.session.messages import Begin, Confirm, Go
    loop = stands.bridge.loop
    def say(message):
        loop.send(message)
        loop.record.wait()
        loop.poll(time.monotonic())
    while loop.session.house.table != "1 card reader":
        loop.poll(time.monotonic())
        time.sleep(0.05)
    for message in (Go("rules"), Begin()):
        say(message)
    while loop.session.page != "program":
        say(Confirm(loop.session.step))
    frames = open(sys.argv[3], "w", buffering=1)
    Clock.schedule_interval(lambda _: print(time.monotonic(), loop.view.page, file=frames), 0)
    return stands
app.open_app = opened
main(["play", "--size", "800x480", "--state", sys.argv[1], "--table", "serial:" + sys.argv[2]])
"""
"""The command, with a race in which seat 1 is asked for its program; the time of every frame of its loop goes into a file."""


def pauses_under_flood() -> list[Figure]:
    """Frame pauses of the app while the reader of seat 1 floods its line, counted from its first message to the last one that is read.

    On a virtual display where there is no other; ScreenFault where none can be had.
    """
    from companion.ui.virtual_display import VirtualDisplay
    from companion.ui.window import on_console

    with TemporaryDirectory(prefix="derby-bench-") as folder:
        if not on_console():
            return _measured(dict(os.environ), Path(folder))
        with VirtualDisplay() as display:
            return _measured(display.environment(), Path(folder))


def _measured(environment: dict[str, str], folder: Path) -> list[Figure]:
    Seats(folder / FILE).give(UID, 1)
    port, frames = folder / "reader", folder / "frames"
    order = [sys.executable, "-c", OURS, str(folder), str(port), str(frames)]
    reader = _plugged(port)
    with subprocess.Popen(order, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment) as process:
        try:
            _await(frames, 0.0, process)
            # What the first screen still has to prepare is no matter of the flood.
            _await(frames, time.monotonic() + SETTLED, process)
            floods = [_flooded(reader, port)]
            while len(floods) < ROUNDS:
                reader = _plugged(port)
                floods.append(_flooded(reader, port))
            # The pause that the last flood made may end later than the flood.
            _await(frames, time.monotonic(), process)
        finally:
            process.kill()
    return _figures(_times(frames), floods)


def _plugged(port: Path) -> Flooder:
    reader = Flooder(UID, seconds=FLOOD)
    port.symlink_to(reader.path)
    return reader


def _flooded(reader: Flooder, port: Path) -> tuple[float, float, int]:
    """Let a reader flood its line, wait until that is over, and pull it out."""
    try:
        reader.flood()
        return reader.flooded()
    finally:
        port.unlink()
        reader.close()


def _times(frames: Path) -> list[float]:
    """When the loop came by, seconds; a line that is not whole yet is left out."""
    return [float(line.split()[0]) for line in frames.read_text("utf-8").splitlines(keepends=True) if line.endswith("\n")]


def _await(frames: Path, moment: float, process: subprocess.Popen[bytes]) -> None:
    """Wait until the loop has come by after a moment."""
    end = time.monotonic() + PATIENCE
    while not frames.exists() or (_times(frames) or [0.0])[-1] <= moment:
        if process.poll() is not None or time.monotonic() > end:
            raise ScreenFault("the window did not open, or stands still: try clockwork-derby play, which says why")
        time.sleep(0.05)


def _figures(times: list[float], floods: list[tuple[float, float, int]]) -> list[Figure]:
    """Only pauses that a flood falls into count: quiet frames would hide the long ones."""
    quiet = _pauses(times, [(times[0], floods[0][0])])
    under = _pauses(times, [(begin, end) for begin, end, _ in floods])
    seconds = sum(end - begin for begin, end, _ in floods)
    return [
        Figure("frame pause before the first flood, 99 of 100", _share(quiet, 0.99), "ms", remark=f"of {len(quiet)} pauses"),
        Figure("frame pause under flood, median", _share(under, 0.5), "ms"),
        Figure("frame pause under flood, 99 of 100", _share(under, 0.99), "ms", f"<= {TARGET}"),
        Figure("longest frame pause under flood", under[-1], "ms", remark=f"of {len(under)} pauses"),
        Figure("flood until the reader is set aside", seconds / ROUNDS, "s", remark=f"of {FLOOD:g} s, {ROUNDS} times"),
        Figure("read of it a second", sum(read for *_, read in floods) / seconds / 1000, "kB"),
    ]


def _pauses(times: list[float], spans: list[tuple[float, float]]) -> list[float]:
    """Milliseconds between two frames, where a span falls into them; in ascending order."""
    return sorted(1000 * (after - before) for before, after in pairwise(times) if any(before < end and after > begin for begin, end in spans))


def _share(pauses: list[float], share: float) -> float:
    """The time within which so many of all pauses lie."""
    return pauses[math.ceil(share * len(pauses)) - 1]
