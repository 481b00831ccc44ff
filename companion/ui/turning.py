"""When the picture may turn to another seat: between touches, and nobody's keys under a finger.

The session says which seat a page concerns (`View.seat`), the screen which seat a page of its own
does (`Screen.seat`). The bridge turns the picture.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from kivy.base import EventLoop
from kivy.clock import Clock

if TYPE_CHECKING:
    from kivy.core.window import WindowBase
    from kivy.input import MotionEvent

SETTLES: Final = 0.4
"""Seconds after a turn in which a touch does nothing: it was aimed at the picture before it."""


class Turning:
    """Calls `turn` when the last finger has left, and keeps touches away right after a turn."""

    def __init__(self, window: WindowBase, turn: Callable[[], object]) -> None:
        """Watch a window; nothing happens before `start`."""
        self._window = window
        # Before the next frame, when the widgets have heard of the finger.
        self._soon = Clock.create_trigger(lambda _: turn(), -1)
        self._turned: float | None = None
        self._kept: set[int] = set()

    def start(self) -> None:
        self._window.bind(on_touch_down=self._down, on_touch_move=self._move, on_touch_up=self._up)

    def stop(self) -> None:
        """Let every touch count."""
        self._window.unbind(
            on_touch_down=self._down, on_touch_move=self._move, on_touch_up=self._up
        )
        self._soon.cancel()

    @property
    def has_fingers(self) -> bool:
        """Return whether a finger is down; a mouse that only hovers is none."""
        return any(touch.is_touch for touch in EventLoop.touches)

    def note_turn(self) -> None:
        """Note that the picture has turned under people's hands."""
        self._turned = Clock.get_boottime()

    def _down(self, _: object, touch: MotionEvent) -> bool:
        if self._turned is not None and Clock.get_boottime() - self._turned < SETTLES:
            self._kept.add(touch.uid)
        return touch.uid in self._kept

    def _move(self, _: object, touch: MotionEvent) -> bool:
        return touch.uid in self._kept

    def _up(self, _: object, touch: MotionEvent) -> bool:
        self._soon()
        kept = touch.uid in self._kept
        self._kept.discard(touch.uid)
        return kept
