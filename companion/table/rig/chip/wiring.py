"""The parts at the chip's pins: three multiplexers, forty sensors, LEDs, switches, pixels.

Source: the pin and mux maps of the reference reader (hardware facts, section 3). Use that would
harm the parts raises `HardwareDamageError`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from random import Random
from typing import Final

from companion.signals import SLOTS
from companion.table.rig.chip.clock import ChipClock
from companion.table.rig.optics import CELLS, FULL, Picture, samples
from companion.table.rig.rig_settings import DARK, SOUND, Colour, Defects

ADDRESS: Final = (0, 1, 2, 3)
SENSOR_LEDS: Final = (4, 5, 6, 7, 8)
PIXELS, PULL_SWITCH, PUSH_SWITCH, SERVICE = 9, 10, 11, 12
MUXES: Final = (26, 27, 28)
"""The Pico's pins (GP…)."""

INPUTS: Final = frozenset((PULL_SWITCH, PUSH_SWITCH, SERVICE, *MUXES))
"""The pins that something else drives."""

CHANNELS: Final = 16
SETTLING: Final = 100_000
"""Nanoseconds until a sensor's output has changed by two thirds after its LED was switched."""

BOUNCE: Final = 6_000_000
"""Nanoseconds for which a switch bounces."""

NOISE: Final = 96
"""The greatest error of a conversion in samples (0-65535): six steps of twelve bits."""

LOOKS: Final = 3
"""Scans of each slot, and readings of each switch after bouncing, until firmware can notice."""

DARK_BULBS: Final[tuple[Colour, ...]] = (DARK,) * SLOTS


class HardwareDamageError(BaseException):
    """The firmware did something that would harm a real reader.

    Not an Exception, so that no firmware catches it by accident.
    """


class Wiring:
    """The far ends of the pins.

    `service` is whether the service button is held. With `defects` the pins differ from `picture`,
    and the firmware cannot know.
    """

    def __init__(
        self,
        clock: ChipClock,
        random: Random,
        picture: Picture,
        service: bool = False,
        defects: Defects = SOUND,
    ) -> None:
        self.clock, self.service = clock, service
        self.bulbs = self._pixels = DARK_BULBS
        """The colours of the five lights."""
        self._defects = defects
        # From the place where a cable is plugged in to its slot.
        self._slots = [slot - 1 for slot in defects.cables]
        self._shares = [defects.shares(slot) for slot in range(1, SLOTS + 1)]
        self._random = random
        self._noise = [random.randint(-NOISE, NOISE) for _ in range(1009)]
        self._draw = 0
        self._address, self._lit_at = 0, 0
        self._lit: int | None = None
        self._left = [-BOUNCE] * SLOTS
        self._steady = 0
        self.show(picture)

    def show(self, picture: Picture) -> None:
        """Set the state of the reader; switches that move bounce for a moment."""
        self.picture = picture
        """The state of the reader."""
        self._samples = [
            samples(card, picture.sunny, shares)
            for card, shares in zip(picture.cards, self._shares, strict=True)
        ]
        closed = dict(
            zip((PULL_SWITCH, PUSH_SWITCH), self._defects.closed(picture.handle), strict=True)
        )
        before = getattr(self, "_closed", {PULL_SWITCH: False, PUSH_SWITCH: False})
        self._chattering = {pin for pin in closed if closed[pin] != before[pin]}
        self._closed = closed
        if self._chattering:
            self._steady = self.clock.now + BOUNCE
        self._looks_at_slots, self._looks_at_switches = [0] * SLOTS, 0

    def scanned(self) -> bool:
        """Return whether each slot was scanned often enough to notice the last change."""
        return min(self._looks_at_slots) >= LOOKS

    def felt(self) -> bool:
        """Return whether the firmware has read the switches often enough since the last change."""
        return self._looks_at_switches >= 2 * LOOKS

    # ---- Pins ------------------------------------------------------------------------------------

    def drive(self, pin: int, high: bool) -> None:
        if pin in ADDRESS:
            self._address = self._address | 1 << pin if high else self._address & ~(1 << pin)
        elif pin in SENSOR_LEDS:
            self._light(self._slots[pin - SENSOR_LEDS[0]], high)
        elif pin in INPUTS:
            raise HardwareDamageError(
                f"GP{pin} drives against what is wired to it: that pin is an input"
            )

    def release(self, pin: int) -> None:
        """Make a pin no output: its line goes low."""
        if pin not in INPUTS:
            self.drive(pin, False)

    def level(self, pin: int, pulled_up: bool) -> bool:
        """Return the level of an input. Without its pull-up an open switch floats."""
        if pin in self._closed:
            if self.clock.now < self._steady and pin in self._chattering:
                return self._random.random() < 0.5
            if self.clock.now >= self._steady:
                self._looks_at_switches += 1
            return not self._closed[pin] and (pulled_up or self._random.random() < 0.5)
        closed = pin == SERVICE and self.service
        return False if closed else pulled_up or self._random.random() < 0.5

    def convert(self, pin: int) -> int:
        """Return the sample of a multiplexer's output, 0-65535."""
        index = (pin - MUXES[0]) * CHANNELS + self._address
        self._draw = (self._draw + 1) % 1009
        # C8 to C15 are not connected and float.
        if index >= SLOTS * CELLS:
            return FULL // 2 + 8 * self._noise[self._draw]
        slot, cell = self._slots[index >> 3], index & 7
        dark, lit = self._samples[slot]
        if slot == self._lit:
            exact = _settling(dark[cell], lit[cell], self.clock.now - self._lit_at)
        else:
            exact = _settling(lit[cell], dark[cell], self.clock.now - self._left[slot])
        shown = min(FULL, max(0, exact + self._noise[self._draw])) >> 4
        # Twelve bits to sixteen as CircuitPython does it, so that the maximum stays the maximum.
        return shown << 4 | shown >> 8

    def shine(self, data: Iterable[int]) -> None:
        """Take in bytes on the pixels' line: green, red, blue each.

        Pixels without bytes keep their colour.
        """
        levels = list(data)
        heard = [
            (levels[start + 1], levels[start], levels[start + 2])
            for start in range(0, len(levels) - 2, 3)
        ][:SLOTS]
        self._pixels = (*heard, *self._pixels[len(heard) :])
        self.bulbs = self._defects.shining(self._pixels)

    def _light(self, slot: int, on: bool) -> None:
        if on and self._lit not in (None, slot):
            raise HardwareDamageError(
                f"over-current: the sensor LEDs of slots {self._lit + 1} and {slot + 1} are on at"
                " once"
            )
        if on and self._lit is None:
            self._lit, self._lit_at = slot, self.clock.now
            self._looks_at_slots[slot] += 1
        elif not on and self._lit == slot:
            self._lit, self._left[slot] = None, self.clock.now


def _settling(before: int, after: int, age: int) -> int:
    """Return the output of a sensor at this time after its LED was switched."""
    if age > 10 * SETTLING:
        return after
    return after + round((before - after) * math.exp(-age / SETTLING))
