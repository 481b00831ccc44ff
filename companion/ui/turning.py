"""How the picture is turned and touched, as it was chosen for this screen: from the first frame on, and at once when it is chosen anew."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from kivy.core.window import Window
from kivy.input import MotionEvent, MotionEventFactory
from kivy.input.providers.mouse import MouseMotionEventProvider

from companion.session.preferences import Preferences
from companion.session.touching import STRAIGHT, moved

if TYPE_CHECKING:
    from kivy.core.window import WindowBase


class _Glass:
    """How touches are moved now; the only state of this module, since Kivy makes the provider itself."""

    touch = STRAIGHT


class GlassProvider(MouseMotionEventProvider):
    """Kivy's mouse, which every finger arrives as; on a panel that is turned or mirrored its places are moved before anybody hears of them.

    All that a finger does while one frame is drawn arrives together. Kivy's own provider takes it all in first and dispatches then, so that a
    quick drag beside a slow frame would be a tap where it ended. This one dispatches each event before it takes in the next.
    """

    def __init__(self, device: str, args: str) -> None:
        """Kivy makes it, with what stands under [input]."""
        super().__init__(device, args)
        self._arrived = deque[Callable[[], None]]()

    def on_mouse_press(
        self, win: WindowBase, x: float, y: float, button: str, modifiers: list[str]
    ) -> None:
        """A finger came down at a pixel of the window, counted from its north-west corner."""
        self._arrived.append(
            partial(super().on_mouse_press, win, *_placed(win, x, y), button, modifiers)
        )

    def on_mouse_motion(self, win: WindowBase, x: float, y: float, modifiers: list[str]) -> None:
        """It moves."""
        self._arrived.append(partial(super().on_mouse_motion, win, *_placed(win, x, y), modifiers))

    def on_mouse_release(
        self, win: WindowBase, x: float, y: float, button: str, modifiers: list[str]
    ) -> None:
        """It leaves."""
        self._arrived.append(
            partial(super().on_mouse_release, win, *_placed(win, x, y), button, modifiers)
        )

    def update(self, dispatch_fn: Callable[[str, MotionEvent], None]) -> None:
        """Dispatch everything that has arrived, one event after the other."""
        super().update(dispatch_fn)
        while self._arrived:
            self._arrived.popleft()()
            super().update(dispatch_fn)


def _placed(win: WindowBase, x: float, y: float) -> tuple[float, float]:
    """The pixel that is meant.

    Both counted from the north-west corner of the glass, as SDL does; ways of moving count from below.
    """
    if _Glass.touch == STRAIGHT:
        return x, y
    # Pixels count from 0: the last one must come to lie on the first, and not one beside the window.
    across, down = (side - 1 for side in win.system_size)
    share, rise = moved(_Glass.touch, x / across, 1 - y / down)
    return share * across, (1 - rise) * down


def prepare(name: str) -> None:
    """Make the provider known by a name, before Kivy's loop asks for it.

    Kivy's loop makes a provider of each entry under [input] as it starts; an unknown name would leave the app without touch.
    """
    MotionEventFactory.register(name, GlassProvider)


def turn(window: WindowBase, chosen: Preferences) -> bool:
    """Turn picture and touches; whether the picture has been turned. The window tells its new size, where it has another one then."""
    # Touches first: they may be amiss where the picture is as it was.
    _Glass.touch = chosen.touch
    # Kivy turns the other way round.
    rotation = -chosen.rotation % 360
    if window.rotation == rotation:
        return False
    window.rotation = rotation
    # From upright to upside down the size stays, so that Kivy does not notice.
    window.update_viewport()
    return True


def on_glass(x: float, y: float, width: float, height: float) -> tuple[int, int, int, int]:
    """Left, bottom, width and height in whole pixels of the window itself of a box of the turned picture.

    What is cut off is told to the graphics card, which knows of no turning.
    """
    wide, high = Window.system_size
    left, low, across, up = {
        0: (x, y, width, height),
        90: (wide - y - height, x, height, width),
        180: (wide - x - width, high - y - height, width, height),
        270: (y, high - x - width, height, width),
    }[Window.rotation]
    return round(left), round(low), round(across), round(up)
