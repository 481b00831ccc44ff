"""The stand-ins for CircuitPython's modules are as strict as the chip."""

from __future__ import annotations

import fcntl
import os
import sys
import termios
import tty
from collections.abc import Iterator
from random import Random
from types import ModuleType, SimpleNamespace

import pytest
from card_reader import restarts

from companion.signals import PULL, PUSH, WELL, LyingCard
from companion.table.rig.chip.clock import SECOND, ChipClock
from companion.table.rig.chip.modules import all_modules
from companion.table.rig.chip.port import ROOM, DataPort
from companion.table.rig.chip.supervision import ChipMemory, ChipReset, Supervision
from companion.table.rig.chip.wiring import HardwareDamageError, Wiring
from companion.table.rig.optics import CELLS, Picture
from companion.table.rig.rig_settings import Faults, Mangler

HOST_ROOM = 4095
"""Bytes that Linux keeps for the reader of a raw terminal."""


def waiting(descriptor: int) -> int:
    """Return how many bytes can be read from a terminal now."""
    return int.from_bytes(fcntl.ioctl(descriptor, termios.FIONREAD, bytes(4)), sys.byteorder)


class World:
    """A chip in a world whose time passes while the chip waits.

    `end` is the path of the host's end of its port.
    """

    def __init__(self, pace: float = 1.0) -> None:
        self.passed = 0
        self.waits: list[float] = []
        self.clock = ChipClock(pace, self._wait, lambda: self.passed)
        self.picture = Picture()
        self.wiring = Wiring(self.clock, Random(1), self.picture)
        self.written: list[int] = []
        self.supervision = Supervision(
            self.clock,
            bytes.fromhex("E6614C775B000001"),
            "POWER_ON",
            "NONE",
            ChipMemory(0xFF, self.written.append),
        )
        self.master, slave = os.openpty()
        tty.setraw(slave)
        self.end = os.ttyname(slave)
        os.close(slave)
        inward, outward = (Mangler(Faults(), Random(1)) for _ in range(2))
        self.port = DataPort(self.master, self.clock, inward, outward, noticed=lambda said: None)
        self.modules = all_modules(self.clock, self.wiring, self.supervision, self.port)

    def __getattr__(self, name: str) -> ModuleType:
        """Return a module of CircuitPython."""
        return self.modules[name]

    def put(self, slot: int, card: LyingCard | None) -> None:
        """Put a card into a slot."""
        self.picture = self.picture.with_card(slot, card)
        self.wiring.show(self.picture)

    def move(self, handle: str) -> None:
        """Move the handle."""
        self.picture = self.picture.with_handle(handle)
        self.wiring.show(self.picture)

    def _wait(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.passed += round(seconds * SECOND)


@pytest.fixture
def chip() -> Iterator[World]:
    """Return a chip that has just been powered, with empty slots."""
    world = World()
    yield world
    os.close(world.master)


def test_forty_sensors_behind_three_multiplexers(chip: World) -> None:
    """Read every cell of every slot by its address in the wiring plan.

    White is bright only while its slot's LED is on.
    """
    pins, board = chip.digitalio, chip.board
    address = [pins.DigitalInOut(getattr(board, f"GP{number}")) for number in range(4)]
    leds = [pins.DigitalInOut(getattr(board, f"GP{number}")) for number in range(4, 9)]
    for line in (*address, *leds):
        line.switch_to_output(False)
    muxes = [chip.analogio.AnalogIn(pin) for pin in (board.GP26, board.GP27, board.GP28)]
    for slot in range(5):
        chip.put(slot + 1, LyingCard(0b11100000 >> slot, WELL))
    for slot, led in enumerate(leds):
        dark: list[int] = []
        lit: list[int] = []
        for samples, on in ((dark, False), (lit, True)):
            led.value = on
            chip.time.sleep(0.002)
            for index in range(CELLS * slot, CELLS * slot + CELLS):
                for bit, line in enumerate(address):
                    line.value = bool(index >> bit & 1)
                samples.append(muxes[index // 16].value)
        led.value = False
        bright = sum(1 << 7 - cell for cell in range(CELLS) if dark[cell] - lit[cell] > 20_000)
        assert bright == 0b11100000 >> slot
        assert all(sample & 15 == sample >> 12 for sample in lit), (
            "twelve bits, stretched to sixteen"
        )


def test_two_lit_arrays_are_too_much(chip: World) -> None:
    """Refuse two lit arrays: each draws 100 mA, more than the Pico's 3.3 V pin gives."""
    first, second = (chip.digitalio.DigitalInOut(pin) for pin in (chip.board.GP4, chip.board.GP8))
    first.switch_to_output(True)
    with pytest.raises(HardwareDamageError, match="over-current: the sensor LEDs of slots 1 and 5"):
        second.switch_to_output(True)
    first.value = False
    second.value = True


def test_sensors_need_time(chip: World) -> None:
    """Return an unsettled sample right after the LED is switched on."""
    chip.put(1, LyingCard(0b11111000, WELL))
    led, mux = chip.digitalio.DigitalInOut(chip.board.GP4), chip.analogio.AnalogIn(chip.board.GP26)
    led.switch_to_output(True)
    early = chip.wiring.convert(26)
    chip.time.sleep(0.002)
    assert early > mux.value + 10_000


def test_a_pin_has_one_owner(chip: World) -> None:
    """Refuse a second claim of a pin until it is released; a released object raises."""
    line = chip.digitalio.DigitalInOut(chip.board.GP9)
    with pytest.raises(ValueError, match="GP9 in use"):
        chip.digitalio.DigitalInOut(chip.board.GP9)
    line.deinit()
    with chip.digitalio.DigitalInOut(chip.board.GP9) as again, pytest.raises(AttributeError):
        again.value = True
    with pytest.raises(ValueError, match="deinitialized"):
        line.value = True
    with pytest.raises(ValueError, match="ADC"):
        chip.analogio.AnalogIn(chip.board.GP9)


def test_inputs_are_not_driven(chip: World) -> None:
    """Refuse to drive a pin that a switch or a multiplexer drives."""
    for name in ("GP10", "GP11", "GP12", "GP26"):
        with pytest.raises(HardwareDamageError, match=name):
            chip.digitalio.DigitalInOut(getattr(chip.board, name)).switch_to_output(False)


def test_switches_chatter_and_need_their_pull(chip: World) -> None:
    """Let switches bounce for some milliseconds, and read high when open with the pull-up only."""
    pull, push = (chip.digitalio.DigitalInOut(pin) for pin in (chip.board.GP10, chip.board.GP11))
    assert {pull.value for _ in range(50)} == {False, True}, "floating"
    pull.pull = push.pull = chip.digitalio.Pull.UP
    assert pull.value and push.value
    chip.move(PULL)
    assert {pull.value for _ in range(50)} == {False, True}, "chatter"
    assert {push.value for _ in range(50)} == {True}
    chip.time.sleep(0.02)
    assert {pull.value for _ in range(50)} == {False}
    chip.move(PUSH)
    chip.time.sleep(0.02)
    assert (pull.value, push.value) == (True, False)


def test_pixels_hear_green_red_blue(chip: World) -> None:
    """Take three bytes per pixel in the order of the line, ignore more, and keep the others."""
    line = chip.digitalio.DigitalInOut(chip.board.GP9)
    with pytest.raises(HardwareDamageError):
        chip.neopixel_write.neopixel_write(line, bytes(15))
    line.switch_to_output(False)
    chip.neopixel_write.neopixel_write(line, bytes(range(18)))
    assert chip.wiring.bulbs == ((1, 0, 2), (4, 3, 5), (7, 6, 8), (10, 9, 11), (13, 12, 14))
    chip.neopixel_write.neopixel_write(line, b"\x63\x62\x61")
    assert chip.wiring.bulbs[:2] == ((0x62, 0x63, 0x61), (4, 3, 5))


def test_time_runs_with_the_world_and_never_waits_too_often(chip: World) -> None:
    """Let time pass in few waits, also for short naps, and count work as time."""
    before = chip.time.monotonic_ns()
    for _ in range(1000):
        chip.time.sleep(0.001)
    passed = chip.time.monotonic_ns() - before
    assert SECOND <= passed <= 1.02 * SECOND
    assert abs(chip.passed - chip.clock.now) <= 0.01 * SECOND and len(chip.waits) <= 200
    with pytest.raises(ValueError):
        chip.time.sleep(-1)


def test_pace_is_how_many_times_faster(chip: World) -> None:
    """Let a second of the chip take a tenth of a second at pace 10."""
    hasty = World(10.0)
    for _ in range(100):
        hasty.time.sleep(0.01)
    assert abs(hasty.passed - SECOND / 10) < SECOND / 100
    os.close(hasty.master)


def test_a_chip_that_falls_behind_loses_time(chip: World) -> None:
    """Skip time when the machine is busy elsewhere."""
    chip.passed += 3 * SECOND
    chip.time.sleep(0.01)
    assert chip.time.monotonic() == pytest.approx(3.0, abs=0.02)


def test_nothing_is_heard_or_kept_without_a_host(chip: World) -> None:
    """Keep the port closed without a host, lose what was sent, and never block."""
    port = chip.port
    assert (port.timeout, port.write_timeout) == (None, None)
    port.timeout = 0
    assert (
        not port.connected
        and port.in_waiting == 0
        and port.read(10) == b""
        and port.write(b"lost") == 4
    )
    host = os.open(chip.end, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    assert port.connected and port.write(b"heard") == 5 and os.read(host, 100) == b"heard"
    os.write(host, b"one\ntwo")
    assert port.in_waiting == 7 and port.readline() == b"one\n" and port.read(100) == b"two"
    os.close(host)
    assert not port.connected


def test_a_host_that_does_not_read(chip: World) -> None:
    """Write what there is room for with a timeout of 0, wait for 0.05, and for ever with None."""
    host = os.open(chip.end, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    chip.port.write_timeout = 0
    # The kernel transfers bytes in its own time: the line is full only when the host's side is full
    # and nothing more is taken.
    while waiting(host) < HOST_ROOM or chip.port.write(bytes(1000)):
        chip.port.write(bytes(1000))
    chip.port.write_timeout = 0.05
    before = chip.clock.now
    assert chip.port.write(b"x") == 0 and 0.05 <= (chip.clock.now - before) / SECOND <= 0.06
    chip.port.write_timeout = None
    waits = len(chip.waits)

    def give_up(seconds: float) -> None:
        """Raise after too long."""
        raise TimeoutError

    patience, chip.clock._wait = chip.clock._wait, give_up
    with pytest.raises(TimeoutError):
        chip.port.write(b"x")
    chip.clock._wait = patience
    assert len(chip.waits) == waits and chip.port.out_waiting == ROOM
    os.close(host)


def test_the_watchdog_counts_to_eight(chip: World) -> None:
    """Allow neither more than 8.388 s, nor RAISE, nor feeding and stopping before it runs."""
    dog, mode = chip.microcontroller.watchdog, chip.watchdog.WatchDogMode
    for wrong in (0, 9):
        with pytest.raises(ValueError):
            dog.timeout = wrong
    with pytest.raises(ValueError):
        dog.feed()
    dog.timeout = 5
    with pytest.raises(NotImplementedError):
        dog.mode = mode.RAISE
    assert not dog.overdue(60 * SECOND)
    dog.mode = mode.RESET
    assert not dog.overdue(chip.clock.now + 4 * SECOND) and dog.overdue(chip.clock.now + 6 * SECOND)
    chip.time.sleep(4)
    dog.feed()
    assert not dog.overdue(6 * SECOND)
    with pytest.raises(NotImplementedError):
        dog.deinit()


def test_some_things_belong_into_boot(chip: World) -> None:
    """Arrange USB and drive before USB starts; have a data channel only if boot.py asked for it."""
    assert chip.usb_cdc.data is None
    chip.usb_cdc.enable(console=True, data=True)
    chip.storage.disable_usb_drive()
    assert chip.usb_cdc.data is chip.port and not chip.storage.getmount("/").readonly
    chip.supervision.booting = False
    for late in (
        lambda: chip.usb_cdc.enable(data=True),
        chip.usb_cdc.disable,
        chip.storage.disable_usb_drive,
        chip.usb_midi.disable,
        chip.usb_hid.disable,
        lambda: chip.supervisor.set_usb_identification("a", "b"),
    ):
        with pytest.raises(RuntimeError):
            late()


def test_memory_wears_and_the_drive_is_not_for_writing(chip: World) -> None:
    """End the emulation on writes to flash or drive, which the firmware promises never to do.

    The one byte that counts starts is allowed; a reset is no Exception that could be swallowed.
    """
    for place in (restarts.PLACE + 1, slice(0, 2), -1):
        with pytest.raises(HardwareDamageError):
            chip.microcontroller.nvm[place] = 1
    chip.microcontroller.nvm[restarts.PLACE] = 7
    assert chip.microcontroller.nvm[restarts.PLACE] == 7 and chip.written == [7]
    with pytest.raises(HardwareDamageError):
        chip.storage.remount("/", readonly=False)
    with pytest.raises(ChipReset):
        chip.microcontroller.reset()
    assert not issubclass(ChipReset, Exception) and not issubclass(HardwareDamageError, Exception)
    assert (
        isinstance(chip.microcontroller.cpu, SimpleNamespace)
        and len(chip.microcontroller.cpu.uid) == 8
    )
