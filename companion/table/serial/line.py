"""One line to one reader: an open port, our end of the link, and bytes that the port has not taken yet."""
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from companion.table.serial.discovery import Port
from companion.table.serial.link import Heard, HostLink
from companion.table.serial.port import MOUTHFUL, OpenPort
from companion.table.serial.rate import Rate

Tap: TypeAlias = Callable[[str, str, bytes], None]
"""Hears what passes on the wires: the port's path, ">" to the reader or "<" from it, and the bytes. Called in the table's own thread."""

CHATTER: Final = 65_536
"""Bytes without one good frame after which a device is not believed to be a reader."""


class Line:
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
