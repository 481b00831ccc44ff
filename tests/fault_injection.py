"""Run `simulate --db` in processes that are killed, or whose disk is full."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

PATIENCE: Final = 120
"""Seconds that one run may take on a busy machine."""
COMMAND: Final = (sys.executable, "-m", "companion")

DYING: Final = """
import os, signal, sqlite3, sys
from companion.__main__ import main
left, connect = int(sys.argv[1]), sqlite3.connect
def count(statement):
    global left
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)
def watched(*places, **how):
    connection = connect(*places, **how)
    connection.set_trace_callback(count)
    return connection
sqlite3.connect = watched
sys.exit(main(sys.argv[2:]))
"""
"""The command in a process that dies just before the journal executes a statement of a given
number."""
CRAMPED: Final = """
import resource, sys
from companion.__main__ import main
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
sys.exit(main(sys.argv[2:]))
"""
"""The command in a process that cannot make a file longer than a given size, as on a full disk."""


class RunOutput(NamedTuple):
    """The output of a run."""

    steps: tuple[tuple[int, str], ...]
    """The steps in order as (number, hash)."""
    game: Mapping[str, Any] | None
    """The end of the game; None if it did not end."""
    status: int
    err: str


class PlannedGame(NamedTuple):
    """One game to play, by its words on the command line."""

    words: tuple[str, ...]

    def command(self, journal: Path) -> list[str]:
        """Return its words with the journal."""
        return ["simulate", *self.words, "--json", "--db", str(journal)]

    def run(self, journal: Path, *more: str) -> RunOutput:
        """Play it, or what is left of it, undisturbed."""
        return run_output(run_to_end([*COMMAND, *self.command(journal), *more]))

    def cramped(self, journal: Path, room: int) -> RunOutput:
        """Play it where no file may be longer than `room` bytes."""
        return run_output(
            run_to_end([sys.executable, "-c", CRAMPED, str(room), *self.command(journal)])
        )

    def killed_at_statement(self, journal: Path, number: int) -> RunOutput:
        """Play it until the journal comes to its statement of this number."""
        return run_output(
            run_to_end([sys.executable, "-c", DYING, str(number), *self.command(journal)])
        )

    def killed_at_line(self, journal: Path, number: int, later: float) -> RunOutput:
        """Play it until it has printed so many lines, and kill it a tiny time later.

        The delay varies, so that kills hit every moment of what follows.
        """
        with subprocess.Popen(
            [*COMMAND, *self.command(journal)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None and process.stderr is not None
            lines = [process.stdout.readline() for _ in range(number)]
            # No result depends on this delay: the kill must be harmless at any moment.
            time.sleep(later)
            process.send_signal(signal.SIGKILL)
            rest, complaints = process.stdout.read(), process.stderr.read()
            return run_output(
                subprocess.CompletedProcess([], process.wait(), "".join(lines) + rest, complaints)
            )


def run_to_end(command: list[str]) -> subprocess.CompletedProcess[str]:
    """Return a process that has ended, with any status."""
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)


def run_output(done: subprocess.CompletedProcess[str]) -> RunOutput:
    """Parse what a run printed. An incomplete last line does not count."""
    lines = [line for line in done.stdout.splitlines(keepends=True) if line.endswith("\n")]
    steps = tuple(
        (int(line.split()[1]), line.split()[2]) for line in lines if line.startswith("step ")
    )
    games = [json.loads(line) for line in lines if line.startswith("{")]
    for game in games:
        game.pop("seconds")
    return RunOutput(steps, games[0] if games else None, done.returncode, done.stderr)
