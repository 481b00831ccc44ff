"""A programme for tests: does one thing again and again, killed at every moment at which it touches the disk, until it comes to its end.

    dying.py install|start PLACE STATE STICK

Prints a line after each kill: to which slot the link leads, and whether that one is sound.
"""
from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from companion.update import guard
from companion.update.install import install
from tests.update.places import NOW, stub_builder

CHANGES = ("open", "os.", "shutil.", "subprocess.", "fcntl.", "sqlite3.")


def killed_at(moment: int, deed: Callable[[], object]) -> int:
    """Do it in a child that is killed at moment number so-and-so, or comes to its end before; how it ended."""
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


def turned_back(place: Path) -> None:
    """Slot a runs again, as before the update, so that the next kill may come later."""
    (place / guard.TRIAL).unlink(missing_ok=True)
    guard.switch(place, "a")


def main(name: str, place: Path, state: Path, stick: Path) -> None:
    """Kill it at one moment after the other."""
    # What survives a power cut is not what is tried here, and to wait for the disk takes long.
    os.fsync, os.sync = lambda fd: None, lambda: None
    deeds: dict[str, Callable[[], object]] = {
        "install": lambda: install(stick, place, state, NOW, builder=stub_builder), "start": lambda: guard.before_start(place),
    }
    moment = 1
    while (status := killed_at(moment, deeds[name])) == signal.SIGKILL:
        here = guard.running(place)
        print(here, "sound" if guard.is_sound(place, here) else "broken", flush=True)
        if name == "install" and here == "b":
            turned_back(place)
        moment += 1
    print("done" if status == 0 else f"ended with {status}")


if __name__ == "__main__":
    main(sys.argv[1], *map(Path, sys.argv[2:5]))
