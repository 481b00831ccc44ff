"""A field to be tapped: every touch that arrives is counted, and those that arrive twice are told, as where two providers read one panel."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from kivy.uix.widget import Widget

from companion.named_tuples import NamedTuple
from companion.ui.layout import fixed, lay, padded, vbox
from companion.ui.theme import BRASS, BRASS_LIGHT, PANEL, RAISED, SAND, SMALL, u
from companion.ui.widgets.fingers import is_gone
from companion.ui.widgets.panel import Plate, fill
from companion.ui.widgets.text import Words
from companion.words import text

if TYPE_CHECKING:
    from kivy.input import MotionEvent

TOGETHER, NEAR = 0.05, 47
"""Seconds and distance, as on the seven-inch panel, between two touches that are one finger: nobody taps so fast."""
COUNT: Final = 60
"""Size of the letters of the count, likewise."""


class Arrived(NamedTuple):
    """A touch: when, in seconds, and where, in pixels."""

    when: float
    x: float
    y: float

    def is_again(self, last: Arrived) -> bool:
        """Whether it is the finger of the last one once more: within a moment, at about the same place."""
        near = max(abs(self.x - last.x), abs(self.y - last.y)) <= u(NEAR)
        return 0 <= self.when - last.when < TOGETHER and near


class TapField(Widget):
    """Counts taps up to `wanted`, then calls `done` with how many there were and how many touches were doubles, and begins anew.

    Touches are counted as they arrive, before anything that holds a bouncing finger back.
    """

    def __init__(self, wanted: int, done: Callable[[int, int], object], **rest: Any) -> None:
        """Further arguments are those of a Kivy widget."""
        super().__init__(**rest)
        self.wanted, self._done = wanted, done
        self._last: Arrived | None = None
        self.taps = self.doubled = 0
        self.plate = Plate(RAISED, BRASS, width=2.5)
        self.canvas.add(self.plate)
        self.words = Words(
            text("Tap here {wanted} times. Each tap must count once.", wanted=wanted),
            SMALL,
            tint=SAND,
            align="center",
            least=18,
        )
        self.count = Words("0", COUNT, bold=True, tint=BRASS_LIGHT, align="center", least=30)
        fill(self, self.words, self.count)
        self.bind(pos=self._place, size=self._place)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Count it."""
        if not self.collide_point(*touch.pos):
            return False
        # A finger may slide off before it is lifted, and its tap is over there as well.
        touch.grab(self)
        self._hear(Arrived(touch.time_start, *touch.pos))
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """The tap of a finger that came down here is over: its double, where there is one, has arrived by then."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        if self.taps >= self.wanted and not is_gone(self):
            taps, doubled, self.taps, self.doubled, self._last = self.taps, self.doubled, 0, 0, None
            self._show(taps)
            self._done(taps, doubled)
        return True

    def _hear(self, arrived: Arrived) -> None:
        """Count a touch as a tap, or as the double of the one before."""
        last, self._last = self._last, arrived
        if last is not None and arrived.is_again(last):
            self.doubled += 1
        else:
            self.taps += 1
        self._show(self.taps)

    def _show(self, taps: int) -> None:
        """Show the count; the plate changes with every tap, so that one is seen to have arrived."""
        self.count.text = (
            text("{taps}, {doubled} twice", taps=taps, doubled=self.doubled)
            if self.doubled
            else str(taps)
        )
        self.plate.tint(PANEL if taps % 2 else RAISED, BRASS)

    def _place(self, *_: Any) -> None:
        """What to do above, the count below it."""
        self.plate.place(*self.pos, *self.size)
        words = fixed(self.words, self.height * 0.45)
        lay(padded(vbox(words, self.count, gap=0), u(8), u(8) / 2), self)
