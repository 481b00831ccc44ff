"""The wires of readers on the Raspberry Pi's header: multiplexers, sensor LEDs, the MCP3008 and the handles' switches, through gpiozero.

What goes wrong with pins is told in sentences: what is the matter, and what to do. The libraries behind the pins raise what they like (lgpio its
own kind, Blinka NotImplementedError on a PC), so faults are told by their words as much as by their kind. Source: hardware facts, sections 6, 7
and 14.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from card_reader.comb import Comb, Line, Sensor

from companion.errors import TableFault
from companion.named_tuples import NamedTuple
from companion.table.gpio.table_file import SeatWiring, TableFile
from companion.words import NOTHING, Text, text

NULL_BIT: Final = 0x04
"""The bit of an MCP3008's second byte that is always 0; where nobody pulls the line down it is 1."""
GPIO_EXTRA: Final = "pip install 'clockwork-derby[gpio]'"
LGPIO: Final = text(
    "apt install python3-lgpio, and make the environment with python3 -m venv --system-site-packages"
)
GROUPS: Final = text("sudo usermod -aG gpio,spi $USER, then log in again")


class SlotScan(NamedTuple):
    """One scan of one slot: eight samples (0-65535, lower is brighter) with its light off, and eight with it on.

    `answered`: whether the converter answered to all of them; where it did not, the samples mean nothing.
    """

    ambient: list[int]
    lit: list[int]
    answered: bool = True

    def alive(self) -> bool:
        """Whether there is any voltage: sensors in full light still give some."""
        return self.answered and any((*self.ambient, *self.lit))


class _Output(Line):
    """An output as the firmware sets it; a level that it has is not written again."""

    def __init__(self, device: Any) -> None:
        self._device, self._level = device, False

    @property
    def value(self) -> bool:
        """Whether it is on."""
        return self._level

    @value.setter
    def value(self, on: bool) -> None:
        if on != self._level:
            self._device.value = on
            self._level = on


class _Sum(Sensor):
    """The output of a multiplexer, through one channel of the MCP3008; `answered` turns False when the chip does not answer."""

    def __init__(self, spi: Any, channel: int) -> None:
        self.answered = True
        # Start bit; single-ended and which channel; then room for the answer (data sheet of the MCP3008).
        self._spi, self._asking = spi, [0x01, 0x80 | channel << 4, 0x00]

    @property
    def value(self) -> int:
        """One conversion, 0-65535 as a reader's own converter gives it."""
        _, high, low = self._spi.transfer(self._asking)
        if high & NULL_BIT:
            self.answered = False
        # Ten bits, shifted to the sixteen that the firmware's limits are made for.
        level: int = ((high & 0x03) << 8 | low) << 6
        return level


