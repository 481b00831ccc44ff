"""A reader's starts and failures: boot.py, code.py, safemode.py and the box, on stand-ins."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import pytest
from card_reader import box, pins, restarts
from card_reader.reader import Reader
from card_reader.sensors import DigitalPin

HOME = Path(__file__).parents[2] / "firmware"
PASSING = (
    "BROWNOUT",
    "HARD_FAULT",
    "NLR_JUMP_FAIL",
    "GC_ALLOC_OUTSIDE_VM",
    "INTERRUPT_ERROR",
    "SDK_FATAL_ERROR",
    "STACK_OVERFLOW",
    "NO_HEAP",
    "FLASH_WRITE_FAIL",
    "WATCHDOG",
)
STAYING = (
    "USER",
    "PROGRAMMATIC",
    "NO_CIRCUITPY",
    "SAFEMODE_PY",
    "USB_TOO_MANY_ENDPOINTS",
    "USB_TOO_MANY_INTERFACE_NAMES",
    "USB_BOOT_DEVICE_NOT_INTERFACE_ZERO",
)


class Reset(BaseException):
    """A restart of the chip."""


class Pin(DigitalPin):
    """A pin of the board, claimed by name; claiming one twice is an error, as on the chip."""

    taken: ClassVar[set[str]] = set()

    def __init__(self, name: str) -> None:
        if name in self.taken:
            raise ValueError(f"{name} in use")
        self.taken.add(name)
        self.name, self.changes = name, 0

    def switch_to_output(self, value: bool = False) -> None:
        """Drive it."""
        self.value = value

    def switch_to_input(self, pull: object) -> None:
        """Read it; an unconnected pin with a pull-up is high."""
        self.value = self.name != Chip.held

    def deinit(self) -> None:
        """Release it."""
        self.taken.discard(self.name)

    def __setattr__(self, name: str, value: object) -> None:
        if name == "value":
            self.__dict__["changes"] = self.__dict__.get("changes", 0) + 1
        super().__setattr__(name, value)


class Chip:
    """The calls to CircuitPython's modules."""

    held = ""
    """The name of the pin whose button is held."""
    reasons: tuple[str, ...] = (*PASSING, *STAYING, "NONE")
    """The names of CircuitPython's reasons for safe mode."""

    def __init__(self, shown: bool = False) -> None:
        self.done: list[object] = []
        self.shown = shown
        self.dog = Space(timeout=None, mode=None, feed=self._feed)
        self.fed, self.longest = 0, 10
        self.memory = bytearray(b"\xff" * 16)

    def _note(self, *words: object) -> Callable[..., None]:
        return lambda *rest, **named: self.done.append((*words, *rest, *sorted(named.items())))

    def _feed(self) -> None:
        self.fed += 1
        if self.fed >= self.longest:
            raise Reset

    def _reset(self) -> None:
        raise Reset

    def modules(self) -> dict[str, Any]:
        """Return the modules, by name."""
        board = Space(
            **{
                name: name
                for name in (
                    "LED",
                    pins.PIXELS,
                    pins.PULL,
                    pins.PUSH,
                    pins.SERVICE,
                    *pins.ADDRESS,
                    *pins.BULBS,
                    *pins.SUMS,
                )
            }
        )
        port = Space(
            timeout=None, write_timeout=None, connected=False, in_waiting=0, read=None, write=None
        )
        self.port = port
        reasons = Space(**{name: f"reason {name}" for name in self.reasons})
        return {
            "board": board,
            "digitalio": Space(DigitalInOut=Pin, Pull=Space(UP="up")),
            "analogio": Space(AnalogIn=Pin),
            "neopixel": Space(NeoPixel=self._strip),
            "microcontroller": Space(
                reset=self._reset,
                watchdog=self.dog,
                nvm=self.memory,
                cpu=Space(uid=b"\xe6\x61\x4c\x77\x5b\x00\x00\x0a"),
            ),
            "watchdog": Space(WatchDogMode=Space(RESET="reset")),
            "storage": Space(
                disable_usb_drive=self._note("hidden"),
                getmount=lambda path: Space(readonly=self.shown),
            ),
            "supervisor": Space(
                runtime=Space(autoreload=True, safe_mode_reason=None),
                SafeModeReason=reasons,
                set_usb_identification=self._note("names"),
            ),
            "usb_cdc": Space(enable=self._note("serial"), data=port),
            "usb_hid": Space(disable=self._note("no hid")),
            "usb_midi": Space(disable=self._note("no midi")),
        }

    def _strip(self, pin: str, count: int, *, brightness: float, auto_write: bool) -> Any:
        self.done.append(("pixels", pin, count, brightness, auto_write))
        return _Strip(count)


