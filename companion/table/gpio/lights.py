"""Lock lights on the Raspberry Pi's header: a strip of NeoPixels, plain red LEDs, or none.

They blink as those of a card reader do.
"""

from __future__ import annotations

import os
import re
from typing import Any, Protocol

from card_reader.lamps import Lights, shine

from companion.errors import TableError
from companion.signals import ALL_DARK, Lamps
from companion.table.gpio.table_file import LED, NEOPIXEL, TableFile
from companion.table.gpio.wires import fault_line, pin_words
from companion.words import Text, text, verbatim


class LockLights(Protocol):
    """Lights of all seats on the header."""

    def show(self, lamps: Lamps, now: int) -> None:
        """Show the lamps as they are at `now`, in milliseconds.

        Errors of the library pass through.
        """

    def close(self) -> None:
        """Switch all lights off and release the pins. Errors of the library pass through."""


def open_lights(file: TableFile) -> LockLights:
    """Return the lights of a table file, all dark.

    Raises:
        TableError: The lights do not work; the message says why and what to do.
    """
    if file.lamps.kind == NEOPIXEL:
        try:
            return StripLights(file)
        # Errors of Blinka and its drivers have no common base class, and lights must not stop the
        # table.
        except Exception as fault:
            raise TableError(strip_words(fault)) from fault
    return LedLights(file) if file.lamps.kind == LED else NoLights()


class NoLights:
    """A table without lock lights; the screen shows them."""

    def show(self, lamps: Lamps, now: int) -> None:
        pass

    def close(self) -> None:
        pass


class StripLights:
    """NeoPixels in a row, written only when the picture changes.

    Opening writes once, to detect a driver that cannot write.
    """

    def __init__(self, file: TableFile) -> None:
        # On a terminal Blinka would ask whether to install drivers and wait for ever.
        os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")
        import board
        import neopixel

        self._places = {
            place: (seat.seat, slot) for seat in file.seats for slot, place in enumerate(seat.lamps)
        }
        self._number, wiring = max(self._places), file.lamps
        self._pixels: Any = neopixel.NeoPixel(
            getattr(board, f"D{wiring.pin}"),
            self._number,
            bpp=len(wiring.colours),
            brightness=wiring.brightness / 100,
            auto_write=False,
            pixel_order=wiring.colours,
        )
        self._lights = Lights(self._pixels)
        # A driver that may not write fails only here and would keep the pin for ever.
        try:
            self._pixels.fill(0)
            self._pixels.show()
        except Exception:
            self._pixels.pin.deinit()
            raise

    def show(self, lamps: Lamps, now: int) -> None:
        """Write the whole strip if anything has changed."""
        # Pixels between the readers are dark.
        places = [self._places.get(place, (0, 0)) for place in range(1, self._number + 1)]
        lit = tuple(lamps.lit.get(seat, ALL_DARK)[slot] for seat, slot in places)
        # Never as without a host: this is the host.
        self._lights.show(lit, False, now)

    def close(self) -> None:
        self._pixels.deinit()


class LedLights:
    """One pin for each light."""

    def __init__(self, file: TableFile) -> None:
        from gpiozero import LED

        self._leds: dict[int, list[Any]] = {}
        for seat in file.seats:
            for slot, pin in enumerate(seat.lamps, 1):
                try:
                    self._leds.setdefault(seat.seat, []).append(LED(pin))
                # Errors of lgpio share no base class with gpiozero's or Python's, and lights must
                # not stop the table.
                except Exception as fault:
                    self.close()
                    raise TableError(
                        lamp_words(
                            pin_words(
                                fault,
                                pin,
                                text("lock light {slot} of seat {seat}", slot=slot, seat=seat.seat),
                                file.source,
                            )
                        )
                    ) from fault

    def show(self, lamps: Lamps, now: int) -> None:
        """Switch the lights that have changed."""
        for seat, leds in self._leds.items():
            for led, level in zip(
                leds, shine(lamps.lit.get(seat, ALL_DARK), False, now), strict=True
            ):
                if led.is_lit != bool(level):
                    led.value = bool(level)

    def close(self) -> None:
        for led in (led for leds in self._leds.values() for led in leds):
            led.off()
            led.close()


# ---- Faults in words -----------------------------------------------------------------------------


def strip_words(fault: BaseException) -> Text:
    """Explain why a strip of NeoPixels is dark, what to do and what works without it.

    Source: hardware facts, section 7.
    """
    name = (fault.name or "") if isinstance(fault, ImportError) else ""
    message = f"{fault} {name}".lower()
    if name in ("neopixel", "board", "adafruit_pixelbuf", "adafruit_blinka"):
        remedy = text("its library is missing (neopixel): pip install 'clockwork-derby[lights]'")
    elif "rpi_ws281x" in message:
        remedy = text("its driver is missing (rpi_ws281x): pip install 'clockwork-derby[pi4]'")
    elif "pi5" in message:
        remedy = text(
            "its driver is missing (Adafruit-Blinka-Raspberry-Pi5-Neopixel): pip install"
            " 'clockwork-derby[pi5]'"
        )
    elif "gpiod" in message:
        remedy = text(
            "its driver is missing (gpiod): pip install 'clockwork-derby[pi5]', on a Pi 4 and"
            " older 'clockwork-derby[pi4]'"
        )
    elif isinstance(fault, NotImplementedError):
        remedy = text("this computer cannot drive one")
    elif "hardware revision" in message:
        remedy = text(
            "rpi_ws281x does not know this Pi; on a Pi 5: pip install 'clockwork-derby[pi5]'"
        )
    elif "sudo" in message or "mmap" in message or "/dev/mem" in message:
        remedy = text(
            "on a Pi 4 and older only root may drive one, and this app never runs as root. "
            'Without root there are plain LEDs (kind = "led" in the table file) and readers on USB'
        )
    elif "busy" in message or "in use" in message:
        remedy = text(
            "another application uses its pin: end it, or switch off the overlay that uses it "
            "(gpioinfo names it)"
        )
    # As a whole word: every "gpio" contains it.
    elif re.search(r"(?<!g)pio", message) or isinstance(fault, PermissionError):
        remedy = text(
            "the Pi 5's PIO cannot be used ({fault}): if /dev/pio0 is missing, update the "
            "Pi's firmware and kernel; if not, give it to the group gpio by a udev rule: "
            "{rule}",
            fault=fault_line(fault),
            rule='SUBSYSTEM=="*-pio", GROUP="gpio", MODE="0660"',
        )
    else:
        remedy = verbatim(fault_line(fault))
    return text(
        "The strip of lock lights does not work: {remedy}. Cards are still read, and the screen "
        "shows the lights.",
        remedy=remedy,
    )


def lamp_words(words: Text) -> Text:
    """Explain why plain lock lights are dark."""
    return text(
        "The lock lights do not work: {fault} Cards are still read, and the screen shows the "
        "lights.",
        fault=words,
    )
