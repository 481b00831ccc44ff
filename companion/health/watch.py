"""The watch during games: some checks run repeatedly in a thread.

Changes are reported and recorded.

The record is `health.log` in the state folder: one line for each change, small enough to be sent
with a report.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Final, TypeAlias

from companion.folders import open_plain
from companion.health.base import BAD, FINE, NOTE, Check, CheckRun, Finding, State, checks, hung
from companion.health.process_facts import ProcessFacts
from companion.health.world import World
from companion.named_tuples import NamedTuple
from companion.signals import TableProblem
from companion.words import NOTHING as NO_WORDS
from companion.words import Text, sentences, text

IDLE: Final = 5.0
"""Seconds between two looks at the schedule if nothing is watched."""
CALM: Final = 3
"""Good runs in a row before a trouble ends, so that a value at the limit is not repeated."""
ROOM: Final = 120
"""Letters that fit into the status bar of a seven-inch panel."""
MORE: Final = text("Doctor says what to do.")
PATIENCE: Final = 15.0
"""Seconds for a check during games: a busy machine answers late, and nobody waits for it."""
WORST: Final = (BAD, NOTE, FINE)
FILE: Final = "health.log"
MOST: Final = 1_000_000
"""Size in bytes at which the file becomes `health.log.1`, replacing the one before."""


Gist: TypeAlias = "tuple[str | Gist, ...]"
"""A text without its numbers: its template and the values of its placeholders."""


class _CheckState:
    """The reported state of one check."""

    def __init__(self, check: Check) -> None:
        self.check = check
        self.state: State = FINE
        self.gist: Gist = ()
        self.better = 0
        """The number of runs in a row that were better than `state`."""
        self.unfinished = False
        """Whether the record ends with a trouble of an earlier start."""
        self.due = 0.0
        self.look: CheckRun | None = None


class HealthWatch:
    """Runs every watched check at its own interval; reports what becomes bad and what is over.

    Both are reported as Trouble, the latter without words. Notes are only recorded, since they
    hinder no game. `poll` may be called from any one thread; `clock` is in seconds. `own` are the
    checks to run, all without any; each may take `patience` seconds.
    """

    def __init__(
        self,
        world: World,
        clock: Callable[[], float] = time.monotonic,
        own: Iterable[Check] = (),
        patience: float = PATIENCE,
    ) -> None:
        self._world, self._clock, self._checks, self._patience = world, clock, own, patience
        self._watched: list[_CheckState] | None = None
        self._news: SimpleQueue[TableProblem] = SimpleQueue()
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="health", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop checking, without waiting for a running check. May be called twice."""
        self._over.set()

    def poll(self) -> tuple[TableProblem, ...]:
        """Return the changes since the last call, in order, each once.

        Without words a trouble is over.
        """
        news = []
        while not self._news.empty():
            news.append(self._news.get_nowait())
        return tuple(news)

    def look(self) -> float:
        """Run all due checks; return the seconds until one is due again.

        The thread calls it repeatedly; tests with their own clock call it themselves.
        """
        if self._watched is None:
            # In the watching thread: the first run imports the checks, which is slow on a slow
            # card.
            self._watched = [
                _CheckState(check)
                for check in self._checks or checks().values()
                if check.watched > 0
            ]
            known = newest_records(self._world.state)
            for watched in self._watched:
                watched.unfinished = (
                    watched.check.name in known and known[watched.check.name].state != FINE
                )
        for watched in self._watched:
            if watched.due <= self._clock() and not self._over.is_set():
                self._take(watched, self._found(watched))
                # From the end of the run, so that a slow check leaves the machine time for the
                # game.
                watched.due = self._clock() + watched.check.watched
        return max(
            min((one.due for one in self._watched), default=self._clock() + IDLE) - self._clock(),
            0.0,
        )

    def _found(self, watched: _CheckState) -> tuple[Finding, ...]:
        """Return the findings of a check.

        A check that has not answered its last request is not started again, and not waited for.
        """
        patience = 0.0 if watched.look is not None else self._patience
        watched.look = watched.look or CheckRun(watched.check, self._world)
        found = watched.look.found(patience)
        if found is None:
            return (hung(watched.check.name, self._patience),)
        watched.look = None
        return found

    def _run(self) -> None:
        wait = 0.0
        while not self._over.wait(wait):
            wait = self.look()

    def _take(self, watched: _CheckState, findings: tuple[Finding, ...]) -> None:
        """Compare findings with the last report; a better state must last for a while."""
        state: State = min((finding.state for finding in findings), key=WORST.index)
        decisive = [finding for finding in findings if finding.state == state]
        gist = _gist(_together(decisive))
        # Report worse states immediately, better ones when they last, and an equal one with another
        # reason.
        name, before = watched.check.name, watched.state
        line = f"{name} {state}: {_together(decisive)}"
        if watched.unfinished and state == FINE:
            record(self._world.state, self._world.now(), line)
        watched.unfinished = False
        worse = WORST.index(state) < WORST.index(before)
        other = state == before != FINE and gist != watched.gist
        watched.better = watched.better + 1 if WORST.index(state) > WORST.index(before) else 0
        if not (worse or other or watched.better >= CALM):
            return
        watched.state, watched.gist, watched.better = state, gist, 0
        # The record first: it has notes, too, and all of the words.
        record(self._world.state, self._world.now(), line)
        if state == BAD:
            self._news.put(TableProblem(f"health {name}", _in_short(decisive)))
        elif before == BAD:
            self._news.put(TableProblem(f"health {name}", NO_WORDS))


