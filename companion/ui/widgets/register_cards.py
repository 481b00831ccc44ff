"""The cards of a register in the order in which they are played [7.2.1], each with its clank; which one is played now is plain to see."""
from __future__ import annotations

from typing import Any

from kivy.graphics import Color, PopMatrix, PushMatrix, RoundedRectangle, Translate
from kivy.uix.widget import Widget

from companion.session.view import PlayedCard
from companion.ui.paint import paint_symbol
from companion.ui.symbols import SYMBOLS
from companion.ui.theme import BRASS, BRASS_LIGHT, GOOD, NIGHT, u
from companion.ui.widgets.badge import paint_token
from companion.ui.widgets.card import paint_card


class RegisterCards(Widget):
    """Up to eight small cards in a row; `show` fills it."""

    def __init__(self, **rest: Any) -> None:
        """An empty row; further arguments are those of a Kivy widget."""
        super().__init__(**rest)
        self._cards: tuple[PlayedCard, ...] = ()
        self.bind(pos=self._draw, size=self._draw)

    def show(self, cards: tuple[PlayedCard, ...]) -> None:
        """Other cards, or other states of the same."""
        if cards != self._cards:
            self._cards = cards
            self._draw()

    def _draw(self, *_: Any) -> None:
        """Cards from the left, of one size, as broad as all of them allow."""
        self.canvas.clear()
        pitch = min(self.width / max(1, len(self._cards)), self.height * 0.62)
        for number, played in enumerate(self._cards):
            self._draw_one(played, self.x + number * pitch, pitch)

    def _draw_one(self, played: PlayedCard, left: float, pitch: float) -> None:
        """A card with its clank's sign below it; a bright frame while it is played, darkened afterwards."""
        gap, sign = u(3), min(pitch - u(6), self.height * 0.34)
        width, height = pitch - 2 * gap, self.height - sign - 3 * gap
        x, y = left + gap, self.y + self.height - gap - height
        # Under the card, so that it shows as a frame.
        if played.state == "now":
            self.canvas.add(Color(*BRASS))
            self.canvas.add(RoundedRectangle(pos=(left, self.y), size=(pitch, self.height), radius=[u(7)]))
        self.canvas.add(PushMatrix())
        self.canvas.add(Translate(x, y))
        paint_card(self.canvas, played.card, width, height)
        self.canvas.add(PopMatrix())
        paint_token(self.canvas, played.name, played.colour, played.shape, left + (pitch - sign) / 2, self.y + gap, sign)
        if played.state == "played":
            self._cross_off(x, y, width, height)

    def _cross_off(self, x: float, y: float, width: float, height: float) -> None:
        """Darken a card that was played, with a tick."""
        self.canvas.add(Color(*NIGHT[:3], 0.62))
        self.canvas.add(RoundedRectangle(pos=(x, y), size=(width, height), radius=[u(4)]))
        side = min(width, height) * 0.7
        paint_symbol(self.canvas, SYMBOLS["tick"], x + (width - side) / 2, y + (height - side) / 2, side, GOOD, BRASS_LIGHT)
