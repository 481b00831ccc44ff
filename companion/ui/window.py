"""Open the window: set up Kivy before its import, and explain in one sentence why none opens."""

from __future__ import annotations

import contextlib
import ctypes
import logging
import os
import re
import socket
import struct
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Final

from companion.errors import ScreenError
from companion.named_tuples import NamedTuple
from companion.ui import theme
from companion.ui.panel_size import pixel_size

if TYPE_CHECKING:
    from kivy.core.window import WindowBase


SETTINGS: Final = {
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_CONFIG": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",
    "KIVY_WINDOW": "sdl2",
    "KIVY_TEXT": "sdl2",
    "KIVY_IMAGE": "sdl2",
    "KIVY_AUDIO": "sdl2",
    "SDL_TOUCH_MOUSE_EVENTS": "1",
    "LIBGL_DEBUG": "quiet",
}
"""Kivy's settings, unless they are set in the environment (hardware facts, sections 10 and 14).

The user's own files of Kivy are neither read nor written, arguments and standard error stay ours,
and a finger arrives once, as SDL's mouse.
"""

PATIENCE: Final = 10.0
"""Seconds in which a desktop's display must answer."""
GREETING: Final = struct.pack("<cxHHHHxx", b"l", 11, 0, 0, 0)
"""The first bytes of an X11 client: byte order, version and no authorisation, so that the answer
may be a refusal."""

STYLE: Final = Path(__file__).parent / "style"
"""Kivy's rules for its own widgets, only for those that ours are made of."""
PROVIDER: Final = "derby"
"""Kivy's name for the provider of touches: `companion.ui.rotation`."""


class Wish(NamedTuple):
    """The window that is wanted."""

    size: tuple[int, int] | None = None
    """Pixels; None for as much as there is room."""
    full: bool = False
    """Whether it covers everything and has no frame."""
    smooth: bool | None = None
    """Whether slanting edges are smoothed; None: with a graphics chip only, since without one it
    would halve the frame rate."""
    frames: int = 60
    """Frames a second at most; 0 for as many as the machine can draw."""


def open_window(wish: Wish) -> WindowBase:
    """Open the window and fit the theme to it.

    Raises:
        ScreenError: A display, GL, a font or room is missing.
    """
    theme.need_fonts()
    # Here, so that too small a size is refused before a window opens; below again for the real
    # size.
    theme.fit(*(wish.size or theme.LANDSCAPE))
    if on_console():
        await_display()
    _configure(wish)
    with _require_x_server():
        import_plainly()
        with collect_reports() as reports, _forgiving_x_errors():
            # This opens it.
            from kivy.core.window import Window
        if Window is None:
            raise _no_window(reports)
    window: WindowBase = Window
    # This imports Kivy's input, which needs the settings.
    from companion.ui.rotation import prepare

    prepare(PROVIDER)
    theme.know_pixels(pixel_size())
    theme.fit(*window.size)
    window.clearcolor = theme.NIGHT
    window.set_title("Clockwork Derby")
    return window


def has_chip(system: Path = Path("/")) -> bool:
    """Return whether a graphics chip draws and not the processor, as on a virtual machine.

    True on other systems than Linux.
    """
    nodes = (system / "dev/dri").glob("renderD*")
    drivers = [
        (system / "sys/class/drm" / node.name / "device/driver").resolve().name for node in nodes
    ]
    return sys.platform != "linux" or any(driver not in VIRTUAL for driver in drivers)


def on_console() -> bool:
    """Return whether there is no desktop, so that the window is the display itself.

    Then SDL draws directly on KMS/DRM (hardware facts, section 10). False on other systems than
    Linux.
    """
    return sys.platform == "linux" and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


