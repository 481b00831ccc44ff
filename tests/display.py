"""A virtual screen for the tests that open a window; nothing else needs one.

All of `tests/ui` has it, and each `test_…_screen.py`. Elsewhere a module says
`pytestmark = pytest.mark.usefixtures("display")`.
"""

from __future__ import annotations

import atexit
import os
from functools import lru_cache
from types import TracebackType
from typing import Final

import pytest

from companion.ui.virtual_display import ELSEWHERE, WINDOW_SETTINGS, NoDisplay, VirtualDisplay

SLOT: Final = "DERBY_TEST_SLOT"
"""Names the environment variable that says which of the run's displays this process has."""


@lru_cache
def open_display() -> None:
    """Lead this process and its children to a virtual screen; end the tests if there is none."""
    if SLOT in os.environ:
        return
    try:
        display = VirtualDisplay()
    except NoDisplay as fault:
        pytest.exit(str(fault), returncode=2)
    atexit.register(display.close)
    os.environ["DISPLAY"] = display.name


def close_to_desktop() -> None:
    """Keep all windows of this process and its children off the desktop of the person who tests."""
    if SLOT not in os.environ:
        os.environ.pop("DISPLAY", None)
    for name in ELSEWHERE:
        os.environ.pop(name, None)
    os.environ.update(WINDOW_SETTINGS)


class Displays:
    """One virtual screen for each slot of a run, started when its first file of tests begins."""

    def __init__(self) -> None:
        """Begin with none."""
        self._open: dict[int, VirtualDisplay] = {}

    def __enter__(self) -> Displays:
        """Return itself; all screens are closed at the end of the block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close all screens."""
        for display in self._open.values():
            display.close()

    def name(self, slot: int) -> str:
        """Return the value of DISPLAY for a slot. Raises NoDisplay."""
        if slot not in self._open:
            self._open[slot] = VirtualDisplay()
        return self._open[slot].name
