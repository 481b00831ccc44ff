"""The chip's USB data channel, `usb_cdc.data`: the inner end of a pseudo-terminal.

As on the real chip nothing is heard unless somebody has the other end open (there: asserts DTR); what is said then is lost; a buffer of
256 bytes each way; and `timeout` and `write_timeout` begin as None, which means: wait for ever.
"""

from __future__ import annotations

import os
import select
from collections.abc import Callable
from typing import Final

from companion.table.rig.chip.clock import PORT, SECOND, ChipClock
from companion.table.rig.faults import Mangler

ROOM: Final = 256
"""Bytes that the chip keeps for each direction."""


class DataPort:
    """The stream `usb_cdc.Serial` on a file descriptor; frames pass a mangler each way. `noticed` hears whatever the firmware says."""

    def __init__(
        self,
        descriptor: int,
        clock: ChipClock,
        heard: Mangler,
        told: Mangler,
        noticed: Callable[[bytes], None],
    ) -> None:
        self.timeout: float | None = None
        self.write_timeout: float | None = None
        self._noticed = noticed
        self._descriptor, self._clock = descriptor, clock
        self._heard, self._told = heard, told
        self._in, self._out = bytearray(), bytearray()
        self._hung = select.poll()
        # Nothing is asked for: POLLHUP comes unasked, as long as nobody has the other end open.
        self._hung.register(descriptor, 0)
        os.set_blocking(descriptor, False)

    @property
    def connected(self) -> bool:
        """Whether a host has the port open."""
        self._clock.spend(PORT)
        return self._open()

    @property
    def in_waiting(self) -> int:
        """Bytes that can be read."""
        self._exchange()
        return len(self._in)

    @property
    def out_waiting(self) -> int:
        """Bytes that the host has not taken yet."""
        self._exchange()
        return len(self._out)

    def read(self, size: int = 1) -> bytes:
        """At most so many bytes, after waiting as `timeout` says."""
        self._wait_until(lambda: len(self._in) >= size, self.timeout)
        data = bytes(self._in[:size])
        del self._in[:size]
        return data

    def readinto(self, buf: bytearray) -> int:
        """Fill a buffer as far as `read` would; the number of bytes."""
        data = self.read(len(buf))
        memoryview(buf)[: len(data)] = data
        return len(data)

    def readline(self, size: int = -1) -> bytes:
        """Up to the end of a line."""
        line = b""
        while not line.endswith(b"\n") and len(line) != size:
            byte = self.read(1)
            if not byte:
                break
            line += byte
        return line

    def write(self, buf: bytes) -> int:
        """Say as many of these bytes as there is room for, after waiting as `write_timeout` says; the number of bytes said."""
        data = bytes(buf)
        done = 0

        def said() -> bool:
            """Push on; whether all is out."""
            nonlocal done
            done += self._accept(data[done:])
            return done == len(data)

        self._wait_until(said, self.write_timeout)
        return done

    def flush(self) -> None:
        """Wait until everything is out."""
        self._wait_until(lambda: not self._out, None)

    def reset_input_buffer(self) -> None:
        """Forget what was not read."""
        self._exchange()
        self._in.clear()

    def reset_output_buffer(self) -> None:
        """Forget what was not taken."""
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
        """Take bytes into the buffer; without a host they are lost, and without room they are not taken."""
        if not self._open():
            self._out.clear()
            self._told.cut()
            return len(data)
        taken = data[: max(0, ROOM - len(self._out))]
        self._noticed(taken)
        self._out += self._told.feed(taken)
        self._push()
        return len(taken)

    def _exchange(self) -> None:
        """Move bytes between buffers and the world."""
        self._clock.spend(PORT)
        self._push()
        try:
            if len(self._in) < ROOM:
                self._in += self._heard.feed(os.read(self._descriptor, ROOM - len(self._in)))
        except BlockingIOError:
            return
        except OSError:
            # Nobody has the other end open.
            self._heard.cut()

    def _push(self) -> None:
        if not self._out:
            return
        try:
            del self._out[: os.write(self._descriptor, self._out)]
        except BlockingIOError:
            return
        except OSError:
            self._out.clear()
