"""Child processes that end with their parent, even if that is killed.

The kernel ends them with the thread that started them, so that thread must outlive them. Processes
of ours that read from a pipe can end with the pipe instead: the pilots' worker, emulated readers.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

_SET_DEATH_SIGNAL: Final = 1
"""PR_SET_PDEATHSIG of Linux."""


def start(command: Sequence[str | os.PathLike[str]], **options: Any) -> subprocess.Popen[Any]:
    """Start a process that is killed when this one ends; options and faults of subprocess.Popen."""
    return subprocess.Popen(command, preexec_fn=_tied(), **options)


def run(
    command: Sequence[str | os.PathLike[str]], **options: Any
) -> subprocess.CompletedProcess[Any]:
    """Run a process to its end or that of this one; options and faults of subprocess.run."""
    return subprocess.run(command, preexec_fn=_tied(), check=False, **options)


def _tied() -> Callable[[], None] | None:
    """Return what a new process does before its program begins; None without such a kernel."""
    if not sys.platform.startswith("linux"):
        return None
    # Imported here: the new process has one thread, and must not wait for a lock of another one.
    import ctypes  # noqa: PLC0415

    with suppress(OSError, AttributeError):
        control, parent = ctypes.CDLL(None).prctl, os.getpid()

        def tie() -> None:
            """Ask for the signal, and check that it is not too late for it."""
            control(_SET_DEATH_SIGNAL, signal.SIGKILL)
            if os.getppid() != parent:
                os._exit(1)

        return tie
    return None
