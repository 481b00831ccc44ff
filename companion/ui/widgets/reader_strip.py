"""Five slots in small, for readers that are not open: what is locked, what is covered, what is missing, what is wrong; never a face."""
from __future__ import annotations

from typing import Any, Final

from kivy.graphics import Color, RoundedRectangle
from kivy.uix.widget import Widget

from companion.session.view import SlotPicture
from companion.ui.paint import SYMBOLS, paint_symbol
from companion.ui.theme import NIGHT, SEAM, WARNING, u
from companion.ui.widgets.card import paint_back
from companion.ui.widgets.lamp import Lamps

STRIP: Final = 150
"""Width of the five small slots, as on the seven-inch panel."""


class SlotStrip(Widget):
    """Five small slots: lock lights above, covered or missing cards below."""

    def __init__(self, slots: tuple[SlotPicture, ...], **rest: Any) -> None:
        """Further arguments are those of a Kivy widget."""
        super().__init__(**rest)
        self._slots, self.lamps = slots, Lamps()
        self.bind(pos=self._draw, size=self._draw)

    def show(self, slots: tuple[SlotPicture, ...]) -> None:
        """What lies in the slots now."""
        if slots != self._slots:
            self._slots = slots
            self._draw()

    def _draw(self, *_: Any) -> None:
        """Lamps above slots, both as large as fits."""
        self.canvas.clear()
        self.canvas.add(self.lamps)
        self.lamps.start()
        share = self.width / len(self._slots)
        lamp = min(share * 0.72, self.height * 0.34)
        width = min(share * 0.78, (self.height - lamp) * 0.66)
        height = min(width * 1.4, self.height - lamp - u(3))
        for at, slot in enumerate(self._slots):
            middle = self.x + share * (at + 0.5)
            low = self.y + (self.height - lamp - height - u(3)) / 2
            self.lamps.put(middle, low + height + u(3) + lamp / 2, lamp * 0.86, slot.lamp)
            self._draw_slot(slot, middle - width / 2, low, width, height)

    def _draw_slot(self, slot: SlotPicture, x: float, y: float, width: float, height: float) -> None:
        """A back where a card lies, an empty bed where none does, a warning where something is wrong."""
        # Whatever lies there is nobody's to be seen: here only its back.
        if slot.filled and not slot.fault:
            paint_back(self.canvas, x, y, width, height)
            return
        for margin, tint in ((0.0, WARNING if slot.fault else SEAM), (u(2), NIGHT)):
            self.canvas.add(Color(*tint))
            self.canvas.add(RoundedRectangle(pos=(x + margin, y + margin), size=(width - 2 * margin, height - 2 * margin), radius=[u(3)]))
        if slot.fault:
            side = width * 0.8
            paint_symbol(self.canvas, SYMBOLS["warning"], x + (width - side) / 2, y + (height - side) / 2, side, WARNING, NIGHT)
