"""Beside the guest: the firmware of emulated readers, each behind a virtio port, and hands."""

from __future__ import annotations

import os
import select
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

from tests.system.machine import Machine
from tests.system.words import SystemTestError

RIG: Final = ("-m", "companion", "rig", "--seats")
FIFO: Final = "/run/usb-readers"
UID: Final = "E6614C775B00{:04X}"


def ports(folder: Path, count: int) -> list[str]:
    """Return words for QEMU: a virtio port for each reader."""
    words = list[str]()
    for number in range(1, count + 1):
        words += [
            "-chardev",
            f"socket,id=reader{number},path={folder / f'reader{number}'},server=on,wait=off",
        ]
        words += ["-device", f"virtserialport,chardev=reader{number},name=derby.reader{number}"]
    return words


class Readers:
    """All readers of a guest: `clockwork-derby rig` on this machine, the gadgets in the guest."""

    def __init__(self, guest: Machine, repository: Path, count: int) -> None:
        """Start the firmware, and describe the gadgets to the guest; none is plugged in yet."""
        self.guest, self.count = guest, count
        self.serials = [UID.format(number) for number in range(1, count + 1)]
        self._rig = subprocess.Popen(
            [sys.executable, *RIG, str(count)],
            cwd=repository,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        paths = self._paths()
        self._stop = threading.Event()
        self._wires = [
            threading.Thread(
                target=self._carry, args=(guest.folder / f"reader{seat}", path), daemon=True
            )
            for seat, path in paths.items()
        ]
        for wire in self._wires:
            wire.start()
        guest.ask(
            "systemd-run",
            "--quiet",
            "--unit=usb-readers",
            "python3",
            "-I",
            "/opt/system-test/usb_readers.py",
            FIFO,
            *self.serials,
        )
        guest.ask("sh", "-c", f"until [ -p {FIFO} ]; do sleep 0.2; done")

    def plug(self, number: int, socket: int) -> None:
        """Plug in a cable."""
        self.guest.ask("sh", "-c", f"echo plug {number} {socket} >{FIFO}")

    def unplug(self, number: int) -> None:
        """Pull a cable."""
        self.guest.ask("sh", "-c", f"echo unplug {number} >{FIFO}")

    def do(self, *lines: str) -> None:
        """Work the readers by commands of the rig."""
        assert self._rig.stdin is not None
        self._rig.stdin.writelines(f"{line}\n" for line in lines)
        self._rig.stdin.flush()

    def close(self) -> None:
        """End the firmware."""
        self._stop.set()
        for wire in self._wires:
            wire.join()
        self._rig.communicate("quit\n")

    def _paths(self) -> dict[int, str]:
        """Return the terminal of each reader's firmware."""
        assert self._rig.stdout is not None
        found = dict[int, str]()
        said: IO[str] = self._rig.stdout
        for line in said:
            words = line.split()
            if words[:2] == ["emulated", "reader"]:
                found[int(words[2])] = words[-1]
            if len(found) == self.count:
                threading.Thread(target=said.read, daemon=True).start()
                return found
        raise SystemTestError("clockwork-derby rig has ended")

    def _carry(self, place: Path, path: str) -> None:
        """Copy bytes between a guest's port and the firmware until the end."""
        end = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        with socket.socket(socket.AF_UNIX) as port, suppress(OSError):
            port.connect(str(place))
            while not self._stop.is_set():
                ready, _, _ = select.select([end, port.fileno()], [], [], 0.2)
                if end in ready:
                    port.sendall(os.read(end, 4096))
                if port.fileno() in ready:
                    data = port.recv(4096)
                    if not data:
                        break
                    os.write(end, data)
        os.close(end)


@contextmanager
def readers(guest: Machine, repository: Path, count: int) -> Iterator[Readers]:
    """Return the readers of a guest, whose firmware ends with the block."""
    table = Readers(guest, repository, count)
    try:
        yield table
    finally:
        table.close()
