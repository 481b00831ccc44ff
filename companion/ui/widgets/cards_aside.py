"""Cards to be laid aside before the deal: those that pilots hold in locked slots. Whole cards while they fit, else their numbers.

Pilots play them again [6.3.3]; dealt to somebody they would be on the table twice [6.4.3, E147].
"""
from __future__ import annotations

from typing import Any, Final

from kivy.graphics import Color, InstructionGroup, PopMatrix, PushMatrix, RoundedRectangle, Translate
from kivy.uix.widget import Widget

from companion.session.view import CardPicture
from companion.ui.paint import paint_text
from companion.ui.theme import ART, BODY, BRASS_LIGHT, INK, lying, u
from companion.ui.widgets.card import BANDS, paint_card
from companion.ui.widgets.text import Words

CARD: Final = (56, 80)
CHIP: Final = (60, 34)
LABEL: Final = 190
LINE: Final = 30
"""Sizes of a card and of a number alone, the width of the words beside them and their height above them, as on the seven-inch panel."""


class CardsAside(Widget):
    """A row of cards with words before it (upright: above it)."""

    def __init__(self, **rest: Any) -> None:
        """Empty; `show` fills it."""
        super().__init__(**rest)
        self.cards: tuple[CardPicture, ...] = ()
        self.label = Words("Lay aside, do not deal:", BODY, bold=True, tint=BRASS_LIGHT, least=18)
        self._drawing = InstructionGroup()
        self.canvas.add(self._drawing)
        self.add_widget(self.label)
        self.bind(pos=self._draw, size=self._draw)

    def show(self, cards: tuple[CardPicture, ...]) -> None:
        """Other cards."""
        if cards != self.cards:
            self.cards = cards
            self._draw()

    def wanted(self, width: float) -> float:
        """The height in pixels that it needs to be so many pixels wide; 0 without cards."""
        if not self.cards:
            return 0
        _, high, columns = self._format(width)
        rows = -(-len(self.cards) // columns)
        return rows * (u(high) + u(4)) + (0 if lying() else u(LINE))

    def _format(self, width: float) -> tuple[int, int, int]:
        """Width and height of a card, and how many there are in a row."""
        room = width - (u(LABEL) if lying() else 0)
        # Whole cards have one row only, numbers as many as they need.
        for wide, high in (CARD, CHIP):
            columns = max(1, int(room // u(wide + 4)))
            if len(self.cards) <= columns or (wide, high) == CHIP:
                return wide, high, columns
        raise AssertionError("chips always fit")

    def _draw(self, *_: Any) -> None:
        """The words on the left, upright above; the cards beside or below them in rows from the top."""
        wide, high, columns = self._format(self.width)
        top, left = self.y + self.height, self.x
        if lying():
            self.label.pos, self.label.size, left = self.pos, (u(LABEL - 8), self.height), self.x + u(LABEL)
        else:
            self.label.pos, self.label.size, top = (self.x, top - u(LINE)), (self.width, u(LINE)), top - u(LINE)
        self._drawing.clear()
        for at, card in enumerate(self.cards):
            row, column = divmod(at, columns)
            x, y = left + column * u(wide + 4), top - (row + 1) * (u(high) + u(4))
            self._draw_one(card, x, y, u(wide), u(high), whole=(wide, high) == CARD)

    def _draw_one(self, card: CardPicture, x: float, y: float, width: float, height: float, *, whole: bool) -> None:
        """A whole card, or its number on paper with the band of its kind on the left."""
        if whole:
            self._drawing.add(PushMatrix())
            self._drawing.add(Translate(x, y))
            paint_card(self._drawing, card, width, height)
            self._drawing.add(PopMatrix())
            return
        for share, tint in ((1.0, BANDS[card.move]), (0.86, ART["paper"])):
            self._drawing.add(Color(*tint))
            self._drawing.add(RoundedRectangle(pos=(x + width * (1 - share), y), size=(width * share, height), radius=[u(4)]))
        paint_text(self._drawing, str(card.priority), x + width * 0.57, y + height / 2, height * 0.84, INK)
