"""Processes for what cannot be done to the test's own: killing it, and a full disk.

Start them with `run`; each function below takes the journal's path and answers on stdout, one JSON
value on each line.
"""

from __future__ import annotations

import itertools
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

from companion.errors import JournalError
from companion.journal.store import open_journal
from companion.journal.writer import JournalWriter
from tests.journal.games import NOW, batch, kept

REPOSITORY = Path(__file__).parents[2]


def command(task: str, path: Path, *more: object) -> list[str]:
    """Return the command line that starts a task of this module in a process."""
    arguments = ", ".join(repr(word) for word in (str(path), *more))
    return [
        sys.executable,
        "-c",
        f"from pathlib import Path; from tests.journal.children import {task}; {task}({arguments})",
    ]


def run(task: str, path: Path, *more: object) -> list[Any]:
    """Return what a task answers, line by line."""
    done = subprocess.run(
        command(task, path, *more),
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert not done.returncode, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def say(value: object) -> None:
    """Answer with a value, without delay."""
    print(json.dumps(value), flush=True)


def limit_files(size: int) -> None:
    """Limit the size of files, so that the disk is full for this process; -1 for no limit."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))


def append_for_ever(path: str, game: int, first: int) -> None:
    """Write entries, and answer with the number of each as soon as it is durable."""
    journal = open_journal(Path(path), NOW)
    for number in range(first, sys.maxsize):
        journal.append(batch(game, number, number))
        say(number)


def append_until_full(path: str, room: int) -> None:
    """Write batches until the disk is full.

    Answers: the error, what is kept, and what is kept once there is room again.
    """
    journal = open_journal(Path(path), NOW)
    journal.append(batch(1, 1, 3))
    limit_files(Path(f"{path}-wal").stat().st_size + room)
    first = 4
    try:
        while True:
            journal.append(batch(1, first, first + 2), batch(2, first - 3, first - 1))
            first += 3
    except JournalError as fault:
        say([str(fault), fault.game])
    say([first - 1, {game: len(entries) for game, entries in kept(journal).items()}])
    limit_files(-1)
    journal.append(batch(1, first, first + 2))
    say(len(list(journal.entries(1))))
    journal.close()


def keep_on_a_full_disk(path: str) -> None:
    """Keep batches by a writer on a full disk, then make room.

    Answers: the trouble before and after, and what is kept.
    """
    journal = open_journal(Path(path), NOW)
    attempted = Event()
    # Its clock is faster than time, so that no test waits for the next attempt.
    writer = JournalWriter(journal, lambda: time.monotonic() * 100, attempted.set)
    writer.wait(writer.keep(batch(1, 1, 3)))
    limit_files(Path(f"{path}-wal").stat().st_size)
    tickets = [writer.keep(batch(1, first, first + 2)) for first in range(4, 100, 3)]
    say([writer.wait(tickets[-1]), str(writer.trouble), len(list(journal.entries(1)))])
    limit_files(-1)
    while writer.trouble:
        attempted.wait()
        attempted.clear()
    say(
        [
            str(writer.trouble),
            writer.kept == tickets[-1],
            [entry.number for entry in journal.entries(1)],
        ]
    )
    writer.close()
    journal.close()


def open_on_a_full_disk(path: str, size: int) -> None:
    """Try to open a journal where no file may be larger than `size`.

    Answer the fault or content.
    """
    limit_files(size)
    try:
        journal = open_journal(Path(path), NOW)
    except JournalError as fault:
        say(str(fault))
    else:
        say({game: len(entries) for game, entries in kept(journal).items()})
        journal.close()


DIED = 9
"""The exit status of a process that dies while it opens a journal."""


def open_and_die(path: str, step: int) -> None:
    """Open a journal and die before the disk operation of this number, or afterwards.

    These are opening, renaming, deleting, and waiting for the disk.
    """
    steps = itertools.count(1)

    def dying(work: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function, except that one call is the power cut."""

        def work_or_die(*args: Any, **options: Any) -> Any:
            """Carry it out, or end the process without a word."""
            if next(steps) == step:
                os._exit(DIED)
            return work(*args, **options)

        return work_or_die

    for name in ("replace", "fsync", "unlink", "open"):
        setattr(os, name, dying(getattr(os, name)))
    open_journal(Path(path), NOW)
    os._exit(0)
