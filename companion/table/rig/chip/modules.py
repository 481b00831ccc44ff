"""CircuitPython's own modules for one emulated chip, put where `import` finds them."""
from __future__ import annotations

import sys
import time
from types import ModuleType, SimpleNamespace
from typing import Final

from companion.table.rig.chip import pins
from companion.table.rig.chip.clock import ChipClock
from companion.table.rig.chip.port import Port
from companion.table.rig.chip.supervision import Supervision
from companion.table.rig.chip.wiring import Wiring

GPIOS: Final = (*range(23), 26, 27, 28)
"""The pins that a Pico has at its edges."""

INSIDE: Final = {23: "SMPS_MODE", 24: "VBUS_SENSE", 25: "LED"}
"""The pins that lead to parts on the board."""


class UsbPorts:
    """`usb_cdc`: the console, which nobody reads here, and the data channel, which is there only if `boot.py` has enabled it."""

    def __init__(self, supervision: Supervision, data: Port) -> None:
        self.module = ModuleType("usb_cdc")
        self._supervision, self._data = supervision, data
        console = SimpleNamespace(connected=False, in_waiting=0, write=len, read=lambda size=1: b"", timeout=None, write_timeout=None)
        self._console = console
        self.module.__dict__.update(console=console, data=None, serials=(console,), enable=self.enable, disable=self.disable)

    def enable(self, *, console: bool = True, data: bool = False) -> None:
        """Which channels there are from now on."""
        self._supervision.at_boot(lambda: self._set(console, data))

    def disable(self) -> None:
        """No channels at all."""
        self.enable(console=False, data=False)

    def _set(self, console: bool, data: bool) -> None:
        names = self.module.__dict__
        names["console"], names["data"] = self._console if console else None, self._data if data else None
        names["serials"] = tuple(port for port in (names["console"], names["data"]) if port is not None)


def board(wiring: Wiring) -> dict[str, object]:
    """The names of `board` on a Pico."""
    names: dict[str, object] = {f"GP{number}": pins.Pin(number, wiring) for number in GPIOS}
    names.update({name: pins.Pin(number, wiring, name) for number, name in INSIDE.items()})
    names.update(A0=names["GP26"], A1=names["GP27"], A2=names["GP28"], board_id="raspberry_pi_pico")
    return names


def chip_time(clock: ChipClock) -> dict[str, object]:
    """The names of `time`, by the chip's own clock."""
    return {
        "sleep": clock.sleep, "monotonic": clock.monotonic, "monotonic_ns": clock.monotonic_ns, "time": lambda: int(clock.monotonic()),
        "struct_time": time.struct_time,
    }


def all_modules(clock: ChipClock, wiring: Wiring, supervision: Supervision, port: Port) -> dict[str, ModuleType]:
    """Every stand-in by its name."""
    at_boot = supervision.at_boot
    names: dict[str, dict[str, object]] = {
        "board": board(wiring),
        "digitalio": {"DigitalInOut": pins.DigitalInOut, "Direction": pins.Direction, "Pull": pins.Pull, "DriveMode": pins.DriveMode},
        "analogio": {"AnalogIn": pins.AnalogIn},
        "neopixel_write": {"neopixel_write": pins.neopixel_write},
        "time": chip_time(clock),
        "usb_hid": {"disable": lambda: at_boot(lambda: None)},
        "usb_midi": {"disable": lambda: at_boot(lambda: None)},
        **supervision.modules(),
    }
    made = {"usb_cdc": UsbPorts(supervision, port).module}
    gpios = {f"GPIO{number}": names["board"][f"GP{number}"] for number in GPIOS}
    names["microcontroller"].update(Pin=pins.Pin, pin=SimpleNamespace(**gpios))
    for name, content in names.items():
        made[name] = ModuleType(name, "A stand-in for CircuitPython's module of this name.")
        made[name].__dict__.update(content)
    return made


def install(modules: dict[str, ModuleType]) -> None:
    """Let `import` find them from now on, in front of everything else."""
    # `time` is among them; what is imported already, such as the chip's own parts, keeps the real one.
    sys.modules.update(modules)
