"""Read when the frames of an app came by, from the file into which it writes a line for each."""

from __future__ import annotations

import subprocess
import time
from itertools import pairwise
from pathlib import Path
from typing import Final

from companion.errors import ScreenFault

PATIENCE: Final = 120.0
"""Seconds that a frame may take to come."""
COMPLAINTS: Final = "complaints"
"""The name of the file beside it with what the app has complained of."""
OUR_RACE: Final = """
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
    while sys.argv[2] and str(loop.session.house.table) != sys.argv[2]:
        loop.poll(time.monotonic())
        time.sleep(0.05)
    for message in (Go("rules"), Begin()):
        say(message)
    while loop.session.page != "program":
        say(Confirm(loop.session.step))
    frames = open(sys.argv[1], "w", buffering=1)
    Clock.schedule_interval(lambda _: print(time.monotonic(), loop.view.page, file=frames), 0)
    return stands
app.open_app = opened
main(["play", "--size", "800x480", *sys.argv[3:]])
"""
"""The command, with a game in which people are asked for their programs; the time of every frame goes into a file.

Its words are the file, the sign of the table that is awaited ("" for none), and further words of the command.
"""


def await_frame(frames: Path, moment: float, process: subprocess.Popen[bytes]) -> None:
    """Wait until a frame has come by after a moment. ScreenFault where none comes within PATIENCE, or the process has ended."""
    end = time.monotonic() + PATIENCE
    while not frames.exists() or (frame_times(frames) or [0.0])[-1] <= moment:
        if process.poll() is not None or time.monotonic() > end:
            said = last_line((frames.parent / COMPLAINTS).read_text("utf-8", "replace"))
            raise ScreenFault(
                f"the window did not open, or stands still{said}: try clockwork-derby play, which says why"
            )
        time.sleep(0.05)


def frame_times(frames: Path) -> list[float]:
    """Return when the frames came by, in seconds; a line that is not whole yet is left out."""
    return [
        float(line.split()[0])
        for line in frames.read_text("utf-8").splitlines(keepends=True)
        if line.endswith("\n")
    ]


def pauses(times: list[float], spans: list[tuple[float, float]]) -> list[float]:
    """Return the milliseconds between two frames, where a span falls into them, in ascending order."""
    return sorted(
        1000 * (after - before)
        for before, after in pairwise(times)
        if any(before < end and after > begin for begin, end in spans)
    )


def last_line(complaints: str) -> str:
    """Return the last thing that a program has complained of, in brackets, "" for nothing."""
    last = next((line.strip() for line in reversed(complaints.splitlines()) if line.strip()), "")
    return f" ({last})" if last else ""
