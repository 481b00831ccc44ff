"""Measure the screen: its start, and its pauses while a card reader floods its line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from companion import children
from companion.bench import Figure, measured_play, within
from companion.bench.flooder import Flooder
from companion.errors import ScreenError
from companion.named_tuples import NamedTuple
from companion.table.seats import FILE, Seats

STARTS: Final = 7
RATIO: Final = 1.5
"""The target in times of an empty window: Kivy's own part cannot be shortened here."""
MEMORY: Final = 200
"""The target in MB of private memory where the processor draws."""
FLOODS: Final = 5
"""The number of times that the reader is plugged in."""
FLOOD: Final = 5.0
"""Seconds that a flood lasts, unless the reader is set aside."""
PAUSE: Final = 100
"""The target in milliseconds between two frames, for 99 of 100 pauses."""
SETTLED: Final = 3.0
"""Seconds that the screen settles before the first flood."""
UID: Final = "E6614C775B000001"
PATIENCE: Final = 120.0
"""Seconds that a frame may take."""
COMPLAINTS: Final = "complaints"
"""The name of the file with what the app prints to standard error."""


def on_a_display(measured: Callable[[dict[str, str], Path], list[Figure]]) -> list[Figure]:
    """Measure with an empty folder and an environment with a display, if needed a virtual one.

    Raises:
        ScreenError: There is no display.
    """
    from companion.ui.virtual_display import VirtualDisplay
    from companion.ui.window import on_console

    with TemporaryDirectory(prefix="derby-bench-") as folder:
        if not on_console():
            return measured(dict(os.environ), Path(folder))
        with VirtualDisplay() as display:
            return measured(display.environment(), Path(folder))


def facts_of_program(
    arguments: Sequence[str], environment: dict[str, str], patience: float
) -> dict[str, Any]:
    """Return the JSON object that Python with these arguments, a program with a window, prints.

    Raises:
        ScreenError: It prints none within `patience` seconds.
    """
    try:
        done = children.run(
            [sys.executable, *arguments],
            capture_output=True,
            text=True,
            errors="replace",
            env=environment,
            timeout=patience,
        )
    except subprocess.TimeoutExpired as fault:
        raise ScreenError(
            f"it was not played within {patience:.0f} s: try clockwork-derby play"
        ) from fault
    line = next((line for line in done.stdout.splitlines() if line.startswith("{")), None)
    if line is None:
        raise ScreenError(
            f"it was not played{last_line(done.stderr)}: try clockwork-derby play, which says why"
        )
    return dict(json.loads(line))


# ---- Start-up ----


EMPTY: Final = """
import os
os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_CONFIG="1", KIVY_NO_FILELOG="1", KIVY_NO_CONSOLELOG="1")
from kivy.config import Config
Config.set("graphics", "width", "800")
Config.set("graphics", "height", "480")
from kivy.app import App
from kivy.core.window import Window
Window.bind(on_flip=lambda *_: print("drawn", flush=True))
App().run()
"""
"""A program that opens an empty window as Kivy's guide does."""


def startup_ratio() -> list[Figure]:
    """Measure time to the first frame and memory at it, of the app and of an empty window.

    Raises:
        ScreenError: There is no display.
    """
    return on_a_display(_starts)


def _starts(environment: dict[str, str], folder: Path) -> list[Figure]:
    # Bytecode is kept, as on a player's machine; the first run, which is not counted, writes what
    # is missing.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    empty_window, app = ("-c", EMPTY), ("-m", measured_play.__name__, "start", str(folder))
    _until_drawn(app, environment)
    # Both in each round, so that a busy moment of the machine affects both.
    rounds = [
        (_until_drawn(empty_window, environment), _until_drawn(app, environment))
        for _ in range(STARTS)
    ]
    # The shortest, as in `best_seconds`: nothing makes a start faster than it is.
    empty, ours = (min(drawn.seconds for drawn in column) for column in zip(*rounds, strict=True))
    figures = [
        Figure("empty Kivy window", empty, "s"),
        Figure("first touchable screen", ours, "s"),
        Figure("ratio", ours / empty, "", f"<= {RATIO}", f"the shortest of {STARTS} rounds"),
    ]
    least, more = (min(drawn.memory for drawn in column) for column in zip(*rounds, strict=True))
    if least:
        figures += [
            Figure("private memory of the empty window", least, "MB"),
            Figure("private memory at the first touchable screen", more, "MB", f"<= {MEMORY}"),
            Figure("ratio of memory", more / least, ""),
        ]
    return figures


class Drawn(NamedTuple):
    """A program that has drawn its first frame."""

    seconds: float
    """From its start."""
    memory: float
    """Its private memory in MB, 0 where the system does not report it."""


