"""A progress bar for long runs: on standard error, and only where a terminal shows it."""
from __future__ import annotations

import sys
import time
from typing import Final

from companion.commands._terminal import Door

WIDTH: Final = 30
PATIENCE: Final = 0.5
"""Seconds that a run may take before a bar appears, and between two looks at it a fifth of that."""


class Progress:
    """A bar for `total` steps; used as a context, so that it is gone when the run is over or breaks off.

    `what` is the word behind the numbers, such as "games". Where standard error is no terminal nothing is ever shown.
    """

    def __init__(self, total: int, what: str) -> None:
        self.total, self.what, self.done = total, what, 0
        self._shown = False
        self._next = time.monotonic() + PATIENCE
        self._live = sys.stderr.isatty()
        # It moves the cursor on purpose, and prints numbers and a word of our own.
        self._bare = sys.stderr.bare if isinstance(sys.stderr, Door) else sys.stderr

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.hide()

    def step(self) -> None:
        """One more is done."""
        self.done += 1
        if self._live and time.monotonic() >= self._next:
            self._next = time.monotonic() + PATIENCE / 5
            self._shown = True
            full = WIDTH * self.done // self.total
            print(f"\r[{'#' * full}{'.' * (WIDTH - full)}] {self.done}/{self.total} {self.what}", end="", file=self._bare, flush=True)

    def hide(self) -> None:
        """Take the bar away, before something else is printed."""
        if self._shown:
            # To the left and blank to the end of the line, so that the next line of output begins clean.
            print("\r\x1b[K", end="", file=self._bare, flush=True)
            self._shown = False
