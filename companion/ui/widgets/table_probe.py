"""One slot of a reader looked at closely: what it reads, the contrast as a bar, and its light, which burns when it is touched.

What is read is what the reader reported last, about twice a second while the page is open; its light is as it was told to be.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.graphics import InstructionGroup, PopMatrix, PushMatrix, Translate

from companion.content.card_art import MOVE_WORDS
from companion.session.view import CardPicture
from companion.signals import DARK, OK, SlotReport
from companion.ui.paint import paint_text
from companion.ui.speech import said
from companion.ui.theme import BRASS, IVORY, SAND, Rgba, rgba, u
from companion.ui.widgets.card import paint_card
from companion.ui.widgets.lamp import Lamps
from companion.ui.widgets.pressable import Pressable
from companion.ui.widgets.table_tile import paint_contrast
from companion.ui.widgets.table_words import slot_words

STRIP, FOOT = 34, 46
"""Height of number and lamp, and of code and contrast, as on the seven-inch panel."""
LOW, ROOMY = 104, 96
"""The height below which only a word is said, and the room beyond which a card's face is shown, likewise."""
TRIED: Final = rgba("#4a211a")
"""The face of a slot whose light is being tried."""


class ProbeSlot(Pressable):
    """A slot as a plate; `do` tries its light."""

    def __init__(self, number: int, do: Callable[[], object], **rest: Any) -> None:
        """`number` from 1."""
        # An empty status: nothing was heard yet.
        self._number, self._slot, self._card, self._lamp = number, SlotReport("", None, 0), None, DARK
        self._drawing, self.lamps = InstructionGroup(), Lamps()
        super().__init__(do, **rest)
        self.canvas.add(self._drawing)
        self.canvas.add(self.lamps)

    def show(self, slot: SlotReport | None, card: CardPicture | None, lamp: int, trying: bool) -> None:
        """What it reads (None: nothing was heard), the card's face, what its light does, whether the light is being tried."""
        now = (slot or SlotReport("", None, 0), card, lamp, trying)
        if now != (self._slot, self._card, self._lamp, self.chosen):
            self._slot, self._card, self._lamp, self.chosen = now
            self.draw()

    def tints(self) -> tuple[Rgba, Rgba]:
        """A slot whose light is tried."""
        return (TRIED, BRASS) if self.chosen else super().tints()

    def place(self) -> None:
        """Number and lamp above, card or status in the middle, code and contrast below."""
        self._drawing.clear()
        self.lamps.start()
        strip, middle, top = u(STRIP), self.x + self.width / 2, self.y + self.height
        paint_text(self._drawing, str(self._number), self.x + strip * 0.5, top - strip / 2, u(24), IVORY)
        self.lamps.put(self.x + self.width - strip * 0.62, top - strip / 2, strip * 0.72, self._lamp)
        if self.height < u(LOW):
            words, tint = slot_words(self._slot, self._faces())
            size = min(u(22), (self.width - 2 * strip) / max(3, len(said(words))) * 2.2)
            paint_text(self._drawing, words or "–", middle, top - strip / 2, size, tint)
        else:
            self._draw_card(middle, self.y + u(FOOT), self.height - strip - u(FOOT))
        if self._slot.status:
            self._draw_foot(middle)

    def _draw_foot(self, middle: float) -> None:
        """The code, where there is room for it, and the contrast."""
        slot, pad, number = self._slot, u(8), u(34)
        if self.height >= u(LOW):
            code = f"code {slot.code}" if slot.code is not None else "covered" if slot.status == OK else "no code"
            paint_text(self._drawing, code, middle, self.y + u(FOOT - 13), u(18), SAND)
        paint_contrast(self._drawing, self.x + pad, self.y + u(9), self.width - 2 * pad - number, u(11), slot.contrast)
        paint_text(self._drawing, str(slot.contrast), self.x + self.width - number * 0.6, self.y + u(14), u(18), IVORY)

    def _faces(self) -> dict[int, CardPicture]:
        return {} if self._card is None else {self._card.code: self._card}

    def _draw_card(self, middle: float, low: float, high: float) -> None:
        """The card's face where there is room, else number and move; without a card the word for what is read."""
        words, tint = slot_words(self._slot, self._faces())
        if self._card is None:
            self._say(words or "–", middle, low + high / 2, u(24), tint)
        elif high < u(ROOMY):
            size = min(u(34), high * 0.62)
            self._say(words, middle, low + high * 0.64, size, tint)
            self._say(MOVE_WORDS[self._card.move], middle, low + high * 0.18, min(u(18), high * 0.34), SAND)
        else:
            height = min(high - u(4), (self.width - u(16)) * 1.4)
            width = height / 1.4
            self._drawing.add(PushMatrix())
            self._drawing.add(Translate(middle - width / 2, low + (high - height) / 2))
            paint_card(self._drawing, self._card, width, height)
            self._drawing.add(PopMatrix())

    def _say(self, words: str, x: float, y: float, size: float, tint: Rgba) -> None:
        # `paint_text` neither wraps nor shrinks: each letter is taken for a little less than half as wide as it is high.
        paint_text(self._drawing, words, x, y, min(size, (self.width - u(8)) / max(1, len(said(words))) * 2.1), tint)
