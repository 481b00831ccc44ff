"""The sign in the head of every page: what kind of readers the table has. Touched, it opens the table test.

On the table test itself, on pages that are opened from there and in the first steps it is words only.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.graphics import InstructionGroup
from kivy.uix.behaviors.button import ButtonBehavior
from kivy.uix.widget import Widget

from companion.ui.paint import paint_symbol
from companion.ui.symbols import SYMBOLS
from companion.ui.theme import BRASS, BRASS_DARK, NIGHT, PANEL, SAND, SEAM, SMALL, TOUCH, u
from companion.ui.widgets.panel import Plate
from companion.ui.widgets.text import Words, measured

PLATE: Final = 36
"""Height of what is drawn, as on the seven-inch panel; the target is TOUCH high and reaches below it."""
GEAR: Final = 24


class TableSign(ButtonBehavior, Widget):
    """A small plate with a gear and words, hung from the top of its box; without `do` the words alone, which cannot be touched."""

    def __init__(self, do: Callable[[], object] | None, **rest: Any) -> None:
        """`do` is called on release."""
        self._do, self._plate, self._gear = do, Plate(PANEL), InstructionGroup()
        super().__init__(always_release=False, **rest)
        self.disabled = do is None
        if do is not None:
            self.canvas.add(self._plate)
            self.canvas.add(self._gear)
        self.words = Words("", SMALL, tint=SAND, align="center" if do is not None else "right", least=16)
        # Disabled because there is nothing to open; its words are to be read all the same.
        self.words.disabled_color = SAND
        self.add_widget(self.words)
        self.bind(pos=self._draw, size=self._draw, state=self._draw)

    @property
    def text(self) -> str:
        """Its words."""
        return str(self.words.text)

    @text.setter
    def text(self, text: str) -> None:
        """Say something else."""
        self.words.text = text

    def wanted(self) -> float:
        """The width in pixels that its words need, at least what a finger needs."""
        return max(u(TOUCH), measured(self.text, u(SMALL))[0] + u(GEAR + 22))

    def on_release(self) -> None:
        """Open the table test."""
        if self._do is not None:
            self._do()

    def _draw(self, *_: Any) -> None:
        """The plate at the top of its box, gear left and words right; what is below it belongs to the finger."""
        high, pad, gear = u(PLATE), u(6), u(GEAR) if self._do is not None else 0
        low = self.y + self.height - high - u(2)
        self._plate.tint(BRASS_DARK if self.state == "down" else PANEL, SEAM)
        self._plate.place(self.x, low, self.width, high)
        self._gear.clear()
        if gear:
            paint_symbol(self._gear, SYMBOLS["gear"], self.x + pad, low + (high - gear) / 2, gear, BRASS, NIGHT)
        left = self.x + pad + gear + (pad if gear else 0)
        self.words.pos, self.words.size = (left, low), (max(1, self.x + self.width - pad - left), high)
