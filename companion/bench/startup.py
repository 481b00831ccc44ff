"""How long the app takes until its first screen can be touched, beside an empty window of the same toolkit on the same machine."""
from __future__ import annotations

import os
import subprocess
import sys
import time
from tempfile import TemporaryDirectory
from typing import Final

from companion.bench.yardstick import Figure
from companion.errors import ScreenFault

ROUNDS: Final = 7
TARGET: Final = 1.5
"""So many times the empty window's time at most: what Kivy itself takes nobody can make shorter here."""
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
"""A program that opens an empty window the way Kivy's own guide does."""
OURS: Final = """
import sys
from companion.__main__ import main
from companion.ui import app
opening = app.open_app
def opened(*wishes):
    stands = opening(*wishes)
    stands.window.bind(on_flip=lambda *_: print("drawn", flush=True))
    return stands
app.open_app = opened
main(["play", "--size", "800x480", "--state", sys.argv[1]])
"""
"""The command, up to the first frame of its first screen, with the folder for what is kept.

The window to listen to is there only once `open_app` has answered, which is why that is wrapped.
"""


def startup_ratio() -> list[Figure]:
    """Seconds to the first frame of either program, from the start of its process, and their ratio.

    On a virtual display where there is no other; ScreenFault where none can be had.
    """
    from companion.ui.virtual_display import VirtualDisplay
    from companion.ui.window import on_console

    with TemporaryDirectory(prefix="derby-bench-") as folder:
        if not on_console():
            return _ratio(dict(os.environ), folder)
        with VirtualDisplay() as display:
            return _ratio(display.environment(), folder)


def _ratio(environment: dict[str, str], folder: str) -> list[Figure]:
    # Bytecode is kept, as on any player's machine; the first run, which is not counted, writes what is missing.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    _until_drawn(OURS, environment, folder)
    # Both in each round, so that a busy moment of the machine strikes both.
    rounds = [(_until_drawn(EMPTY, environment), _until_drawn(OURS, environment, folder)) for _ in range(ROUNDS)]
    # The shortest, as in `best_seconds`: nothing makes a start quicker than it is.
    empty, ours = (min(times) for times in zip(*rounds, strict=True))
    return [
        Figure("empty Kivy window", empty, "s"),
        Figure("first touchable screen", ours, "s"),
        Figure("ratio", ours / empty, "", f"<= {TARGET}", f"the shortest of {ROUNDS} rounds"),
    ]


def _until_drawn(program: str, environment: dict[str, str], *words: str) -> float:
    """Seconds until a program has drawn its first frame; it is ended then."""
    before = time.perf_counter()
    with subprocess.Popen([sys.executable, "-c", program, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, text=True) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        passed = time.perf_counter() - before
        # Killed, not asked to end: what it would still do is not what is measured.
        process.kill()
    # A program that has ended without a frame has closed its output: an empty line is read.
    if said.strip() != "drawn":
        raise ScreenFault("the window did not open: try clockwork-derby play, which says why")
    return passed
