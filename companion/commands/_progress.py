"""The progress bar of commands that take long."""
from __future__ import annotations

import sys
import time
from typing import Final

from companion.commands._terminal import Door

WIDTH: Final = 30
PATIENCE: Final = 0.5
"""Seconds before the bar appears; between two updates a fifth of that."""


class Progress:
    """A progress bar for `total` steps on standard error, shown only on a terminal and only in long runs.

    It is a context manager, so that the bar goes when the run ends or fails. `what` is the word behind the numbers, such as "games"; `done` of them
    were done before.
    """

    def __init__(self, total: int, what: str, done: int = 0) -> None:
        self.total, self.what, self.done = total, what, done
        self._shown = False
        self._next = time.monotonic() + PATIENCE
        self._live = sys.stderr.isatty()
        # The bar moves the cursor on purpose, and prints nothing but numbers and a word of our own.
        self._bare = sys.stderr.bare if isinstance(sys.stderr, Door) else sys.stderr

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.hide()

    def step(self, steps: int = 1) -> None:
        """Count one more, or several, and draw the bar now and then."""
        self.done += steps
        if self._live and time.monotonic() >= self._next:
            self._next = time.monotonic() + PATIENCE / 5
            self._shown = True
            full = WIDTH * self.done // self.total
            print(f"\r[{'#' * full}{'.' * (WIDTH - full)}] {self.done}/{self.total} {self.what}", end="", file=self._bare, flush=True)

    def hide(self) -> None:
        """Remove the bar, before something else is printed."""
        if self._shown:
            print("\r\x1b[K", end="", file=self._bare, flush=True)
            self._shown = False
