#!/usr/bin/python3 -I
"""The only process of a guest without an init system: `clockwork-derby simulate` with a journal.

Its output goes to the serial port. Only the kernel is started before it, so the power can be cut
often in little time. `simulate` resumes where it was cut off, through the same event loop, record
and journal as the game on the screen, and prints each step once no power cut can undo it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

STATE = "/var/lib/clockwork-derby"
COMMAND = [
    "/opt/clockwork-derby/current/bin/clockwork-derby",
    "simulate",
    "--db",
    f"{STATE}/journal.db",
]
NAME = "derby.agent"


def port() -> int:
    """Return the virtio serial port, for which no driver is loaded yet."""
    subprocess.run(["/usr/sbin/modprobe", "virtio_console"], check=True)
    while True:
        for name in Path("/sys/class/virtio-ports").glob("*/name"):
            if name.read_text("ascii").strip() == NAME:
                return os.open(f"/dev/{name.parent.name}", os.O_RDWR)
        time.sleep(0.05)


def main() -> None:
    """Play with the words of the kernel's command line behind `--`, and never end.

    The kernel has no other process.
    """
    os.environ["PATH"] = "/usr/sbin:/usr/bin:/sbin:/bin"
    line = port()
    done = subprocess.run(
        [*COMMAND, *sys.argv[1:]],
        stdin=subprocess.DEVNULL,
        stdout=line,
        stderr=line,
        user="derby",
        group="derby",
        check=False,
    )
    os.write(line, f"ended with {done.returncode}\n".encode())
    while True:
        time.sleep(60)


if __name__ == "__main__":
    main()