def watch_machine(folder: Path, since: ProcessFacts) -> HealthWatch:
    """Start a watch over this machine with its record in a state folder.

    `since` is what this process learns.
    """
    watch = HealthWatch(World(state=folder, since=since))
    watch.start()
    return watch


def _together(findings: Sequence[Finding]) -> Text:
    """Join findings and their remedies, each remedy once."""
    return sentences(
        *(finding.words for finding in findings),
        *dict.fromkeys(finding.remedy for finding in findings),
    )


def _in_short(findings: Sequence[Finding]) -> Text:
    """Join as many findings as a status bar has room for, at least the first."""
    for number in range(len(findings), 0, -1):
        words = _together(findings[:number])
        if len(str(words)) <= ROOM:
            return words
    return sentences(findings[0].words, MORE)


def _gist(words: Text) -> Gist:
    """Return a text without numbers, times and lists of numbers, which change from run to run.

    81 °C after 80 °C is no news.
    """
    template = words.many if words.many and words.number != 1 else words.template
    held = (value for _, value in words.arguments)
    return (
        template,
        *(
            _gist(value) if isinstance(value, Text) else value
            for value in held
            if isinstance(value, Text) or (isinstance(value, str) and any(map(str.isalpha, value)))
        ),
    )


# ---- The record ----------------------------------------------------------------------------------


class HealthRecord(NamedTuple):
    """A line of the record about a check."""

    stamp: str
    """Local time to the second."""
    state: str
    words: str


def newest_records(folder: Path) -> dict[str, HealthRecord]:
    """Return the newest line about each check in the record of a folder, by the check's name."""
    try:
        with os.fdopen(open_plain(folder / FILE), encoding="utf-8", errors="replace") as file:
            lines = file.read(MOST).splitlines()
    except OSError:
        lines = []
    found = {}
    for line in lines:
        day, _, rest = line.partition(" ")
        hour, _, rest = rest.partition(" ")
        check, _, rest = rest.partition(" ")
        state, _, words = rest.partition(": ")
        if state in WORST:
            found[check] = HealthRecord(f"{day} {hour}", state, words)
    return found


def record(folder: Path, now: float, words: str) -> None:
    """Append a line with its time, whole or not at all.

    If the disk takes none, it goes to standard error, which a service's log keeps. `now` is Unix
    time, the stamp local time to the second. Words on several lines become one.
    """
    stamp = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(now))
    words = " ".join(words.split())
    line = f"{stamp} {words}\n".encode()
    try:
        path = folder / FILE
        # At most two files, so that the record never exceeds twice MOST.
        if path.exists() and path.stat().st_size + len(line) > MOST:
            path.replace(path.with_name(f"{FILE}.1"))
        _append(path, line)
    except OSError:
        with suppress(OSError, ValueError, AttributeError):
            sys.stderr.write(f"clockwork-derby: health: {words}\n")
            sys.stderr.flush()


def _append(path: Path, line: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with path.open("a+b", buffering=0) as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(size - 1, 0))
        # A power cut may have left half a line; begin a new one.
        whole = (b"" if file.read(1) in (b"", b"\n") else b"\n") + line
        try:
            if file.write(whole) < len(whole):
                file.truncate(size)
            os.fsync(file.fileno())
        except OSError:
            file.truncate(size)
            raise
