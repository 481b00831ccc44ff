"""A program for tests: repeat one thing, killed at every disk operation, until it completes.

    dying.py install PLACE STATE STICK KEYS   each attempt over what the last one left
    dying.py start PLACE STATE SAVED KEYS     each from the beginning, as it is saved in a folder,
    and then once more without a kill

After each kill it prints to which slot the link leads, and whether that one is valid; with `start`
also to which it leads in the end, and the version of the journal then.
"""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from companion.privileged import guard
from companion.privileged.files import JOURNAL
from companion.privileged.install import InstallOptions, install
from companion.privileged.service_user import service_user_of
from tests.privileged.places import NOW, stub_builder

CHANGES = ("open", "os.", "shutil.", "subprocess.", "fcntl.", "sqlite3.")


def killed_at(moment: int, deed: Callable[[], object]) -> int:
    """Do it in a child that is killed at this moment, or completes before; return its status."""
    left = moment

    def count(event: str, _details: tuple[object, ...]) -> None:
        nonlocal left
        if event.startswith(CHANGES):
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    child = os.fork()
    if child == 0:
        sys.addaudithook(count)
        deed()
        os._exit(0)
    return os.waitpid(child, 0)[1]


def start(place: Path, state: Path) -> None:
    """Run the guard before a start."""
    guard.before_start(place, state)


def as_before(saved: Path, place: Path, state: Path) -> None:
    """Restore place and state as saved."""
    for folder in (place, state):
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(saved / folder.name, folder, symlinks=True)


def turned_back(place: Path) -> None:
    """Let slot a run again, as before the update, so that the next kill may come later."""
    (place / guard.TRIAL).unlink(missing_ok=True)
    guard.switch(place, "a")


def shown_state(place: Path) -> str:
    """Return to which slot the link leads, and whether it is valid."""
    here = guard.running_slot(place)
    return f"{here} {'sound' if guard.is_sound(place, here) else 'broken'}"


def starts(place: Path, state: Path, saved: Path) -> int:
    """Kill the guard's start at one moment after the other; return its status without a kill."""
    moment = 0
    while True:
        moment += 1
        as_before(saved, place, state)
        status = killed_at(moment, lambda: start(place, state))
        if status != signal.SIGKILL:
            return status
        line = shown_state(place)
        start(place, state)
        with closing(sqlite3.connect(state / JOURNAL)) as journal:
            print(
                line,
                "then",
                shown_state(place),
                journal.execute("PRAGMA user_version").fetchone()[0],
                flush=True,
            )


def installs(place: Path, state: Path, stick: Path, keys: Path) -> int:
    """Do the same for an installation."""
    moment, options = 0, InstallOptions(service_user_of(state), keys)
    while True:
        moment += 1
        status = killed_at(
            moment, lambda: install(stick, place, state, NOW, options, builder=stub_builder)
        )
        if status != signal.SIGKILL:
            return status
        print(shown_state(place), flush=True)
        if guard.running_slot(place) == "b":
            turned_back(place)


def main(name: str, place: Path, state: Path, other: Path, keys: Path) -> None:
    """Kill it at one moment after the other."""
    # Power cuts are not tested here, and waiting for the disk takes long.
    os.fsync, os.sync = lambda fd: None, lambda: None
    # As if not root: what is done in the player's name then happens in this very process, and every
    # moment of it counts.
    os.geteuid = lambda: 1000
    status = (
        installs(place, state, other, keys) if name == "install" else starts(place, state, other)
    )
    print("done" if status == 0 else f"ended with {status}")


if __name__ == "__main__":
    main(sys.argv[1], *map(Path, sys.argv[2:6]))
