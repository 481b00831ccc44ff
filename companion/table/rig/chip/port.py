"""The chip's USB data channel, `usb_cdc.data`: the inner end of a pseudo-terminal.

As on the real chip, bytes are lost unless the other end is open (there: asserts DTR), each way has
a buffer of 256 bytes, and `timeout` and `write_timeout` are None at first: wait for ever.
"""

from __future__ import annotations

import os
import select
from collections.abc import Callable
from typing import Final

from companion.table.rig.chip.clock import PORT, SECOND, ChipClock
from companion.table.rig.rig_settings import Mangler

ROOM: Final = 256
"""Size of the chip's buffer for each direction, in bytes."""


class DataPort:
    """The stream `usb_cdc.Serial` on a file descriptor, with a mangler each way.

    `noticed` gets all output of the firmware.
    """

    def __init__(
        self,
        descriptor: int,
        clock: ChipClock,
        incoming: Mangler,
        outgoing: Mangler,
        noticed: Callable[[bytes], None],
    ) -> None:
        self.timeout: float | None = None
        self.write_timeout: float | None = None
        self._noticed = noticed
        self._descriptor, self._clock = descriptor, clock
        self._incoming, self._outgoing = incoming, outgoing
        self._in, self._out = bytearray(), bytearray()
        self._hung = select.poll()
        # No events: POLLHUP is reported anyway while the other end is closed.
        self._hung.register(descriptor, 0)
        os.set_blocking(descriptor, False)

    @property
    def connected(self) -> bool:
        """Return whether a host has the port open."""
        self._clock.spend(PORT)
        return self._open()

    @property
    def in_waiting(self) -> int:
        """Return the number of bytes that can be read."""
        self._exchange()
        return len(self._in)

    @property
    def out_waiting(self) -> int:
        """Return the number of bytes that the host has not taken yet."""
        self._exchange()
        return len(self._out)

    def read(self, size: int = 1) -> bytes:
        """Return at most this many bytes, after waiting as `timeout` says."""
        self._wait_until(lambda: len(self._in) >= size, self.timeout)
        data = bytes(self._in[:size])
        del self._in[:size]
        return data

    def readinto(self, buf: bytearray) -> int:
        """Fill a buffer as `read` would; return the number of bytes."""
        data = self.read(len(buf))
        memoryview(buf)[: len(data)] = data
        return len(data)

    def readline(self, size: int = -1) -> bytes:
        """Return the bytes up to the end of a line."""
        line = b""
        while not line.endswith(b"\n") and len(line) != size:
            byte = self.read(1)
            if not byte:
                break
            line += byte
        return line

    def write(self, buf: bytes) -> int:
        """Write as many bytes as there is room for, after waiting as `write_timeout` says.

        Returns:
            The number of bytes written.
        """
        data = bytes(buf)
        done = 0

        def said() -> bool:
            """Write on; return whether all is written."""
            nonlocal done
            done += self._accept(data[done:])
            return done == len(data)

        self._wait_until(said, self.write_timeout)
        return done

    def flush(self) -> None:
        """Wait until everything is written."""
        self._wait_until(lambda: not self._out, None)

    def reset_input_buffer(self) -> None:
        self._exchange()
        self._in.clear()

    def reset_output_buffer(self) -> None:
        """Drop bytes that the host has not taken."""
        self._out.clear()

    def _wait_until(self, done: Callable[[], bool], patience: float | None) -> None:
        begun = self._clock.now
        self._exchange()
        while not done() and (patience is None or self._clock.now - begun < patience * SECOND):
            self._clock.sleep(0.001)
            self._exchange()

    def _open(self) -> bool:
        return not any(events & select.POLLHUP for _, events in self._hung.poll(0))

    def _accept(self, data: bytes) -> int:
        """Take bytes into the buffer.

        Without a host they are lost, without room they are refused.
        """
        if not self._open():
            self._out.clear()
            self._outgoing.cut()
            return len(data)
        taken = data[: max(0, ROOM - len(self._out))]
        self._noticed(taken)
        self._out += self._outgoing.feed(taken)
        self._push()
        return len(taken)

    def _exchange(self) -> None:
        """Move bytes between the buffers and the pseudo-terminal."""
        self._clock.spend(PORT)
        self._push()
        try:
            if len(self._in) < ROOM:
                self._in += self._incoming.feed(os.read(self._descriptor, ROOM - len(self._in)))
        except BlockingIOError:
            return
        except OSError:
            # The other end is closed.
            self._incoming.cut()

    def _push(self) -> None:
        if not self._out:
            return
        try:
            del self._out[: os.write(self._descriptor, self._out)]
        except BlockingIOError:
            return
        except OSError:
            self._out.clear()