def _configure(wish: Wish) -> None:
    """Set everything that Kivy must know before its window is imported."""
    for name, setting in SETTINGS.items():
        os.environ.setdefault(name, setting)
    if sys.platform == "linux":
        # By default SDL would draw into the void where there is no display. Kivy's wheels know no
        # Wayland: on such a desktop XWayland answers (hardware facts, section 10).
        os.environ.setdefault("SDL_VIDEODRIVER", "kmsdrm" if on_console() else "x11")
    try:
        from kivy.config import Config
    except ImportError as fault:
        raise ScreenError(
            f"Kivy, which draws the screen, is not installed ({fault}): run make setup, or pip "
            "install 'clockwork-derby[ui]'"
        ) from fault
    width, height = wish.size or theme.LANDSCAPE
    smooth = has_chip() if wish.smooth is None else wish.smooth
    graphics = {
        "width": width,
        "height": height,
        "multisamples": 4 if smooth else 0,
        "minimum_width": 1,
        "minimum_height": 1,
        "maxfps": wish.frames,
        "resizable": 1,
        # With 1 instead of auto Kivy would switch the display to our width and height.
        "fullscreen": "auto" if wish.full or on_console() else 0,
        "show_cursor": int(not (wish.full or on_console())),
        "window_state": "visible" if wish.size else "maximized",
        # While the window is open a desktop's screen saver and power saving wait: people look at
        # the table and seldom touch the screen.
        "allow_screensaver": 0,
    }
    for name, value in graphics.items():
        Config.set("graphics", name, str(value))
    # Exactly one provider: a second one would double every tap. Kivy's simulation of a second
    # finger by the right button, with red dots, does not fit a table.
    for name, _ in Config.items("input"):
        Config.remove_option("input", name)
    Config.set("input", "mouse", f"{PROVIDER},disable_multitouch")
    Config.set("kivy", "window_icon", str(Path(__file__).parent / "icon.png"))
    # Kivy's message that nothing can open a window is critical; `collect_reports` collects it.
    logging.getLogger("kivy").setLevel(logging.CRITICAL)
    # Kivy would end the app at Escape, and at the back key of some remote controls and panels.
    Config.set("kivy", "exit_on_escape", "0")
    # Without a desktop there is no keyboard of the system to ask for.
    Config.set("kivy", "keyboard_mode", "dock" if on_console() else "system")


def import_plainly() -> None:
    """Import Kivy's clock and language without unused parts: an event loop and rules for widgets.

    The first screen waits for all that is imported before it. A later `import asyncio` gets the
    real module.
    """
    import kivy

    whole, kivy.kivy_data_dir = kivy.kivy_data_dir, str(STYLE)
    nobody = ModuleType("asyncio")
    vars(nobody)["wait_for"] = None
    stands_in = sys.modules.setdefault("asyncio", nobody) is nobody
    try:
        import kivy.clock
        import kivy.lang.builder
    finally:
        kivy.kivy_data_dir = whole
        if stands_in:
            del sys.modules["asyncio"]


@contextlib.contextmanager
def _require_x_server() -> Iterator[None]:
    """Check that a local X server answers before SDL asks it, which would wait for ever.

    The connection stays open inside the block: a server whose last client leaves may reset, just
    when the window comes.

    Raises:
        ScreenError: The server says nothing for PATIENCE seconds.
    """
    number = re.match(r"(?:unix)?:(\d+)", os.environ.get("DISPLAY", ""))
    with socket.socket(socket.AF_UNIX) as line:
        if number is not None and os.environ.get("SDL_VIDEODRIVER") == "x11":
            line.settimeout(PATIENCE)
            try:
                line.connect(f"/tmp/.X11-unix/X{number[1]}")
                line.sendall(GREETING)
                line.recv(1)
            except TimeoutError as fault:
                raise ScreenError(
                    "no window can be opened: the desktop at the display "
                    f"{os.environ['DISPLAY']!r} does not answer; waited {PATIENCE:.0f} s. "
                    "Log out and in again, or start the machine again. Without a screen: "
                    "clockwork-derby simulate",
                ) from fault
            except OSError:
                # SDL finds all other errors itself.
                pass
        yield


