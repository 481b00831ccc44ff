"""The app's end of one emulated chip: its process, the pseudo-terminal it talks through, and the pipe that brings it the world."""
from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tty
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from companion.errors import TableFault

PARTING: Final = 2.0
"""Seconds that a process has to end by itself before it is killed."""

HOME: Final = Path(__file__).parents[3]
"""Where the package lies: a checkout, or a folder of installed packages."""


class Chip:
    """A running chip. `settings` are what its process is told first: see `chip.life.Life`. `path` is where a host can talk to it.

    TableFault where this machine has no room for one more process or terminal.
    """

    def __init__(self, settings: dict[str, Any]) -> None:
        self._rest = b""
        with ExitStack() as ours:
            try:
                self._end, theirs = socket.socketpair()
                ours.callback(theirs.close)
                master, slave = os.openpty()
                for descriptor in (master, slave):
                    # The process has copies of its own; while ours were open, neither side would notice that the other is gone.
                    ours.callback(os.close, descriptor)
                # Before anybody talks: a terminal that is not raw sends an echo, and makes two bytes of a newline.
                tty.setraw(slave)
                self.path = os.ttyname(slave)
                self._process = _process(theirs.fileno(), master)
            except OSError as fault:
                raise TableFault(f"An emulated reader cannot be started: {fault}. End other programmes and try again.") from fault
        self._end.setblocking(False)
        self.tell(settings)

    @property
    def process(self) -> int:
        """The process's number."""
        return self._process.pid

    def tell(self, message: dict[str, Any]) -> None:
        """Say something to the process, one JSON object in a line; one that has ended, or does not listen, hears nothing."""
        try:
            self._end.send(json.dumps(message).encode() + b"\n")
        except OSError:
            return

    def hear(self) -> list[dict[str, Any]] | None:
        """What it has said since the last call; None when it has ended."""
        try:
            data = self._end.recv(65536)
        except BlockingIOError:
            return []
        except OSError:
            data = b""
        if not data:
            return None
        *lines, self._rest = (self._rest + data).split(b"\n")
        return [json.loads(line) for line in lines]

    def unplug(self) -> None:
        """Pull the cable: it has no power from now on."""
        self._process.kill()
        self.leave()

    def leave(self) -> None:
        """Let go of it: the process ends when the pipe does. Afterwards nothing of it is left."""
        self._end.close()
        try:
            self._process.wait(PARTING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _process(control: int, port: int) -> subprocess.Popen[bytes]:
    """Start Python with the search path of this one, without what it would read at its start; it hears no Ctrl-C meant for the app."""
    # -B: byte code put beside the firmware would be taken for the firmware writing to its drive (see `chip.life`).
    words = [sys.executable, "-S", "-s", "-P", "-B", "-m", "companion.table.rig.chip", str(control), str(port)]
    path = [str(HOME), *(place for place in sys.path if place)]
    environment = {"PYTHONPATH": os.pathsep.join(path), "PATH": os.defpath, "PYTHONWARNINGS": "ignore"}
    return subprocess.Popen(
        words, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, pass_fds=(control, port), process_group=0,
    )
