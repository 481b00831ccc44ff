"""What goes wrong with pins and lock lights on the header, as sentences for people: what is the matter, and what to do.

The libraries behind the pins raise what they like (lgpio its own kind, Blinka NotImplementedError on a PC), so faults are told by their
words as much as by their kind. Source: hardware facts, sections 6, 7 and 14.
"""
from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

GPIO_EXTRA: Final = "pip install 'clockwork-derby[gpio]'"
LGPIO: Final = "apt install python3-lgpio, and make the environment with python3 -m venv --system-site-packages"
GROUPS: Final = "sudo usermod -aG gpio,spi $USER, then log in again"
PLAIN_LEDS: Final = 'Without root there are plain LEDs (kind = "led" in the table file) and readers on USB'


def said(fault: BaseException) -> str:
    """What a fault says of itself, on one line of a sentence's length: its kind, and its words where it has any."""
    text = " ".join(str(fault).split())
    # lgpio's faults come in quotes.
    if text[:1] == text[-1:] == "'":
        text = text[1:-1]
    return f"{type(fault).__name__}: {text[:200]}" if text else type(fault).__name__


def library_words(fault: BaseException) -> str:
    """Why the pins cannot be reached at all, with the remedy (hardware facts, section 6)."""
    text = str(fault)
    if isinstance(fault, ImportError) and (fault.name or "").partition(".")[0] == "gpiozero":
        return f"The library for the pins is missing (gpiozero): {GPIO_EXTRA}."
    # The lgpio that pip finds for newer Pythons is an empty module, so its names are missing rather than the module.
    if isinstance(fault, ImportError | AttributeError) and "lgpio" in text:
        return f"The library for the pins is missing (lgpio): {LGPIO}."
    if isinstance(fault, FileNotFoundError) and ".lgd-nfy" in text:
        return "lgpio cannot write into the folder that the app was started in: start it in a folder where you may write."
    if "gpiochip" in text or isinstance(fault, PermissionError):
        return f"The pins may not be used ({said(fault)}): {GROUPS}; and gpiozero must be 2.0.1.post3 or newer."
    if type(fault).__name__ == "PinUnknownPi":
        return "This computer is no Raspberry Pi, so it has no header: use a table of another kind, such as auto: or virtual:."
    return f"The pins cannot be reached ({said(fault)}): {GPIO_EXTRA}; {LGPIO}."


def pin_words(fault: BaseException, pin: int, what: str, source: str) -> str:
    """Why one pin cannot be had; `what` it is for, `source` the table file."""
    if "busy" in str(fault).lower() or "in use" in str(fault).lower():
        return (
            f"GPIO{pin} ({what}) is held by somebody else: end the other programme or switch off the overlay that has it (gpioinfo names "
            f"it), or wire another pin and write that into {source}."
        )
    if "permi" in str(fault).lower():
        return f"GPIO{pin} ({what}) may not be used: {GROUPS}."
    return f"GPIO{pin} ({what}) cannot be used ({said(fault)}): look at {source}."


def spi_words(device: Path) -> str:
    """Why the kernel's SPI device cannot be used, "" where it can."""
    if not device.exists():
        return f"SPI is off ({device} is not there), so no card is read: write dtparam=spi=on into /boot/firmware/config.txt and restart."
    if not os.access(device, os.R_OK | os.W_OK):
        return f"SPI may not be used ({device}), so no card can be read: {GROUPS}."
    return ""


def strip_words(fault: BaseException) -> str:
    """Why a strip of NeoPixels does not burn, in one sentence with the remedy, and what goes on without it (hardware facts, section 7)."""
    name = (fault.name or "") if isinstance(fault, ImportError) else ""
    text = f"{fault} {name}".lower()
    if name in ("neopixel", "board", "adafruit_pixelbuf", "adafruit_blinka"):
        remedy = "its library is missing (neopixel): pip install 'clockwork-derby[lights]'"
    elif "rpi_ws281x" in text:
        remedy = "its driver is missing (rpi_ws281x): pip install 'clockwork-derby[pi4]'"
    elif "pi5" in text:
        remedy = "its driver is missing (Adafruit-Blinka-Raspberry-Pi5-Neopixel): pip install 'clockwork-derby[pi5]'"
    elif "gpiod" in text:
        remedy = "its driver is missing (gpiod): pip install 'clockwork-derby[pi5]', on a Pi 4 and older 'clockwork-derby[pi4]'"
    elif isinstance(fault, NotImplementedError):
        remedy = "this computer is none that can drive one"
    elif "hardware revision" in text:
        remedy = "rpi_ws281x does not know this Pi; on a Pi 5: pip install 'clockwork-derby[pi5]'"
    elif "sudo" in text or "mmap" in text or "/dev/mem" in text:
        remedy = f"on a Pi 4 and older only root may drive one, and this app never runs as root. {PLAIN_LEDS}"
    elif "busy" in text or "in use" in text:
        remedy = "somebody else holds its pin: end the other programme, or switch off the overlay that has it (gpioinfo names it)"
    # As a word of its own: it is also a part of every "gpio".
    elif re.search(r"(?<!g)pio", text) or isinstance(fault, PermissionError):
        remedy = (
            f"the Pi 5's PIO cannot be used ({said(fault)}): where /dev/pio0 is missing update the Pi's firmware and kernel, else give it "
            'to the group gpio by a udev rule: SUBSYSTEM=="*-pio", GROUP="gpio", MODE="0660"'
        )
    else:
        remedy = said(fault)
    return f"The strip of lock lights does not burn: {remedy}. Cards are read all the same, and the screen shows the lights."


def lamp_words(words: str) -> str:
    """Why plain lock lights do not burn."""
    return f"The lock lights do not burn: {words} Cards are read all the same, and the screen shows the lights."
