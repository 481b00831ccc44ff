"""What the health watch leaves behind: `health.log` in the state folder, one line for each change, small enough to be sent with a report."""
from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

FILE: Final = "health.log"
MOST: Final = 1_000_000
"""Bytes from which on the file is put aside as `health.log.1`, in place of the one before."""


def record(folder: Path, now: float, words: str) -> None:
    """Append a line with its time, whole or not at all; where the disk takes none it is said on standard error, which a service's log keeps.

    `now` is Unix time, the stamp local time to the second. Words on several lines become one.
    """
    stamp = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(now))
    words = " ".join(words.split())
    line = f"{stamp} {words}\n".encode()
    try:
        _rotate(folder / FILE, len(line))
        _append(folder / FILE, line)
    except OSError:
        with suppress(OSError, ValueError, AttributeError):
            sys.stderr.write(f"clockwork-derby: health: {words}\n")
            sys.stderr.flush()


def _rotate(path: Path, more: int) -> None:
    """Two files at most: whatever happens, the record takes no more than twice MOST."""
    if path.exists() and path.stat().st_size + more > MOST:
        os.replace(path, path.with_name(f"{FILE}.1"))


def _append(path: Path, line: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with open(path, "a+b", buffering=0) as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(size - 1, 0))
        # A power cut may have left half a line; the next one begins on its own.
        whole = (b"" if file.read(1) in (b"", b"\n") else b"\n") + line
        try:
            if file.write(whole) < len(whole):
                file.truncate(size)
            os.fsync(file.fileno())
        except OSError:
            file.truncate(size)
            raise
