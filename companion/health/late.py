"""The watch over the machine, started after the first screen; nothing of it is imported before."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.health.process_facts import NOTHING, ProcessFacts
from companion.signals import TableProblem

if TYPE_CHECKING:
    from companion.health.watch import HealthWatch

FIRST: Final = 5.0
"""Seconds until it starts: the first screen comes before it."""


class LateWatch:
    """A `HealthWatch` over this machine that starts after `first` seconds.

    It writes its record to the state folder. `since` is what this process learns of itself and its
    table.
    """

    def __init__(self, folder: Path, first: float = FIRST, since: ProcessFacts = NOTHING) -> None:
        self._folder, self._since = folder, since
        self._watch: HealthWatch | None = None
        self._closed = False
        self._lock = threading.Lock()
        self._timer = threading.Timer(first, self._begin)
        self._timer.daemon = True
        self._timer.start()

    def poll(self) -> tuple[TableProblem, ...]:
        """Return the changes since the last call, in order; none before the start."""
        return self._watch.poll() if self._watch is not None else ()

    def close(self) -> None:
        """Stop checking, or never start. May be called twice."""
        # The timer may have run out just now: the lock decides whether it still finds the watch
        # open.
        self._timer.cancel()
        with self._lock:
            self._closed = True
            if self._watch is not None:
                self._watch.close()

    def _begin(self) -> None:
        # In this thread, so that no screen waits for the imports.
        from companion.health.watch import watch_machine

        with self._lock:
            if not self._closed:
                self._watch = watch_machine(self._folder, self._since)
