"""Processes of their own, for what cannot be done to the one that tests: killing it, and letting its disk be full.

Run with `run`; each function below takes the journal's path and answers on stdout, one JSON value on each line.
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

from companion.errors import JournalFault
from companion.journal.store import open_journal
from companion.journal.writer import Writer
from tests.journal.games import NOW, batch, kept

REPOSITORY = Path(__file__).parents[2]


def command(task: str, path: Path, *more: object) -> list[str]:
    """How a task of this module is started in a process of its own."""
    arguments = ", ".join(repr(word) for word in (str(path), *more))
    return [
        sys.executable,
        "-c",
        f"from pathlib import Path; from tests.journal.children import {task}; {task}({arguments})",
    ]


def run(task: str, path: Path, *more: object) -> list[Any]:
    """What a task answers, line by line."""
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
    """Answer with a value, at once."""
    print(json.dumps(value), flush=True)


def limit_files(size: int) -> None:
    """From now on no file grows beyond so many bytes: to this process, the disk is full. -1 for no limit."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))


def append_for_ever(path: str, game: int, first: int) -> None:
    """Write one entry after the other, and say the number of each as soon as it is durable."""
    journal = open_journal(Path(path), NOW)
    for number in range(first, sys.maxsize):
        journal.append(batch(game, number, number))
        say(number)


def append_until_full(path: str, room: int) -> None:
    """Write batches until the disk is full; then say what is wrong, what is kept, and what is once there is room again."""
    journal = open_journal(Path(path), NOW)
    journal.append(batch(1, 1, 3))
    limit_files(Path(f"{path}-wal").stat().st_size + room)
    first = 4
    try:
        while True:
            journal.append(batch(1, first, first + 2), batch(2, first - 3, first - 1))
            first += 3
    except JournalFault as fault:
        say([str(fault), fault.game])
    say([first - 1, {game: len(entries) for game, entries in kept(journal).items()}])
    limit_files(-1)
    journal.append(batch(1, first, first + 2))
    say(len(list(journal.entries(1))))
    journal.close()


def keep_on_a_full_disk(path: str) -> None:
    """Keep batches with a writer while the disk is full, then let there be room; say the trouble before and after, and what is kept."""
    journal = open_journal(Path(path), NOW)
    attempted = Event()
    # Runs faster than time, so that nobody waits for the next attempt.
    writer = Writer(journal, lambda: time.monotonic() * 100, attempted.set)
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
    """Try to open a journal where no file may be larger than `size`; say the fault, or what is there."""
    limit_files(size)
    try:
        journal = open_journal(Path(path), NOW)
    except JournalFault as fault:
        say(str(fault))
    else:
        say({game: len(entries) for game, entries in kept(journal).items()})
        journal.close()


DIED = 9
"""How a process ends that dies in the middle of an opening."""


def open_and_die(path: str, step: int) -> None:
    """Open a journal and die before the step on the disk that has this number: opening, renaming, deleting, waiting for it; or afterwards."""
    steps = itertools.count(1)

    def dying(work: Callable[..., Any]) -> Callable[..., Any]:
        """The same, but for the one time at which the power fails."""

        def work_or_die(*args: Any, **options: Any) -> Any:
            """Do it, or be gone without a word."""
            if next(steps) == step:
                os._exit(DIED)
            return work(*args, **options)

        return work_or_die

    for name in ("replace", "fsync", "unlink", "open"):
        setattr(os, name, dying(getattr(os, name)))
    open_journal(Path(path), NOW)
    os._exit(0)
