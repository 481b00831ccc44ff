"""Run commands in forks of a process that has imported all of them.

Starting Python and importing the modules takes longer than most commands do. A command changes
nothing for the next one. Tests of starting, signals or what a process inherits need `subprocess`
and a new process.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import pkgutil
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryFile
from threading import Timer
from typing import IO, Final, NoReturn

REPOSITORY: Final = Path(__file__).parent.parent


def run(
    words: Sequence[str], folder: Path, environment: Mapping[str, str], patience: float
) -> subprocess.CompletedProcess[str]:
    """Run `clockwork-derby` with these words in a folder, with no input.

    Only variables that are read while the command runs have an effect; Python's own have none.

    Raises:
        TimeoutExpired: It takes longer than `patience` seconds.
    """
    server = _waiting()
    assert server.stdin is not None and server.stdout is not None
    with TemporaryFile() as out, TemporaryFile() as err:
        wanted = {
            "words": list(words),
            "folder": str(folder),
            "environment": dict(environment),
            "streams": [f"/proc/{os.getpid()}/fd/{file.fileno()}" for file in (out, err)],
        }
        server.stdin.write(json.dumps(wanted) + "\n")
        server.stdin.flush()
        status = _status(int(server.stdout.readline()), server.stdout, patience)
        if status == -signal.SIGKILL:
            raise subprocess.TimeoutExpired(list(words), patience)
        outputs = [_text(file) for file in (out, err)]
    return subprocess.CompletedProcess(list(words), status, *outputs)


def apart(function: Callable[[], int], patience: float) -> subprocess.CompletedProcess[str]:
    """Call a function in a fork of this process; return its result as a status, and its output.

    Raises:
        TimeoutExpired: It takes longer than `patience` seconds.
    """
    with TemporaryFile() as out, TemporaryFile() as err:
        child = os.fork()
        if not child:
            _call(function, out, err)
        alarm = Timer(patience, _kill, [child])
        alarm.start()
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        alarm.cancel()
        if status == -signal.SIGKILL:
            raise subprocess.TimeoutExpired(function.__name__, patience)
        return subprocess.CompletedProcess(function.__name__, status, _text(out), _text(err))


def _call(function: Callable[[], int], out: IO[bytes], err: IO[bytes]) -> NoReturn:
    """Run the function in the fork and end it."""
    status = 1
    try:
        for number, file in ((1, out), (2, err)):
            os.dup2(file.fileno(), number)
        # Those of pytest write elsewhere.
        sys.stdout, sys.stderr = (os.fdopen(number, "w", closefd=False) for number in (1, 2))
        status = function()
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _status(child: int, pipe: IO[str], patience: float) -> int:
    """Return the exit status of a child; kill it after `patience` seconds."""
    alarm = Timer(patience, _kill, [child])
    alarm.start()
    try:
        return int(pipe.readline())
    finally:
        alarm.cancel()


def _kill(child: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode()


@lru_cache
def _waiting() -> subprocess.Popen[str]:
    """Return the waiting process; it ends with this one, since its pipe closes."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.child_process"],
        cwd=REPOSITORY,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


# ---- The process that waits ----------------------------------------------------------------------


def main() -> None:
    """Fork a child for each line of input; print its number, then its status when it has ended."""
    import companion

    for found in pkgutil.walk_packages(companion.__path__, "companion."):
        # Commands without a window need no module of the screen.
        if not found.name.startswith("companion.ui"):
            importlib.import_module(found.name)
    gc.freeze()
    for line in sys.stdin:
        child = os.fork()
        if not child:
            _be(**json.loads(line))
        print(child, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _be(words: list[str], folder: str, environment: dict[str, str], streams: list[str]) -> None:
    """Run one command and end the process as Python does."""
    from companion.__main__ import main as derby

    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for number, (path, how) in enumerate(
        [(os.devnull, os.O_RDONLY), *((stream, os.O_WRONLY) for stream in streams)]
    ):
        os.dup2(os.open(path, how), number)
    sys.exit(derby(words))


if __name__ == "__main__":
    main()
