"""The supervision of a chip: modules `watchdog`, `microcontroller`, `supervisor`, `storage`."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Final, NoReturn

from companion.table.rig.chip.clock import SECOND, ChipClock
from companion.table.rig.chip.wiring import HardwareDamageError

LONGEST_WATCH: Final = 8.388
"""The longest timeout of the chip's watchdog in seconds (hardware facts, section 8: eight)."""

SOFTWARE, WATCHDOG, POWER_ON = "SOFTWARE", "WATCHDOG", "POWER_ON"
"""The reasons for which a chip has started."""
SAFE_MODES: Final = (
    "BROWNOUT",
    "FLASH_WRITE_FAIL",
    "GC_ALLOC_OUTSIDE_VM",
    "HARD_FAULT",
    "INTERRUPT_ERROR",
    "NLR_JUMP_FAIL",
    "NO_CIRCUITPY",
    "NO_HEAP",
    "PROGRAMMATIC",
    "SDK_FATAL_ERROR",
    "STACK_OVERFLOW",
    "USB_BOOT_DEVICE_NOT_INTERFACE_ZERO",
    "USB_TOO_MANY_ENDPOINTS",
    "USB_TOO_MANY_INTERFACE_NAMES",
    "USER",
    "WATCHDOG",
)
"""The reasons for which a chip may start in safe mode, with CircuitPython 10's names; also NONE."""
COUNTS: Final = 0
"""The one byte of a chip's memory that firmware may write (`card_reader.restarts.PLACE`)."""
SAFE_MODE: Final = "supervisor.SafeModeReason.{}"
REASON: Final = "microcontroller.ResetReason.{}"


