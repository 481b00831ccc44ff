"""One serial port to one reader: bytes in, bytes out, nothing ever waits; why it cannot be opened is told in words with the remedy.

An `OpenPort` moves bytes, a `Rate` says when a device floods, and a `ReaderLine` is both with our end of the link.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

from companion.errors import TableFault
from companion.table.serial.discovery import Port
from companion.table.serial.heard import Heard
from companion.table.serial.link import HostLink
from companion.words import Text, text

SPEED: Final = 115_200
"""Baud. USB does not care, but 1200 would send a reader into its bootloader when the port is closed."""
MOUTHFUL: Final = 512
"""Bytes read at a time at most, so that one port that floods does not silence the others. A reader that greets says a third of it at once."""
BREATHER: Final = 0.01
"""Seconds of rest between two mouthfuls of a port that says too much: so it costs the thread, and with it the screen, so much and no more."""
GONE: Final = frozenset({errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO})
# EAGAIN is pyserial's lock, EBUSY the kernel's (see `_exclusive`).
HELD: Final = frozenset({errno.EBUSY, errno.EAGAIN})
FORBIDDEN: Final = frozenset({errno.EACCES, errno.EPERM})
LIMIT: Final = 200
"""Messages a second that are a flood. A reader whose five cards are swapped as fast as it can scan them, and whose handle is shaken all the
while, says 80 at most, with all that it says again for want of an answer."""
WINDOW: Final = 1.0
"""Seconds over which they are counted: one that had to wait says more at once."""
USUAL: Final = 60
"""Bytes of a usual message; so many without an end of line count as one."""
CHATTER: Final = 65_536
"""Bytes without one good frame after which a device is not believed to be a reader."""

Tap: TypeAlias = Callable[[str, str, bytes], None]
"""Hears what passes on the wires: the port's path, ">" to the reader or "<" from it, and the bytes. Called in the table's own thread."""


class OpenPort:
    """A serial port that nobody else uses while it is open, with DTR asserted: without that a reader's data never arrives.

    pyserial opens and configures it; bytes go past it, since its own write without waiting spins for ever on a port that takes nothing.
    Opening (hardware facts, section 9) raises TableFault with the remedy where it cannot be had, OSError where the device is gone.
    """

    def __init__(self, path: str) -> None:
        self._serial = _opened(path)

    def fileno(self) -> int:
        """The number that a selector watches."""
        number: int = self._serial.fileno()
        return number

    def read(self) -> bytes:
        """What has arrived, at most a mouthful, b"" for nothing; OSError when the device is gone."""
        try:
            data = os.read(self.fileno(), MOUTHFUL)
        except BlockingIOError:
            return b""
        if not data:
            raise OSError(errno.EIO, "the device is gone")
        return data

    def write(self, data: bytes) -> int:
        """How many of the bytes were taken, 0 where the port takes none now; OSError when the device is gone."""
        try:
            return os.write(self.fileno(), data)
        except BlockingIOError:
            return 0

    def close(self) -> None:
        """Let go at once: what was not taken is thrown away, since closing would wait for it otherwise."""
        import termios

        with suppress(OSError, termios.error):
            self._serial.reset_output_buffer()
            _exclusive(self.fileno(), False)
        with suppress(OSError):
            self._serial.close()


def _opened(path: str) -> Any:
    import termios

    import serial

    try:
        port = serial.Serial(path, SPEED, timeout=0, write_timeout=0, exclusive=True)
    # No OSError to Python, though it means one: the device went while it was set up.
    except termios.error as fault:
        raise OSError(errno.EIO, f"{path}: {fault}") from fault
    except OSError as fault:
        if fault.errno in GONE:
            raise OSError(fault.errno, f"{path} is gone") from fault
        raise TableFault(_why(path, fault)) from fault
    with suppress(OSError):
        _exclusive(port.fileno(), True)
    return port


def _exclusive(number: int, wanted: bool) -> None:
    """Pyserial's lock is heeded by those who ask for it; this one by everybody but root."""
    import fcntl
    import termios

    fcntl.ioctl(number, termios.TIOCEXCL if wanted else termios.TIOCNXCL)


