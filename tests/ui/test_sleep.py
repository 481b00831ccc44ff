"""Test a sleeping display: the state that the kernel reports, and which touches count.

`test_watched_starts.py` tests a real window under a real screen saver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest

from companion.ui.sleep import LATE, LONGEST, LOOKING, Waking, dark_check
from tests.ui.stand import clock, live

SECOND: Final = 1e6
"""One second in microseconds, the unit of the clock of these tests."""
CONNECTORS: Final = "sys/class/drm"
LIGHTING: Final = LATE * LOOKING
"""The least seconds of the looks in which the touch that woke the display may still arrive."""


class Glass:
    """A window that passes touches to its listeners."""

    def __init__(self) -> None:
        self.listeners: dict[str, Callable[..., bool]] = {}
        self.number = 0

    def bind(self, **listeners: Callable[..., bool]) -> None:
        """Add listeners."""
        self.listeners.update(listeners)

    def unbind(self, **listeners: Callable[..., bool]) -> None:
        """Remove listeners."""
        for name in listeners:
            self.listeners.pop(name, None)

    def touch(self) -> bool:
        """Touch down, move and lift; return whether the touch arrives.

        It arrives whole or not at all.
        """
        self.number += 1
        kept = {
            self.listeners[f"on_touch_{part}"](self, SimpleNamespace(uid=self.number))
            for part in ("down", "move", "up")
        }
        assert len(kept) == 1
        return not kept.pop()


@contextmanager
def watched(asleep: Callable[[], bool]) -> Iterator[Glass]:
    """Yield a glass over a display whose sleep a function reports."""
    glass: Any = Glass()
    waking = Waking(glass, asleep)
    waking.start()
    try:
        yield glass
    finally:
        waking.stop()
        assert not glass.listeners


def wait(seconds: float) -> None:
    """Let some seconds pass."""
    for _ in range(round(seconds / LOOKING) + 1):
        clock().skip(LOOKING * SECOND)
        live(2)


def test_a_touch_in_the_dark_only_wakes() -> None:
    """Ignore all touches until the display is lit."""
    asleep = [False]
    with watched(lambda: asleep[0]) as glass:
        wait(1)
        assert glass.touch()
        asleep[0] = True
        wait(1)
        assert not glass.touch() and not glass.touch()
        asleep[0] = False
        wait(LOOKING)
        assert glass.touch()


def test_a_touch_that_arrives_when_the_display_is_lit_already_has_woken_it() -> None:
    """Ignore a touch right after waking, because it can arrive later than the light.

    A display woken in another way accepts touches a moment later.
    """
    asleep = [False]
    with watched(lambda: asleep[0]) as glass:
        wait(1)
        asleep[0] = True
        wait(1)
        asleep[0] = False
        clock().skip(LOOKING * SECOND)
        live(2)
        assert not glass.touch()
        wait(LIGHTING + LONGEST)
        assert glass.touch()
        asleep[0] = True
        wait(1)
        asleep[0] = False
        wait(LIGHTING + LOOKING)
        assert glass.touch()


def test_a_touch_that_a_long_frame_leaves_behind_only_wakes() -> None:
    """Ignore a touch that arrives late, after a frame that took seconds."""
    asleep = [False]
    with watched(lambda: asleep[0]) as glass:
        wait(1)
        asleep[0] = True
        wait(1)
        asleep[0] = False
        for _ in range(2):
            clock().skip(2 * LIGHTING * SECOND)
            live(1)
        assert not glass.touch()
        wait(LOOKING)
        assert glass.touch()


def test_what_is_told_wrongly_locks_nobody_out() -> None:
    """Accept touches on a display that never was awake, or is dark for some seconds."""
    with watched(lambda: True) as glass:
        wait(3)
        assert glass.touch()
    asleep = [False]
    with watched(lambda: asleep[0]) as glass:
        wait(1)
        asleep[0] = True
        wait(9)
        assert not glass.touch()
        wait(LONGEST)
        assert glass.touch() and glass.touch()


@pytest.mark.parametrize(
    ("devices", "dark"),
    [
        ({}, False),
        ({"card1-DSI-1": ("connected", "Off")}, True),
        ({"card1-DSI-1": ("connected", "On")}, False),
        ({"card1-DSI-1": ("connected", "Off"), "card1-HDMI-A-1": ("connected", "On")}, False),
        ({"card1-DSI-1": ("connected", "Off"), "card1-HDMI-A-1": ("disconnected", "On")}, True),
        ({"card0-VGA-1": ("disconnected", "Off")}, False),
        ({"card0-VGA-1": ("connected", "")}, False),
    ],
)
def test_the_kernel_tells_of_the_console_and_of_wayland(
    devices: dict[str, tuple[str, str]], dark: bool, tmp_path: Path
) -> None:
    """Report sleep if every connected display is off.

    A display without a state counts as awake.
    """
    for name, (status, power) in devices.items():
        (tmp_path / CONNECTORS / name).mkdir(parents=True)
        (tmp_path / CONNECTORS / name / "status").write_text(f"{status}\n", "utf-8")
        (tmp_path / CONNECTORS / name / "dpms").write_text(f"{power}\n", "utf-8")
    for surroundings in ({}, {"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}):
        assert dark_check(tmp_path, surroundings)() == dark