def _until_drawn(arguments: Sequence[str], environment: dict[str, str]) -> Drawn:
    """Return time and memory at the first frame of Python with these arguments, and kill it."""
    before = time.perf_counter()
    with children.start(
        [sys.executable, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        text=True,
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        passed = time.perf_counter() - before
        # The MB that only this process has, 0 where the system does not report them.
        try:
            rows = Path(f"/proc/{process.pid}/smaps_rollup").read_text("ascii").splitlines()
        except OSError:
            rows = []
        memory = sum(int(row.split()[1]) for row in rows if row.startswith("Private_")) / 1024
        # Killed, not asked to end: its end is not measured.
        process.kill()
    # A program that ended without a frame has closed its output: an empty line is read.
    if said.strip() != "drawn":
        raise ScreenError("the window did not open: try clockwork-derby play, which says why")
    return Drawn(passed, memory)


# ---- Flood ----


def pauses_under_flood() -> list[Figure]:
    """Measure frame pauses while the reader of seat 1 floods its line.

    The span is from its first message to the last one that is read.

    Raises:
        ScreenError: There is no display.
    """
    return on_a_display(_floods)


def _floods(environment: dict[str, str], folder: Path) -> list[Figure]:
    Seats(folder / FILE).give(UID, 1)
    port, frames = folder / "reader", folder / "frames"
    order = [
        sys.executable,
        "-m",
        measured_play.__name__,
        "race",
        str(frames),
        "1 card reader",
        "--state",
        str(folder),
        "--table",
        f"serial:{port}",
    ]
    reader = _plug(port)
    with (
        (folder / COMPLAINTS).open("wb") as complaints,
        children.start(
            order, stdout=subprocess.DEVNULL, stderr=complaints, env=environment
        ) as process,
    ):
        try:
            await_frame(frames, 0.0, process)
            # What the first screen still has to prepare is not the flood's fault.
            await_frame(frames, time.monotonic() + SETTLED, process)
            floods = [_flood_line(reader, port)]
            while len(floods) < FLOODS:
                reader = _plug(port)
                floods.append(_flood_line(reader, port))
            # A pause that the last flood caused may end after the flood.
            await_frame(frames, time.monotonic(), process)
        finally:
            process.kill()
            reader.close()
    return _figures(frame_times(frames), floods)


def _plug(port: Path) -> Flooder:
    reader = Flooder(UID, seconds=FLOOD)
    port.symlink_to(reader.path)
    return reader


def _flood_line(reader: Flooder, port: Path) -> tuple[float, float, int]:
    """Let a reader flood its line, wait until that is over, and unplug it."""
    try:
        reader.flood()
        return reader.flooded()
    finally:
        port.unlink()
        reader.close()


def _figures(times: list[float], floods: list[tuple[float, float, int]]) -> list[Figure]:
    """Return the pauses of frames while signals flood in; calm frames do not count."""
    quiet = pauses(times, [(times[0], floods[0][0])])
    under = pauses(times, [(begin, end) for begin, end, _ in floods])
    seconds = sum(end - begin for begin, end, _ in floods)
    return [
        Figure(
            "frame pause before the first flood, 99 of 100",
            within(0.99, quiet),
            "ms",
            remark=f"of {len(quiet)} pauses",
        ),
        Figure("frame pause under flood, median", within(0.5, under), "ms"),
        Figure("frame pause under flood, 99 of 100", within(0.99, under), "ms", f"<= {PAUSE}"),
        Figure(
            "longest frame pause under flood", under[-1], "ms", remark=f"of {len(under)} pauses"
        ),
        Figure(
            "flood until the reader is set aside",
            seconds / FLOODS,
            "s",
            remark=f"of {FLOOD:g} s, {FLOODS} times",
        ),
        Figure("read of it a second", sum(read for *_, read in floods) / seconds / 1000, "kB"),
    ]


# ---- Frames ----


def await_frame(frames: Path, moment: float, process: subprocess.Popen[bytes]) -> None:
    """Wait for a frame later than `moment`.

    Raises:
        ScreenError: None comes within PATIENCE, or the process has ended.
    """
    end = time.monotonic() + PATIENCE
    while not frames.exists() or (frame_times(frames) or [0.0])[-1] <= moment:
        if process.poll() is not None or time.monotonic() > end:
            said = last_line((frames.parent / COMPLAINTS).read_text("utf-8", "replace"))
            raise ScreenError(
                f"the window did not open, or stands still{said}: try clockwork-derby play, which "
                f"says why"
            )
        time.sleep(0.05)


def frame_times(frames: Path) -> list[float]:
    """Return the times of the frames in seconds; an incomplete line is left out."""
    return [
        float(line.split()[0])
        for line in frames.read_text("utf-8").splitlines(keepends=True)
        if line.endswith("\n")
    ]


def pauses(times: list[float], spans: list[tuple[float, float]]) -> list[float]:
    """Return the milliseconds between frames that overlap a span, in ascending order."""
    return sorted(
        1000 * (after - before)
        for before, after in pairwise(times)
        if any(before < end and after > begin for begin, end in spans)
    )


def last_line(complaints: str) -> str:
    """Return the last line that a program complained of, in brackets; "" for none."""
    last = next((line.strip() for line in reversed(complaints.splitlines()) if line.strip()), "")
    return f" ({last})" if last else ""
