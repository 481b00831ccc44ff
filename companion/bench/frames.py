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
