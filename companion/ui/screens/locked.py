"""The locked screen, for wiping the glass: nothing happens until its one button is held."""

from __future__ import annotations

from typing import Any, Final

from kivy.input import MotionEvent
from kivy.uix.widget import Widget

from companion.session.messages import Notice
from companion.session.pages.locked import LockedPage
from companion.session.view import View
from companion.ui.layout import arrange, centre, leave_empty, vbox, with_padding, with_size
from companion.ui.paint import paint_symbol
from companion.ui.screens.base import Screen, body_of
from companion.ui.theme import BODY, BRASS, BRASS_LIGHT, HEADLINE, LARGE, SAND, u
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import Label
from companion.ui.widgets.long_press import LongPressWidget, Ring
from companion.ui.widgets.panel import add_all
from companion.ui.widgets.timers import seconds_left
from companion.words import Text, lines, text

SECONDS: Final = 1.5
"""Seconds for which the button is held: longer than a cloth rests anywhere."""
RADIUS: Final = 66
"""Radius of its ring, as on the seven-inch panel."""


class Unlock(LongPressWidget):
    """A large lock in a ring."""

    def __init__(self, *rest: Any) -> None:
        super().__init__(*rest)
        self._ring = Ring(self.canvas, 10)
        self.bind(state=self.draw)
        self.draw()

    def draw(self, *_: Any) -> None:
        """Draw plate, ring and lock."""
        x, y = self.x + self.width / 2, self.y + self.height / 2
        side, down = u(56), self.state == "down"
        self._ring.place(x, y, min(self.size) / 2, self.filled, down)
        self.canvas.after.clear()
        paint_symbol(
            self.canvas.after,
            "lock",
            x - side / 2,
            y - side / 2,
            side,
            BRASS_LIGHT if down else BRASS,
            Ring.plate_tint(down),
        )


class Calm(Widget):
    """The words and the button, in the middle of everything."""

    def __init__(self, unlock: Unlock) -> None:
        """Make it without words; `show` sets them."""
        super().__init__()
        self.unlock = unlock
        self.title = Label("", HEADLINE, bold=True, tint=BRASS_LIGHT, align="center", least=LARGE)
        self.hint = Label("", LARGE, align="center", least=BODY)
        self.how = Label(
            text("Hold to unlock"), LARGE, bold=True, tint=SAND, align="center", least=BODY
        )
        add_all(self, self.title, self.hint, self.how, unlock)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: Any) -> None:
        side, pad = u(2 * RADIUS), u(24)
        words = vbox(
            leave_empty,
            with_size(self.title, u(52)),
            with_size(self.hint, u(76)),
            with_size(centre(self.unlock, side, side), side + pad),
            with_size(self.how, u(40)),
            leave_empty,
            gap=0,
        )
        arrange(with_padding(words, pad, 0), self)


class LockedScreen(Screen):
    """Only the words and the button: no head, no foot, no notice.

    All other touches are those of a cloth, and end here.
    """

    def __init__(self, send: Send, view: View) -> None:
        """Remove head and foot."""
        super().__init__(send, view)
        self.remove_widget(self.header)
        self.remove_widget(self.footer)

    def make(self, view: View) -> Widget:
        """Make words and button."""
        self.calm = Calm(Unlock(self.send, None, SECONDS))
        return self.calm

    def show(self, view: View) -> None:
        self.calm.unlock.message = body_of(view, LockedPage).unlock
        self.calm.title.text = view.title
        self.calm.hint.text = lines([part for part in (view.hint, seconds_left(view.time)) if part])

    def arrange(self, *_: Any) -> None:
        """Cover the whole window."""
        arrange(self.content, self)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Pass touches to the button only, and to nothing below this screen."""
        self.calm.unlock.on_touch_down(touch)
        return True

    def _show_notice(self, notice: Notice | Text | str) -> None:
        """Show no notice until the screen is unlocked."""


SCREEN = LockedScreen
