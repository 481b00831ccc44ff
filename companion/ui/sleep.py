"""The screen that sleeps, and the touch that wakes it: that touch only wakes, and presses no button that nobody can see.

What wakes the display is the system's business; the app notices beforehand that it is dark. A desktop's X server is asked for its screen saver and
its power saving, a Wayland desktop and the console by what the kernel tells of the connectors. A display of which nothing can be told never sleeps here.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kivy.clock import Clock

if TYPE_CHECKING:
    from kivy.core.window import WindowBase
    from kivy.input import MotionEvent

LOOKING: Final = 0.5
"""Seconds between two looks at the display."""
LATE: Final = 3
"""Looks at a display that has woken in which the touch that woke it may still arrive.

Each look is in a frame of its own. Seconds would not do: a frame that takes long leaves its touches to the next one,
whose clock says that all this time has gone by.
"""
LIGHTING: Final = LATE * LOOKING
"""Seconds that these looks take at least."""
LONGEST: Final = 4.0
"""Seconds after the first touch from which on every touch counts, whatever is told of the display: it may be told wrongly."""


class Waking:
    """Keeps touches from a window while its display is `dark`; `asleep` says whether it is now."""

    def __init__(self, window: WindowBase, asleep: Callable[[], bool]) -> None:
        """Nothing is looked at before `start`."""
        self._window, self._asleep = window, asleep
        self.dark = self._touched = False
        # What has never been seen awake is another display than the one that is touched.
        self._was_awake = False
        self._awake = 0
        self._kept: set[int] = set()

    def start(self) -> None:
        """Begin to look."""
        self._window.bind(on_touch_down=self._down, on_touch_move=self._move, on_touch_up=self._up)
        Clock.schedule_interval(self._look, LOOKING)

    def stop(self) -> None:
        """Every touch counts."""
        self._window.unbind(
            on_touch_down=self._down, on_touch_move=self._move, on_touch_up=self._up
        )
        for event in (self._look, self._light):
            Clock.unschedule(event)

    def _look(self, _: float) -> None:
        if self._asleep():
            self._awake = 0
            if self._was_awake and not self.dark:
                Clock.unschedule(self._light)
                self.dark, self._touched, self._was_awake = True, False, False
            return
        self._was_awake = True
        if self.dark:
            # Somebody may have woken it in another way than by a touch that was kept, or the touch is still on its way.
            self._awake += 1
            if self._touched or self._awake > LATE:
                Clock.unschedule(self._light)
                self._light(0)

    def _light(self, _: float) -> None:
        self.dark = False

    def _down(self, _: object, touch: MotionEvent) -> bool:
        if self.dark:
            self._kept.add(touch.uid)
            if not self._touched:
                self._touched = True
                Clock.unschedule(self._light)
                Clock.schedule_once(self._light, LONGEST)
        return touch.uid in self._kept

    def _move(self, _: object, touch: MotionEvent) -> bool:
        return touch.uid in self._kept

    def _up(self, _: object, touch: MotionEvent) -> bool:
        kept = touch.uid in self._kept
        self._kept.discard(touch.uid)
        return kept


# ---- What is told of the display -----------------------------------------------------------------------------------------


def sleeping(
    root: Path = Path("/"), environment: Mapping[str, str] = os.environ
) -> Callable[[], bool]:
    """Make what says whether the display is dark now. `root` is where /sys is looked for."""
    if environment.get("DISPLAY") and not environment.get("WAYLAND_DISPLAY"):
        # Of a server that draws on another display than this machine's the kernel knows nothing.
        server = _server()
        return server.is_dark if server is not None else lambda: False
    return lambda: _connectors_are_off(root)


def _connectors_are_off(root: Path) -> bool:
    """Whether displays are plugged in, and each of them has been switched off."""
    plugged = [
        place.parent
        for place in (root / "sys/class/drm").glob("card*-*/status")
        if _told(place) == "connected"
    ]
    return bool(plugged) and all(_told(place / "dpms") == "Off" for place in plugged)


def _told(place: Path) -> str:
    try:
        return place.read_text("utf-8").strip()
    except OSError:
        return ""


class _SaverInfo(ctypes.Structure):
    """What the X server says of its screen saver (XScreenSaverInfo)."""

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
"""The level of power saving at which a display is on (DPMSModeOn)."""


class _Server:
    """A connection to the X server of its own, for questions about its display."""

    def __init__(
        self, basic: ctypes.CDLL, saver: ctypes.CDLL | None, power: ctypes.CDLL | None, display: int
    ) -> None:
        """`saver` and `power` are the libraries of both extensions, None where the machine or the server lacks one."""
        self._saver, self._power, self._display = saver, power, ctypes.c_void_p(display)
        basic.XDefaultRootWindow.restype = ctypes.c_ulong
        self._root = ctypes.c_ulong(basic.XDefaultRootWindow(self._display))
        self._info = _SaverInfo()

    def is_dark(self) -> bool:
        """Whether the screen saver covers the screen, or power saving has switched it off."""
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
    """The X server that the environment names; None where it cannot be asked anything."""
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
