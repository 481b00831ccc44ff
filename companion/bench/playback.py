"""Measure the screen while a turn is played: smoothness, Python per frame, and the idle cost."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.bench import Figure, within
from companion.bench.screen import facts_of_program, on_a_display

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
OUR_TURN: Final = """
import json, sys, time
from companion.__main__ import main
from companion.ui import app
opening, still = app.open_app, float(sys.argv[2])
def opened(*wishes):
    stands = opening(*wishes)
    from kivy.base import EventLoop, stopTouchApp
    from kivy.clock import Clock
    from companion.session.flow import next_line
    from companion.session.messages import WATCH, Begin, ChooseBoard, Confirm, Go, Pause, SetFlow
    loop, frames, asleep, drawn, before = stands.bridge.loop, [], 0.0, 0.0, None
    def say(message):
        loop.send(message)
        loop.record.wait()
        loop.poll(time.monotonic())
    def timed(call, counts):
        def called(*words):
            nonlocal asleep, drawn
            start, spent = time.perf_counter(), time.thread_time()
            try:
                return call(*words)
            finally:
                if counts == "asleep":
                    asleep += time.thread_time() - spent
                else:
                    drawn += time.thread_time() - spent
        return called
    Clock.usleep = timed(Clock.usleep, "asleep")
    idle, dispatch = EventLoop.idle, stands.window.dispatch
    drawing = timed(dispatch, "drawn")
    stands.window.dispatch = lambda kind, *words: (drawing if kind in ("on_draw", "on_flip") else dispatch)(kind, *words)
    def frame():
        nonlocal asleep, drawn, before
        asleep = drawn = 0.0
        start, moving = time.thread_time(), stands.bridge.screen is not None and getattr(getattr(stands.bridge.screen, "map", None), "progress", 1.0) < 1
        done, now = idle(), time.perf_counter()
        spent = time.thread_time() - start
        if moving and before is not None:
            frames.append((1000 * (now - before), 1000 * (spent - asleep - drawn), 1000 * drawn))
        before = now if moving else None
        return done
    EventLoop.idle = frame
    def play_on(_):
        session = loop.session
        if session.page != "play":
            say(Pause(True))
            Clock.unschedule(play_on)
            Clock.schedule_once(rest, 2)
        elif stands.bridge.screen.map.progress >= 1 and stands.bridge._shown is loop.view:
            loop.send(next_line(session, session.match))
    def rest(_):
        start, spent = time.perf_counter(), time.process_time()
        def tell(_):
            share = 100 * (time.process_time() - spent) / (time.perf_counter() - start)
            print(json.dumps({"frames": frames, "share": share}), flush=True)
            stopTouchApp()
        Clock.schedule_once(tell, still)
    for message in (ChooseBoard("fountain-circus"), SetFlow(WATCH), Go("rules"), Begin()):
        say(message)
    while loop.session.page != "play":
        say(Confirm(loop.session.step))
    Clock.schedule_once(lambda _: Clock.schedule_interval(play_on, 0), 2)
    return stands
app.open_app = opened
main(["play", "--size", "800x480", "--seed", "5", "--seats", ",".join(["random"] * int(sys.argv[3])), "--state", sys.argv[1]])
"""  # noqa: E501
"""The command, with a turn that the screen plays as fast as it can, and an idle time.

It prints the frames in which something moves, each with the milliseconds since the frame before,
and those of its thread in Python and in drawing.
"""


def frames_while_playing() -> list[Figure]:
    """Measure frames a second, Python per frame while a turn is played, and an idle screen.

    Raises:
        ScreenError: There is no display.
    """
    return on_a_display(_play)


def _play(environment: dict[str, str], folder: Path) -> list[Figure]:
    found = facts_of_program(
        OUR_TURN, environment, str(folder), str(STILL), str(PIECES), patience=PATIENCE
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
