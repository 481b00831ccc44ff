"""The one thread that writes the journal, so that the event loop does not wait for the disk."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from threading import Condition, Thread
from typing import Final, Protocol

from companion.errors import JournalError
from companion.journal.base import Batch
from companion.words import NOTHING, Text, text

AGAIN: Final = 3.0
"""Seconds until a failed write is tried again."""
_GLANCE: Final = 0.25
"""Seconds between two looks at the clock meanwhile: it may run faster than real time."""


class Appendable(Protocol):
    """A journal, or a replacement for one."""

    def append(self, *batches: Batch) -> None:
        """Write these in one transaction."""


class JournalWriter:
    """Takes batches in order and writes all waiting ones in one transaction.

    Batches that cannot be written stay in memory in order; `trouble` says so until they are
    written. `on_kept` is called in the writing thread after each attempt, must return soon and must
    not raise. `clock` is in seconds, monotonic.

    A batch that does not continue its game excludes that game from then on. `trouble` says so as
    long as that game is played; other games are kept as usual. Without `close` waiting batches are
    lost.
    """

    def __init__(
        self,
        journal: Appendable,
        clock: Callable[[], float],
        on_kept: Callable[[], None] | None = None,
    ) -> None:
        self._journal, self._clock, self._on_kept = journal, clock, on_kept
        self._change = Condition()
        self._waiting: deque[tuple[int, Batch]] = deque()
        self._refused: dict[int, Text] = {}
        self._given = self._kept = 0
        self._trouble = NOTHING
        # When a failed write is tried again; None without a failure.
        self._due: float | None = None
        self._closing = False
        self._thread = Thread(target=self._work, name="journal", daemon=True)
        self._thread.start()

    @property
    def kept(self) -> int:
        """The last settled ticket: batches up to it are durable, or `trouble` is not NOTHING."""
        with self._change:
            return self._kept

    @property
    def trouble(self) -> Text:
        """The fault of writing, its effect and what to do, in one or two sentences, or NOTHING."""
        with self._change:
            return self._trouble

    def keep(self, batch: Batch) -> int:
        """Queue a batch and return its ticket immediately.

        After `close` nothing is written, and `trouble` says so.
        """
        with self._change:
            self._given += 1
            if self._closing:
                self._kept = self._given
                self._trouble = text(
                    "The journal is closed, so further play is lost if the power fails. Start the"
                    " app again."
                )
            else:
                self._waiting.append((self._given, batch))
            self._change.notify_all()
            return self._given

    def wait(self, ticket: int, timeout: float | None = None) -> bool:
        """Wait until a ticket is settled, at most `timeout` seconds; return whether it is."""
        with self._change:
            return self._change.wait_for(lambda: self._kept >= ticket, timeout)

    def close(self) -> None:
        """Write waiting batches in one last attempt and stop the thread. The journal stays open.

        This waits for the disk. May be called twice.
        """
        with self._change:
            self._closing = True
            self._change.notify_all()
        self._thread.join()

    def _work(self) -> None:
        while True:
            with self._change:
                while not self._is_time():
                    self._change.wait(None if self._due is None else _GLANCE)
                batches, closing = tuple(self._waiting), self._closing
            if batches:
                self._attempt(batches)
            if closing:
                return

    def _is_time(self) -> bool:
        """Return whether there is work: a new batch, another attempt, or the end."""
        fresh = bool(self._waiting) and self._waiting[-1][0] > self._kept
        return self._closing or fresh or (self._due is not None and self._clock() >= self._due)

    def _attempt(self, waiting: tuple[tuple[int, Batch], ...]) -> None:
        """Write all waiting batches and note the result."""
        trouble = self._written([batch for _, batch in waiting if batch.game not in self._refused])
        with self._change:
            last, batch = waiting[-1]
            if not trouble:
                while self._waiting and self._waiting[0][0] <= last:
                    self._waiting.popleft()
            # Even after a failure: the game must go on, so effects are shown, and `trouble` says
            # that they are not safe.
            self._kept = last
            # A refused game is mentioned as long as its batches are the newest ones.
            self._trouble = trouble or self._refused.get(batch.game, NOTHING)
            self._due = self._clock() + AGAIN if trouble else None
            self._change.notify_all()
        if self._on_kept is not None:
            self._on_kept()

    def _written(self, batches: list[Batch]) -> Text:
        """Write batches; return NOTHING or what went wrong.

        A game that a batch does not continue is excluded from then on.
        """
        while batches:
            try:
                self._journal.append(*batches)
            # A fault with a number concerns one game, and the others need not wait. One without
            # concerns the file, and everything waits.
            except JournalError as fault:
                if fault.game is None:
                    return fault.words
                self._refused[fault.game] = fault.words
                batches = [batch for batch in batches if batch.game != fault.game]
            except Exception as fault:
                # After any failure the game goes on, and the next attempt needs this thread.
                return text(
                    "The journal cannot be written, so further play is lost if the power fails."
                    " Start the app again. ({fault})",
                    fault=f"{type(fault).__name__}: {fault}",
                )
            else:
                return NOTHING
        return NOTHING
