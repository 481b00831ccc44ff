"""A real X server without a screen, so that windows really open where there is no display, and never on anybody's desktop."""

from __future__ import annotations

import os
import select
import subprocess
from collections.abc import Mapping
from typing import Final

from companion import children
from companion.errors import ScreenFault

SCREEN: Final = "1280x1280x24"
"""Large enough for every window size of the product, 1280x800 as well as 720x1280."""

DEADLINE: Final = 30.0
"""Seconds that the server may take until it answers; it usually needs a twentieth of one."""

WINDOW_SETTINGS: Final[Mapping[str, str]] = {
    "SDL_VIDEODRIVER": "x11",
    "SDL_AUDIODRIVER": "dummy",
    "LIBGL_ALWAYS_SOFTWARE": "1",
    # SDL drops a press within 10 ms of getting the focus, as one by which somebody has chosen the window; here nobody chooses.
    "SDL_MOUSE_FOCUS_CLICKTHROUGH": "1",
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_FILELOG": "1",
}
"""What every window on it is to find in its environment, whatever the machine at hand would have said."""

ELSEWHERE: Final = ("WAYLAND_DISPLAY", "XAUTHORITY", "XDG_SESSION_TYPE")
"""What leads to the person's own desktop."""


class NoDisplay(ScreenFault):
    """Xvfb is not there or did not start; the text says what to do."""


class VirtualDisplay:
    """One Xvfb of our own, on a display number that it finds free itself; `name` is that number as DISPLAY wants it, such as ":3".

    Looking for a free number from here would leave a gap in which another process takes it.
    """

    def __init__(self) -> None:
        """Start the server and wait until it answers. Raises NoDisplay."""
        reading, writing = os.pipe()
        try:
            self._server = self._start(writing)
        finally:
            # Our own copy of the end must go, or the pipe would stay open, and be waited for, after a server that has died without a word.
            os.close(writing)
        with os.fdopen(reading, "rb", buffering=0) as answer:
            self.name = f":{self._number(answer.fileno())}"

    def environment(self) -> dict[str, str]:
        """This process's environment, led to this display.

        A Wayland session or an X authority of the person at this machine must not come along: a window would open before their eyes.
        """
        kept = {name: value for name, value in os.environ.items() if name not in ELSEWHERE}
        return {**kept, **WINDOW_SETTINGS, "DISPLAY": self.name}

    def __enter__(self) -> VirtualDisplay:
        """Itself; it is closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the server."""
        self.close()

    def close(self) -> None:
        """Stop the server and wait until it has gone; closing twice does no harm."""
        self._server.terminate()
        self._server.wait(DEADLINE)

    @staticmethod
    def _start(answer: int) -> subprocess.Popen[bytes]:
        # Without -noreset the server would begin anew whenever its last window is closed, and the next one might meet it then.
        order = [
            "Xvfb",
            "-displayfd",
            str(answer),
            "-screen",
            "0",
            SCREEN,
            "-nolisten",
            "tcp",
            "-noreset",
        ]
        try:
            return children.start(
                order, pass_fds=[answer], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        except FileNotFoundError:
            raise NoDisplay(
                "Xvfb, an X server that needs no screen, is missing. Run: make setup (or: sudo apt install xvfb)"
            ) from None

    def _number(self, answer: int) -> int:
        said = b""
        while not said.endswith(b"\n"):
            ready, _, _ = select.select([answer], [], [], DEADLINE)
            part = os.read(answer, 16) if ready else b""
            if not part:
                self.close()
                raise NoDisplay(
                    f"Xvfb did not start within {DEADLINE:.0f} s. Try it by hand: Xvfb -displayfd 1"
                )
            said += part
        return int(said)
