"""Rows of cards that lie in front of seats, face up or face down: what stands in the place of the map where a game has no board."""
from __future__ import annotations

from typing import Any, Final

from kivy.uix.widget import Widget

from companion.session.view import CardPicture, RowPicture
from companion.ui.theme import NIGHT, SAND, SMALL, u
from companion.ui.widgets.badge import NamedSign
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
        fill(line, told, Cards(row.cards))
        panel.add_widget(line)
        return panel
