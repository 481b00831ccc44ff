"""The progress bar of commands that take long."""
from __future__ import annotations

import sys
import time
from typing import Final

from companion.commands._terminal import Door

WIDTH: Final = 30
PATIENCE: Final = 0.5
"""Seconds before the bar appears; between two updates a fifth of that."""
LONG: Final = 60
"""Seconds from which on the bar says how much time is left."""


class Progress:
    """A progress bar for `total` steps on standard error, shown only on a terminal and only in long runs.

    It is a context manager, so that the bar goes when the run ends or fails. `what` is the word behind the numbers, such as "games"; `done` of them
    were done before.
    """

    def __init__(self, total: int, what: str, done: int = 0) -> None:
        self.total, self.what, self.done = total, what, done
        self._shown = False
        self._began, self._before = time.monotonic(), done
        self._next = self._began + PATIENCE
        self._live = sys.stderr.isatty()
        # The bar moves the cursor on purpose, and prints nothing but numbers and words of our own.
        self._bare = sys.stderr.bare if isinstance(sys.stderr, Door) else sys.stderr

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.hide()

    def step(self, steps: int = 1) -> None:
        """Count one more, or several, and draw the bar now and then."""
        self.done += steps
        if self._live and (now := time.monotonic()) >= self._next:
            self._next = now + PATIENCE / 5
            self._shown = True
            full = WIDTH * self.done // self.total
            left = _left((now - self._began) / max(1, self.done - self._before) * (self.total - self.done))
            # A shorter line must not leave the end of a longer one behind.
            print(f"\r[{'#' * full}{'.' * (WIDTH - full)}] {self.done}/{self.total} {self.what}{left}\x1b[K", end="", file=self._bare, flush=True)

    def hide(self) -> None:
        """Remove the bar, before something else is printed."""
        if self._shown:
            print("\r\x1b[K", end="", file=self._bare, flush=True)
            self._shown = False


def _left(seconds: float) -> str:
    """How long it still takes, "" for a short while."""
    hours, minutes = divmod(round(seconds / 60), 60)
    return "" if seconds < LONG else f", {hours} h {minutes:02} min left" if hours else f", {minutes} min left"
