"""Buttons to hold, to prevent accidents: a ring fills while the finger stays, and acts when full.

`Ring` is the drawing, `LongPressWidget` the touching; a subclass combines them. `LongPressButton`
is a button of the foot, `MenuSign` the sign in the head that opens the debugging menu [12].
"""

from __future__ import annotations

from typing import Any, Final

from kivy.animation import Animation
from kivy.graphics import Color, Ellipse, InstructionGroup, Rectangle
from kivy.graphics import Line as Stroke
from kivy.input import MotionEvent
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.session.messages import Message
from companion.ui.layout import arrange
from companion.ui.paint import paint_symbol
from companion.ui.theme import (
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    NIGHT,
    PANEL,
    SEAM,
    SMALL,
    TOUCH,
    Rgba,
    u,
)
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.fingers import Pressing, Send, is_gone
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import Plate, place_widget
from companion.words import Text, text

SECONDS: Final = 0.6
"""Seconds for which the sign of the menu is held: longer than a tap, so that nobody opens the menu
by accident."""
RADIUS, WRENCH = 20, 22
"""The ring and the symbol of that sign, as on the seven-inch panel; the touch target is TOUCH wide
and high."""
READING: Final = 1.2
"""Seconds for which it says that it must be held, after a short touch."""


class Ring:
    """The drawing of a round plate with a ring that fills clockwise from the north."""

    def __init__(self, onto: InstructionGroup, width: float) -> None:
        """Draw onto a canvas or group; `width` of the ring is as on the seven-inch panel."""
        self._width, self._face, self._plate = u(width), Color(*PANEL), Ellipse(segments=64)
        self._under, self._over = Stroke(width=u(width) / 2), Stroke(width=u(width) / 2, cap="none")
        for instruction in (
            self._face,
            self._plate,
            Color(*SEAM),
            self._under,
            Color(*BRASS_LIGHT),
            self._over,
        ):
            onto.add(instruction)

    def place(self, x: float, y: float, radius: float, filled: float, down: bool) -> None:
        """Place it around a middle with a radius in pixels, filled to a share from 0 to 1.

        A pressed plate is brighter.
        """
        inner = radius - self._width / 2
        self._face.rgba = BRASS_DARK if down else PANEL
        self._plate.pos, self._plate.size = (x - inner, y - inner), (2 * inner, 2 * inner)
        self._under.circle = (x, y, inner)
        # A ring without length would still be drawn as a dot.
        self._over.circle = (
            (x, y, inner, 0, max(0.01, 360 * filled)) if filled else (x, y, 0, 0, 0.01)
        )

    @staticmethod
    def plate_tint(down: bool) -> Rgba:
        """Return the tint of the plate."""
        return BRASS_DARK if down else PANEL