def _why(path: str, fault: OSError) -> Text:
    if fault.errno in FORBIDDEN:
        return text(
            "{path}: no permission to use this card reader. Add yourself to the group {group} (`sudo usermod -aG {group} $USER`), then log in again.",
            path=path,
            group=_group(path),
        )
    if fault.errno in HELD:
        return text(
            "{path}: another application holds this card reader, perhaps a terminal or a "
            "second Clockwork Derby: end it.",
            path=path,
        )
    words = fault.strerror or str(fault)
    return text(
        "{path}: this card reader cannot be opened ({fault}). Pull its plug and put it in again.",
        path=path,
        fault=words,
    )


def _group(path: str) -> str:
    """The group that may use a device, `dialout` where that is not told."""
    import grp

    try:
        name = grp.getgrgid(Path(path).stat().st_gid).gr_name
    except (OSError, KeyError):
        return "dialout"
    # Nobody should join root's group; dialout is where the udev rule puts such ports (hardware facts, section 9).
    return "dialout" if name == "root" else name


class Rate:
    """Counts what comes from one line, from `now` on; seconds of any clock. `over`: what came in this window is more than it may bring."""

    def __init__(self, now: float) -> None:
        self.over = False
        self._since, self._lines, self._bytes = now, 0, 0

    def count(self, data: bytes, now: float) -> int:
        """Take in what has come; how many messages a second that makes where it is a flood, else 0."""
        self._lines += data.count(b"\n")
        self._bytes += len(data)
        messages, passed = max(self._lines, self._bytes // USUAL), now - self._since
        self.over = messages > LIMIT * WINDOW
        if passed < WINDOW:
            return 0
        self._since, self._lines, self._bytes = now, 0, 0
        return int(messages / passed) if messages > LIMIT * passed else 0


class ReaderLine:
    """A line that is open. OSError from any call: the device is gone; TableFault from opening: why it cannot be had, and what to do.

    `uid` is the chip id of the reader that has greeted here, "" until it has. `tap` hears what passes, or is None. `now` is in seconds.
    `pressing` says that more comes than a reader has to say, so that whoever reads should take a breather; `flood` how many messages a
    second come where that lasts (see `Rate`), else 0.
    """

    def __init__(self, port: Port, link: HostLink, tap: Tap | None, now: float) -> None:
        self.port, self.link = port, link
        self.wire = OpenPort(port.path)
        self.uid, self.pressing, self.flood = "", False, 0
        self._rate = Rate(now)
        self._tap = tap
        self._unsent = b""
        self._frames = self._idle_bytes = 0

    @property
    def waits_to_send(self) -> bool:
        """Whether bytes wait for the port to take them."""
        return bool(self._unsent)

    @property
    def chatters(self) -> bool:
        """Whether the other end talks without end and says nothing that is ours."""
        return self._idle_bytes > CHATTER

    def receive(self, now: float) -> Iterable[Heard]:
        """What the reader has told since the last call; `now` is in seconds. Call it when the port has something, for one mouthful at a time."""
        data = self.wire.read()
        self.flood = self._rate.count(data, now)
        self.pressing = len(data) == MOUTHFUL or self._rate.over
        if data and self._tap is not None:
            self._tap(self.port.path, "<", data)
        heard = self.link.receive(data, now)
        before, self._frames = self._frames, self.link.counters(now).frames
        self._idle_bytes = 0 if self._frames > before else self._idle_bytes + len(data)
        return heard

    def send(self, now: float) -> None:
        """Hand the port what is due; what it does not take waits, and nothing new is made meanwhile, for whatever the link gives counts as sent."""
        if not self._unsent:
            self._unsent = self.link.output(now)
        if not self._unsent:
            return
        taken = self.wire.write(self._unsent)
        if taken:
            if self._tap is not None:
                self._tap(self.port.path, ">", self._unsent[:taken])
            self._unsent = self._unsent[taken:]

    def silent(self, now: float) -> bool:
        """Whether the reader does not answer; the link also calls one lost that speaks but does not hear, as when its port takes nothing."""
        return self.link.lost(now)

    def close(self) -> None:
        """Let go of the port."""
        self.wire.close()
