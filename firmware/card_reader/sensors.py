"""Read the eight cells of one slot: eight samples with its light off, eight with it on.

Only one slot is ever lit (100 mA each).
"""

import time

from card_reader.codes import CELLS

RISE = 0.001
"""Seconds that light and sensors take to settle."""

CHANNELS = 16
"""Cells per multiplexer.

Cell c of slot s has number 8·s + c, counted through multiplexers A, B and C.
"""


class DigitalPin:
    """A pin that is on or off, such as `digitalio.DigitalInOut`."""

    value = False


class AnalogPin:
    """A pin with a voltage of 0-65535, such as `analogio.AnalogIn`."""

    @property
    def value(self) -> int:
        return 0


class Delay:
    """Waits for light and sensors."""

    def wait(self, seconds: float) -> None:
        """Return after this many seconds."""
        time.sleep(seconds)


class SensorArrays:
    """The sensors of all slots behind their multiplexers.

    `address` are the four lines that choose a channel, lowest bit first, `bulbs` the switches of
    the slots' lights, `sums` the outputs of the multiplexers (mux map: hardware facts, section 3).
    """

    def __init__(
        self,
        address: list[DigitalPin],
        bulbs: list[DigitalPin],
        sums: list[AnalogPin],
        rest: Delay | None = None,
    ) -> None:
        self._address, self._bulbs, self._sums = address, bulbs, sums
        self._rest = rest or Delay()

    def read(self, slot: int) -> tuple[list[int], list[int]]:
        """Return a slot's samples without and with its own light, eight each, cell 1 first.

        Slots count from 0, samples are 0-65535; it takes some milliseconds.
        """
        bulb = self._bulbs[slot]
        ambient = self._samples(slot)
        bulb.value = True
        try:
            self._rest.wait(RISE)
            return ambient, self._samples(slot)
        finally:
            # Even after a fault: otherwise it would burn with the next one, which the Pico's 3.3 V
            # pin should not supply.
            bulb.value = False

    def _samples(self, slot: int) -> list[int]:
        first = CELLS * slot
        # Sixteen channels are two whole slots: the cells of a slot are on one multiplexer.
        sensor = self._sums[first // CHANNELS]
        found = []
        for number in range(first, first + CELLS):
            for bit, line in enumerate(self._address):
                # The four lines carry the lower four bits, the channel within this multiplexer.
                line.value = bool(number >> bit & 1)
            found.append(sensor.value)
        return found
