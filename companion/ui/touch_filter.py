"""Keep touches of a window from its widgets, from where they come down until they leave."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kivy.core.window import WindowBase
    from kivy.input import MotionEvent


class TouchFilter:
    """Asks `keeps` about each touch that comes down; nothing happens before `start`."""

    def __init__(self, window: WindowBase) -> None:
        """Filter the touches of a window."""
        self.window = window
        self._kept: set[int] = set()

    def start(self) -> None:
        """Begin to ask about touches."""
        self.window.bind(on_touch_down=self._down, on_touch_move=self._move, on_touch_up=self._up)

    def stop(self) -> None:
        """Let every touch count."""
        self.window.unbind(on_touch_down=self._down, on_touch_move=self._move, on_touch_up=self._up)

    def keeps(self, touch: MotionEvent) -> bool:
        """Return whether a touch that comes down is kept from all widgets."""
        raise NotImplementedError

    def note_up(self) -> None:
        """Note that a touch has left."""

    def _down(self, _: object, touch: MotionEvent) -> bool:
        if self.keeps(touch):
            self._kept.add(touch.uid)
        return touch.uid in self._kept

    def _move(self, _: object, touch: MotionEvent) -> bool:
        return touch.uid in self._kept

    def _up(self, _: object, touch: MotionEvent) -> bool:
        self.note_up()
        kept = touch.uid in self._kept
        self._kept.discard(touch.uid)
        return kept
