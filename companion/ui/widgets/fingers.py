"""Fingers on the glass: there may be several, and what one of them came down on may have gone before it is lifted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.base import EventLoop
from kivy.uix.behaviors.button import ButtonBehavior
from kivy.uix.widget import Widget

if TYPE_CHECKING:
    from kivy.input import MotionEvent


def is_gone(widget: Widget) -> bool:
    """Tell whether a widget is not on the screen any more."""
    return widget.get_root_window() is None


def lift_from_gone() -> None:
    """Let every finger go of what is not on the screen any more.

    Such a widget hears that the finger is lifted while it is gone, and does nothing but forget it. It may come back
    before the finger leaves, on a page that is about something else.
    """
    for touch in EventLoop.touches:
        # Weak references, in a list that changes underneath.
        for known in touch.grab_list[:]:
            widget = known()
            if isinstance(widget, Widget) and is_gone(widget):
                touch.grab_current = widget
                widget.dispatch("on_touch_up", touch)
                touch.grab_current = None
                touch.ungrab(widget)


class Pressing(ButtonBehavior):
    """What can be pressed, as a button of Kivy's; a finger does nothing that lifts after it has gone or was disabled."""

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Do what the button is for, unless it is not there any more."""
        if touch.grab_current is self and (is_gone(self) or self.disabled):
            touch.ungrab(self)
            self.state = "normal"
            return True
        return bool(super().on_touch_up(touch))
