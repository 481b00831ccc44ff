"""Plates to be pressed that hold more than a word: rows of lists, signs, swatches.

A plate is drawn again whenever its place or its state changes: `draw` tints it, and then calls `place` of the subclass.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, InstructionGroup, RoundedRectangle
from kivy.uix.behaviors.button import ButtonBehavior
from kivy.uix.widget import Widget

from companion.ui.paint import paint_symbol
from companion.ui.symbols import SYMBOLS
from companion.ui.theme import BRASS, BRASS_DARK, BRASS_LIGHT, INK, IVORY, NIGHT, PANEL, RAISED, SEAM, Rgba, u
from companion.ui.widgets.panel import Plate


class Pressable(ButtonBehavior, Widget):
    """A plate that can be pressed and can be the chosen one; `place` lays out what is on it."""

    def __init__(self, do: Callable[[], object], **rest: Any) -> None:
        """`do` is called on release."""
        self._do, self.chosen = do, False
        self.plate, self.sign = Plate(PANEL), InstructionGroup()
        # A finger that has slid off before it leaves does nothing.
        super().__init__(always_release=False, **rest)
        self.canvas.add(self.plate)
        self.canvas.after.add(self.sign)
        self.bind(pos=self.draw, size=self.draw, state=self.draw)

    def on_release(self) -> None:
        """Carry it out."""
        self._do()

    def choose(self, chosen: bool) -> None:
        """Whether it is the chosen one."""
        if chosen != self.chosen:
            self.chosen = chosen
            self.draw()

    def draw(self, *_: Any) -> None:
        """Tints and places for the present state."""
        face, rim = self.tints()
        # Whatever a plate looks like at rest, a finger on it is seen.
        self.plate.tint(BRASS_DARK if self.state == "down" else face, rim)
        self.plate.place(*self.pos, *self.size)
        self.place()

    def tints(self) -> tuple[Rgba, Rgba]:
        """The plate's face and rim while nobody presses it."""
        return (BRASS, BRASS_LIGHT) if self.chosen else (RAISED, SEAM)

    def place(self) -> None:
        """Lay out what is on the plate, which lies in its place and has its tints already."""


class SignButton(Pressable):
    """A sign alone to be pressed; chosen it lies on brass with a bar below."""

    def __init__(self, symbol: str, do: Callable[[], object], **rest: Any) -> None:
        """`symbol` is a name of `companion.ui.symbols.SYMBOLS`."""
        self._symbol = symbol
        super().__init__(do, **rest)
        self.bind(disabled=self.draw)

    def place(self) -> None:
        """The sign in the middle."""
        side = min(self.width, self.height) * 0.56
        x, y = self.x + (self.width - side) / 2, self.y + (self.height - side) / 2
        self.sign.clear()
        ink, ground = (INK, BRASS) if self.chosen else (SEAM if self.disabled else IVORY, RAISED)
        paint_symbol(self.sign, SYMBOLS[self._symbol], x, y + (u(3) if self.chosen else 0), side, ink, ground)
        if self.chosen:
            self.sign.add(Color(*NIGHT))
            self.sign.add(RoundedRectangle(pos=(self.x + self.width * 0.22, self.y + u(5)), size=(self.width * 0.56, u(5)), radius=[u(2)]))
