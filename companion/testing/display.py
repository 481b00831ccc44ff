"""A virtual screen for the tests that open a window; nothing else needs one.

A test asks for it by `pytest.mark.usefixtures("display")`. No window opens on anybody's desktop.
"""

from __future__ import annotations

import atexit
import os
import tempfile
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import pytest

SLOT: Final = "DERBY_TEST_SLOT"
"""Names the environment variable that says which of the run's displays this process has."""
UNDRAWN: Final[Mapping[str, str]] = {"LP_NO_RAST": "1", "LP_NUM_THREADS": "0"}
"""For llvmpipe, Mesa's software renderer: everything is drawn as ever, GL checks every order, but no pixel is filled, and no threads take turns.

Not GALLIUM_NOOP, which puts an empty driver in its place: in Mesa 25 that one lacks what its front end asks for, and the first window crashes.
"""


@lru_cache
def open_display() -> None:
    """Lead this process and its children to a virtual screen; end the tests if there is none."""
    if SLOT in os.environ:
        return
    from companion.ui.virtual_display import NoDisplay, VirtualDisplay

    try:
        display = VirtualDisplay()
    except NoDisplay as fault:
        pytest.exit(str(fault), returncode=2)
    atexit.register(display.close)
    os.environ["DISPLAY"] = display.name


def close_to_desktop() -> None:
    """Keep all windows of this process and its children off the desktop of the person who tests."""
    from companion.ui.virtual_display import ELSEWHERE, WINDOW_SETTINGS

    if SLOT not in os.environ:
        os.environ.pop("DISPLAY", None)
    for name in ELSEWHERE:
        os.environ.pop(name, None)
    os.environ.update(WINDOW_SETTINGS)


def open_undrawn() -> None:
    """Open the virtual screen for windows that lay everything out and fill no pixel."""
    close_to_desktop()
    os.environ.update(UNDRAWN)
    os.environ.setdefault("KIVY_HOME", tempfile.mkdtemp(prefix="derby-kivy-"))
    open_display()
