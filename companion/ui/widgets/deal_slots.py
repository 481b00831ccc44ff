"""Five slots before the deal: which card has to come out, which has to go back, which stays.

Unlocked slots are emptied before each deal [6.1.1]; locked ones keep the card that was in them [6.3.3].
"""
from __future__ import annotations

from typing import Any

from kivy.graphics import Color, PopMatrix, PushMatrix, RoundedRectangle, Translate
from kivy.uix.widget import Widget

from companion.session.view import CardPicture, DealRow
from companion.signals import LIT, SLOTS
from companion.ui.paint import SYMBOLS, paint_symbol
from companion.ui.theme import NIGHT, SEAM, WARNING, Rgba, u
from companion.ui.widgets.card import paint_back, paint_card
from companion.ui.widgets.lamp import Lamps

READABLE = 38
"""The width of a card from which its face can be read, as on the seven-inch panel; about seven millimetres there."""


class DealSlots(Widget):
    """Lock lights above; below them arrows out of slots that must be emptied, and cards that must go back, with an arrow in."""

    def __init__(self, row: DealRow, **rest: Any) -> None:
        """Further arguments are those of a Kivy widget."""
        super().__init__(**rest)
        self._row, self.lamps = row, Lamps()
        self.bind(pos=self._draw, size=self._draw)

    def show(self, row: DealRow) -> None:
        """The same seat, later."""
        if row != self._row:
            self._row = row
            self._draw()

    def _draw(self, *_: Any) -> None:
        """Lamps above slots, both as large as fits; a card keeps to proportions from 1.2 to 1.5."""
        self.canvas.clear()
        # Clearing the canvas has taken them away, too.
        self.canvas.add(self.lamps)
        self.lamps.start()
        share = self.width / SLOTS
        lamp = min(share * 0.6, self.height * 0.32)
        height = self.height - lamp - u(4)
        width = min(share * 0.84, height / 1.2)
        height = min(height, width * 1.5)
        low = self.y + (self.height - lamp - u(4) - height) / 2
        for slot in range(1, SLOTS + 1):
            middle = self.x + share * (slot - 0.5)
            self.lamps.put(middle, low + height + u(4) + lamp / 2, lamp * 0.84, self._row.lamps[slot - 1])
            self._draw_slot(slot, middle - width / 2, low, width, height)

    def _draw_slot(self, slot: int, x: float, y: float, width: float, height: float) -> None:
        """What a hand has to do at one slot; a rim and a sign, where it has to do something."""
        row, back = self._row, dict(self._row.put)
        # Asked first: a wrong card must come out before the right one can go in.
        if slot in row.take:
            self._bed(x, y, width, height, WARNING)
            self._sign("warning" if slot in row.unreadable else "north", x, y, width, height)
        elif slot in back:
            self._missing(back[slot], x, y, width, height)
        # A light burns where the slot is locked and its card is there; that stays face down.
        elif row.lamps[slot - 1] == LIT:
            paint_back(self.canvas, x, y, width, height)
        else:
            self._bed(x, y, width, height, SEAM)

    def _missing(self, card: CardPicture | None, x: float, y: float, width: float, height: float) -> None:
        """The card itself where there is room for it to be read and everybody may know it, else an arrow in."""
        if card is None or width < u(READABLE):
            self._bed(x, y, width, height, WARNING)
            self._sign("south", x, y, width, height)
            return
        self.canvas.add(PushMatrix())
        self.canvas.add(Translate(x, y))
        paint_card(self.canvas, card, width, height, WARNING)
        self.canvas.add(PopMatrix())

    def _bed(self, x: float, y: float, width: float, height: float, rim: Rgba) -> None:
        """An empty slot with a rim."""
        for margin, tint in ((0.0, rim), (u(2), NIGHT)):
            self.canvas.add(Color(*tint))
            self.canvas.add(RoundedRectangle(pos=(x + margin, y + margin), size=(width - 2 * margin, height - 2 * margin), radius=[u(4)]))

    def _sign(self, name: str, x: float, y: float, width: float, height: float) -> None:
        side = min(width, height) * 0.78
        paint_symbol(self.canvas, SYMBOLS[name], x + (width - side) / 2, y + (height - side) / 2, side, WARNING, NIGHT)
