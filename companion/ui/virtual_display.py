"""A real X server without a screen: windows open without a display and never on a desktop."""

from __future__ import annotations

import os
import select
import subprocess
from collections.abc import Mapping
from typing import Final

from companion import children
from companion.errors import ScreenError

SCREEN: Final = "1280x1280x24"
"""Large enough for every window size of the product, 1280x800 as well as 720x1280."""

DEADLINE: Final = 30.0
"""Seconds in which the server must answer; it usually needs 0.05."""

WINDOW_SETTINGS: Final[Mapping[str, str]] = {
    "SDL_VIDEODRIVER": "x11",
    "SDL_AUDIODRIVER": "dummy",
    "LIBGL_ALWAYS_SOFTWARE": "1",
    # SDL drops a press within 10 ms of getting the focus, taking it for the choice of a window;
    # here nobody chooses one.
    "SDL_MOUSE_FOCUS_CLICKTHROUGH": "1",
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_FILELOG": "1",
}
"""Environment of every window on it, in place of settings of this machine."""

ELSEWHERE: Final = ("WAYLAND_DISPLAY", "XAUTHORITY", "XDG_SESSION_TYPE")
"""Variables that lead to the desktop of the person at this machine."""


class NoDisplayError(ScreenError):
    """Xvfb is missing or did not start; the text says what to do."""


class VirtualDisplay:
    """One Xvfb server with a display number that it finds free itself.

    `name` is that number in the form of DISPLAY, such as ":3". Looking for a free number from here
    would leave a gap in which another process takes it.
    """

    def __init__(self) -> None:
        """Start the server and wait until it answers.

        Raises:
            NoDisplayError: It is missing or does not start.
        """
        reading, writing = os.pipe()
        # Without -noreset the server would reset when its last window is closed, and the next
        # window might meet it then.
        order = f"Xvfb -displayfd {writing} -screen 0 {SCREEN} -nolisten tcp -noreset".split()
        try:
            self._server = children.start(
                order, pass_fds=[writing], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        except FileNotFoundError:
            raise NoDisplayError(
                "Xvfb, an X server that needs no screen, is missing. Run: make setup (or: sudo "
                "apt install xvfb)"
            ) from None
        finally:
            # Our copy of the end must be closed: otherwise the pipe of a dead server would stay
            # open, and reading would wait for ever.
            os.close(writing)
        with os.fdopen(reading, "rb", buffering=0) as answer:
            self.name = f":{self._number(answer.fileno())}"

    def environment(self) -> dict[str, str]:
        """Return this process's environment with this display.

        It excludes a Wayland session or an X authority of the person at this machine: a window
        would open on their desktop.
        """
        kept = {name: value for name, value in os.environ.items() if name not in ELSEWHERE}
        return {**kept, **WINDOW_SETTINGS, "DISPLAY": self.name}

    def __enter__(self) -> VirtualDisplay:
        """Return the display, which is closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop the server and wait for its end; closing twice does no harm."""
        self._server.terminate()
        self._server.wait(DEADLINE)

    def _number(self, answer: int) -> int:
        said = b""
        while not said.endswith(b"\n"):
            ready, _, _ = select.select([answer], [], [], DEADLINE)
            part = os.read(answer, 16) if ready else b""
            if not part:
                self.close()
                raise NoDisplayError(
                    f"Xvfb did not start within {DEADLINE:.0f} s. Try it by hand: Xvfb -displayfd 1"
                )
            said += part
        return int(said)
