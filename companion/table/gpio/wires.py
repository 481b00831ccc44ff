"""The wires of readers on the Raspberry Pi's header: multiplexers, sensor LEDs, MCP3008, switches.

All pins go through gpiozero. Faults of pins become sentences that say what is wrong and what to do.
The libraries behind raise many classes (lgpio its own, Blinka NotImplementedError on a PC), so
faults are also recognised by their words. Source: hardware facts, sections 6, 7 and 14.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from card_reader.sensors import AnalogPin, DigitalPin, SensorArrays

from companion.errors import TableError
from companion.named_tuples import NamedTuple
from companion.table.gpio.table_file import SeatWiring, TableFile
from companion.words import NOTHING, Text, text

NULL_BIT: Final = 0x04
"""The bit of an MCP3008's second byte that is always 0. It is 1 if no chip pulls the line down."""
GPIO_EXTRA: Final = "pip install 'clockwork-derby[gpio]'"
LGPIO: Final = text(
    "apt install python3-lgpio, and make the environment with python3 -m venv"
    " --system-site-packages"
)
GROUPS: Final = text("sudo usermod -aG gpio,spi $USER, then log in again")


class SlotScan(NamedTuple):
    """One scan of one slot, as samples of 0-65535; lower is brighter."""

    ambient: list[int]
    """Eight samples with the slot's light off."""
    lit: list[int]
    """Eight samples with the slot's light on."""
    answered: bool = True
    """Whether the converter answered every time; if not, the samples mean nothing."""

    def alive(self) -> bool:
        """Return whether there is any voltage: sensors in full light still give some."""
        return self.answered and any((*self.ambient, *self.lit))


class _Output(DigitalPin):
    """An output pin for the firmware's modules; an unchanged level is not written again."""

    def __init__(self, device: Any) -> None:
        self._device, self._level = device, False

    @property
    def value(self) -> bool:
        return self._level

    @value.setter
    def value(self, on: bool) -> None:
        if on != self._level:
            self._device.value = on
            self._level = on


class _Sum(AnalogPin):
    """The output of a multiplexer, through one channel of the MCP3008.

    `answered` becomes False when the chip does not answer.
    """

    def __init__(self, spi: Any, channel: int) -> None:
        self.answered = True
        # Start bit, then single-ended and the channel, then room for the answer (MCP3008 data
        # sheet).
        self._spi, self._asking = spi, [0x01, 0x80 | channel << 4, 0x00]

    @property
    def value(self) -> int:
        """Convert once. The value is 0-65535, as from a reader's own converter."""
        _, high, low = self._spi.transfer(self._asking)
        if high & NULL_BIT:
            self.answered = False
        # Ten bits, shifted to the sixteen that the firmware's limits are made for.
        level: int = ((high & 0x03) << 8 | low) << 6
        return level


class OpenHeader:
    """All pins of a table file, held until `close`. For one thread only.

    Raises:
        TableError: A pin cannot be used; the message says why and what to do.
    """

    def __init__(self, file: TableFile) -> None:
        self._file = file
        self._devices: list[Any] = []
        self._own_factory = _ensure_pins()
        try:
            self._claim()
        except BaseException:
            self.close()
            raise

    def _claim(self) -> None:
        spi = self._open_spi()
        address: list[DigitalPin] = [
            self._line(pin, text("address line S{line}", line=line))
            for line, pin in enumerate(self._file.address)
        ]
        bulbs: dict[int, _Output] = {}
        self._sums: dict[int, list[_Sum]] = {}
        self._combs: dict[int, SensorArrays] = {}
        for seat in self._file.seats:
            for slot, pin in enumerate(seat.light, 1):
                # Readers may share the pin of a sensor LED, but a line can be held only once.
                bulbs[pin] = bulbs.get(pin) or self._line(
                    pin, text("sensor light of slot {slot}", slot=slot)
                )
            self._sums[seat.seat] = [_Sum(spi, channel) for channel in seat.channels]
            lit: list[DigitalPin] = [bulbs[pin] for pin in seat.light]
            self._combs[seat.seat] = SensorArrays(
                address, lit, list[AnalogPin](self._sums[seat.seat])
            )
        self._switches = {seat.seat: self._handle(seat) for seat in self._file.seats}

    def _open_spi(self) -> Any:
        from gpiozero import Device
        from gpiozero.pins.local import LocalPiFactory
        from gpiozero.pins.spi import SPISoftware

        is_local = isinstance(Device.pin_factory, LocalPiFactory)
        if is_local:
            # Without it gpiozero would use slow software SPI, with every sensor LED on fifty times
            # as long.
            words = spi_words(Path(f"/dev/spidev0.{self._file.chip}"))
            if words:
                raise TableError(words)
        try:
            spi = Device.pin_factory.spi(port=0, device=self._file.chip)
        # Errors of lgpio share no base class with gpiozero's or Python's.
        except Exception as fault:
            raise TableError(
                text(
                    "The MCP3008 on SPI0 cannot be reached ({fault}): make sure that no other "
                    "application uses SPI0.",
                    fault=fault_line(fault),
                )
            ) from fault
        self._devices.append(spi)
        # gpiozero only warns if the device exists and cannot be opened.
        if is_local and isinstance(spi, SPISoftware):
            raise TableError(
                text(
                    "The MCP3008 on SPI0 cannot be reached (its device cannot be opened): make "
                    "sure that no other application uses SPI0."
                )
            )
        return spi

    def _line(self, pin: int, what: Text) -> _Output:
        from gpiozero import OutputDevice

        return _Output(self._made(OutputDevice, pin, what))

    def _handle(self, seat: SeatWiring) -> tuple[Any, Any]:
        # Not a Button: we poll a hundred times a second and need no edges or debouncing.
        from gpiozero import InputDevice

        pull = self._made(
            InputDevice, seat.pull, text("pull switch of seat {seat}", seat=seat.seat), pull_up=True
        )
        return pull, self._made(
            InputDevice, seat.push, text("push switch of seat {seat}", seat=seat.seat), pull_up=True
        )

    def _made(self, kind: Any, pin: int, what: Text, **options: bool) -> Any:
        try:
            device = kind(pin, **options)
        # As above.
        except Exception as fault:
            raise TableError(pin_words(fault, pin, what, self._file.source)) from fault
        self._devices.append(device)
        return device

    def switches(self, seat: int) -> tuple[bool, bool]:
        """Return whether the pull and the push switch of a seat's handle are closed now."""
        pull, push = self._switches[seat]
        return bool(pull.value), bool(push.value)

    def scan(self, seat: int, slot: int) -> SlotScan:
        """Scan the cells of one slot, counted from 0, first with its light off, then on.

        No other light burns meanwhile. Errors of the pins pass through.
        """
        sums = self._sums[seat]
        for output in sums:
            output.answered = True
        ambient, lit = self._combs[seat].read(slot)
        return SlotScan(ambient, lit, all(output.answered for output in sums))

    def close(self) -> None:
        """Switch the sensor LEDs off and release all pins. May be called twice."""
        devices, self._devices = self._devices, []
        for device in reversed(devices):
            # Release the other pins even if one fails.
            with suppress(Exception):
                device.close()
        if self._own_factory:
            self._own_factory = False
            from gpiozero import Device

            # lgpio's lines stay claimed until its chip is closed.
            factory, Device.pin_factory = Device.pin_factory, None
            with suppress(Exception):
                factory.close()


