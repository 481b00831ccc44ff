"""Processes that end with the one that started them, however that ends.

The kernel ends such a process when the thread that started it ends, so start one in a thread that outlives it. Processes of ours that read
from a pipe may end with that instead: the worker in which pilots think, emulated readers.
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
    """Start a process that is killed when this one ends; options as for subprocess.Popen, faults too."""
    return subprocess.Popen(command, preexec_fn=_tied(), **options)


def run(
    command: Sequence[str | os.PathLike[str]], **options: Any
) -> subprocess.CompletedProcess[Any]:
    """Run a process to its end, or to the end of this one; options as for subprocess.run, faults too."""
    return subprocess.run(command, preexec_fn=_tied(), check=False, **options)


def _tied() -> Callable[[], None] | None:
    """What a new process does before its program begins; None where the kernel knows no such thing."""
    if not sys.platform.startswith("linux"):
        return None
    # Looked up here: the new process has the one thread that was copied, and must not wait for a lock of another.
    import ctypes

    with suppress(OSError, AttributeError):
        control, parent = ctypes.CDLL(None).prctl, os.getpid()

        def tie() -> None:
            """Ask for the signal, and look whether it would come too late."""
            control(_SET_DEATH_SIGNAL, signal.SIGKILL)
            if os.getppid() != parent:
                os._exit(1)

        return tie
    return None
