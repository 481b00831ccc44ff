"""A key of the keyboard on the screen that types a letter, and held for a moment offers what is written like it with marks.

The finger that holds it can slide onto one of them and lift, as on a phone; or it lifts at once, and another touch takes one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.ui.layout import Area, grid, lay
from companion.ui.paint import paint_plate
from companion.ui.theme import BRASS, BRASS_DARK, HEADING, LARGE, RAISED, u
from companion.ui.widgets.button import PLAIN, QUIET, PushButton
from companion.ui.widgets.fingers import is_gone
from companion.ui.widgets.panel import Plate, put

if TYPE_CHECKING:
    from kivy.input import MotionEvent

HELD: Final = 0.4
"""Seconds for which a key is held: longer than a tap, and no longer than people are used to."""
SIDE, GAP = 56, 5
"""Width and height of a letter that is offered, and what lies between two of them and round all, as on the seven-inch panel."""


class Variants(Widget):
    """The letters that a held key offers, on a plate over or under it. `take` is called with one, or with "" where none is wanted."""

    def __init__(
        self, letters: str, key: Widget, room: Widget, take: Callable[[str], object]
    ) -> None:
        """`room` is the widget that it stays inside from side to side; it lies over whatever else is there."""
        super().__init__()
        self._key, self._take = key, take
        self._plate = Plate(RAISED, BRASS, width=2.5)
        self.canvas.add(self._plate)
        self.letters = {
            letter: PushButton(letter, partial(take, letter), kind=PLAIN, size=HEADING)
            for letter in letters
        }
        for button in self.letters.values():
            self.add_widget(button)
        self._lay_out(room)

    def _lay_out(self, room: Widget) -> None:
        """Lie above the key where the window is high enough, else below it, and as near its middle as there is room."""
        side, gap = u(SIDE), u(GAP)
        rows = -(-len(self.letters) // max(1, int((room.width - gap) // (side + gap))))
        columns = -(-len(self.letters) // rows)
        width, height = columns * (side + gap) + gap, rows * (side + gap) + gap
        if room.width - width < side + gap:
            # No slip of what lies below is left to see beside it.
            width = room.width
        x = min(max(room.x, self._key.center_x - width / 2), room.x + room.width - width)
        above = self._key.y + self._key.height + gap
        window = self._key.get_root_window()
        fits = window is None or above + height <= window.height
        put(self, x, above if fits else self._key.y - gap - height, width, height)
        self._plate.place(*self.pos, *self.size)
        lay(
            grid([*self.letters.values()], columns, gap=gap),
            Area(x + gap, self.y + gap, width - 2 * gap, height - 2 * gap),
        )

    def lead(self, place: tuple[float, float]) -> None:
        """Show which letter the finger that still holds the key would take."""
        for button in self.letters.values():
            button.state = "down" if button.collide_point(*place) else "normal"

    def lift(self, place: tuple[float, float]) -> None:
        """Take the letter under the finger; stay where it has not left the key; and go where it was lifted elsewhere."""
        letter = next(
            (letter for letter, button in self.letters.items() if button.collide_point(*place)), ""
        )
        if letter or not self._key.collide_point(*place):
            self._take(letter)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Hear every finger: one beside the letters takes none."""
        if not self.collide_point(*touch.pos):
            self._take("")
        else:
            super().on_touch_down(touch)
        return True


class Offering(Protocol):
    """What shows the letters that a key offers."""

    def offer(self, key: LetterKey) -> Variants:
        """Show them."""


class LetterKey(PushButton):
    """A key with a letter; a bar at its foot says that it offers others."""

    def __init__(
        self, letter: str, do: Callable[[], object], variants: str, keyboard: Offering, **rest: Any
    ) -> None:
        """`variants` are the letters that it offers, "" for none; further arguments are those of a button."""
        self.variants, self._keyboard = variants, keyboard
        self._offered: Variants | None = None
        super().__init__(letter, do, kind=QUIET, size=LARGE, **rest)

    def on_press(self) -> None:
        """A finger has come down."""
        super().on_press()
        self._offered = None
        if self.variants:
            Clock.schedule_once(self._offer, HELD)

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """A finger that slides off before the letters are offered does not hold the key any more; later it looks for one of them."""
        if touch.grab_current is self:
            if self._offered is not None:
                self._offered.lead(touch.pos)
            elif not self.collide_point(*touch.pos):
                Clock.unschedule(self._offer)
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """The finger is lifted: over a letter that is offered, or before any was."""
        if touch.grab_current is self:
            Clock.unschedule(self._offer)
            if is_gone(self):
                self._offered = None
            if self._offered is not None:
                # What was held types nothing by itself.
                self._dropped = True
                offered, self._offered = self._offered, None
                offered.lift(touch.pos)
        return bool(super().on_touch_up(touch))

    def _offer(self, _: float) -> None:
        # Its page may have gone from under the finger.
        if self.state == "down" and not is_gone(self):
            self._offered = self._keyboard.offer(self)

    def _draw(self, *_: Any) -> None:
        """Draw the key, and the bar."""
        super()._draw()
        if self.variants:
            paint_plate(
                self._sign,
                self.x + self.width * 0.36,
                self.y + u(4),
                self.width * 0.28,
                u(3),
                BRASS_DARK,
                u(1),
            )
