"""Reads the eight cells of one slot: light off, eight samples, light on, eight samples. Only one slot is ever lit (100 mA each)."""

import time

from card_reader.codes import CELLS

RISE = 0.001
"""Seconds that light and sensors take to settle."""

CHANNELS = 16
"""How many cells one multiplexer serves; slot s, cell c hang on number 8·s + c of all, counted through multiplexers A, B and C."""


class Line:
    """A pin that is on or off, as `digitalio.DigitalInOut` is one."""

    value = False


class Sensor:
    """A pin with a voltage of 0-65535, as `analogio.AnalogIn` is one."""

    @property
    def value(self) -> int:
        """The voltage now."""
        return 0


class Rest:
    """Waits for light and sensors."""

    def wait(self, seconds: float) -> None:
        """Return after so many seconds."""
        time.sleep(seconds)


class Comb:
    """The sensors of all slots behind their multiplexers.

    `address` are the four lines that choose a channel, lowest bit first, `bulbs` switch the light of each slot, `sums` are the outputs
    of the multiplexers (mux map: hardware facts, section 3).
    """

    def __init__(
        self,
        address: list[Line],
        bulbs: list[Line],
        sums: list[Sensor],
        rest: Rest | None = None,
    ) -> None:
        self._address, self._bulbs, self._sums = address, bulbs, sums
        self._rest = rest or Rest()

    def read(self, slot: int) -> tuple[list[int], list[int]]:
        """The samples (0-65535) of a slot (counted from 0) without and with its own light, eight each, cell 1 first; takes some milliseconds."""
        bulb = self._bulbs[slot]
        ambient = self._samples(slot)
        bulb.value = True
        try:
            self._rest.wait(RISE)
            return ambient, self._samples(slot)
        finally:
            # Also after a fault: it would burn on beside the next one, and the Pico's 3.3 V pin should not give so much.
            bulb.value = False

    def _samples(self, slot: int) -> list[int]:
        first = CELLS * slot
        # Sixteen channels are two slots whole, so the eight cells of one never lie on two multiplexers.
        sensor = self._sums[first // CHANNELS]
        found = []
        for number in range(first, first + CELLS):
            for bit, line in enumerate(self._address):
                # Four lines take the lower four bits, which are the channel within this multiplexer.
                line.value = bool(number >> bit & 1)
            found.append(sensor.value)
        return found
