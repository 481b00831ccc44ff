"""CircuitPython's own modules for one emulated chip, whose pins lead to a `Wiring`.

Like real pins they refuse a second owner, the pull of an output, and a value for an input. Each
access to a pin takes time of the chip.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from types import ModuleType, SimpleNamespace
from typing import Final, Self

from companion.table.rig.chip.clock import CONVERSION, DIGITAL, ChipClock
from companion.table.rig.chip.port import DataPort
from companion.table.rig.chip.supervision import Supervision
from companion.table.rig.chip.wiring import MUXES, PIXELS, HardwareDamageError, Wiring

PIXEL_TIME: Final = 30_000
"""Nanoseconds for the bytes of one pixel on the line."""
GPIOS: Final = (*range(23), 26, 27, 28)
"""The pins at a Pico's edges."""

INSIDE: Final = {23: "SMPS_MODE", 24: "VBUS_SENSE", 25: "LED"}
"""The pins of parts on the board."""


class Direction:
    """The direction of a pin."""

    INPUT, OUTPUT = "digitalio.Direction.INPUT", "digitalio.Direction.OUTPUT"


class Pull:
    """The resistor in the chip that gives an open input a level."""

    UP, DOWN = "digitalio.Pull.UP", "digitalio.Pull.DOWN"


class DriveMode:
    """The drive mode of an output."""

    PUSH_PULL, OPEN_DRAIN = "digitalio.DriveMode.PUSH_PULL", "digitalio.DriveMode.OPEN_DRAIN"


class Pin:
    """A pin of the chip: its number, its wiring and whether it is claimed."""

    def __init__(self, number: int, wiring: Wiring, name: str = "") -> None:
        self.number, self.wiring, self.name = number, wiring, name or f"GP{number}"
        self.in_use = False

    def __repr__(self) -> str:
        """Return the name as CircuitPython shows it."""
        return f"board.{self.name}"

    def claim(self) -> None:
        """Claim the pin.

        Raises:
            ValueError: The pin is in use.
        """
        if self.in_use:
            raise ValueError(f"{self.name} in use")
        self.in_use = True

    def let_go(self) -> None:
        """Release the pin; it drives nothing then."""
        self.in_use = False
        self.wiring.release(self.number)


class _Claimed:
    """Base of pin objects: claims a pin and releases it at the end.

    The end is that of the object or of its `with` block.
    """

    def __init__(self, pin: Pin) -> None:
        pin.claim()
        self._pin: Pin | None = pin
        self._number, self._wiring, self._clock = pin.number, pin.wiring, pin.wiring.clock

    def deinit(self) -> None:
        """Release the pin; the object is useless then."""
        if self._pin is not None:
            self._pin.let_go()
        self._pin = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *reason: object) -> None:
        self.deinit()

    def _check(self) -> None:
        if self._pin is None:
            raise ValueError(
                "Object has been deinitialized and can no longer be used. Create a new object."
            )


class DigitalInOut(_Claimed):
    """A pin as input or output, at first an input without a pull."""

    def __init__(self, pin: Pin) -> None:
        super().__init__(pin)
        self._output, self._high = False, False
        self._pull: str | None = None
        self.drive_mode = DriveMode.PUSH_PULL

    def switch_to_output(self, value: bool = False, drive_mode: str = DriveMode.PUSH_PULL) -> None:
        """Make it an output with this level."""
        self._check()
        self._output, self._pull, self.drive_mode = True, None, drive_mode
        self.value = value

    def switch_to_input(self, pull: str | None = None) -> None:
        """Make it an input with this pull."""
        self._check()
        self._output, self._pull = False, pull
        self._wiring.release(self._number)

    @property
    def direction(self) -> str:
        return Direction.OUTPUT if self._output else Direction.INPUT

    @direction.setter
    def direction(self, direction: str) -> None:
        """Make it a low output, or an input without a pull."""
        if direction == Direction.OUTPUT:
            self.switch_to_output()
        else:
            self.switch_to_input()

    @property
    def pull(self) -> str | None:
        """The pull of an input; AttributeError for an output."""
        if self._output:
            raise AttributeError("Cannot get pull while in output mode")
        return self._pull

    @pull.setter
    def pull(self, pull: str | None) -> None:
        if self._output:
            raise AttributeError("Cannot set pull while in output mode")
        self._pull = pull

    @property
    def value(self) -> bool:
        """The level as driven or as read."""
        self._check()
        self._clock.spend(DIGITAL)
        return (
            self._high if self._output else self._wiring.level(self._number, self._pull == Pull.UP)
        )

    @value.setter
    def value(self, high: bool) -> None:
        """Drive an output; raise AttributeError for an input."""
        if not self._output or self._pin is None:
            self._check()
            raise AttributeError("Cannot set value when direction is input.")
        self._clock.spend(DIGITAL)
        self._high = bool(high)
        self._wiring.drive(self._number, self._high)


