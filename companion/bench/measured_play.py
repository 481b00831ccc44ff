"""Run `clockwork-derby play` in a process that is measured, and act in its window.

    python -m companion.bench.measured_play start FOLDER
    python -m companion.bench.measured_play race FILE TABLE OPTION…

`start` prints "drawn" at each frame. `race` begins a race in which people program, and writes the
time of every frame into a file; it first waits for a table of that sign, or for none if it is "".

This module imports next to nothing, because the start of the app is measured with it.
"""

from __future__ import annotations

import runpy
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.app.loop import EventLoop
    from companion.session.messages import Message
    from companion.ui.app import Opened
    from companion.ui.window import Wish


def play(act: Callable[[Opened], object], *options: str) -> None:
    """Run the command until its window is closed; `act` is called before the first frame."""
    from companion.ui import app

    open_app = app.open_app

    def open_and_act(wish: Wish, start_loop: Callable[[], EventLoop]) -> Opened:
        opened = open_app(wish, start_loop)
        act(opened)
        return opened

    # The window exists only when this returns.
    app.open_app = open_and_act
    sys.argv = ["clockwork-derby", "play", "--size", "800x480", *options]
    # Commands are above this part, which therefore runs them as `python -m` does.
    runpy.run_module("companion", run_name="__main__")


def send_and_wait(loop: EventLoop, message: Message) -> None:
    """Send a message, wait until it is durable, and let it take effect."""
    loop.send(message)
    assert loop.record is not None
    loop.record.wait()
    loop.poll(time.monotonic())


def _race(file: str, table: str, *options: str) -> None:
    """Begin a race, and write the time and the page of every frame into a file."""

    def act(opened: Opened) -> None:
        from kivy.clock import Clock

        from companion.session.messages import Begin, Confirm, Go

        loop = opened.bridge.loop
        while table and str(loop.session.config.table) != table:
            loop.poll(time.monotonic())
            time.sleep(0.05)
        send_and_wait(loop, Go("rules"))
        send_and_wait(loop, Begin())
        while loop.session.page != "program":
            send_and_wait(loop, Confirm(loop.session.revision))
        Clock.schedule_interval(lambda _: print(time.monotonic(), loop.view.page, file=frames), 0)

    with Path(file).open("w", encoding="utf-8", buffering=1) as frames:
        play(act, *options)


if __name__ == "__main__":
    if sys.argv[1] == "start":
        # At each frame it prints a line.
        play(
            lambda opened: opened.window.bind(on_flip=lambda *_: print("drawn", flush=True)),
            "--state",
            sys.argv[2],
        )
    else:
        _race(*sys.argv[2:])
