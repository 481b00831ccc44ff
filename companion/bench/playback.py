"""Measure the screen while a turn is played: smoothness, Python per frame, and the idle cost.

    python -m companion.bench.playback FOLDER STILL PIECES

This is the process that is measured: the command, with a turn that the screen plays as fast as it
can, and STILL idle seconds. It prints what `_PlayedTurn` has measured as JSON.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from companion.bench import Figure, within
from companion.bench.measured_play import play, send_and_wait
from companion.bench.screen import facts_of_program, on_a_display
from companion.session.flow import next_line
from companion.session.messages import WATCH, Begin, ChooseBoard, Confirm, Go, Pause, SetFlow
from companion.ui.app import Opened

BUDGET: Final = 4.0
"""The target in milliseconds of Python per frame."""
PIECES: Final = 8
"""The pieces that move in the turn."""
STILL: Final = 10
"""Seconds for which the screen is left idle."""
SHARE: Final = 2.0
"""The target for the idle screen, in per cent of one core."""
PATIENCE: Final = 300.0
"""Seconds that the turn may take."""


def frames_while_playing() -> list[Figure]:
    """Measure frames a second, Python per frame while a turn is played, and an idle screen.

    Raises:
        ScreenError: There is no display.
    """
    return on_a_display(_play)


def _play(environment: dict[str, str], folder: Path) -> list[Figure]:
    found = facts_of_program(
        ["-m", __name__, str(folder), str(STILL), str(PIECES)], environment, PATIENCE
    )
    between, python, drawing = (sorted(column) for column in zip(*found["frames"], strict=True))
    return [
        Figure(
            "frames a second while something moves",
            1000 * len(between) / sum(between),
            "",
            ">= 60",
            f"of {len(between)} frames of a turn with {PIECES} pieces",
        ),
        Figure("between two frames, median", within(0.5, between), "ms"),
        Figure("between two frames, 99 of 100", within(0.99, between), "ms"),
        Figure("Python a frame, median", within(0.5, python), "ms", f"<= {BUDGET:g}"),
        Figure("Python a frame, 99 of 100", within(0.99, python), "ms"),
        Figure(
            "drawing a frame, median",
            within(0.5, drawing),
            "ms",
            remark="Kivy's own code and the graphics driver's, in the thread of the screen",
        ),
        Figure(
            "a screen on which nothing happens",
            found["share"],
            "%",
            f"<= {SHARE:g}",
            f"of one core, for {STILL} s",
        ),
    ]


# ---- In the process that is measured ----


class _PlayedTurn:
    """Plays one turn in an open window, and times the frames in which something moves."""

    def __init__(self, opened: Opened, still: float) -> None:
        from kivy.base import EventLoop
        from kivy.clock import Clock

        self._bridge, self._still = opened.bridge, still
        self._frames: list[tuple[float, float, float]] = []
        """The milliseconds since the frame before, and of the thread in Python and in drawing."""
        self._asleep = self._drawn = 0.0
        """Seconds of the thread in the present frame in Kivy's sleep and in drawing."""
        self._before: float | None = None
        """When the last frame ended, if something moved in it."""
        kivy_loop: Any = EventLoop
        self._idle: Callable[[], Any] = kivy_loop.idle
        kivy_loop.idle = self._frame
        clock: Any = Clock
        window: Any = opened.window
        sleep, dispatch = clock.usleep, window.dispatch

        def timed_sleep(*arguments: Any) -> Any:
            spent = time.thread_time()
            try:
                return sleep(*arguments)
            finally:
                self._asleep += time.thread_time() - spent

        def timed_dispatch(kind: str, *arguments: Any) -> Any:
            if kind not in ("on_draw", "on_flip"):
                return dispatch(kind, *arguments)
            spent = time.thread_time()
            try:
                return dispatch(kind, *arguments)
            finally:
                self._drawn += time.thread_time() - spent

        clock.usleep, window.dispatch = timed_sleep, timed_dispatch
        loop = self._bridge.loop
        for message in (ChooseBoard("fountain-circus"), SetFlow(WATCH), Go("rules"), Begin()):
            send_and_wait(loop, message)
        while loop.session.page != "play":
            send_and_wait(loop, Confirm(loop.session.revision))
        Clock.schedule_once(lambda _: Clock.schedule_interval(self._play_on, 0), 2)

    def _frame(self) -> Any:
        """Run one frame of Kivy's loop, and time it if something moves."""
        self._asleep = self._drawn = 0.0
        board_map = getattr(self._bridge.screen, "map", None)
        moving = getattr(board_map, "progress", 1.0) < 1
        spent = time.thread_time()
        done, now = self._idle(), time.perf_counter()
        spent = time.thread_time() - spent
        if moving and self._before is not None:
            self._frames.append(
                (
                    1000 * (now - self._before),
                    1000 * (spent - self._asleep - self._drawn),
                    1000 * self._drawn,
                )
            )
        self._before = now if moving else None
        return done

    def _play_on(self, _: float) -> None:
        """Play the next instruction once the map stands still; after the turn, stop playing."""
        from kivy.clock import Clock

        loop, session = self._bridge.loop, self._bridge.loop.session
        screen: Any = self._bridge.screen
        if session.page != "play":
            send_and_wait(loop, Pause(True))
            Clock.unschedule(self._play_on)
            Clock.schedule_once(self._rest, 2)
        elif screen.map.progress >= 1 and self._bridge._shown is loop.view:
            assert session.match is not None
            loop.send(next_line(session, session.match))

    def _rest(self, _: float) -> None:
        """Leave the screen idle, then print what was measured and close the window."""
        from kivy.base import stopTouchApp
        from kivy.clock import Clock

        start, spent = time.perf_counter(), time.process_time()

        def tell(_: float) -> None:
            share = 100 * (time.process_time() - spent) / (time.perf_counter() - start)
            print(json.dumps({"frames": self._frames, "share": share}), flush=True)
            stopTouchApp()

        Clock.schedule_once(tell, self._still)


if __name__ == "__main__":
    folder, still, pieces = sys.argv[1:]
    play(
        lambda opened: _PlayedTurn(opened, float(still)),
        *("--seed", "5"),
        *("--seats", ",".join(["random"] * int(pieces))),
        *("--state", folder),
    )
