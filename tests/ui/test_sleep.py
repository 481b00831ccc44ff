"""A display that sleeps: what the kernel tells of it, and which touches count. A real window under a real screen saver is in `test_watched_starts.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest

from companion.ui.sleep import LIGHTING, LONGEST, LOOKING, Waking, sleeping
from tests.ui.stand import clock, live

SECOND: Final = 1e6
"""In microseconds, as the clock is put forward."""
CONNECTORS: Final = "sys/class/drm"


class Glass:
    """What is touched: it hands touches to whoever has bound to them, and counts those that nobody kept."""

    def __init__(self) -> None:
        """Nobody listens yet."""
        self.listeners: dict[str, Callable[..., bool]] = {}
        self.number = 0

    def bind(self, **listeners: Callable[..., bool]) -> None:
        """Listen."""
        self.listeners.update(listeners)

    def unbind(self, **listeners: Callable[..., bool]) -> None:
        """Listen no more."""
        for name in listeners:
            self.listeners.pop(name, None)

    def touch(self) -> bool:
        """Come down, move and lift: whether that arrives. It arrives whole or not at all."""
        self.number += 1
        kept = {
            self.listeners[f"on_touch_{part}"](self, SimpleNamespace(uid=self.number))
            for part in ("down", "move", "up")
        }
        assert len(kept) == 1
        return not kept.pop()


@contextmanager
def watched(asleep: Callable[[], bool]) -> Iterator[Glass]:
    """A glass over a display of which this is told."""
    glass: Any = Glass()
    waking = Waking(glass, asleep)
    waking.start()
    try:
        yield glass
    finally:
        waking.stop()
        assert not glass.listeners


def wait(seconds: float) -> None:
    """So much time goes by."""
    for _ in range(round(seconds / LOOKING) + 1):
        clock().skip(LOOKING * SECOND)
        live(2)


def test_a_touch_in_the_dark_only_wakes() -> None:
    """It is kept, and so is another one before the display is lit; then every touch counts."""
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
    """The system may be quicker than the app; what has woken in another way is lit a moment later."""
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
    """A busy machine feels the touch that woke the display only after a frame of seconds, whose clock says that it is late."""
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
    """A display that never was awake is not the one that is touched; one that is dark for ever takes touches after some seconds."""
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
    ("told", "dark"),
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
    told: dict[str, tuple[str, str]], dark: bool, tmp_path: Path
) -> None:
    """All that is plugged in has been switched off; what says nothing is awake."""
    for name, (status, power) in told.items():
        (tmp_path / CONNECTORS / name).mkdir(parents=True)
        (tmp_path / CONNECTORS / name / "status").write_text(f"{status}\n", "utf-8")
        (tmp_path / CONNECTORS / name / "dpms").write_text(f"{power}\n", "utf-8")
    for surroundings in ({}, {"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}):
        assert sleeping(tmp_path, surroundings)() == dark
