"""Whether readers could be wired to the header: the library for the pins, the pins, SPI, and on a Pi 5 the lights (hardware facts 6 and 7)."""
from __future__ import annotations

from typing import Final

from companion.health.base import BAD, FINE, NOTE, Finding
from companion.health.checks._versions import numbers
from companion.health.world import World

NAME = "gpio"
TITLE = "Header"
WATCHED = 0.0

GPIOZERO: Final = "2.0.1.post3"
"""The first version that finds the pins of a Pi 5 with kernels from 6.6.45 on."""
UPDATE: Final = f"Update it: pip install 'gpiozero>={GPIOZERO}' in the environment of the game."
LGPIO: Final = "Install it from the system (sudo apt install python3-lgpio), in an environment made with --system-site-packages."
PI_WITH_PIO: Final = 5
CONFIG: Final = "/boot/firmware/config.txt"


def look(world: World) -> tuple[Finding, ...]:
    """One finding for each thing that stands in the way; on other machines there is no header."""
    if not world.board:
        return (Finding(NAME, FINE, "This is no Raspberry Pi, so it has no header to wire readers to; readers on USB work."),)
    found = [finding for check in (_gpiozero, _lgpio, _pins, _spi, _lights) if (finding := check(world)) is not None]
    return tuple(found) or (Finding(NAME, FINE, f"Readers can be wired to the header of this {world.board}."),)


def _gpiozero(world: World) -> Finding | None:
    version = world.version("gpiozero")
    if version is None:
        return Finding(NAME, NOTE, "gpiozero is not installed, so readers cannot be wired to the header.", "pip install 'clockwork-derby[gpio]' if you want that.")
    # Debian's own package has the repair under its own number (hardware facts 6).
    if numbers(version) >= numbers(GPIOZERO) or "rpt" in world.run(("dpkg-query", "-W", "-f", "${Version}", "python3-gpiozero")).output:
        return None
    words = f"gpiozero is {version}, expected {GPIOZERO} or newer"
    if world.pi >= PI_WITH_PIO:
        return Finding(NAME, BAD, f"{words}: it does not find the pins of a Pi 5.", UPDATE)
    return Finding(NAME, NOTE, f"{words}.", UPDATE)


def _lgpio(world: World) -> Finding | None:
    if world.version("gpiozero") is None:
        return None
    source = world.source("lgpio")
    if source is None:
        return Finding(NAME, BAD, "lgpio is not installed, without which the pins cannot be reached.", LGPIO)
    # The empty module imports without a complaint (hardware facts 6), so only its text tells.
    if "gpiochip_open" not in source:
        return Finding(NAME, BAD, "lgpio is an empty module, as pip installs it where it has none for this Python.", f"pip uninstall lgpio. {LGPIO}")
    return None


def _pins(world: World) -> Finding | None:
    if world.places("/dev/gpiochip*"):
        return None
    return Finding(NAME, BAD, "The kernel shows no pins (/dev/gpiochip*).", "Update Raspberry Pi OS and its firmware (sudo apt full-upgrade), and start again.")


def _spi(world: World) -> Finding | None:
    if world.places("/dev/spidev0.*"):
        return None
    words = "SPI is off (/dev/spidev0.0 is not there), which readers on the header need."
    return Finding(NAME, NOTE, words, f"If you have such readers, write dtparam=spi=on into {CONFIG} and start again.")


def _lights(world: World) -> Finding | None:
    if world.pi < PI_WITH_PIO:
        return None
    # Lights on a Pi 5's header go by its PIO; older ones have other ways (hardware facts 7).
    if not world.places("/dev/pio0"):
        remedy = "If you have NeoPixels on the header, update the firmware (sudo rpi-eeprom-update -a) and the kernel."
        return Finding(NAME, NOTE, "The kernel shows no /dev/pio0, which NeoPixels on the header of a Pi 5 need.", remedy)
    if not world.may("/dev/pio0"):
        remedy = "If you have NeoPixels there, install our udev rules (sudo make install), which give it to the group gpio."
        return Finding(NAME, NOTE, f"{world.person().name} may not use /dev/pio0, which NeoPixels on the header need.", remedy)
    return None
