"""Build the reader on the Pico's pins and keep it running.

The only module of the package that needs CircuitPython.
"""

import os
import time

from card_reader import VERSION, pins
from card_reader.lamps import CAP, Lights
from card_reader.link import ReaderLink
from card_reader.reader import Reader
from card_reader.restarts import RestartReset
from card_reader.sensors import AnalogPin, DigitalPin, SensorArrays

PATIENCE = 5
"""Seconds without a pass until the watchdog resets the Pico, which supports at most 8."""


class NoWatchdog:
    """No watchdog: in service mode a person can stop the application and look at it."""

    def feed(self) -> None:
        """Do nothing; `microcontroller.watchdog` waits PATIENCE seconds more."""


def run(led: DigitalPin) -> None:
    """Build the reader and run it for ever; `led` is the board's light.

    Faults pass through to code.py.
    """
    service = drive_is_shown()
    reader = build(led, service)
    # Last, since it cannot be stopped any more and building takes time (hardware facts, section 8).
    dog = NoWatchdog() if service else watchdog()
    health = RestartReset(memory(), milliseconds())
    while True:
        now = milliseconds()
        rest = reader.step(now)
        health.step(now)
        dog.feed()
        if rest:
            time.sleep(rest / 1000)


def milliseconds() -> int:
    """Return the chip's time."""
    # Not `monotonic`: the chip's floats are too coarse for milliseconds after some hours.
    return time.monotonic_ns() // 1000000


def drive_is_shown() -> bool:
    """Return whether the host has the drive (service mode); then the reader cannot write to it."""
    import storage

    return bool(storage.getmount("/").readonly)


def build(led: DigitalPin, service: bool) -> Reader:
    """Return a reader on the pins of `pins.py`."""
    import board
    import neopixel
    import usb_cdc

    arrays = SensorArrays(
        [output(pin) for pin in pins.ADDRESS],
        [output(pin) for pin in pins.BULBS],
        [sensor(pin) for pin in pins.SUMS],
    )
    pixels = neopixel.NeoPixel(
        getattr(board, pins.PIXELS), len(pins.BULBS), brightness=CAP, auto_write=False
    )
    port = usb_cdc.data
    # Both are None at first, which means for ever: a host that does not read would stop the loop.
    port.timeout = port.write_timeout = 0
    link = ReaderLink(chip_id(), VERSION, boot_id())
    lights = Lights(pixels, pins.PLACES)
    return Reader(arrays, switch(pins.PULL), switch(pins.PUSH), lights, led, port, link, service)


def output(name: str) -> DigitalPin:
    """Return an output pin, off for now."""
    import board
    import digitalio

    pin = digitalio.DigitalInOut(getattr(board, name))
    pin.switch_to_output(False)
    line: DigitalPin = pin
    return line


def switch(name: str) -> DigitalPin:
    """Return a pin with a switch to ground; it reads False while the switch is closed."""
    import board
    import digitalio

    pin = digitalio.DigitalInOut(getattr(board, name))
    pin.switch_to_input(digitalio.Pull.UP)
    line: DigitalPin = pin
    return line


def sensor(name: str) -> AnalogPin:
    """Return a pin that measures a voltage."""
    import analogio
    import board

    pin: AnalogPin = analogio.AnalogIn(getattr(board, name))
    return pin


def chip_id() -> str:
    """Return the chip's number in sixteen hexadecimal digits, also its USB serial number."""
    import microcontroller

    return "".join(["%02X" % byte for byte in microcontroller.cpu.uid])


def memory() -> bytearray:
    """Return the chip's bytes that survive a loss of power."""
    import microcontroller

    lasting: bytearray = microcontroller.nvm
    return lasting


def boot_id() -> int:
    """Return a random number of 16 bits for this start (protocol.md, reader's rule 1)."""
    high, low = os.urandom(2)
    return high * 256 + low


def watchdog() -> NoWatchdog:
    """Start the watchdog, which must be fed from now on."""
    import microcontroller
    from watchdog import WatchDogMode

    dog = microcontroller.watchdog
    dog.timeout = PATIENCE
    dog.mode = WatchDogMode.RESET
    watching: NoWatchdog = dog
    return watching
