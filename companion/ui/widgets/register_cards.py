"""The cards of a register in the order in which they are played, each with its clank; which one is played now is plain to see."""
from __future__ import annotations

from typing import Any

from kivy.graphics import Color, InstructionGroup, RoundedRectangle
from kivy.uix.widget import Widget

from companion.session.view import PlayedCard
from companion.ui.paint import paint_symbol
from companion.ui.symbols import SYMBOLS
from companion.ui.theme import BRASS, BRASS_LIGHT, GOOD, NIGHT, u
from companion.ui.widgets.badge import Token
from companion.ui.widgets.card import CardFace


class RegisterCards(Widget):
    """Up to eight small cards in a row; `show` fills it."""

    def __init__(self, **rest: Any) -> None:
        """An empty row; further arguments are those of a Kivy widget."""
        super().__init__(**rest)
        self._cards: tuple[PlayedCard, ...] = ()
        self._under, self._over = InstructionGroup(), InstructionGroup()
        self.canvas.before.add(self._under)
        self.canvas.after.add(self._over)
        self.bind(pos=self._place, size=self._place)

    def show(self, cards: tuple[PlayedCard, ...]) -> None:
        """Other cards, or other states of the same."""
        if cards == self._cards:
            return
        if [(c.seat, c.card) for c in cards] != [(c.seat, c.card) for c in self._cards]:
            self.clear_widgets()
            for played in cards:
                self.add_widget(CardFace(played.card))
                self.add_widget(Token(played.name, played.colour, played.shape))
        self._cards = cards
        self._place()

    def _place(self, *_: Any) -> None:
        self._under.clear()
        self._over.clear()
        if not self._cards:
            return
        pitch = min(self.width / len(self._cards), self.height * 0.62)
        pieces = self.children[::-1]
        for number, played in enumerate(self._cards):
            self._place_one(played, pieces[2 * number], pieces[2 * number + 1], self.x + number * pitch, pitch)

    def _place_one(self, played: PlayedCard, face: Widget, token: Widget, left: float, pitch: float) -> None:
        gap, sign = u(3), min(pitch - u(6), self.height * 0.34)
        if played.state == "now":
            self._under.add(Color(*BRASS))
            self._under.add(RoundedRectangle(pos=(left, self.y), size=(pitch, self.height), radius=[u(7)]))
        face.size = pitch - 2 * gap, self.height - sign - 3 * gap
        face.pos = left + gap, self.y + self.height - gap - face.height
        token.size, token.pos = (sign, sign), (left + (pitch - sign) / 2, self.y + gap)
        if played.state == "played":
            self._cross_off(left + gap, face.y, *face.size)

    def _cross_off(self, x: float, y: float, width: float, height: float) -> None:
        """Darken a card that was played, with a tick."""
        self._over.add(Color(*NIGHT[:3], 0.62))
        self._over.add(RoundedRectangle(pos=(x, y), size=(width, height), radius=[u(4)]))
        side = min(width, height) * 0.7
        paint_symbol(self._over, SYMBOLS["tick"], x + (width - side) / 2, y + (height - side) / 2, side, GOOD, BRASS_LIGHT)
