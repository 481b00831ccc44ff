"""The reader's loop: hear, look, tell, shine, speak. No pass waits for anybody, and none scans more than one slot."""

from card_reader.codes import cells
from card_reader.comb import Comb, Line
from card_reader.lamps import Lights, heartbeat
from card_reader.link import Link
from card_reader.watch import Watch

NAP = 5
"""Milliseconds to rest after a pass in which nothing was scanned."""

READ = 256
"""Bytes to take in at one pass, which is what the USB buffer holds."""


class Port:
    """The wire, as `usb_cdc.Serial` is one with both its timeouts at 0: `connected` while a host holds it open."""

    connected = False
    in_waiting = 0

    def read(self, size: int) -> bytes:
        """So many bytes at most, at once."""
        return b""

    def write(self, data: bytes) -> int:
        """Write what there is room for, at once; how many bytes these were."""
        return len(data)


class Wire:
    """The port and what it has not taken yet: a host that does not read costs nothing but what it does not hear."""

    def __init__(self, port: Port, link: Link) -> None:
        self._port, self._link = port, link
        self._unsent = b""

    def hear(self, now: int) -> None:
        """Take in what has come, if anything has."""
        if self._port.in_waiting:
            data = self._port.read(READ)
            if data:
                self._link.receive(data, now)

    def speak(self, now: int) -> None:
        """Write what is to be written, as far as there is room; without a host it is forgotten, for the link tells it again."""
        if not self._port.connected:
            self._unsent = b""
            return
        if not self._unsent:
            self._unsent = self._link.output(now)
        if self._unsent:
            self._unsent = self._unsent[self._port.write(self._unsent) or 0 :]


class Reader:
    """One card reader. `pull` and `push` are the handle's switches, which read False while they are closed; `led` is the board's light."""

    def __init__(
        self,
        comb: Comb,
        pull: Line,
        push: Line,
        lights: Lights,
        led: Line,
        port: Port,
        link: Link,
        service: bool = False,
    ) -> None:
        self.watch = Watch()
        self._comb, self._pull, self._push = comb, pull, push
        self._lights, self._led, self._service = lights, led, service
        self._link, self._wire = link, Wire(port, link)
        self._placed = False

    def step(self, now: int) -> int:
        """One pass at a time in milliseconds; how many milliseconds to rest before the next one, 0 where a scan took its time already."""
        # Heard first and spoken last, so that a wish and what is found go through in one pass.
        self._wire.hear(now)
        self.watch.turn(not self._pull.value, not self._push.value, now)
        scanned = self._scan(now)
        self._tell()
        self._shine(now)
        self._wire.speak(now)
        return 0 if scanned else NAP

    def _scan(self, now: int) -> bool:
        """Scan one slot, the one that the host wants to see before the one that is due; whether one was scanned."""
        # While the handle moves the cards do, too: whoever wants to see them has to wait.
        wanted = None if self.watch.handle.moving(now) else self._link.look_wanted
        slot = self.watch.due(now) if wanted is None else wanted
        if slot is None:
            return False
        ambient, lit = self._comb.read(slot)
        self.watch.look(slot, ambient, lit, now)
        if wanted is not None:
            self._link.cells(*cells(ambient, lit))
        return True

    def _tell(self) -> None:
        """Hand the news to the link, in their order; where the handle is comes once after the first slots, though it was not moved."""
        if self._link.read_wanted:
            self.watch.ask()
        news = self.watch.news()
        for _, told in news:
            if isinstance(told, str):
                self._link.handle(told)
                self._placed = True
            else:
                self._link.slots(told)
        if news and not self._placed:
            self._link.handle(self.watch.handle.position)
            self._placed = True

    def _shine(self, now: int) -> None:
        gone = self._link.host_gone(now)
        self._lights.show(self._link.lamps, gone, now)
        beat = heartbeat(gone, self._service, now)
        if beat != self._led.value:
            self._led.value = beat
