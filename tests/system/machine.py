"""One guest in QEMU: switched on, observed, touched, asked, cut off.

It is emulated in software: no KVM is needed.
"""

from __future__ import annotations

import json
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.system.image import Image
from tests.system.words import KernelStoppedError, SystemTestError, run

SIZE: Final = (800, 480)
# With the wider vector instructions Mesa's software drawing crashes under emulation.
PROCESSOR: Final = "max,-avx512f,-avx2,-avx,-fma"
KERNEL_WORDS: Final = (
    "root=/dev/vda rw console=ttyS0 consoleblank=0 vt.global_cursor_default=0 quiet"
)
FULL: Final = 0x7FFF
"""The far edge of a virtual tablet."""
ASIDE: Final = 40
"""About a pixel."""


class Answer(NamedTuple):
    """The result of a command in the guest."""

    code: int
    """Its exit code."""
    said: str
    """Its output."""
    now: float
    """The guest's clock since it was switched on, in seconds."""


SWITCHED_ON: Final[list[Machine]] = []
"""The guests that run now, so that an interrupted test can end them, too."""


class Line:
    """A local socket that carries lines of JSON."""

    def __init__(self, path: Path, patience: float) -> None:
        """Wait until the other end is connected."""
        end = time.monotonic() + patience
        self._line = socket.socket(socket.AF_UNIX)
        while True:
            try:
                self._line.connect(str(path))
                break
            except OSError as fault:
                if time.monotonic() > end:
                    self._line.close()
                    raise SystemTestError(f"nobody answers at {path.name}: {fault}") from fault
                time.sleep(0.05)
        self._waiting = b""

    def say(self, words: dict[str, Any]) -> None:
        """Send one line."""
        self._line.sendall(json.dumps(words).encode() + b"\n")

    def hear(self, limit: float) -> dict[str, Any]:
        """Return the object of the next line.

        Raises:
            SystemTestError: As for `line`.
        """
        heard: dict[str, Any] = json.loads(self.line(limit))
        return heard

    def line(self, limit: float) -> bytes:
        """Return the next line.

        Raises:
            SystemTestError: None comes within so many seconds, or the guest has gone.
        """
        self._line.settimeout(limit)
        while b"\n" not in self._waiting:
            try:
                got = self._line.recv(65536)
            except TimeoutError as fault:
                raise SystemTestError(f"the guest said nothing for {limit:.0f} s") from fault
            if not got:
                raise SystemTestError("the guest is gone")
            self._waiting += got
        line, self._waiting = self._waiting.split(b"\n", 1)
        return line

    def close(self) -> None:
        """Close this end."""
        self._line.close()