def _ensure_pins() -> bool:
    """Give gpiozero its pins, lgpio's unless GPIOZERO_PIN_FACTORY names others.

    Returns:
        Whether the factory was made here.
    """
    try:
        from gpiozero import Device

        if Device.pin_factory is not None:
            return False
        if os.environ.get("GPIOZERO_PIN_FACTORY", "lgpio") != "lgpio":
            Device.ensure_pin_factory()
            return True
        # Otherwise gpiozero would try other factories, none of which works on a Pi 5, and report
        # the last failure.
        from gpiozero.pins.lgpio import LGPIOFactory

        Device.pin_factory = LGPIOFactory()
        return True
    # As above.
    except Exception as fault:
        raise TableError(library_words(fault)) from fault


# ---- Faults in words -----------------------------------------------------------------------------


def fault_line(fault: BaseException) -> str:
    """Return a fault's class and words on one line of limited length."""
    words = " ".join(str(fault).split())
    # Faults of lgpio come in quotes.
    if words[:1] == words[-1:] == "'":
        words = words[1:-1]
    return f"{type(fault).__name__}: {words[:200]}" if words else type(fault).__name__


def library_words(fault: BaseException) -> Text:
    """Explain why the pins cannot be reached at all, and what to do (hardware facts, section 6)."""
    message = str(fault)
    if isinstance(fault, ImportError) and (fault.name or "").partition(".")[0] == "gpiozero":
        return text(
            "The library for the pins is missing (gpiozero): {command}.", command=GPIO_EXTRA
        )
    # The lgpio that pip finds for newer Pythons is an empty module: its names are missing, not the
    # module.
    if isinstance(fault, ImportError | AttributeError) and "lgpio" in message:
        return text("The library for the pins is missing (lgpio): {command}.", command=LGPIO)
    if isinstance(fault, FileNotFoundError) and ".lgd-nfy" in message:
        return text(
            "lgpio cannot write into the folder that the app was started in: start it in a "
            "writable folder."
        )
    if "gpiochip" in message or isinstance(fault, PermissionError):
        return text(
            "The app has no right to use the pins ({fault}): {command}; and gpiozero must be "
            "2.0.1.post3 or newer.",
            fault=fault_line(fault),
            command=GROUPS,
        )
    if type(fault).__name__ == "PinUnknownPi":
        return text(
            "This computer is no Raspberry Pi, so it has no header: use a table of another kind,"
            " such as auto: or virtual:."
        )
    return text(
        "The pins cannot be reached ({fault}): {command}; {other}.",
        fault=fault_line(fault),
        command=GPIO_EXTRA,
        other=LGPIO,
    )


def pin_words(fault: BaseException, pin: int, what: Text, source: str) -> Text:
    """Explain why one pin cannot be used.

    `what` is the purpose of the pin, `source` the table file.
    """
    if "busy" in str(fault).lower() or "in use" in str(fault).lower():
        return text(
            "Another application uses GPIO{pin} ({what}): end it or switch off the overlay that "
            "uses it (gpioinfo names it), or wire another pin and write that into {file}.",
            pin=pin,
            what=what,
            file=source,
        )
    if "permi" in str(fault).lower():
        return text(
            "The app has no right to use GPIO{pin} ({what}): {command}.",
            pin=pin,
            what=what,
            command=GROUPS,
        )
    return text(
        "GPIO{pin} ({what}) cannot be used ({fault}): check {file}.",
        pin=pin,
        what=what,
        fault=fault_line(fault),
        file=source,
    )


def spi_words(device: Path) -> Text:
    """Explain why the kernel's SPI device cannot be used, or return NOTHING if it can."""
    if not device.exists():
        return text(
            "SPI is off ({device} is not there), so no card is read: write dtparam=spi=on into"
            " /boot/firmware/config.txt and restart.",
            device=str(device),
        )
    if not os.access(device, os.R_OK | os.W_OK):
        return text(
            "The app has no right to use SPI ({device}), so no card can be read: {command}.",
            device=str(device),
            command=GROUPS,
        )
    return NOTHING
