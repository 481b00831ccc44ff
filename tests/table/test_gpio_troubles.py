"""Missing or taken things on a header: each a named state with a remedy.

The session goes on by touch, and the reader comes back by itself.
"""

from __future__ import annotations

import errno
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
from gpiozero import Device, OutputDevice
from gpiozero.exc import PinUnknownPi
from gpiozero.pins.mock import MockFactory

from companion.signals import (
    LIT,
    OK,
    PULL,
    WELL,
    HandleMoved,
    InsertCard,
    Lamps,
    LyingCard,
    ReaderBack,
    ReaderLost,
    Signal,
    SlotRead,
    TableProblem,
)
from companion.table.gpio.lights import strip_words
from companion.table.gpio.table_file import parse_table_file
from companion.table.gpio.wires import library_words, pin_words, spi_words
from companion.table.screen_fallback import ScreenFallback
from companion.words import NOTHING, text, verbatim
from tests.recorded import recorded
from tests.table.gpio_stand import TWO_DARK, WAIT, BenchTable, gpio_table, header_table, heard_until
from tests.table.lgpio_stand import Lgpio, LgpioBench

LEDS = (
    TWO_DARK[: TWO_DARK.rindex("[[seat]]")]
    + 'lamps = [18, 22, 23, 24, 25]\n[lamps]\nkind = "led"\n'
)
STRIP = (
    TWO_DARK[: TWO_DARK.rindex("[[seat]]")]
    + 'lamps = [1, 2, 3, 4, 5]\n[lamps]\nkind = "neopixel"\npin = 18\n'
)
PI_4 = 0xA03111


class OnPi:
    """A table on a Raspberry Pi: gpiozero's own lgpio pins over a stand-in for lgpio."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.file = parse_table_file(TWO_DARK, "two.toml")
        self.bench = LgpioBench(self.file)
        self.lgpio = Lgpio(self.bench)
        self.table = ScreenFallback(header_table(self.file))
        without_pins(monkeypatch)
        monkeypatch.setitem(sys.modules, "lgpio", self.lgpio)
        monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: PI_4)
        monkeypatch.setattr("companion.table.gpio.wires.spi_words", lambda device: NOTHING)

    def until(self, *wanted: Signal) -> list[Signal]:
        """Return all signals until all of these were sent."""
        return until(self.table, lambda heard: set(wanted) <= set(heard))


def without_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reset gpiozero's pins and import lgpio again."""
    assert Device.pin_factory is None
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.delitem(sys.modules, "lgpio", raising=False)


@pytest.fixture
def on_pi(monkeypatch: pytest.MonkeyPatch) -> Iterator[OnPi]:
    """Return such a table, not yet opened."""
    made = OnPi(monkeypatch)
    yield made
    made.table.close()


def until(table: ScreenFallback, enough: Callable[[list[Signal]], bool]) -> list[Signal]:
    """Return all signals of a table until they are enough."""
    heard: list[Signal] = []
    deadline = time.monotonic() + WAIT
    while not enough(heard):
        assert time.monotonic() < deadline, f"heard only {heard}"
        heard += table.poll()
        time.sleep(0.002)
    return heard


def words_of(table: ScreenFallback) -> str:
    """Open a table that cannot have its pins, whose seats are played on the screen.

    Returns:
        Its trouble.
    """
    table.open()
    heard = until(table, lambda heard: any(isinstance(signal, TableProblem) for signal in heard))
    assert ReaderLost(1, text("its pins cannot be used")) in heard
    table.do(InsertCard(1, 1, 7))
    assert until(table, bool) == [SlotRead(1, 1, OK, 7)]
    table.close()
    return next(str(signal.words) for signal in heard if isinstance(signal, TableProblem))


def plain() -> ScreenFallback:
    """Return a table on the pins that gpiozero finds."""
    return ScreenFallback(header_table(parse_table_file(TWO_DARK, "two.toml")))


# ---- On a Raspberry Pi ---------------------------------------------------------------------------


def test_cards_and_handles_are_read_through_lgpio(on_pi: OnPi) -> None:
    """Read through gpiozero's own lgpio pins and hardware SPI.

    Closing frees all lines and the chip.
    """
    on_pi.table.open()
    on_pi.until(ReaderBack(1), ReaderBack(2))
    assert (0, 0, 500000) in on_pi.lgpio.opened, "SPI0, chip select 0"
    on_pi.bench.cards[2, 3] = LyingCard(11, WELL)
    on_pi.until(SlotRead(2, 3, OK, 11))
    on_pi.bench.turn(1, PULL)
    on_pi.until(HandleMoved(1, PULL))
    assert on_pi.bench.most_lit == 1
    on_pi.table.close()
    assert not on_pi.lgpio.claimed and not on_pi.lgpio.opened and Device.pin_factory is None