class Machine:
    """A guest that has just been switched on; `since` is when, by this machine's clock."""

    def __init__(
        self, image: Image, disk: Path, folder: Path, more: Sequence[str] = (), words: str = ""
    ) -> None:
        """Switch it on with its own disk.

        `more` are further words for QEMU, `words` for the guest's kernel.
        """
        self.folder = folder
        for name in ("qmp", "agent"):
            (folder / name).unlink(missing_ok=True)
        self.console = folder / "console.txt"
        self._log = (folder / "qemu.txt").open("ab")
        self.since = time.monotonic()
        self._process = subprocess.Popen(
            [*_order(image, disk, folder, words), *more],
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
        )
        SWITCHED_ON.append(self)
        self._qmp = Line(folder / "qmp", 20)
        self._agent = Line(folder / "agent", 20)
        self._qmp.hear(20)
        self.order("qmp_capabilities")

    def order(self, name: str, **arguments: Any) -> None:
        """Send one of QEMU's own commands."""
        self._qmp.say({"execute": name, "arguments": arguments})
        while True:
            heard = self._qmp.hear(60)
            if "error" in heard:
                raise SystemTestError(f"QEMU refuses {name}: {heard['error']}")
            if "return" in heard:
                return

    def ask(self, *words: str, limit: float = 60) -> Answer:
        """Run a command in the guest, as root."""
        self._agent.say({"run": words, "limit": limit})
        # The guest may still be on its way up.
        try:
            heard = self._agent.hear(limit + 240)
        except SystemTestError:
            self._check_kernel()
            raise
        return Answer(heard["code"], heard["said"], heard["now"])

    @property
    def has_panicked(self) -> bool:
        """Return whether the guest's kernel has stopped, by its console."""
        return self.console.exists() and b"Kernel panic" in self.console.read_bytes()

    def _check_kernel(self) -> None:
        if self.has_panicked:
            raise KernelStoppedError(f"the guest's kernel has stopped: see {self.console}")

    def line(self, limit: float) -> str:
        """Return the next line from a guest that runs another program than the agent."""
        return self._agent.line(limit).decode("utf-8", "replace").rstrip("\r")

    def picture(self, path: Path) -> None:
        """Write what the display shows, as PNG or PPM by the file's name.

        Raises:
            KernelStoppedError: The guest will show nothing any more.
        """
        self._check_kernel()
        self.order("screendump", filename=str(path), format=path.suffix.removeprefix("."))

    def tap(self, across: float, down: float) -> None:
        """Touch a place of the display, in its pixels."""
        self.press(across, down)
        self.lift()

    def press(self, across: float, down: float) -> None:
        """Put the finger down there, and leave it."""
        # The kernel passes on only changes, and a game that has just started does not know the
        # state before: a finger that came down where the last one did would have no place. No real
        # finger finds the same place twice.
        for aside in (ASIDE, 0):
            self.move(across, down, aside)
        self._feel("btn", {"button": "left", "down": True})

    def move(self, across: float, down: float, aside: int = 0) -> None:
        """Move the finger there, up or down; `aside` is in the tablet's own units."""
        self._feel(
            "abs",
            *(
                {"axis": axis, "value": round(share * FULL) + aside}
                for axis, share in (("x", across / SIZE[0]), ("y", down / SIZE[1]))
            ),
        )

    def lift(self) -> None:
        """Lift the finger."""
        self._feel("btn", {"button": "left", "down": False})

    def _feel(self, kind: str, *parts: dict[str, Any]) -> None:
        self.order("input-send-event", events=[{"type": kind, "data": part} for part in parts])
        time.sleep(0.12)

    def cut(self) -> None:
        """Cut the power: what the guest has not written to its disk is lost."""
        if self in SWITCHED_ON:
            SWITCHED_ON.remove(self)
        self._process.kill()
        self._process.wait()
        for line in (self._qmp, self._agent):
            line.close()
        self._log.close()

    @property
    def runs(self) -> bool:
        """Return whether it is on."""
        return self._process.poll() is None


def _order(image: Image, disk: Path, folder: Path, words: str) -> list[str]:
    """Return the command line of QEMU."""
    return [
        "qemu-system-x86_64",
        "-machine",
        "q35",
        "-accel",
        "tcg,thread=multi",
        "-cpu",
        PROCESSOR,
        "-smp",
        "2",
        "-m",
        "1536",
        "-kernel",
        str(image.kernel),
        "-initrd",
        str(image.initrd),
        "-append",
        f"{KERNEL_WORDS} {words}".rstrip(),
        "-drive",
        f"file={disk},if=virtio,format=qcow2,cache=writeback",
        "-display",
        "none",
        "-vga",
        "none",
        "-device",
        f"virtio-gpu-pci,xres={SIZE[0]},yres={SIZE[1]}",
        # Only behind its own port can it be unplugged.
        "-device",
        "pcie-root-port,id=socket",
        "-device",
        "virtio-tablet-pci,id=tablet,bus=socket",
        "-device",
        "virtio-keyboard-pci",
        "-nic",
        "none",
        "-device",
        "virtio-serial-pci",
        "-chardev",
        f"socket,id=agent,path={folder / 'agent'},server=on,wait=off",
        "-device",
        "virtserialport,chardev=agent,name=derby.agent",
        "-qmp",
        f"unix:{folder / 'qmp'},server=on,wait=off",
        "-serial",
        f"file:{folder / 'console.txt'}",
        "-monitor",
        "none",
    ]


def fresh_disk(image: Image, folder: Path) -> Path:
    """Return a disk on which nothing has been written yet; the image stays as it is."""
    disk = folder / "overlay.qcow2"
    disk.unlink(missing_ok=True)
    run("qemu-img", "create", "-q", "-f", "qcow2", "-b", str(image.disk), "-F", "raw", str(disk))
    return disk


@contextmanager
def machine(
    image: Image, disk: Path, folder: Path, more: Sequence[str] = (), words: str = ""
) -> Iterator[Machine]:
    """Return a guest that is switched on, and cut off at the end of the block at the latest.

    `more` and `words` are as for `Machine`.
    """
    guest = Machine(image, disk, folder, more, words)
    try:
        yield guest
    finally:
        guest.cut()
