"""Rows of cards: those that lie in front of seats, face up or face down, where a game has no board; and those of a round, in the order in which they are played."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.uix.behaviors.button import ButtonBehavior
from kivy.uix.widget import Widget

from companion.session.view import CardPicture, PlayedCard, RowPicture
from companion.ui.paint import paint_plate, paint_symbol
from companion.ui.theme import BRASS, BRASS_LIGHT, GOOD, NIGHT, SAND, SMALL, u
from companion.ui.widgets.badge import NamedSign, paint_token
from companion.ui.widgets.card import BREADTH, paint_back, paint_card
from companion.ui.widgets.panel import Column, Panel, Row, fill
from companion.ui.widgets.text import Words

TALLEST: Final = 150
"""Beyond this height a card gains nothing, as on the seven-inch panel."""


class Cards(Widget):
    """Cards side by side from the left, as large as all of them allow."""

    def __init__(self, cards: tuple[CardPicture | None, ...], **rest: Any) -> None:
        """None is a card that lies face down; further arguments are those of a Kivy widget."""
        super().__init__(**rest)
        self._cards = cards
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        gap = u(5)
        high = max(1.0, min(self.height, u(TALLEST), (self.width / max(1, len(self._cards)) - gap) / BREADTH))
        wide, low = high * BREADTH, self.y + (self.height - high) / 2
        for at, card in enumerate(self._cards):
            left = self.x + at * (wide + gap)
            if card is None:
                paint_back(self.canvas, left, low, wide, high)
            else:
                paint_card(self.canvas, card, left, low, wide, high)


class CardRows(Column):
    """A plate for each row: whose it is, what it is, and the cards."""

    def __init__(self, **rest: Any) -> None:
        """Empty; `show` fills it."""
        super().__init__(gap=6, **rest)
        self._rows: tuple[RowPicture, ...] | None = None

    def show(self, rows: tuple[RowPicture, ...]) -> None:
        """Other rows."""
        if rows == self._rows:
            return
        self._rows = rows
        self.clear_widgets()
        for row in rows:
            self.add_widget(self._plate(row))

    @staticmethod
    def _plate(row: RowPicture) -> Panel:
        panel, line, told = Panel(NIGHT, rivets=False, pad=6), Row(gap=8), Column(gap=0, size_hint_x=0.5)
        fill(told, NamedSign(*row.sign), *([Words(row.title, SMALL, tint=SAND, least=15)] if row.title else []))
        fill(line, told, Cards(tuple(None if one.down else one.card for one in row.cards)))
        panel.add_widget(line)
        return panel


# ---- The cards of a round ------------------------------------------------------------------------------------------------


class RoundCards(ButtonBehavior, Widget):
    """Up to eight small cards in a row; `show` fills it. Touching one asks about it."""

    def __init__(self, ask: Callable[[int], object], **rest: Any) -> None:
        """An empty row; `ask` is called with the seat whose card is touched. Further arguments are those of a Kivy widget."""
        super().__init__(always_release=False, **rest)
        self._ask = ask
        self._cards: tuple[PlayedCard, ...] = ()
        self.bind(pos=self._draw, size=self._draw)

    def show(self, cards: tuple[PlayedCard, ...]) -> None:
        """Other cards, or other states of the same."""
        if cards != self._cards:
            self._cards = cards
            self._draw()

    @property
    def pitch(self) -> float:
        """The pixels from one card to the next: of one size, as broad as all of them allow."""
        return min(self.width / max(1, len(self._cards)), self.height * 0.62)

    def on_release(self) -> None:
        """The card under the finger."""
        at = int((self.last_touch.x - self.x) // self.pitch)
        if 0 <= at < len(self._cards):
            self._ask(self._cards[at].seat)

    def _draw(self, *_: Any) -> None:
        """Cards from the left."""
        self.canvas.clear()
        pitch = self.pitch
        for number, played in enumerate(self._cards):
            self._draw_one(played, self.x + number * pitch, pitch)

    def _draw_one(self, played: PlayedCard, left: float, pitch: float) -> None:
        """A card with its piece's sign below it; a bright frame while it is played, darkened afterwards."""
        gap, sign = u(3), min(pitch - u(6), self.height * 0.34)
        width, height = pitch - 2 * gap, self.height - sign - 3 * gap
        x, y = left + gap, self.y + self.height - gap - height
        # Under the card, so that it shows as a frame.
        if played.state == "now":
            paint_plate(self.canvas, left, self.y, pitch, self.height, BRASS, u(7))
        paint_card(self.canvas, played.card, x, y, width, height)
        paint_token(self.canvas, played.name, played.colour, played.shape, left + (pitch - sign) / 2, self.y + gap, sign)
        if played.state == "played":
            self._cross_off(x, y, width, height)

    def _cross_off(self, x: float, y: float, width: float, height: float) -> None:
        """Darken a card that was played, with a tick."""
        paint_plate(self.canvas, x, y, width, height, (*NIGHT[:3], 0.62), u(4))
        side = min(width, height) * 0.7
        paint_symbol(self.canvas, "tick", x + (width - side) / 2, y + (height - side) / 2, side, GOOD, BRASS_LIGHT)
