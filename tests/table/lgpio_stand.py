"""The lgpio library as gpiozero's pins use it, over a bench: what is claimed, the levels of the lines, the converter on SPI.

It stands where the real one would be imported, so that gpiozero's own lgpio pins and SPI run as they do on a Raspberry Pi.
"""

from __future__ import annotations

from types import ModuleType

from companion.signals import PULL, PUSH
from tests.table.gpio_stand import Bench, TableFile

OUTPUT = 1 << 1


class LgpioError(Exception):
    """What lgpio raises for everything; its text is in quotes, as there."""

    def __str__(self) -> str:
        return repr(self.args[0])


class Lgpio(ModuleType):
    """A stand-in module.

    `held` are lines that somebody else has, `broken` makes every conversion fail, `closed` the SPI device one that
    cannot be opened.
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
        """A handle, where the user may."""
        if not self.permitted:
            raise LgpioError("can not open gpiochip")
        self.opened.append((chip,))
        return 7

    def gpiochip_close(self, handle: int) -> int:
        """All its lines are free."""
        self.claimed.clear()
        self.opened.clear()
        return 0

    def gpio_claim_input(self, handle: int, line: int, flags: int = 0) -> int:
        """Hold a line, unless somebody else does."""
        return self._claim(line, 0)

    def gpio_claim_output(self, handle: int, line: int, level: int = 0, flags: int = 0) -> int:
        """The same, and drive it."""
        self.bench.levels[line] = bool(level)
        return self._claim(line, OUTPUT)

    def _claim(self, line: int, mode: int) -> int:
        if line in self.held:
            raise LgpioError("GPIO busy")
        self.claimed[line] = mode
        return 0

    def gpio_free(self, handle: int, line: int) -> int:
        """Hold it no longer."""
        del self.claimed[line]
        return 0

    def gpio_get_mode(self, handle: int, line: int) -> int:
        """Whether it is an output."""
        return self.claimed[line]

    def gpio_read(self, handle: int, line: int) -> int:
        """The level of a claimed line."""
        assert line in self.claimed
        return self.bench.is_high(line)

    def gpio_write(self, handle: int, line: int, level: bool) -> int:
        """Drive a claimed output."""
        assert self.claimed[line] == OUTPUT
        self.bench.levels[line] = level
        return 0

    def spi_open(self, port: int, device: int, baud: int, flags: int) -> int:
        """The kernel's SPI device."""
        if self.closed:
            raise LgpioError("can not open SPI device")
        self.opened.append((port, device, baud))
        return 9

    def spi_close(self, handle: int) -> int:
        """Let go of it."""
        return 0

    def spi_xfer(self, handle: int, data: list[int]) -> tuple[int, bytes]:
        """One conversion (data sheet of the MCP3008, figure 6-1)."""
        if self.broken:
            raise LgpioError("SPI xfer/read/write failed")
        assert data[0] == 1 and data[1] & 0x80
        value = self.bench.voltage(data[1] >> 4 & 7)
        return 3, bytes((0xFF, 0xF8 | value >> 8, value & 0xFF))


class LgpioBench(Bench):
    """Readers whose wires hang on lgpio's lines; pull-ups hold the switches' lines high."""

    def __init__(self, file: TableFile) -> None:
        self.levels: dict[int, bool] = {}
        super().__init__(file)

    def turn(self, seat: int, position: str) -> None:
        """The handle is there now."""
        wiring = next(wiring for wiring in self.file.seats if wiring.seat == seat)
        self.levels[wiring.pull], self.levels[wiring.push] = position != PULL, position != PUSH

    def is_high(self, pin: int) -> bool:
        """The level of a line."""
        return self.levels.get(pin, True)
