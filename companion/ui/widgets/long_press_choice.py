"""A large choice that counts only after a finger has stayed on it for a while."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle

from companion.session.choices import Choice
from companion.ui.theme import BRASS_LIGHT, u
from companion.ui.widgets.choice_plate import OptionPlate, Say, Signs
from companion.ui.widgets.long_press import LongPress


class LongPressOption(LongPress, OptionPlate):
    """A large choice with a bar along its foot that fills while the finger stays."""

    seconds = 1.0

    def __init__(self, choice: Choice, signs: Signs, say: Say, **rest: Any) -> None:
        self._bar = Rectangle(size=(0, 0))
        super().__init__(choice, signs, say, **rest)
        self.canvas.after.add(Color(*BRASS_LIGHT))
        self.canvas.after.add(self._bar)
        self.bind(filled=self._draw_bar, pos=self._draw_bar, size=self._draw_bar)

    def on_long_press(self) -> None:
        self._do()

    def on_release(self) -> None:
        """Do nothing, since lifting the finger has no effect."""

    def _draw_bar(self, *_: Any) -> None:
        pad = u(8)
        self._bar.pos = (self.x + pad, self.y + u(3))
        self._bar.size = ((self.width - 2 * pad) * self.filled, u(6) if self.filled else 0)
