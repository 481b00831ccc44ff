"""In the guest, run commands from a virtio serial port and answer in lines of JSON.

Request: {"run": [words of a command], "limit": seconds}. Answer: {"code", "said", "now"}; `now` is
the guest's clock since it was switched on.
"""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path

PORT = "/dev/virtio-ports/derby.agent"


def answer(line: bytes) -> dict[str, object]:
    """Run one command; the answer has both of its outputs."""
    asked = json.loads(line)
    try:
        done = subprocess.run(
            asked["run"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=asked["limit"],
            check=False,
        )
        code, said = done.returncode, done.stdout
    except (OSError, subprocess.TimeoutExpired) as fault:
        code, said = -1, str(fault).encode()
    return {
        "code": code,
        "said": said.decode("utf-8", "replace"),
        "now": time.clock_gettime(time.CLOCK_MONOTONIC),
    }


def main() -> None:
    """Listen for ever; the port gives nothing while no one is connected to it."""
    with Path(PORT).open("r+b", buffering=0) as port:
        waiting = b""
        while True:
            got = port.read(65536)
            if not got:
                time.sleep(0.2)
                continue
            *lines, waiting = (waiting + got).split(b"\n")
            for line in filter(None, lines):
                said = json.dumps(answer(line)).encode() + b"\n"
                while said:
                    said = said[port.write(said) :]


if __name__ == "__main__":
    main()
