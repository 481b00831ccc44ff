"""One open serial port: bytes in, bytes out, nothing ever waits; why it cannot be opened is told in words with the remedy."""
from __future__ import annotations

import errno
import os
from contextlib import suppress
from typing import Any, Final

from companion.errors import TableFault

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
    """pyserial's lock is heeded by those who ask for it; this one by everybody but root."""
    import fcntl
    import termios

    fcntl.ioctl(number, termios.TIOCEXCL if wanted else termios.TIOCNXCL)


def _why(path: str, fault: OSError) -> str:
    if fault.errno in FORBIDDEN:
        return (
            f"{path}: no permission to use this card reader. Add yourself to the group {_group(path)} "
            f"(`sudo usermod -aG {_group(path)} $USER`), then log in again."
        )
    if fault.errno in HELD:
        return f"{path}: another programme holds this card reader, perhaps a terminal or a second Clockwork Derby: end that one."
    return f"{path}: this card reader cannot be opened ({fault.strerror or fault}). Pull its plug and put it in again."


def _group(path: str) -> str:
    """The group that may use a device, `dialout` where that is not told."""
    import grp

    try:
        name = grp.getgrgid(os.stat(path).st_gid).gr_name
    except (OSError, KeyError):
        return "dialout"
    # Nobody should join root's group; dialout is where the udev rule puts such ports (hardware facts, section 9).
    return "dialout" if name == "root" else name
