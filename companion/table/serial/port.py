"""One serial port to one reader: bytes in and out without waiting; faults in words.

An `OpenPort` moves bytes, a `Rate` detects a flooding device, and a `ReaderLine` combines both with
the host's end of the link.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

from companion.errors import TableError
from companion.table.serial.discovery import ReaderPort
from companion.table.serial.link import HostLink
from companion.table.serial.messages import ReaderMessage
from companion.words import Text, text

SPEED: Final = 115_200
"""Baud. USB ignores it, but closing a port at 1200 starts a reader's bootloader."""
MOUTHFUL: Final = 512
"""Maximum bytes per read, so that a flooding port does not silence the others.

The greeting of a reader has a third of it.
"""
BREATHER: Final = 0.01
"""Seconds of rest between two reads of a flooding port, to limit the load."""
GONE: Final = frozenset({errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO})
# EAGAIN is pyserial's lock, EBUSY the kernel's (see `_exclusive`).
HELD: Final = frozenset({errno.EBUSY, errno.EAGAIN})
FORBIDDEN: Final = frozenset({errno.EACCES, errno.EPERM})
LIMIT: Final = 200
"""Messages a second that count as a flood.

A reader whose five cards are swapped as fast as it scans while its handle is shaken sends at most
80, repetitions included.
"""
WINDOW: Final = 1.0
"""Seconds over which messages are counted: a reader that had to wait sends more in one go."""
USUAL: Final = 60
"""Bytes of a usual message; as many without a line end count as one."""
CHATTER: Final = 65_536
"""Bytes without a valid frame until a device counts as no reader."""

Tap: TypeAlias = Callable[[str, str, bytes], None]
"""Listens to the wires: the port's path, ">" to the reader or "<" from it, and the bytes.

Called in the table's thread.
"""


class OpenPort:
    """A serial port in exclusive use, with DTR asserted: without it no data arrives from a reader.

    pyserial opens and configures it. Bytes bypass pyserial, since its non-blocking write spins for
    ever on a port that takes nothing. Source: hardware facts, section 9.

    Raises:
        TableError: The port cannot be used; the message says what to do.
        OSError: The device is gone.
    """

    def __init__(self, path: str) -> None:
        self._serial = _open_port(path)

    def fileno(self) -> int:
        """Return the number that a selector watches."""
        number: int = self._serial.fileno()
        return number

    def read(self) -> bytes:
        """Return arrived bytes, at most MOUTHFUL, b"" for none.

        Raises:
            OSError: The device is gone.
        """
        try:
            data = os.read(self.fileno(), MOUTHFUL)
        except BlockingIOError:
            return b""
        if not data:
            raise OSError(errno.EIO, "the device is gone")
        return data

    def write(self, data: bytes) -> int:
        """Return how many bytes were taken, 0 if the port takes none now.

        Raises:
            OSError: The device is gone.
        """
        try:
            return os.write(self.fileno(), data)
        except BlockingIOError:
            return 0

    def close(self) -> None:
        """Close immediately; unsent bytes are dropped, since closing would wait for them."""
        import termios

        with suppress(OSError, termios.error):
            self._serial.reset_output_buffer()
            _exclusive(self.fileno(), False)
        with suppress(OSError):
            self._serial.close()


def _open_port(path: str) -> Any:
    import termios

    import serial

    try:
        port = serial.Serial(path, SPEED, timeout=0, write_timeout=0, exclusive=True)
    # Not an OSError in Python: the device was pulled during the setup.
    except termios.error as fault:
        raise OSError(errno.EIO, f"{path}: {fault}") from fault
    except OSError as fault:
        if fault.errno in GONE:
            raise OSError(fault.errno, f"{path} is gone") from fault
        raise TableError(_why(path, fault)) from fault
    with suppress(OSError):
        _exclusive(port.fileno(), True)
    return port


