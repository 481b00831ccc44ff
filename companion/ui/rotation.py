"""Rotation of the picture and mapping of touches, as chosen for this screen.

They hold from the first frame on, and change with the choice. Where the picture turns to seats, the
session says which seat a page concerns (`View.seat`), and the screen which seat a page of its own
does (`Screen.seat`). The bridge turns the picture, between touches.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.input import MotionEvent, MotionEventFactory
from kivy.input.providers.mouse import MouseMotionEventProvider

from companion.session.preferences import Preferences
from companion.session.touch_transform import STRAIGHT, move_point
from companion.ui.touch_filter import TouchFilter

if TYPE_CHECKING:
    from kivy.core.window import WindowBase

SETTLES: Final = 0.4
"""Seconds after a turn in which a touch does nothing: it was aimed at the picture before it."""


class _Glass:
    """The current mapping of touches; module state, since Kivy makes the provider itself."""

    touch = STRAIGHT


class GlassProvider(MouseMotionEventProvider):
    """Kivy's mouse, which delivers all fingers, with places mapped for a turned or mirrored panel.

    All events of a finger during one frame arrive together. Kivy's own provider reads them all and
    dispatches then, so that a quick drag beside a slow frame would be a tap where it ended. This
    one dispatches each event before it reads the next.
    """

    def __init__(self, device: str, args: str) -> None:
        """Take the arguments that Kivy gives from the entry under [input]."""
        super().__init__(device, args)
        self._arrived = deque[Callable[[], None]]()

    def on_mouse_press(
        self, win: WindowBase, x: float, y: float, button: str, modifiers: list[str]
    ) -> None:
        """Queue a press at a pixel of the window, counted from its north-west corner."""
        self._arrived.append(
            partial(super().on_mouse_press, win, *_map_touch(win, x, y), button, modifiers)
        )

    def on_mouse_motion(self, win: WindowBase, x: float, y: float, modifiers: list[str]) -> None:
        self._arrived.append(
            partial(super().on_mouse_motion, win, *_map_touch(win, x, y), modifiers)
        )

    def on_mouse_release(
        self, win: WindowBase, x: float, y: float, button: str, modifiers: list[str]
    ) -> None:
        self._arrived.append(
            partial(super().on_mouse_release, win, *_map_touch(win, x, y), button, modifiers)
        )

    def update(self, dispatch_fn: Callable[[str, MotionEvent], None]) -> None:
        """Dispatch all events that have arrived, one after the other."""
        super().update(dispatch_fn)
        while self._arrived:
            self._arrived.popleft()()
            super().update(dispatch_fn)


def _map_touch(win: WindowBase, x: float, y: float) -> tuple[float, float]:
    """Return the pixel that a touch means.

    Both are counted from the north-west corner of the glass, as in SDL; mappings count from below.
    """
    if _Glass.touch == STRAIGHT:
        return x, y
    # Pixels count from 0: the last one must be mapped to the first, not to one outside the window.
    across, down = (side - 1 for side in win.system_size)
    share, rise = move_point(_Glass.touch, x / across, 1 - y / down)
    return share * across, (1 - rise) * down


def prepare(name: str) -> None:
    """Register the provider under a name, before Kivy's loop asks for it.

    Kivy's loop makes a provider of each entry under [input] as it starts; an unknown name would
    leave the app without touch.
    """
    MotionEventFactory.register(name, GlassProvider)


def rotate(window: WindowBase, chosen: Preferences, turn: int = 0) -> bool:
    """Turn picture and touches, and return whether the picture was turned.

    The window reports its new size if it has changed.

    Args:
        window: The window.
        chosen: How the screen is mounted.
        turn: How far the picture is turned clockwise from there, in degrees.
    """
    # Touches first: they may have changed without the picture.
    _Glass.touch = chosen.touch
    # Kivy turns the other way round.
    rotation = -(chosen.rotation + turn) % 360
    if window.rotation == rotation:
        return False
    window.rotation = rotation
    # From upright to upside down the size stays, so Kivy notices no change.
    window.update_viewport()
    return True


def on_glass(x: float, y: float, width: float, height: float) -> tuple[int, int, int, int]:
    """Return left, bottom, width and height on the unturned window of a box of the turned picture.

    All are whole pixels. The graphics card needs them for clipping, as it knows no rotation.
    """
    wide, high = Window.system_size
    left, low, across, up = {
        0: (x, y, width, height),
        90: (wide - y - height, x, height, width),
        180: (wide - x - width, high - y - height, width, height),
        270: (y, high - x - width, height, width),
    }[Window.rotation]
    return round(left), round(low), round(across), round(up)


class Turning(TouchFilter):
    """Calls `turn` when the last finger has left, and keeps touches away right after a turn."""

    def __init__(
        self,
        window: WindowBase,
        turn: Callable[[], object],
        refuse: Callable[[MotionEvent], object],
    ) -> None:
        """Watch a window; nothing happens before `start`. `refuse` answers a touch after a turn."""
        super().__init__(window)
        self._refuse = refuse
        # Before the next frame, when the widgets have heard of the finger.
        self._soon = Clock.create_trigger(lambda _: turn(), -1)
        self._turned: float | None = None

    def stop(self) -> None:
        super().stop()
        self._soon.cancel()

    @property
    def has_fingers(self) -> bool:
        """Return whether a finger is down; a mouse that only hovers is none."""
        return any(touch.is_touch for touch in EventLoop.touches)

    def note_turn(self) -> None:
        """Note that the picture has turned under people's hands."""
        self._turned = Clock.get_boottime()

    def keeps(self, touch: MotionEvent) -> bool:
        just = self._turned is not None and Clock.get_boottime() - self._turned < SETTLES
        if just:
            self._refuse(touch)
        return just

    def note_up(self) -> None:
        self._soon()