class Space(ModuleType):
    """A module, or part of one, with these names in it."""

    def __init__(self, **names: object) -> None:
        super().__init__("space")
        self.__dict__.update(names)


class _Strip(list[object]):
    def __init__(self, count: int) -> None:
        super().__init__([None] * count)

    def show(self) -> None:
        """Do nothing: no test looks at these pixels."""


@pytest.fixture
def insert(monkeypatch: pytest.MonkeyPatch) -> Callable[[Chip], dict[str, Any]]:
    """Return what replaces CircuitPython's modules by a chip's, without real sleep."""

    def put(chip: Chip) -> dict[str, Any]:
        modules = chip.modules()
        for name, module in modules.items():
            monkeypatch.setitem(sys.modules, name, module)
        monkeypatch.setattr(Pin, "taken", set())
        monkeypatch.setattr(time, "sleep", lambda seconds: None)
        return modules

    return put


Insert = Callable[[Chip], dict[str, Any]]


def execute(name: str) -> dict[str, Any]:
    """Run one of the top files; return the names it defines."""
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile((HOME / name).read_text("utf-8"), name, "exec"), names)
    return names


def test_the_drive_is_hidden_and_the_wire_is_there(insert: Insert) -> None:
    """Hide the drive, keyboard and music, and offer console and data under our names."""
    chip = Chip()
    insert(chip)
    execute("boot.py")
    assert chip.done == [
        ("names", "Clockwork Derby", "Card reader"),
        ("serial", ("console", True), ("data", True)),
        ("no midi",),
        ("no hid",),
        ("hidden",),
    ]
    assert not Pin.taken


