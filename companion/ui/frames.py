"""Set the pace of the screen's loop: fast while something is drawn or touched, else slow.

Kivy's loop runs for every frame that could be drawn, even if none is: at sixty times a second that
takes three per cent of a core.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kivy.clock import Clock

if TYPE_CHECKING:
    from kivy.core.window import WindowBase

SELDOM: Final = 15.0
"""Rounds a second while nothing happens; a first touch waits for one of them at most."""
SOON: Final = 0.5
"""Seconds after the last frame or touch until the slow pace begins."""


class Frames:
    """Sets the pace of Kivy's clock for a window."""

    def __init__(self, window: WindowBase) -> None:
        self._window, self._often = window, Clock._max_fps
        self._calm = Clock.create_trigger(self._rest, SOON)

    def start(self) -> None:
        """Begin to watch frames and touches."""
        self._window.bind(on_flip=self._hurry, on_touch_down=self._hurry)
        self._calm()

    def stop(self) -> None:
        """Restore the pace of Kivy."""
        self._window.unbind(on_flip=self._hurry, on_touch_down=self._hurry)
        self._calm.cancel()
        Clock._max_fps = self._often

    def _hurry(self, *_: Any) -> None:
        # Kivy has no public access to it.
        Clock._max_fps = self._often
        self._calm.cancel()
        self._calm()

    def _rest(self, _: float) -> None:
        Clock._max_fps = SELDOM