class AnalogIn(_Claimed):
    """A pin of the converter: sixteen bits, of which the chip measures twelve."""

    reference_voltage = 3.3

    def __init__(self, pin: Pin) -> None:
        if pin.number not in MUXES:
            raise ValueError("Pin does not have ADC capabilities")
        super().__init__(pin)

    @property
    def value(self) -> int:
        """Convert the voltage at the pin once: 0 to 65535."""
        self._check()
        self._clock.spend(CONVERSION)
        return self._wiring.convert(self._number)


def neopixel_write(digitalinout: DigitalInOut, buf: Iterable[int]) -> None:
    """Send bytes down the pixels' line."""
    data = bytes(buf)
    if digitalinout.direction != Direction.OUTPUT:
        raise HardwareDamageError("neopixel_write on a pin that is no output")
    digitalinout._clock.spend(PIXEL_TIME * len(data) // 3)
    if digitalinout._number == PIXELS:
        digitalinout._wiring.shine(data)


class _UsbCdc:
    """`usb_cdc`: the console, which nobody reads here, and the data channel if enabled."""

    def __init__(self, supervision: Supervision, data: DataPort) -> None:
        self.module = ModuleType("usb_cdc")
        self._supervision, self._data = supervision, data
        console = SimpleNamespace(
            connected=False,
            in_waiting=0,
            write=len,
            read=lambda size=1: b"",
            timeout=None,
            write_timeout=None,
        )
        self._console = console
        self.module.__dict__.update(
            console=console, data=None, serials=(console,), enable=self.enable, disable=self.disable
        )

    def enable(self, *, console: bool = True, data: bool = False) -> None:
        """Choose the serial channels that the chip has from its next start on."""
        self._supervision.at_boot(lambda: self._set(console, data))

    def disable(self) -> None:
        """Disable both channels from the next start on."""
        self.enable(console=False, data=False)

    def _set(self, console: bool, data: bool) -> None:
        names = self.module.__dict__
        names["console"], names["data"] = (
            self._console if console else None,
            self._data if data else None,
        )
        names["serials"] = tuple(
            port for port in (names["console"], names["data"]) if port is not None
        )


def board(wiring: Wiring) -> dict[str, object]:
    """Return the names of `board` on a Pico."""
    names: dict[str, object] = {f"GP{number}": Pin(number, wiring) for number in GPIOS}
    names.update({name: Pin(number, wiring, name) for number, name in INSIDE.items()})
    names.update(A0=names["GP26"], A1=names["GP27"], A2=names["GP28"], board_id="raspberry_pi_pico")
    return names


def chip_time(clock: ChipClock) -> dict[str, object]:
    """Return the names of `time`, by the chip's clock."""
    return {
        "sleep": clock.sleep,
        "monotonic": clock.monotonic,
        "monotonic_ns": clock.monotonic_ns,
        "time": lambda: int(clock.monotonic()),
        "struct_time": time.struct_time,
    }


def all_modules(
    clock: ChipClock, wiring: Wiring, supervision: Supervision, port: DataPort
) -> dict[str, ModuleType]:
    """Return every simulated module by its name."""
    at_boot = supervision.at_boot
    names: dict[str, dict[str, object]] = {
        "board": board(wiring),
        "digitalio": {
            "DigitalInOut": DigitalInOut,
            "Direction": Direction,
            "Pull": Pull,
            "DriveMode": DriveMode,
        },
        "analogio": {"AnalogIn": AnalogIn},
        "neopixel_write": {"neopixel_write": neopixel_write},
        "time": chip_time(clock),
        "usb_hid": {"disable": lambda: at_boot(lambda: None)},
        "usb_midi": {"disable": lambda: at_boot(lambda: None)},
        **supervision.modules(),
    }
    made = {"usb_cdc": _UsbCdc(supervision, port).module}
    gpios = {f"GPIO{number}": names["board"][f"GP{number}"] for number in GPIOS}
    names["microcontroller"].update(Pin=Pin, pin=SimpleNamespace(**gpios))
    for name, content in names.items():
        made[name] = ModuleType(name, "A stand-in for CircuitPython's module of this name.")
        made[name].__dict__.update(content)
    return made


def install(modules: dict[str, ModuleType]) -> None:
    """Let `import` find these modules before all others."""
    # `time` is one of them; modules imported before, such as the chip's parts, keep the real one.
    sys.modules.update(modules)
