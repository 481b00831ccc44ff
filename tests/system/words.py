"""The printed lines of the system test, the commands that it runs, and the fault that stops it."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Final

BEGUN: Final = time.monotonic()


class SystemTestError(Exception):
    """The reason for which the system test cannot go on, in a sentence with the remedy."""


class KernelStoppedError(SystemTestError):
    """The guest's own kernel has stopped, as happens under emulation; our code was not at fault."""


def say(words: str) -> None:
    """Print one line about the progress, with the seconds since the beginning."""
    print(f"system-test {time.monotonic() - BEGUN:5.0f} s: {words}", file=sys.stderr, flush=True)


def run(*order: str) -> str:
    """Run a command and return its output.

    Raises:
        SystemTestError: It fails; the message has its last words.
    """
    done = subprocess.run(order, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        raise SystemTestError(
            f"{order[0]} ended with {done.returncode}: {done.stderr[-2000:].strip()}"
        )
    return done.stdout
