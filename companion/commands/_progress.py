"""Show the progress of a slow command in a line at the bottom of the terminal."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Final, TextIO

from companion.commands._terminal import EscapingStream

WIDTH: Final = 30
PATIENCE: Final = 1.0
"""Seconds without a printed line before this one appears."""
TICK: Final = 0.2
"""Seconds between two updates."""
LONG: Final = 60
"""Seconds from which on the bar says how much time is left."""
COLUMNS: Final = 80
"""The columns of a terminal that does not say how many it has."""


class StatusLine:
    """A line at the bottom of a terminal while a command runs, drawn by a thread.

    It is a context manager, made only for a command on a terminal. `EscapingStream` hides it before
    anything is printed.
    """

    def __init__(self, stream: TextIO, what: str) -> None:
        """Make a line on a terminal; `what` names the command in a word."""
        self.detail: Callable[[], str] | None = None
        self._stream, self._what, self._began = stream, what, time.monotonic()
        self._due, self._shown = self._began + PATIENCE, False
        self._lock, self._over = threading.RLock(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="status line", daemon=True)

    def __enter__(self) -> StatusLine:
        EscapingStream.line = self
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        EscapingStream.line = None
        self.stop()

    def stop(self) -> None:
        """Remove the line for good, for example before a question, or before a window opens."""
        with self._lock:
            self._over.set()
            self.hide()

    def hide(self) -> None:
        """Remove the line before something else is printed; it returns after a while."""
        with self._lock:
            self._due = time.monotonic() + PATIENCE
            if self._shown:
                self._shown = False
                print("\r\x1b[K", end="", file=self._stream, flush=True)

    def words(self) -> str:
        """Return what the line says now."""
        if self.detail is not None:
            return self.detail()
        return f"{self._what}: {time.monotonic() - self._began:.0f} s"

    def _run(self) -> None:
        while not self._over.wait(TICK):
            with self._lock:
                if not self._over.is_set() and time.monotonic() >= self._due:
                    self._shown = True
                    # A shorter line must erase a longer one, and a line longer than the terminal
                    # could not be erased.
                    print(
                        f"\r{self.words()[: _columns(self._stream) - 1]}\x1b[K",
                        end="",
                        file=self._stream,
                        flush=True,
                    )


def _columns(stream: TextIO) -> int:
    try:
        return os.get_terminal_size(stream.fileno()).columns or COLUMNS
    except (OSError, ValueError):
        return COLUMNS


class ProgressBar:
    """A bar for `total` steps in the status line, if there is one.

    It is a context manager, so the bar disappears when the steps end or fail.

    Args:
        total: The number of steps.
        what: The word after the numbers, such as "games".
        done: The number of steps done before.
    """

    def __init__(self, total: int, what: str, done: int = 0) -> None:
        self.total, self.what, self.done = total, what, done
        self._began, self._before = time.monotonic(), done

    def __enter__(self) -> ProgressBar:
        if EscapingStream.line is not None:
            EscapingStream.line.detail = self.words
        return self

    def __exit__(self, *_: object) -> None:
        if EscapingStream.line is not None:
            EscapingStream.line.detail = None

    def step(self, steps: int = 1) -> None:
        """Count one step, or several."""
        self.done += steps

    def words(self) -> str:
        """Return the current bar."""
        now, total = time.monotonic(), max(1, self.total)
        full = WIDTH * self.done // total
        left, done = "", self.done - self._before
        if done > 0:
            seconds = (now - self._began) / done * (self.total - self.done)
            hours, minutes = divmod(round(seconds / 60), 60)
            # A short time is not worth a word.
            if seconds >= LONG:
                left = f"{hours} h {minutes:02} min" if hours else f"{minutes} min"
        return (
            f"[{'#' * full}{'.' * (WIDTH - full)}] {self.done}/{self.total} {self.what}, "
            f"{now - self._began:.0f} s{f', {left} left' if left else ''}"
        )


def terminal() -> TextIO | None:
    """Return the terminal on standard error, or None."""
    stream = sys.stderr.bare if isinstance(sys.stderr, EscapingStream) else sys.stderr
    return stream if stream is not None and stream.isatty() else None
