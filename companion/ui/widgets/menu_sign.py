"""The sign in the head that opens the debugging menu when it is held.

The head makes it while the view says that there is a menu to be opened [12], which is never so before a race.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.animation import Animation
from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.ui.paint import paint_symbol
from companion.ui.symbols import SYMBOLS
from companion.ui.theme import BRASS, BRASS_LIGHT, INK, SMALL, TOUCH, u
from companion.ui.widgets.hold import Hold, Ring
from companion.ui.widgets.panel import Plate
from companion.ui.widgets.text import Words

SECONDS: Final = 0.6
"""For how many seconds it is held: longer than a tap, so that nobody opens the menu in passing."""
RADIUS, WRENCH = 20, 22
"""Its ring and its symbol, as on the seven-inch panel; the target is TOUCH wide and high."""
READING: Final = 1.2
"""Seconds for which it says that it is to be held."""


class Bubble(Widget):
    """A word or two on a bright plate, for a moment."""

    def __init__(self, text: str, **rest: Any) -> None:
        """Not to be seen until `tell`."""
        super().__init__(opacity=0, **rest)
        self._plate = Plate(BRASS_LIGHT, BRASS_LIGHT, radius=6)
        self.canvas.add(self._plate)
        self.words = Words(text, SMALL, bold=True, tint=INK, align="center", least=18)
        self.add_widget(self.words)
        self.bind(pos=self._place, size=self._place)

    def tell(self) -> None:
        """Be seen for a moment."""
        self.hush()
        self.opacity = 1
        (Animation(opacity=1, duration=READING) + Animation(opacity=0, duration=0.2)).start(self)

    def hush(self) -> None:
        """Be seen no more."""
        Animation.cancel_all(self)
        self.opacity = 0

    def _place(self, *_: Any) -> None:
        self._plate.place(*self.pos, *self.size)
        self.words.pos, self.words.size = self.pos, self.size


class MenuSign(Hold):
    """A wrench on a round plate, hung from the top of its box; a short touch says that it wants to be held."""

    def __init__(self, do: Callable[[], object], **rest: Any) -> None:
        """`do` is called once it was held for long enough."""
        self._wrench, self.bubble = InstructionGroup(), Bubble("hold")
        super().__init__(do, SECONDS, size=(u(TOUCH), u(TOUCH)), **rest)
        self._ring = Ring(self.canvas, 4)
        self.canvas.add(self._wrench)
        self.add_widget(self.bubble)
        # `Hold` draws for place and filling only; the plate shows that it is pressed, too.
        self.bind(state=self.draw)
        self.draw()

    def too_short(self) -> None:
        """Say what is to be done."""
        self.bubble.tell()

    def draw(self, *_: Any) -> None:
        """Plate, ring, wrench; the bubble below."""
        radius, side, down = u(RADIUS), u(WRENCH), self.state == "down"
        x, y = self.x + self.width / 2, self.y + self.height - radius - u(2)
        if down:
            self.bubble.hush()
        self._ring.place(x, y, radius, self.filled, down)
        self._wrench.clear()
        paint_symbol(self._wrench, SYMBOLS["wrench"], x - side / 2, y - side / 2, side, BRASS_LIGHT if down else BRASS, Ring.ground(down))
        wide, high = u(58), u(28)
        self.bubble.pos, self.bubble.size = (x - wide / 2, self.y + self.height - 2 * radius - u(6) - high), (wide, high)
