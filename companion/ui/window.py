"""The window: how Kivy is to behave, said before it is imported, and what is wrong in one sentence where no window opens."""
from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.errors import ScreenFault
from companion.ui import theme

if TYPE_CHECKING:
    from kivy.core.window import WindowBase

SETTINGS: Final = {
    "KIVY_NO_ARGS": "1", "KIVY_NO_CONFIG": "1", "KIVY_NO_FILELOG": "1", "KIVY_NO_CONSOLELOG": "1",
    "KIVY_WINDOW": "sdl2", "KIVY_TEXT": "sdl2", "KIVY_IMAGE": "sdl2", "SDL_TOUCH_MOUSE_EVENTS": "1",
}
"""No file of the person's own Kivy is read or written, our arguments stay ours, and a finger arrives once: as SDL's mouse."""

SEAT_HELP: Final = (
    "on a desktop or over SSH start it inside a desktop session (DISPLAY set, not as another user); on a console without a desktop the user "
    "must be in the groups video, render and input and nothing else may own the display"
)


class Wish(NamedTuple):
    """The window that is wanted: its size in pixels, or None for as large as there is room; `full` without a frame over everything."""

    size: tuple[int, int] | None = None
    full: bool = False


def open_window(wish: Wish) -> WindowBase:
    """Open the window and fit the theme to it. ScreenFault says what is missing: a display, GL, a font, room."""
    theme.need_fonts()
    theme.fit(*(wish.size or theme.LYING))
    _configure(wish)
    window = _imported()
    theme.fit(*window.size)
    window.clearcolor = theme.NIGHT
    window.set_title("Clockwork Derby")
    return window


def on_console() -> bool:
    """Whether there is no desktop, so that the window is the display itself."""
    return sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _configure(wish: Wish) -> None:
    """Tell Kivy everything it must know before its window is imported."""
    for name, value in SETTINGS.items():
        os.environ.setdefault(name, value)
    try:
        from kivy.config import Config
    except ImportError as fault:
        raise ScreenFault(f"Kivy, which draws the screen, is not installed ({fault}): run make setup, or pip install 'clockwork-derby[ui]'") from fault
    width, height = wish.size or theme.LYING
    graphics = {
        "width": width, "height": height, "multisamples": 4, "minimum_width": 1, "minimum_height": 1, "maxfps": 60, "resizable": 1,
        "fullscreen": "auto" if wish.full or on_console() else 0, "show_cursor": int(not (wish.full or on_console())),
        "window_state": "visible" if wish.size else "maximized",
    }
    for name, value in graphics.items():
        Config.set("graphics", name, str(value))
    # Exactly one provider: a second one would make every tap two.
    for name, _ in Config.items("input"):
        Config.remove_option("input", name)
    Config.set("input", "mouse", "mouse,disable_multitouch")
    Config.set("kivy", "log_level", "critical")
    Config.set("kivy", "keyboard_mode", "dock" if on_console() else "system")


def _imported() -> WindowBase:
    """Import Kivy's window, which opens it."""
    try:
        with _quiet():
            from kivy.core.window import Window
    except Exception as fault:
        raise ScreenFault(f"the window has no OpenGL 2 to draw with ({_said(fault)}): install the graphics driver (on Debian libgl1 and libegl1)") from fault
    if Window is None:
        place = "console" if on_console() else f"display {os.environ.get('DISPLAY') or os.environ.get('WAYLAND_DISPLAY')!r}"
        raise ScreenFault(f"no window can be opened on the {place}: {SEAT_HELP}. Without a screen: clockwork-derby simulate")
    return Window


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keep Kivy's own report of a window that does not open off standard error; ours is one sentence."""
    from kivy.logger import Logger

    Logger.disabled = not os.environ.get("KIVY_LOG_MODE")
    try:
        yield
    finally:
        Logger.disabled = False


def _said(fault: Exception) -> str:
    return " ".join(str(fault).split())[:120] or type(fault).__name__
