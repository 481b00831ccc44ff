"""A field to tap: it counts touches and doubles, as from two providers that read one panel."""

from __future__ import annotations

from typing import Any, Final

from kivy.input import MotionEvent
from kivy.uix.widget import Widget

from companion.named_tuples import NamedTuple
from companion.session.pages.doctor import TapsCounted
from companion.ui.layout import arrange, vbox, with_padding, with_size
from companion.ui.theme import BRASS, BRASS_LIGHT, PANEL, RAISED, SAND, SMALL, u
from companion.ui.widgets.fingers import Send, is_gone
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import Plate, add_all
from companion.words import text

TOGETHER, NEAR = 0.05, 47
"""Seconds and distance, as on the seven-inch panel, of two touches by one finger: nobody taps so
fast."""
COUNT: Final = 60
"""Size of the letters of the count, as on the seven-inch panel."""


class Arrived(NamedTuple):
    when: float
    """Seconds."""
    x: float
    """Pixels."""
    y: float

    def is_again(self, last: Arrived) -> bool:
        """Return whether it repeats the last touch: within a moment, at about the same place."""
        near = max(abs(self.x - last.x), abs(self.y - last.y)) <= u(NEAR)
        return 0 <= self.when - last.when < TOGETHER and near


class TapField(Widget):
    """Counts taps up to `wanted`, sends their number with that of doubles, and begins again.

    Touches are counted as they arrive, before a bouncing finger is filtered.
    """

    def __init__(self, wanted: int, send: Send, **rest: Any) -> None:
        super().__init__(**rest)
        self._wanted, self._send = wanted, send
        self._last: Arrived | None = None
        self.taps = self.doubled = 0
        self.plate = Plate(RAISED, BRASS, width=2.5)
        self.canvas.add(self.plate)
        self.words = Label(
            text("Tap here {wanted} times. Each tap must count once.", wanted=wanted),
            SMALL,
            tint=SAND,
            align="center",
            least=18,
        )
        self.count = Label("0", COUNT, bold=True, tint=BRASS_LIGHT, align="center", least=30)
        add_all(self, self.words, self.count)
        self.bind(pos=self._place, size=self._place)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Count a touch as a tap, or as the double of the one before."""
        if not self.collide_point(*touch.pos):
            return False
        # A finger may slide off before it is lifted, which ends its tap as well.
        touch.grab(self)
        last, self._last = self._last, Arrived(touch.time_start, *touch.pos)
        if last is not None and self._last.is_again(last):
            self.doubled += 1
        else:
            self.taps += 1
        self._show(self.taps)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """End a tap that began here: its double, if there is one, has arrived by then."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        if self.taps >= self._wanted and not is_gone(self):
            taps, doubled, self.taps, self.doubled, self._last = self.taps, self.doubled, 0, 0, None
            self._show(taps)
            self._send(TapsCounted(taps, doubled))
        return True

    def _show(self, taps: int) -> None:
        """Show the count; the plate changes with every tap, as feedback."""
        if self.doubled:
            self.count.text = text("{taps}, {doubled} twice", taps=taps, doubled=self.doubled)
        else:
            self.count.text = str(taps)
        self.plate.tint(PANEL if taps % 2 else RAISED, BRASS)

    def _place(self, *_: Any) -> None:
        """Place the words above the count."""
        self.plate.place(*self.pos, *self.size)
        words = with_size(self.words, self.height * 0.45)
        arrange(with_padding(vbox(words, self.count, gap=0), u(8), u(8) / 2), self)
