"""Keep the touch that wakes a sleeping screen from pressing a button that nobody can see.

The system wakes the display; the app notices beforehand that it is dark. It asks a desktop's X
server for screen saver and power saving; on Wayland and on the console it reads the kernel's state
of the connectors. A display of unknown state counts as awake.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kivy.clock import Clock

from companion.ui.touch_filter import TouchFilter

if TYPE_CHECKING:
    from kivy.core.window import WindowBase
    from kivy.input import MotionEvent

LOOKING: Final = 0.5
"""Seconds between two looks at the display."""
LATE: Final = 3
"""Looks at an awake display in which the touch that woke it may still arrive.

Each look is in a different frame. Seconds would not do: a slow frame leaves its touches to the next
one, whose clock says that all this time has passed.
"""
LONGEST: Final = 4.0
"""Seconds after the first touch from which every touch counts, in case the state is wrong."""


class Waking(TouchFilter):
    """Keeps touches from a window while its display is `dark`."""

    def __init__(self, window: WindowBase, asleep: Callable[[], bool]) -> None:
        """Watch a window; `asleep` says whether its display is dark now."""
        super().__init__(window)
        self._asleep = asleep
        self.dark = self._touched = False
        # A display that was never seen awake is not the one that is touched.
        self._was_awake = False
        self._awake = 0

    def start(self) -> None:
        super().start()
        Clock.schedule_interval(self._check_display, LOOKING)

    def stop(self) -> None:
        super().stop()
        for event in (self._check_display, self._light):
            Clock.unschedule(event)

    def _check_display(self, _: float) -> None:
        if self._asleep():
            self._awake = 0
            if self._was_awake and not self.dark:
                Clock.unschedule(self._light)
                self.dark, self._touched, self._was_awake = True, False, False
            return
        self._was_awake = True
        if self.dark:
            # Somebody may have woken it without a touch, or the touch is still on its way.
            self._awake += 1
            if self._touched or self._awake > LATE:
                Clock.unschedule(self._light)
                self._light(0)

    def _light(self, _: float) -> None:
        self.dark = False

    def keeps(self, touch: MotionEvent) -> bool:
        if self.dark and not self._touched:
            self._touched = True
            Clock.unschedule(self._light)
            Clock.schedule_once(self._light, LONGEST)
        return self.dark


# ---- State of the display ----


def dark_check(
    root: Path = Path("/"), environment: Mapping[str, str] = os.environ
) -> Callable[[], bool]:
    """Return a function that says whether the display is dark. `root` is the parent of /sys."""
    if environment.get("DISPLAY") and not environment.get("WAYLAND_DISPLAY"):
        # The kernel knows nothing about an X server that draws on another machine's display.
        server = _server()
        return server.is_dark if server is not None else lambda: False
    return lambda: _connectors_are_off(root)


def _connectors_are_off(root: Path) -> bool:
    """Return whether displays are plugged in and all of them are switched off."""
    plugged = [
        place.parent
        for place in (root / "sys/class/drm").glob("card*-*/status")
        if _read_status(place) == "connected"
    ]
    return bool(plugged) and all(_read_status(place / "dpms") == "Off" for place in plugged)


def _read_status(place: Path) -> str:
    try:
        return place.read_text("utf-8").strip()
    except OSError:
        return ""


class _SaverInfo(ctypes.Structure):
    """The X server's state of its screen saver (XScreenSaverInfo)."""

    _fields_ = (
        ("window", ctypes.c_ulong),
        ("state", ctypes.c_int),
        ("kind", ctypes.c_int),
        ("since", ctypes.c_ulong),
        ("idle", ctypes.c_ulong),
        ("events", ctypes.c_ulong),
    )


SAVING: Final = 1
"""The state of a screen saver that covers the screen (ScreenSaverOn)."""
LIT: Final = 0
"""The power level at which a display is on (DPMSModeOn)."""


class _Server:
    """A separate connection to the X server, for questions about its display."""

    def __init__(
        self, basic: ctypes.CDLL, saver: ctypes.CDLL | None, power: ctypes.CDLL | None, display: int
    ) -> None:
        """Take the libraries of both extensions, None where the machine or the server lacks one."""
        self._saver, self._power, self._display = saver, power, ctypes.c_void_p(display)
        basic.XDefaultRootWindow.restype = ctypes.c_ulong
        self._root = ctypes.c_ulong(basic.XDefaultRootWindow(self._display))
        self._info = _SaverInfo()

    def is_dark(self) -> bool:
        """Return whether the screen saver covers the screen or power saving has switched it off."""
        if (
            self._saver is not None
            and self._saver.XScreenSaverQueryInfo(
                self._display, self._root, ctypes.byref(self._info)
            )
            and self._info.state == SAVING
        ):
            return True
        level, on = ctypes.c_uint16(), ctypes.c_ubyte()
        return bool(
            self._power is not None
            and self._power.DPMSInfo(self._display, ctypes.byref(level), ctypes.byref(on))
            and on.value
            and level.value != LIT
        )


def _server() -> _Server | None:
    """Return the X server that the environment names, None if it cannot be asked."""
    basic = _library("libX11.so.6")
    if basic is None:
        return None
    basic.XOpenDisplay.restype = ctypes.c_void_p
    display = basic.XOpenDisplay(None)
    if not display:
        return None
    saver, power = _library("libXss.so.1"), _library("libXext.so.6")
    first, second = ctypes.c_int(), ctypes.c_int()
    numbers = ctypes.c_void_p(display), ctypes.byref(first), ctypes.byref(second)
    return _Server(
        basic,
        saver if saver is not None and saver.XScreenSaverQueryExtension(*numbers) else None,
        power if power is not None and power.DPMSQueryExtension(*numbers) else None,
        display,
    )


def _library(name: str) -> ctypes.CDLL | None:
    try:
        return ctypes.CDLL(name)
    except OSError:
        return None
