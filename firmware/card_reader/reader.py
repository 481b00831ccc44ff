"""The reader's loop: listen, scan, report, show, send.

No pass waits, or scans more than one slot.
"""

from card_reader.codes import cells
from card_reader.inputs import ReaderInputs
from card_reader.lamps import Lights, heartbeat
from card_reader.link import ReaderLink
from card_reader.sensors import DigitalPin, SensorArrays

NAP = 5
"""Milliseconds of rest after a pass without a scan."""

READ = 256
"""Bytes to read in one pass: the size of the USB buffer."""


class Port:
    """The wire, such as `usb_cdc.Serial` with both timeouts at 0.

    A host has it open if `connected`.
    """

    connected = False
    in_waiting = 0

    def read(self, size: int) -> bytes:
        """Return at most this many bytes, without waiting."""
        return b""

    def write(self, data: bytes) -> int:
        """Write as much as there is room for, without waiting; return the number of bytes."""
        return len(data)


class Wire:
    """The port and its unsent bytes: a host that does not read loses only these."""

    def __init__(self, port: Port, link: ReaderLink) -> None:
        self._port, self._link = port, link
        self._unsent = b""

    def hear(self, now: int) -> None:
        """Take in bytes that have come."""
        if self._port.in_waiting:
            data = self._port.read(READ)
            if data:
                self._link.receive(data, now)

    def speak(self, now: int) -> None:
        """Write as much as there is room for; without a host drop it, for the link repeats it."""
        if not self._port.connected:
            self._unsent = b""
            return
        if not self._unsent:
            self._unsent = self._link.output(now)
        if self._unsent:
            self._unsent = self._unsent[self._port.write(self._unsent) or 0 :]


class Reader:
    """One card reader.

    `pull` and `push` are the handle's switches, which read False while closed; `led` is the board's
    light.
    """

    def __init__(
        self,
        arrays: SensorArrays,
        pull: DigitalPin,
        push: DigitalPin,
        lights: Lights,
        led: DigitalPin,
        port: Port,
        link: ReaderLink,
        service: bool = False,
    ) -> None:
        self.inputs = ReaderInputs()
        self._arrays, self._pull, self._push = arrays, pull, push
        self._lights, self._led, self._service = lights, led, service
        self._link, self._wire = link, Wire(port, link)
        self._placed = False

    def step(self, now: int) -> int:
        """Run one pass at a time in milliseconds.

        Returns:
            Milliseconds to rest before the next one, 0 if a scan took its time already.
        """
        # Listen first and send last, so that a wish is answered in one pass.
        self._wire.hear(now)
        self.inputs.turn(not self._pull.value, not self._push.value, now)
        scanned = self._scan(now)
        self._tell()
        gone = self._link.host_gone(now)
        self._lights.show(self._link.lamps, gone, now)
        beat = heartbeat(gone, self._service, now)
        if beat != self._led.value:
            self._led.value = beat
        self._wire.speak(now)
        return 0 if scanned else NAP

    def _scan(self, now: int) -> bool:
        """Scan one slot, first one that the host wants, else one that is due.

        Return whether one was.
        """
        # The cards move with the handle: a wish to see them waits.
        wanted = None if self.inputs.handle.moving(now) else self._link.look_wanted
        slot = self.inputs.due(now) if wanted is None else wanted
        if slot is None:
            return False
        ambient, lit = self._arrays.read(slot)
        self.inputs.look(slot, ambient, lit, now)
        if wanted is not None:
            self._link.cells(*cells(ambient, lit))
        return True

    def _tell(self) -> None:
        """Pass the news to the link in order.

        Once after the first slots also the unmoved handle.
        """
        if self._link.read_wanted:
            self.inputs.ask()
        news = self.inputs.news()
        for _, item in news:
            if isinstance(item, str):
                self._link.handle(item)
                self._placed = True
            else:
                self._link.slots(item)
        if news and not self._placed:
            self._link.handle(self.inputs.handle.position)
            self._placed = True
