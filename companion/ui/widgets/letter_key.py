"""A key for a letter on the screen; held for a moment it offers variants with marks.

The finger that holds it can slide onto one of them and lift, as on a phone, or lift immediately for
another touch to take one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.ui.layout import Area, arrange, grid
from companion.ui.paint import paint_plate
from companion.ui.theme import BRASS, BRASS_DARK, HEADING, LARGE, RAISED, u
from companion.ui.widgets.button import PLAIN, QUIET, PushButton
from companion.ui.widgets.fingers import is_gone
from companion.ui.widgets.panel import Plate, place_widget

if TYPE_CHECKING:
    from kivy.input import MotionEvent

HELD: Final = 0.4
"""Seconds for which a key is held: longer than a tap, and as usual on phones."""
SIDE, GAP = 56, 5
"""Width and height of a variant, and the room between two of them and around all, as on the
seven-inch panel."""


class Variants(Widget):
    """The variants of a held key, on a plate over or under it."""

    def __init__(
        self, letters: str, key: Widget, room: Widget, take: Callable[[str], object]
    ) -> None:
        """Stay inside `room` from side to side; call `take` with a letter, or "" for none."""
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
        self._arrange(room)

    def _arrange(self, room: Widget) -> None:
        """Place it above the key, or below if there is no room, as near its middle as possible."""
        side, gap = u(SIDE), u(GAP)
        rows = -(-len(self.letters) // max(1, int((room.width - gap) // (side + gap))))
        columns = -(-len(self.letters) // rows)
        width, height = columns * (side + gap) + gap, rows * (side + gap) + gap
        if room.width - width < side + gap:
            # Not even a narrow strip of the content below remains visible beside it.
            width = room.width
        x = min(max(room.x, self._key.center_x - width / 2), room.x + room.width - width)
        above = self._key.y + self._key.height + gap
        window = self._key.get_root_window()
        fits = window is None or above + height <= window.height
        place_widget(self, x, above if fits else self._key.y - gap - height, width, height)
        self._plate.place(*self.pos, *self.size)
        arrange(
            grid([*self.letters.values()], columns, gap=gap),
            Area(x + gap, self.y + gap, width - 2 * gap, height - 2 * gap),
        )

    def lead(self, place: tuple[float, float]) -> None:
        """Show which letter the finger that still holds the key would take."""
        for button in self.letters.values():
            button.state = "down" if button.collide_point(*place) else "normal"

    def lift(self, place: tuple[float, float]) -> None:
        """Take the letter under the finger, stay if the finger is on the key, or close."""
        letter = next(
            (letter for letter, button in self.letters.items() if button.collide_point(*place)), ""
        )
        if letter or not self._key.collide_point(*place):
            self._take(letter)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Handle every finger: one beside the letters takes none."""
        if not self.collide_point(*touch.pos):
            self._take("")
        else:
            super().on_touch_down(touch)
        return True


class Offering(Protocol):
    """Shows the variants of a key."""

    def offer(self, key: LetterKey) -> Variants:
        """Show the variants of a key that is held, and return them."""


class LetterKey(PushButton):
    """A key with a letter; a bar at its foot says that it has variants."""

    def __init__(
        self, letter: str, do: Callable[[], object], variants: str, keyboard: Offering, **rest: Any
    ) -> None:
        """Take the variants, "" for none, and the keyboard that shows them."""
        self.variants, self._keyboard = variants, keyboard
        self._offered: Variants | None = None
        super().__init__(letter, do, kind=QUIET, size=LARGE, **rest)

    def on_press(self) -> None:
        """Start the time until the variants."""
        super().on_press()
        self._offered = None
        if self.variants:
            Clock.schedule_once(self._offer, HELD)

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Stop holding the key if the finger slides off; with variants shown, mark one of them."""
        if touch.grab_current is self:
            if self._offered is not None:
                self._offered.lead(touch.pos)
            elif not self.collide_point(*touch.pos):
                Clock.unschedule(self._offer)
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Take a variant, or type the letter if none was shown."""
        if touch.grab_current is self:
            Clock.unschedule(self._offer)
            if is_gone(self):
                self._offered = None
            if self._offered is not None:
                # A held key types nothing by itself.
                self._dropped = True
                offered, self._offered = self._offered, None
                offered.lift(touch.pos)
        return bool(super().on_touch_up(touch))

    def _offer(self, _: float) -> None:
        # Its page may have been removed under the finger.
        if self.state == "down" and not is_gone(self):
            self._offered = self._keyboard.offer(self)

    def _draw(self, *_: Any) -> None:
        """Draw the key and the bar."""
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
