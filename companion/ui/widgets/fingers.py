"""Fingers on the glass: there may be several, and their widgets may be removed before they lift."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from kivy.base import EventLoop
from kivy.input import MotionEvent
from kivy.uix.behaviors.button import ButtonBehavior
from kivy.uix.widget import Widget

from companion.session.messages import Message
from companion.signals import Deed

Send: TypeAlias = Callable[[Message | Deed], object]
"""Takes what a finger says: a message for the session, or a deed at a reader on the screen."""


def is_gone(widget: Widget) -> bool:
    """Return whether a widget is no longer on the screen."""
    return widget.get_root_window() is None


def lift_from_gone() -> None:
    """Release all fingers from widgets that are no longer on the screen.

    Such a widget gets the end of the touch while it is gone, and only forgets it. It may come back
    before the finger leaves, on a page about something else.
    """
    for touch in EventLoop.touches:
        # Weak references, in a list that changes during the loop.
        for known in touch.grab_list[:]:
            widget = known()
            if isinstance(widget, Widget) and is_gone(widget):
                touch.grab_current = widget
                widget.dispatch("on_touch_up", touch)
                touch.grab_current = None
                touch.ungrab(widget)


class Pressing(ButtonBehavior):
    """A button of Kivy's that acts on release.

    It ignores a finger that lifts after it was removed or disabled.
    """

    do: Callable[..., object] | None = None
    """Called with `message`, such as a `Send`; None: a touch does nothing."""
    message: Message | Deed | None = None
    """None: `do` is called without arguments, as to open a part of the screen."""

    def act(self) -> None:
        """Do what a touch does."""
        if self.do is not None:
            self.do(*(() if self.message is None else (self.message,)))

    def on_release(self) -> None:
        self.act()

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Release the button, unless it is gone."""
        if touch.grab_current is self and (is_gone(self) or self.disabled):
            touch.ungrab(self)
            self.state = "normal"
            return True
        return bool(super().on_touch_up(touch))