def _no_window(reports: list[str]) -> ScreenError:
    """Explain why no window opened: the cause, if the machine shows one, and what to do."""
    # Imported only after an error: a start that succeeds does without.
    from companion.health.checks.display import on_console as lacks
    from companion.health.checks.display import why_no_window
    from companion.health.world import World

    world = World()
    # On the console a missing or closed display may be reported as an error of GL: its own cause is
    # more useful.
    if any("GL" in report for report in reports) and not (on_console() and lacks(world)):
        return ScreenError(
            "the display has no OpenGL 2 to draw with: install the graphics driver (on Debian "
            "libgl1-mesa-dri, libgl1 and libegl1)"
        )
    match = re.search(r"RuntimeError: b?['\"](.+)['\"]", "\n".join(reports))
    cause = why_no_window(world, match[1] if match is not None else "")
    return ScreenError(
        f"no window can be opened: {cause.words}. {cause.remedy} Without a screen: "
        "clockwork-derby simulate"
    )


@contextlib.contextmanager
def collect_reports() -> Iterator[list[str]]:
    """Collect Kivy's critical reports instead of printing them."""
    reports: list[str] = []

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            reports.append(record.getMessage())

    ear = Ear(logging.CRITICAL)
    log = logging.getLogger("kivy")
    log.addHandler(ear)
    log.propagate = False
    try:
        yield reports
    finally:
        log.removeHandler(ear)


@contextlib.contextmanager
def _forgiving_x_errors() -> Iterator[None]:
    """Ignore errors of the X server, which would end the program."""
    try:
        library = ctypes.CDLL("libX11.so.6") if os.environ.get("SDL_VIDEODRIVER") == "x11" else None
    except OSError:
        library = None
    if library is None:
        yield
        return
    # Kept in this frame as long as it is set, since the X library has its address only.
    listener = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(
        lambda _display, _event: 0
    )
    library.XSetErrorHandler.restype = ctypes.c_void_p
    before = library.XSetErrorHandler(listener)
    try:
        yield
    finally:
        library.XSetErrorHandler(ctypes.c_void_p(before))


VIRTUAL: Final = ("virtio_gpu", "virtio-pci", "vkms", "vgem")
"""Kernel drivers of displays without a graphics chip."""
QUEUE: Final = "run/udev/queue"
"""This file exists while udev has devices to process."""
DISPLAY_PATIENCE: Final = 20.0
"""The window waits for so many seconds at most; what is missing then is reported on opening it."""
NAP: Final = 0.1
"""Seconds between two looks."""


def await_display(
    system: Path = Path("/"),
    clock: Callable[[], float] = time.monotonic,
    nap: Callable[[float], None] = time.sleep,
) -> bool:
    """Wait until the console's display is final, and return whether there was a wait.

    It ends after PATIENCE seconds, or when udev has no more devices. A window that is opened
    earlier would be drawn without the graphics chip, or on a display that the real driver replaces.
    """
    end, waited = clock() + DISPLAY_PATIENCE, False
    while (system / QUEUE).exists() and not _is_usable(system) and clock() < end:
        waited = True
        nap(NAP)
    return waited


def _is_usable(system: Path) -> bool:
    """Return whether there is a usable display with a connector and its renderer.

    The renderer is a chip of the display, or none on a virtual machine. A Raspberry Pi has two
    devices, one that shows and one that draws, and a PC may begin with a display of its firmware:
    the list is complete only when udev is done.
    """
    for place in (system / "sys/class/drm").glob("card*-*"):
        card = place.name.partition("-")[0]
        device = system / "sys/class/drm" / card / "device"
        whole = (device / "driver").resolve().name in VIRTUAL or any(
            (device / "drm").glob("renderD*")
        )
        if whole and os.access(system / "dev/dri" / card, os.R_OK | os.W_OK):
            return True
    return False