class LongPress(Pressing):
    """A button to hold for `seconds`: it acts while the finger is still there.

    It acts once. Lifting the finger earlier, or sliding off, empties it. `filled` goes from 0
    to 1 by an animation that ends with the touch, so nothing moves without a finger.
    """

    filled = NumericProperty(0.0)
    seconds: float = 1.0
    _fill_animation: Animation | None = None

    def on_release(self) -> None:
        """Do nothing, since lifting the finger has no effect."""

    def on_long_press(self) -> None:
        """Act after the time."""
        self.act()

    def on_short_press(self) -> None:
        """Note a touch that was too short; for a subclass."""

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Release the button if the finger slides off."""
        # Kivy's buttons stay down until the finger is lifted anywhere.
        if touch.grab_current is self and not self.collide_point(*touch.pos):
            self.state = "normal"
        return bool(super().on_touch_move(touch))

    def on_state(self, _: object, state: str) -> None:
        """Begin to fill, or empty it and note a touch that was too short."""
        if state == "down":
            self._fill_animation = Animation(filled=1.0, duration=self.seconds)
            self._fill_animation.bind(on_complete=self._finish)
            self._fill_animation.start(self)
        elif self._fill_animation is not None:
            # Not `stop`, which reports completion and so would act.
            self._fill_animation.cancel(self)
            self._fill_animation = None
            self.on_short_press()
        self.filled = 0.0

    def _finish(self, *_: Any) -> None:
        """Act, unless the widget is gone."""
        self._fill_animation = None
        # Its screen may have been removed under the finger.
        if not is_gone(self):
            self.on_long_press()


class LongPressWidget(LongPress, Widget):
    """A widget to hold for some seconds, drawn by a subclass."""

    def __init__(self, send: Send, message: Message | None, seconds: float, **rest: Any) -> None:
        """Call `send` with the message when the seconds are over."""
        self.do, self.message, self.seconds = send, message, seconds
        super().__init__(always_release=False, **rest)
        self.bind(pos=self.draw, size=self.draw, filled=self.draw)

    def draw(self, *_: Any) -> None:
        """Draw it as full as it is."""


class BarPress(LongPress):
    """A button to hold, with a bar along its foot that fills while the finger stays.

    Arguments are those of the button that it is combined with.
    """

    def __init__(self, *arguments: Any, **rest: Any) -> None:
        self._bar = Rectangle(size=(0, 0))
        super().__init__(*arguments, **rest)
        self.canvas.after.add(Color(*BRASS_LIGHT))
        self.canvas.after.add(self._bar)
        self.bind(filled=self._draw_bar, pos=self._draw_bar, size=self._draw_bar)

    def _draw_bar(self, *_: Any) -> None:
        pad = u(8)
        self._bar.pos = (self.x + pad, self.y + u(3))
        self._bar.size = ((self.width - 2 * pad) * self.filled, u(6) if self.filled else 0)


class LongPressButton(BarPress, PushButton):
    """A button that says that it must be held, for actions that would be a loss by accident."""

    noted = 0.42

    def __init__(self, *arguments: Any, **rest: Any) -> None:
        super().__init__(*arguments, **rest)
        self.note = text("hold")

    def on_long_press(self) -> None:
        """Act, or call `early_touch` if it was too early when the finger came."""
        PushButton.on_release(self)


class Bubble(Widget):
    """A word or two on a bright plate, for a moment."""

    def __init__(self, words: Text, **rest: Any) -> None:
        """Make it invisible; `show` shows it."""
        super().__init__(opacity=0, **rest)
        self._plate = Plate(BRASS_LIGHT, BRASS_LIGHT, radius=6)
        self.canvas.add(self._plate)
        self.words = Label(words, SMALL, bold=True, tint=NIGHT, align="center", least=18)
        self.add_widget(self.words)
        self.bind(pos=self._place, size=self._place)

    def show(self) -> None:
        """Show it for a moment."""
        self.hush()
        self.opacity = 1
        (Animation(opacity=1, duration=READING) + Animation(opacity=0, duration=0.2)).start(self)

    def hush(self) -> None:
        Animation.cancel_all(self)
        self.opacity = 0

    def _place(self, *_: Any) -> None:
        self._plate.place(*self.pos, *self.size)
        arrange(self.words, self)


class MenuSign(LongPressWidget):
    """A wrench on a round plate at the top of its box; a short touch says that it must be held."""

    def __init__(self, send: Send, message: Message, **rest: Any) -> None:
        """Call `send` with the message after it was held."""
        self._wrench, self.bubble = InstructionGroup(), Bubble(text("hold"))
        super().__init__(send, message, SECONDS, size=(u(TOUCH), u(TOUCH)), **rest)
        self._ring = Ring(self.canvas, 4)
        self.canvas.add(self._wrench)
        self.add_widget(self.bubble)
        # `LongPressWidget` draws for place and filling only; the plate shows that it is pressed,
        # too.
        self.bind(state=self.draw)
        self.draw()

    def on_short_press(self) -> None:
        self.bubble.show()

    def draw(self, *_: Any) -> None:
        """Draw plate, ring and wrench, and the bubble below."""
        radius, side, down = u(RADIUS), u(WRENCH), self.state == "down"
        x, y = self.x + self.width / 2, self.y + self.height - radius - u(2)
        if down:
            self.bubble.hush()
        self._ring.place(x, y, radius, self.filled, down)
        self._wrench.clear()
        paint_symbol(
            self._wrench,
            "wrench",
            x - side / 2,
            y - side / 2,
            side,
            BRASS_LIGHT if down else BRASS,
            Ring.plate_tint(down),
        )
        wide, high = u(58), u(28)
        place_widget(
            self.bubble, x - wide / 2, self.y + self.height - 2 * radius - u(6) - high, wide, high
        )
