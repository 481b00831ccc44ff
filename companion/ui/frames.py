"""How often the screen's loop goes round: as often as motion needs while anything is drawn or touched, seldom while nothing is.

Kivy's loop goes round for every frame that could be drawn, also where none is: sixty times a second it would take three per cent of a core.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kivy.clock import Clock

if TYPE_CHECKING:
    from kivy.core.window import WindowBase

SELDOM: Final = 15.0
"""Rounds a second while nothing happens; a first touch waits no longer than one of them."""
SOON: Final = 0.5
"""Seconds after the last frame or touch until nothing happens."""


class Frames:
    """Sets the pace of Kivy's clock for a window."""

    def __init__(self, window: WindowBase) -> None:
        """Nothing is changed before `start`."""
        self._window, self._often = window, Clock._max_fps
        self._calm = Clock.create_trigger(self._rest, SOON)

    def start(self) -> None:
        """Begin to look."""
        self._window.bind(on_flip=self._hurry, on_touch_down=self._hurry)
        self._calm()

    def stop(self) -> None:
        """As it was before."""
        self._window.unbind(on_flip=self._hurry, on_touch_down=self._hurry)
        self._calm.cancel()
        Clock._max_fps = self._often

    def _hurry(self, *_: Any) -> None:
        # Kivy has no public door to it.
        Clock._max_fps = self._often
        self._calm.cancel()
        self._calm()

    def _rest(self, _: float) -> None:
        Clock._max_fps = SELDOM
