"""The lgpio library as gpiozero's pins use it, over a bench: claims, levels, converter on SPI.

It replaces the real one at its import, so that gpiozero's own lgpio pins and SPI run as they do on
a Raspberry Pi.
"""

from __future__ import annotations

from types import ModuleType

from companion.signals import PULL, PUSH
from tests.table.gpio_stand import Bench, TableFile

OUTPUT = 1 << 1


class LgpioError(Exception):
    """The error that lgpio raises for everything; its text is in quotes, as there."""

    def __str__(self) -> str:
        return repr(self.args[0])


class Lgpio(ModuleType):
    """A stand-in module.

    `held` are lines that another process has, `broken` makes every conversion fail, with `closed`
    the SPI device cannot be opened.
    """

    BOTH_EDGES, RISING_EDGE, FALLING_EDGE = 3, 1, 2
    SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 128, 32, 64
    error = LgpioError

    def __init__(self, bench: LgpioBench) -> None:
        super().__init__("lgpio")
        self.bench = bench
        self.claimed: dict[int, int] = {}
        self.held: set[int] = set()
        self.opened: list[tuple[int, ...]] = []
        self.permitted, self.broken, self.closed = True, False, False

    def gpiochip_open(self, chip: int) -> int:
        """Return a handle, if the user may."""
        if not self.permitted:
            raise LgpioError("can not open gpiochip")
        self.opened.append((chip,))
        return 7

    def gpiochip_close(self, handle: int) -> int:
        """Free all its lines."""
        self.claimed.clear()
        self.opened.clear()
        return 0

    def gpio_claim_input(self, handle: int, line: int, flags: int = 0) -> int:
        """Claim a line, unless another process has it."""
        return self._claim(line, 0)

    def gpio_claim_output(self, handle: int, line: int, level: int = 0, flags: int = 0) -> int:
        """Claim a line and drive it."""
        self.bench.levels[line] = bool(level)
        return self._claim(line, OUTPUT)

    def _claim(self, line: int, mode: int) -> int:
        if line in self.held:
            raise LgpioError("GPIO busy")
        self.claimed[line] = mode
        return 0

    def gpio_free(self, handle: int, line: int) -> int:
        """Free a line."""
        del self.claimed[line]
        return 0

    def gpio_get_mode(self, handle: int, line: int) -> int:
        """Return whether it is an output."""
        return self.claimed[line]

    def gpio_read(self, handle: int, line: int) -> int:
        """Return the level of a claimed line."""
        assert line in self.claimed
        return self.bench.is_high(line)

    def gpio_write(self, handle: int, line: int, level: bool) -> int:
        """Drive a claimed output."""
        assert self.claimed[line] == OUTPUT
        self.bench.levels[line] = level
        return 0

    def spi_open(self, port: int, device: int, baud: int, flags: int) -> int:
        """Open the kernel's SPI device."""
        if self.closed:
            raise LgpioError("can not open SPI device")
        self.opened.append((port, device, baud))
        return 9

    def spi_close(self, handle: int) -> int:
        """Close it."""
        return 0

    def spi_xfer(self, handle: int, data: list[int]) -> tuple[int, bytes]:
        """Do one conversion (data sheet of the MCP3008, figure 6-1)."""
        if self.broken:
            raise LgpioError("SPI xfer/read/write failed")
        assert data[0] == 1 and data[1] & 0x80
        value = self.bench.voltage(data[1] >> 4 & 7)
        return 3, bytes((0xFF, 0xF8 | value >> 8, value & 0xFF))


class LgpioBench(Bench):
    """Readers whose wires are on lgpio's lines; pull-ups hold the switches' lines high."""

    def __init__(self, file: TableFile) -> None:
        self.levels: dict[int, bool] = {}
        super().__init__(file)

    def turn(self, seat: int, position: str) -> None:
        """Move the handle."""
        wiring = next(wiring for wiring in self.file.seats if wiring.seat == seat)
        self.levels[wiring.pull], self.levels[wiring.push] = position != PULL, position != PUSH

    def is_high(self, pin: int) -> bool:
        """Return the level of a line."""
        return self.levels.get(pin, True)