def _exclusive(number: int, wanted: bool) -> None:
    """Lock the port. pyserial's lock is advisory; this one stops everybody but root."""
    import fcntl
    import termios

    fcntl.ioctl(number, termios.TIOCEXCL if wanted else termios.TIOCNXCL)


def _why(path: str, fault: OSError) -> Text:
    if fault.errno in FORBIDDEN:
        return text(
            "{path}: no permission to use this card reader. Add yourself to the group {group}"
            " (`sudo usermod -aG {group} $USER`), then log in again.",
            path=path,
            group=_group(path),
        )
    if fault.errno in HELD:
        return text(
            "{path}: another application uses this card reader, perhaps a terminal or a second "
            "Clockwork Derby: end it.",
            path=path,
        )
    words = fault.strerror or str(fault)
    return text(
        "{path}: this card reader cannot be opened ({fault}). Pull its plug and put it in again.",
        path=path,
        fault=words,
    )


def _group(path: str) -> str:
    """Return the group that may use a device, `dialout` if unknown."""
    import grp

    try:
        name = grp.getgrgid(Path(path).stat().st_gid).gr_name
    except (OSError, KeyError):
        return "dialout"
    # Nobody should join root's group; dialout is where the udev rule puts such ports (hardware
    # facts, section 9).
    return "dialout" if name == "root" else name


class Rate:
    """Counts the traffic of one line from `now` on, in seconds of any clock."""

    def __init__(self, now: float) -> None:
        self.over = False
        """Whether this window already has more than a reader can send."""
        self._since, self._lines, self._bytes = now, 0, 0

    def count(self, data: bytes, now: float) -> int:
        """Count these bytes; return the messages per second if they are a flood, else 0."""
        self._lines += data.count(b"\n")
        self._bytes += len(data)
        messages, passed = max(self._lines, self._bytes // USUAL), now - self._since
        self.over = messages > LIMIT * WINDOW
        if passed < WINDOW:
            return 0
        self._since, self._lines, self._bytes = now, 0, 0
        return int(messages / passed) if messages > LIMIT * passed else 0


class ReaderLine:
    """An open line. Any call may raise OSError when the device is gone.

    `now` is in seconds. `tap` listens to the bytes, or is None. `uid` is the chip id of the reader
    that has greeted, "" before that. `pressing` is whether more bytes come than a reader sends, so
    that the caller should pause. `flood` is the messages per second while the device floods (see
    `Rate`), else 0.

    Raises:
        TableError: The port cannot be used; the message says what to do.
    """

    def __init__(self, port: ReaderPort, link: HostLink, tap: Tap | None, now: float) -> None:
        self.port, self.link = port, link
        self.wire = OpenPort(port.path)
        self.uid, self.pressing, self.flood = "", False, 0
        self._rate = Rate(now)
        self._tap = tap
        self._unsent = b""
        self._frames = self._idle_bytes = 0

    @property
    def waits_to_send(self) -> bool:
        """Return whether bytes wait for the port to take them."""
        return bool(self._unsent)

    @property
    def chatters(self) -> bool:
        """Return whether the other end sends endlessly without a valid frame."""
        return self._idle_bytes > CHATTER

    def receive(self, now: float) -> Iterable[ReaderMessage]:
        """Read once and return the reader's messages; call it when the port has bytes."""
        data = self.wire.read()
        self.flood = self._rate.count(data, now)
        self.pressing = len(data) == MOUTHFUL or self._rate.over
        if data and self._tap is not None:
            self._tap(self.port.path, "<", data)
        messages = self.link.receive(data, now)
        before, self._frames = self._frames, self.link.counters(now).frames
        self._idle_bytes = 0 if self._frames > before else self._idle_bytes + len(data)
        return messages

    def send(self, now: float) -> None:
        """Write due bytes.

        Bytes that the port does not take wait, and no new ones are made meanwhile: the link counts
        them as sent.
        """
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
        """Return whether the reader does not answer.

        That includes a reader that sends but does not hear us, as when its port takes nothing.
        """
        return self.link.lost(now)

    def close(self) -> None:
        self.wire.close()