def test_a_line_that_somebody_holds_is_named_and_had_when_it_is_free(on_pi: OnPi) -> None:
    """Name once which pin is held, for what and by whom; use the readers when it is free."""
    on_pi.lgpio.held = {17}
    on_pi.table.open()
    heard = until(
        on_pi.table, lambda heard: any(isinstance(signal, TableProblem) for signal in heard)
    )
    words = next(str(signal.words) for signal in heard if isinstance(signal, TableProblem))
    assert (
        words == recorded("GPIO17-pull-switch-of-seat-1")
        and "gpioinfo" in words
        and "two.toml" in words
    )
    on_pi.lgpio.held = set()
    heard = on_pi.until(ReaderBack(1), ReaderBack(2))
    assert [signal for signal in heard if isinstance(signal, TableProblem)] == [
        TableProblem("header", NOTHING)
    ]


def test_a_bus_that_fails_in_mid_evening_is_told_and_tried_again(on_pi: OnPi) -> None:
    """Report a failing bus and retry; cards are on the screen meanwhile, and then in the reader."""
    on_pi.bench.cards[1, 1] = LyingCard(7, WELL)
    on_pi.table.open()
    on_pi.until(SlotRead(1, 1, OK, 7), ReaderBack(2))
    on_pi.lgpio.broken = True
    heard = until(
        on_pi.table, lambda heard: any(isinstance(signal, TableProblem) for signal in heard)
    )
    assert heard[:2] == [
        ReaderLost(1, text("its pins cannot be used")),
        ReaderLost(2, text("its pins cannot be used")),
    ]
    assert isinstance(heard[2], TableProblem) and str(heard[2].words) == recorded("SPI-xfer")
    on_pi.lgpio.broken = False
    on_pi.until(
        TableProblem("header", NOTHING), ReaderBack(1), SlotRead(1, 1, OK, 7), ReaderBack(2)
    )


def test_pins_without_permission(on_pi: OnPi) -> None:
    """Name the group, and the version that cannot open the chip of a Pi 5."""
    on_pi.lgpio.permitted = False
    words = words_of(on_pi.table)
    assert words == recorded("usermod-aG-gpio-spi") and "2.0.1.post3" in words