def test_the_service_button_shows_the_drive(
    insert: Insert, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Show the drive if the service button is held at power-up."""
    monkeypatch.setattr(Chip, "held", pins.SERVICE)
    chip = Chip()
    insert(chip)
    execute("boot.py")
    assert ("hidden",) not in chip.done and (
        "serial",
        ("console", True),
        ("data", True),
    ) in chip.done


def test_the_reader_runs_under_the_watchdog(insert: Insert) -> None:
    """Scan and feed the watchdog in each pass, which bites after 8 s at most, without reloads."""
    chip = Chip()
    chip.longest = 200
    modules = insert(chip)
    with pytest.raises(Reset):
        execute("code.py")
    assert (chip.dog.mode, chip.dog.timeout <= 8, chip.fed) == ("reset", True, 200)
    assert (chip.port.timeout, chip.port.write_timeout) == (0, 0)
    assert modules["supervisor"].runtime.autoreload is False
    assert ("pixels", pins.PIXELS, 5, 0.25, False) in chip.done


def test_in_service_mode_no_dog_bites(insert: Insert, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run without a watchdog in service mode, which leaves time to look at the program."""
    chip = Chip(shown=True)
    insert(chip)
    passes: list[int] = []

    def step(reader: object, now: int) -> int:
        passes.append(now)
        if len(passes) > 50:
            raise Reset
        return 0

    monkeypatch.setattr(Reader, "step", step)
    with pytest.raises(Reset):
        execute("code.py")
    assert (chip.dog.mode, chip.fed) == (None, 0)


def test_a_failure_flickers_and_starts_again(
    insert: Insert, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Print a failure of the loop, show it by the light, and reset."""
    chip = Chip()
    insert(chip)
    lights: list[Pin] = []

    def step(reader: Any, now: int) -> int:
        lights.append(reader._led)
        raise RuntimeError("the loop broke")

    monkeypatch.setattr(Reader, "step", step)
    with pytest.raises(Reset):
        execute("code.py")
    assert "the loop broke" in capsys.readouterr().err
    assert lights[0].changes >= 20


def test_a_failure_before_the_loop_ends_in_a_reset_too(insert: Insert) -> None:
    """Reset after a failure before the loop, such as a missing data channel."""
    chip = Chip()
    insert(chip)["usb_cdc"].data = None
    with pytest.raises(Reset):
        execute("code.py")


def comes_up_safely(insert: Insert, chip: Chip, name: str) -> bool:
    """Start a chip in safe mode; return whether it restarts."""
    insert(chip)["supervisor"].runtime.safe_mode_reason = f"reason {name}"
    try:
        execute("safemode.py")
    except Reset:
        return True
    return False


@pytest.mark.parametrize("name", PASSING)
def test_safe_mode_that_can_pass_is_left(insert: Insert, name: str) -> None:
    """Leave safe mode after a dip, a crash or lack of memory, also with an older CircuitPython.

    That lacks some of the names.
    """
    assert comes_up_safely(insert, Chip(), name)
    older = Chip()
    older.reasons = (name, "NONE", "USER")
    assert comes_up_safely(insert, older, name)


@pytest.mark.parametrize("name", [*STAYING, "NONE", "SAFEMODE_PY_ERROR", "OF_A_LATER_VERSION"])
def test_safe_mode_that_was_wished_or_that_stays_is_kept(insert: Insert, name: str) -> None:
    """Stay in safe mode by button, program, USB, a missing drive or an unknown reason.

    Nothing is written.
    """
    chip = Chip()
    assert not comes_up_safely(insert, chip, name) and set(chip.memory) == {0xFF}


@pytest.mark.parametrize("rest", [0, 0xFF, 0x9F, 0xA0, 0xA4, 1, 3])
def test_a_reader_that_comes_up_safely_again_and_again_stays_there(
    insert: Insert, rest: int
) -> None:
    """Restart three times with any byte of before, then stay; write only that byte."""
    chip = Chip()
    chip.memory[restarts.PLACE] = rest
    starts = [
        comes_up_safely(insert, chip, name)
        for name in ("BROWNOUT", "HARD_FAULT", "WATCHDOG", "BROWNOUT", "NO_HEAP")
    ]
    assert starts == [True, True, True, False, False]
    assert {byte for place, byte in enumerate(chip.memory) if place != restarts.PLACE} == {0xFF}


def test_a_memory_that_keeps_nothing_counts_no_starts(insert: Insert) -> None:
    """Stay in safe mode if the count cannot be kept, since a loop would go unnoticed."""

    class Worn(bytearray):
        """Memory that cannot be written any more."""

        def __setitem__(self, place: object, value: object) -> None:
            """Forget it."""

    chip = Chip()
    chip.memory = Worn(b"\xff" * 16)
    assert not comes_up_safely(insert, chip, "BROWNOUT")


def test_a_minute_of_running_well_forgets_the_starts(
    insert: Insert, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Clear the count once after a minute of the loop, and write nothing without safe mode."""
    written: list[int] = []

    class Noted(bytearray):
        """Memory whose writes are noted."""

        def __setitem__(self, place: object, value: object) -> None:
            """Note it."""
            written.append(now[0])
            super().__setitem__(place, value)  # type: ignore[call-overload]

    now = [5_000]
    monkeypatch.setattr(Reader, "step", lambda reader, moment: 0)
    monkeypatch.setattr(box, "milliseconds", lambda: now[0])
    for starts, moments in ((2, [65_000]), (0, [])):
        chip = Chip()
        chip.longest = 200
        chip.memory = Noted(b"\xff" * 16)
        for _ in range(starts):
            assert comes_up_safely(insert, chip, "HARD_FAULT")
        written.clear()

        def feed(chip: Chip = chip) -> None:
            """Let a second pass in each round of the loop."""
            now[0] += 1_000
            chip._feed()

        vars(chip.dog)["feed"], now[0] = feed, 5_000
        insert(chip)
        with pytest.raises(Reset):
            execute("code.py")
        assert written == moments
    assert [comes_up_safely(insert, chip, "HARD_FAULT") for _ in range(4)] == [
        True,
        True,
        True,
        False,
    ]


def test_the_chip_id_is_the_usb_serial_number(insert: Insert) -> None:
    """Use sixteen hexadecimal digits in capitals for the chip id, and new numbers for starts."""
    insert(Chip())
    assert box.chip_id() == "E6614C775B00000A"
    assert len({box.boot_id() for _ in range(50)}) > 40


def test_every_pin_is_used_once() -> None:
    """Use sixteen pins, each once."""
    names = [
        *pins.ADDRESS,
        *pins.BULBS,
        *pins.SUMS,
        pins.PIXELS,
        pins.PULL,
        pins.PUSH,
        pins.SERVICE,
    ]
    assert len(names) == len(set(names)) == 16
