"""Cards spread out as in a hand, to look at."""

from __future__ import annotations

from typing import Any, Final

from kivy.uix.widget import Widget

from companion.games.scene import Face
from companion.ui.theme import u
from companion.ui.widgets.cards.card import BREADTH, paint_card
from companion.words import NOTHING

APART: Final = 0.62
"""Least distance of cards as a share of their width, so that all corners are visible."""
TALLEST: Final = 230
"""Greatest height of a card, as on the seven-inch panel."""


class CardSpread(Widget):
    """Cards from left to right, each partly over the one before if they do not fit side by side."""

    def __init__(self, cards: tuple[Face, ...], **rest: Any) -> None:
        """Show cards that stay the same."""
        super().__init__(**rest)
        self.cards = cards
        self.boxes: list[tuple[float, float, float, float]] = []
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        gaps = len(self.cards) - 1
        high = min(u(TALLEST), self.height, self.width / (1 + gaps * APART) / BREADTH)
        wide = high * BREADTH
        step = min(wide + u(8), (self.width - wide) / gaps) if gaps else 0.0
        left, low = (
            self.x + (self.width - wide - gaps * step) / 2,
            self.y + (self.height - high) / 2,
        )
        self.boxes = [(left + at * step, low, wide, high) for at in range(len(self.cards))]
        shown = self.cards
        if step < wide:
            # The words of a card half under another one would be unreadable.
            shown = tuple(
                card
                if card.look is None
                else card._replace(look=card.look._replace(kind=NOTHING, about=NOTHING))
                for card in self.cards
            )
        if high > 1:
            for card, box in zip(shown, self.boxes, strict=True):
                paint_card(self.canvas, card, *box)