def test_spi_that_is_off(on_pi: OnPi, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Do not use slow software SPI instead."""
    monkeypatch.setattr(
        "companion.table.gpio.wires.spi_words", lambda device: spi_words(tmp_path / device.name)
    )
    assert words_of(on_pi.table) == recorded("spidev0-0-is-not-there", folder=tmp_path)


@pytest.mark.filterwarnings("ignore::gpiozero.exc.SPISoftwareFallback")
def test_spi_that_cannot_be_opened(on_pi: OnPi) -> None:
    """Do not use it either if the device does not answer; when it does, use it."""
    on_pi.lgpio.closed = True
    assert words_of(on_pi.table) == recorded("cannot-be-opened")
    on_pi.lgpio.closed = False
    on_pi.table.open()
    on_pi.until(ReaderBack(1), ReaderBack(2))


def test_spi_words_tell_a_missing_device_from_a_forbidden_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Distinguish a missing SPI device from a forbidden one, and accept a usable one."""
    device = tmp_path / "spidev0.0"
    assert "dtparam=spi=on" in str(spi_words(device))
    device.touch()
    assert spi_words(device) == NOTHING
    monkeypatch.setattr("os.access", lambda path, mode: False)
    assert str(spi_words(device)) == recorded("usermod-aG-gpio-spi", folder=tmp_path)


# ---- Libraries -----------------------------------------------------------------------------------


def test_without_gpiozero(monkeypatch: pytest.MonkeyPatch) -> None:
    """Name the extra to install."""
    without_pins(monkeypatch)
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    assert words_of(plain()) == recorded("pip-install-clockwork-derby-gpio")


@pytest.mark.parametrize("library", [None, ModuleType("lgpio")])
def test_without_lgpio(monkeypatch: pytest.MonkeyPatch, library: ModuleType | None) -> None:
    """Name the system's package, and how a venv sees it, if lgpio is missing or an empty module.

    pip finds such a module for newer Pythons.
    """
    without_pins(monkeypatch)
    monkeypatch.setitem(sys.modules, "lgpio", library)
    words = words_of(plain())
    assert words == recorded("apt-install-python3-lgpio") and "--system-site-packages" in words


def test_on_a_computer_without_a_header(on_pi: OnPi, monkeypatch: pytest.MonkeyPatch) -> None:
    """Say that there is no header, and what to play with instead."""

    def unknown() -> int:
        raise PinUnknownPi("unable to locate Pi revision")

    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", unknown)
    assert words_of(on_pi.table) == recorded("no-Raspberry-Pi")


def test_pins_of_another_kind_when_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try pins of GPIOZERO_PIN_FACTORY=mock, without a converter, and release them."""
    without_pins(monkeypatch)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    table = plain()
    table.open()
    heard = until(table, lambda heard: any(isinstance(signal, TableProblem) for signal in heard))
    assert any(
        isinstance(signal, ReaderLost) and "no signal" in str(signal.reason) for signal in heard
    )
    assert isinstance(Device.pin_factory, MockFactory)
    table.close()
    assert Device.pin_factory is None


@pytest.mark.parametrize(
    ("fault", "remedy"),
    [
        (
            FileNotFoundError(errno.ENOENT, "No such file or directory", ".lgd-nfy-3"),
            "a writable folder",
        ),
        (PermissionError(errno.EACCES, "Permission denied"), "usermod"),
        (RuntimeError("something nobody foresaw"), "something nobody foresaw"),
    ],
)
def test_library_words(fault: Exception, remedy: str) -> None:
    """Word faults that no stand-in produces."""
    assert remedy in str(library_words(fault))


def test_pin_words() -> None:
    """Name pin, purpose and remedy."""
    for fault, remedy in (
        (Exception("GPIO not permitted"), "usermod"),
        (Exception("bad luck"), "Exception: bad luck"),
    ):
        words = str(pin_words(fault, 22, verbatim("lock light 2 of seat 1"), "mine.toml"))
        assert remedy in words and words == recorded(f"lock-light-2-{remedy}")


# ---- Lock lights ---------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [LEDS, STRIP])
def test_without_lock_lights_cards_are_read_all_the_same(text: str) -> None:
    """Read cards although lock lights fail, with a trouble for a held pin or a missing driver."""
    table: BenchTable = gpio_table(text)
    other = OutputDevice(24, pin_factory=table.bench.factory)
    table.open()
    heard = heard_until(table, lambda heard: {ReaderBack(1)} <= set(heard))
    table.bench.cards[1, 5] = LyingCard(7, WELL)
    heard_until(table, lambda heard: SlotRead(1, 5, OK, 7) in heard)
    table.close()
    other.close()
    words = [
        str(signal.words)
        for signal in heard
        if isinstance(signal, TableProblem) and signal.place == "lock lights"
    ]
    assert len(words) == 1 and "Cards are still read" in words[0]
    assert "Another application uses GPIO24 (lock light 4 of seat 1)" in words[0] or text == STRIP


class Flickering:
    """Lock lights whose driver fails when a lamp is lit."""

    def __init__(self) -> None:
        self.closed = 0

    def show(self, lamps: Lamps, now: int) -> None:
        """Work only in the dark."""
        if lamps.lit:
            raise RuntimeError("ws2811_render failed")

    def close(self) -> None:
        """Fail once more."""
        self.closed += 1
        raise RuntimeError("ws2811_render failed")


def test_lock_lights_that_fail_later_are_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Report failing lights once, release the driver, and read on."""
    lights = Flickering()
    monkeypatch.setattr("companion.table.gpio.open_lights", lambda file: lights)
    table = gpio_table()
    table.open()
    heard_until(table, lambda heard: ReaderBack(1) in heard)
    table.show(Lamps({1: (LIT,) * 5}))
    table.bench.turn(1, PULL)
    heard = heard_until(table, lambda heard: HandleMoved(1, PULL) in heard)
    table.close()
    troubles = [str(signal.words) for signal in heard if isinstance(signal, TableProblem)]
    assert (
        len(troubles) == 1
        and troubles[0] == recorded("ws2811_render-failed")
        and lights.closed == 1
    )


@pytest.mark.parametrize(
    ("fault", "remedy"),
    [
        (ModuleNotFoundError("No module named 'neopixel'", name="neopixel"), "[lights]"),
        (ModuleNotFoundError("No module named 'board'", name="board"), "[lights]"),
        (ModuleNotFoundError("No module named '_rpi_ws281x'", name="_rpi_ws281x"), "[pi4]"),
        (
            RuntimeError("The platform library '_rpi_ws281x' has unsupported installed version 4"),
            "[pi4]",
        ),
        (
            RuntimeError("ws2811_init failed with code -3 (Hardware revision is not supported)"),
            "[pi5]",
        ),
        (
            ModuleNotFoundError(
                "No module named 'x'", name="adafruit_raspberry_pi5_neopixel_write"
            ),
            "[pi5]",
        ),
        (ImportError("libgpiod Python bindings not found: gpiod"), "[pi5]"),
        (NotImplementedError("Board not supported"), "this computer cannot drive one"),
        (
            RuntimeError("NeoPixel support requires running with sudo, please try again!"),
            'kind = "led"',
        ),
        (RuntimeError("ws2811_init failed with code -5 (mmap() failed)"), "never runs as root"),
        (PermissionError(errno.EACCES, "Permission denied", "/dev/pio0"), "udev rule"),
        (RuntimeError("Failed to open PIO device (error -22)"), "firmware and kernel"),
        (OSError(errno.EBUSY, "Device or resource busy"), "another application uses its pin"),
        (RuntimeError("GPIO18 in use"), "another application uses its pin"),
        (RuntimeError("no such GPIO"), "RuntimeError: no such GPIO"),
        (ValueError("bad luck"), "ValueError: bad luck"),
    ],
)
def test_strip_words(fault: Exception, remedy: str) -> None:
    """Word what Blinka and its drivers raise on a PC, a Pi 4 and a Pi 5, each with its remedy."""
    words = str(strip_words(fault))
    assert remedy in words and words == recorded(f"the-strip-{type(fault).__name__}-{fault}")