class ChipReset(BaseException):
    """The chip restarts; not an Exception, so that no firmware catches it by accident."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class WatchDogMode:
    """The action of an unfed watchdog. The Pico supports only RESET."""

    RAISE, RESET = "watchdog.WatchDogMode.RAISE", "watchdog.WatchDogMode.RESET"


class WatchDogTimer:
    def __init__(self, clock: ChipClock) -> None:
        self._clock = clock
        self._timeout: float | None = None
        self._mode: str | None = None
        self._fed = 0

    @property
    def timeout(self) -> float | None:
        """Return the seconds within which it must be fed."""
        return self._timeout

    @timeout.setter
    def timeout(self, seconds: float) -> None:
        """Set the timeout.

        Raises:
            ValueError: It is longer than the chip can count.
        """
        if not 0 < seconds <= LONGEST_WATCH:
            raise ValueError(
                f"timeout duration exceeded the maximum supported value of {LONGEST_WATCH} s"
            )
        self._timeout = seconds
        self._fed = self._clock.now

    @property
    def mode(self) -> str | None:
        """Return the mode, None before its start."""
        return self._mode

    @mode.setter
    def mode(self, mode: str | None) -> None:
        """Start the watchdog.

        Raises:
            NotImplementedError: The mode is not RESET.
        """
        if self._timeout is None:
            raise ValueError("WatchDogTimer.timeout must be greater than 0")
        if mode != WatchDogMode.RESET:
            raise NotImplementedError("only WatchDogMode.RESET")
        self._mode, self._fed = mode, self._clock.now

    def feed(self) -> None:
        """Restart the count.

        Raises:
            ValueError: The watchdog does not run.
        """
        if self._mode is None:
            raise ValueError("WatchDogTimer is not currently running")
        self._fed = self._clock.now

    def deinit(self) -> None:
        """Fail: it cannot be stopped on this chip."""
        raise NotImplementedError("a watchdog in RESET mode stays on")

    def overdue(self, now: int) -> bool:
        """Return whether it resets the chip at this time (nanoseconds)."""
        return (
            self._mode is not None
            and self._timeout is not None
            and now - self._fed > self._timeout * SECOND
        )


class ChipMemory(bytearray):
    """`microcontroller.nvm`: firmware may write one byte only, which is passed to `kept`."""

    def __init__(self, byte: int, kept: Callable[[int], None]) -> None:
        super().__init__(b"\xff" * 4096)
        super().__setitem__(COUNTS, byte)
        self._kept = kept

    def __setitem__(self, place: object, value: object) -> None:
        """Write the one byte; raise HardwareDamageError for any other."""
        if place != COUNTS or not isinstance(value, int):
            raise HardwareDamageError("the firmware writes to the chip's memory, which wears")
        super().__setitem__(COUNTS, value)
        self._kept(value)


class Supervision:
    """The four modules' names for one chip.

    `reason` is why it has started; `safe` is one of SAFE_MODES, or NONE.
    """

    def __init__(
        self, clock: ChipClock, uid: bytes, reason: str, safe: str, memory: ChipMemory
    ) -> None:
        self.watchdog = WatchDogTimer(clock)
        self.drive = True
        self.identity: dict[str, object] = {}
        self.booting = True
        self._clock = clock
        self.runtime = SimpleNamespace(
            autoreload=True,
            run_reason="supervisor.RunReason.STARTUP",
            safe_mode_reason=SAFE_MODE.format(safe),
            usb_connected=True,
            serial_connected=False,
        )
        self.cpu = SimpleNamespace(
            uid=uid,
            frequency=125_000_000,
            temperature=27.0,
            voltage=None,
            reset_reason=REASON.format(reason),
        )
        self.nvm = memory

    def modules(self) -> dict[str, dict[str, object]]:
        """Return the names of each module."""
        reasons = {
            name: REASON.format(name)
            for name in (POWER_ON, WATCHDOG, SOFTWARE, "BROWNOUT", "RESET_PIN", "UNKNOWN")
        }
        return {
            "microcontroller": {
                "cpu": self.cpu,
                "cpus": (self.cpu,),
                "watchdog": self.watchdog,
                "nvm": self.nvm,
                "reset": self.reset,
                "ResetReason": SimpleNamespace(**reasons),
                "on_next_reset": _ignore,
                "delay_us": lambda microseconds: self._clock.spend(microseconds * 1000),
            },
            "watchdog": {
                "WatchDogMode": WatchDogMode,
                "WatchDogTimer": WatchDogTimer,
                "WatchDogTimeout": TimeoutError,
            },
            "supervisor": {
                "runtime": self.runtime,
                "set_usb_identification": self._identify,
                "reload": self.reset,
                "ticks_ms": self._ticks,
                "SafeModeReason": SimpleNamespace(
                    **{name: SAFE_MODE.format(name) for name in ("NONE", *SAFE_MODES)}
                ),
                "set_next_code_file": _ignore,
            },
            "storage": {
                "disable_usb_drive": self._hide,
                "enable_usb_drive": self._show,
                "remount": self._remount,
                "getmount": self._mount,
            },
        }

    def reset(self) -> NoReturn:
        """Restart the chip because the firmware asks for it."""
        raise ChipReset(SOFTWARE)

    def at_boot(self, what: Callable[[], None]) -> None:
        """Do what only `boot.py` may do; raise RuntimeError later."""
        if not self.booting:
            raise RuntimeError("Cannot change USB devices now")
        what()

    def _identify(
        self,
        manufacturer: str | None = None,
        product: str | None = None,
        vid: int = -1,
        pid: int = -1,
    ) -> None:
        for text in (manufacturer, product):
            if text is not None and len(text) > 126:
                raise ValueError("length must be <= 126")
        fields = {"manufacturer": manufacturer, "product": product, "vid": vid, "pid": pid}
        self.at_boot(lambda: self.identity.update(fields))

    def _hide(self) -> None:
        self.at_boot(lambda: setattr(self, "drive", False))

    def _show(self) -> None:
        self.at_boot(lambda: setattr(self, "drive", True))

    def _mount(self, path: str) -> SimpleNamespace:
        """Return the drive; it is read-only for the firmware while the host sees it."""
        return SimpleNamespace(label="CIRCUITPY", readonly=self.drive)

    def _remount(self, mount_path: str, readonly: bool = False, **more: object) -> None:
        if not readonly:
            raise HardwareDamageError("the firmware wants to write to its drive")

    def _ticks(self) -> int:
        # As on the chip, 65 seconds before an overflow, so that firmware that forgets it fails
        # early.
        return (self._clock.now // 1_000_000 + 0x1FFF_0000) % (1 << 29)


def _ignore(*words: object, **more: object) -> None:
    """Do nothing: it has no meaning here."""
