"""Open a virtual screen for tests with windows; no other test needs one.

A test requests it by `pytest.mark.usefixtures("display")`. No window opens on a person's desktop.
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
"""The environment variable with this process's display among those of the test run."""
UNDRAWN: Final[Mapping[str, str]] = {"LP_NO_RAST": "1", "LP_NUM_THREADS": "0"}
"""For llvmpipe, Mesa's software renderer: GL checks all drawing, but fills no pixel.

This is not GALLIUM_NOOP, which uses an empty driver: in Mesa 25 it lacks what its front end asks
for, and the first window crashes.
"""


@lru_cache
def open_display() -> None:
    """Open a virtual screen for this process and its children; end the tests if there is none."""
    if SLOT in os.environ:
        return
    from companion.ui.virtual_display import NoDisplayError, VirtualDisplay

    try:
        display = VirtualDisplay()
    except NoDisplayError as fault:
        pytest.exit(str(fault), returncode=2)
    atexit.register(display.close)
    os.environ["DISPLAY"] = display.name


def close_to_desktop() -> None:
    """Keep all windows of this process and its children off the tester's desktop."""
    from companion.ui.virtual_display import ELSEWHERE, WINDOW_SETTINGS

    if SLOT not in os.environ:
        os.environ.pop("DISPLAY", None)
    for name in ELSEWHERE:
        os.environ.pop(name, None)
    os.environ.update(WINDOW_SETTINGS)


def open_undrawn() -> None:
    """Open the virtual screen for windows that lay out everything but fill no pixel."""
    close_to_desktop()
    os.environ.update(UNDRAWN)
    os.environ.setdefault("KIVY_HOME", tempfile.mkdtemp(prefix="derby-kivy-"))
    open_display()