class OpenHeader:
    """All pins of a table file, held from here until `close`. One thread only. TableFault says why they cannot be had, and what to do."""

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
        address: list[Line] = [
            self._line(pin, text("address line S{line}", line=line))
            for line, pin in enumerate(self._file.address)
        ]
        bulbs: dict[int, _Output] = {}
        self._sums: dict[int, list[_Sum]] = {}
        self._combs: dict[int, Comb] = {}
        for seat in self._file.seats:
            for slot, pin in enumerate(seat.light, 1):
                # Readers may share a sensor LED's pin, but a line can be held only once.
                bulbs[pin] = bulbs.get(pin) or self._line(
                    pin, text("sensor light of slot {slot}", slot=slot)
                )
            self._sums[seat.seat] = [_Sum(spi, channel) for channel in seat.channels]
            lit: list[Line] = [bulbs[pin] for pin in seat.light]
            self._combs[seat.seat] = Comb(address, lit, list[Sensor](self._sums[seat.seat]))
        self._switches = {seat.seat: self._handle(seat) for seat in self._file.seats}

    def _open_spi(self) -> Any:
        from gpiozero import Device
        from gpiozero.pins.local import LocalPiFactory
        from gpiozero.pins.spi import SPISoftware

        is_local = isinstance(Device.pin_factory, LocalPiFactory)
        if is_local:
            # Without it gpiozero would do with slow software SPI, with every sensor LED on for fifty times as long.
            words = spi_words(Path(f"/dev/spidev0.{self._file.chip}"))
            if words:
                raise TableFault(words)
        try:
            spi = Device.pin_factory.spi(port=0, device=self._file.chip)
        # What lgpio raises has no family of gpiozero's or Python's.
        except Exception as fault:
            raise TableFault(
                text(
                    "The MCP3008 on SPI0 cannot be reached ({fault}): make sure that no other "
                    "application uses SPI0.",
                    fault=said(fault),
                )
            ) from fault
        self._devices.append(spi)
        # The same where the device is there and cannot be opened, of which gpiozero only warns.
        if is_local and isinstance(spi, SPISoftware):
            raise TableFault(
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
        # Not a Button: edges and its bouncing time are nothing to us, we look a hundred times a second.
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
            raise TableFault(pin_words(fault, pin, what, self._file.source)) from fault
        self._devices.append(device)
        return device

    def switches(self, seat: int) -> tuple[bool, bool]:
        """Whether the pull and the push switch of a seat's handle are closed now."""
        pull, push = self._switches[seat]
        return bool(pull.value), bool(push.value)

    def scan(self, seat: int, slot: int) -> SlotScan:
        """The cells of one slot (from 0) of a seat, first with the light off, then on; no other light burns meanwhile. Raises what the pins raise."""
        sums = self._sums[seat]
        for output in sums:
            output.answered = True
        ambient, lit = self._combs[seat].read(slot)
        return SlotScan(ambient, lit, all(output.answered for output in sums))

    def close(self) -> None:
        """Sensor LEDs off, all pins free; closing twice is harmless."""
        devices, self._devices = self._devices, []
        for device in reversed(devices):
            # Whatever is the matter with one pin, the others are let go.
            with suppress(Exception):
                device.close()
        if self._own_factory:
            self._own_factory = False
            _let_go()


def _ensure_pins() -> bool:
    """See that gpiozero has pins, lgpio's unless GPIOZERO_PIN_FACTORY says otherwise; whether they had to be made."""
    try:
        from gpiozero import Device

        if Device.pin_factory is not None:
            return False
        if os.environ.get("GPIOZERO_PIN_FACTORY", "lgpio") != "lgpio":
            Device.ensure_pin_factory()
            return True
        # Left to itself gpiozero would try others after it, of which none works on a Pi 5, and the last one's fault would be told.
        from gpiozero.pins.lgpio import LGPIOFactory

        Device.pin_factory = LGPIOFactory()
        return True
    # As above.
    except Exception as fault:
        raise TableFault(library_words(fault)) from fault


def _let_go() -> None:
    """Lines stay claimed until lgpio's chip is closed."""
    from gpiozero import Device

    factory, Device.pin_factory = Device.pin_factory, None
    with suppress(Exception):
        factory.close()


# ---- What goes wrong, in words ----------------------------------------------------------------------------------------


def said(fault: BaseException) -> str:
    """What a fault says of itself, on one line of a sentence's length: its kind, and its words where it has any."""
    words = " ".join(str(fault).split())
    # lgpio's faults come in quotes.
    if words[:1] == words[-1:] == "'":
        words = words[1:-1]
    return f"{type(fault).__name__}: {words[:200]}" if words else type(fault).__name__


def library_words(fault: BaseException) -> Text:
    """Why the pins cannot be reached at all, with the remedy (hardware facts, section 6)."""
    told = str(fault)
    if isinstance(fault, ImportError) and (fault.name or "").partition(".")[0] == "gpiozero":
        return text(
            "The library for the pins is missing (gpiozero): {command}.", command=GPIO_EXTRA
        )
    # The lgpio that pip finds for newer Pythons is an empty module, so its names are missing rather than the module.
    if isinstance(fault, ImportError | AttributeError) and "lgpio" in told:
        return text("The library for the pins is missing (lgpio): {command}.", command=LGPIO)
    if isinstance(fault, FileNotFoundError) and ".lgd-nfy" in told:
        return text(
            "lgpio cannot write into the folder that the app was started in: start it in a folder where you may write."
        )
    if "gpiochip" in told or isinstance(fault, PermissionError):
        return text(
            "The pins may not be used ({fault}): {command}; and gpiozero must be 2.0.1.post3 or newer.",
            fault=said(fault),
            command=GROUPS,
        )
    if type(fault).__name__ == "PinUnknownPi":
        return text(
            "This computer is no Raspberry Pi, so it has no header: use a table of another kind, such as auto: or virtual:."
        )
    return text(
        "The pins cannot be reached ({fault}): {command}; {other}.",
        fault=said(fault),
        command=GPIO_EXTRA,
        other=LGPIO,
    )


def pin_words(fault: BaseException, pin: int, what: Text, source: str) -> Text:
    """Why one pin cannot be had; `what` it is for, `source` the table file."""
    if "busy" in str(fault).lower() or "in use" in str(fault).lower():
        return text(
            "GPIO{pin} ({what}) is held by another application: end it or switch off the "
            "overlay that has it (gpioinfo names it), or wire another pin and write that "
            "into {file}.",
            pin=pin,
            what=what,
            file=source,
        )
    if "permi" in str(fault).lower():
        return text(
            "GPIO{pin} ({what}) may not be used: {command}.", pin=pin, what=what, command=GROUPS
        )
    return text(
        "GPIO{pin} ({what}) cannot be used ({fault}): look at {file}.",
        pin=pin,
        what=what,
        fault=said(fault),
        file=source,
    )


def spi_words(device: Path) -> Text:
    """Why the kernel's SPI device cannot be used, NOTHING where it can."""
    if not device.exists():
        return text(
            "SPI is off ({device} is not there), so no card is read: write dtparam=spi=on into /boot/firmware/config.txt and restart.",
            device=str(device),
        )
    if not os.access(device, os.R_OK | os.W_OK):
        return text(
            "SPI may not be used ({device}), so no card can be read: {command}.",
            device=str(device),
            command=GROUPS,
        )
    return NOTHING
