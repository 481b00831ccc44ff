"""One reader among all on the page of the table test: who, what it is, how it is, its slots, its lights, its link.

It opens the reader; what can be done with it is to be found there.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kivy.graphics import Color, InstructionGroup, RoundedRectangle
from kivy.uix.widget import Widget

from companion.session.view import CardPicture, TableRow
from companion.signals import ALL_DARK, SLOTS, SlotReport
from companion.ui.paint import paint_text
from companion.ui.speech import said
from companion.ui.theme import BRASS, IVORY, NIGHT, SAND, SEAM, SMALL, WARNING, Rgba, u
from companion.ui.widgets.badge import Token
from companion.ui.widgets.lamp import Lamps
from companion.ui.widgets.pressable import Pressable
from companion.ui.widgets.table_words import brief_state, one_line, slot_words, state_tint
from companion.ui.widgets.text import Words

MOST_CONTRAST = 255
"""The brightest cell less the darkest, at most (`SlotReport.contrast`)."""


def paint_contrast(onto: InstructionGroup, x: float, y: float, width: float, height: float, contrast: int, tint: Rgba = BRASS) -> None:
    """Paint a contrast of 0-255 as a bar in its groove."""
    share = min(1.0, max(0.0, contrast / MOST_CONTRAST))
    for part, colour in ((1.0, SEAM), (share, tint)):
        if part:
            onto.add(Color(*colour))
            onto.add(RoundedRectangle(pos=(x, y), size=(max(height, width * part), height), radius=[height / 2]))


class ProbeStrip(Widget):
    """Five slots in small: lock light, what is read, the contrast as a bar; a dash and no bar while nothing was heard."""

    def __init__(self, **rest: Any) -> None:
        """Nothing is heard yet."""
        super().__init__(**rest)
        self._slots: tuple[tuple[SlotReport | None, int, str, Rgba], ...] = ()
        self.lamps, self._drawing = Lamps(), InstructionGroup()
        self.canvas.add(self._drawing)
        self.canvas.add(self.lamps)
        self.bind(pos=self._draw, size=self._draw)

    def show(self, row: TableRow, cards: Mapping[int, CardPicture]) -> None:
        """What a reader shows now."""
        reports = row.report.slots if row.report is not None else (None,) * SLOTS
        lamps = row.lamps or ALL_DARK
        words = (slot_words(slot, cards, short=True) if slot is not None else ("–", SAND) for slot in reports)
        slots = tuple((slot, lamp, *shown) for slot, lamp, shown in zip(reports, lamps, words, strict=False))
        if slots != self._slots:
            self._slots = slots
            self._draw()

    def _draw(self, *_: Any) -> None:
        """For each slot its lamp above, and below it on a plate what is read over the bar."""
        self._drawing.clear()
        self.lamps.start()
        share, lamp, bar = self.width / SLOTS, min(u(18), self.height * 0.32), u(5)
        for at, (slot, burning, words, tint) in enumerate(self._slots):
            x, wide = self.x + at * share + u(2), share - u(4)
            self.lamps.put(x + wide / 2, self.y + self.height - lamp / 2, lamp * 0.84, burning)
            plate = self.height - lamp - u(2)
            self._drawing.add(Color(*NIGHT))
            self._drawing.add(RoundedRectangle(pos=(x, self.y), size=(wide, plate), radius=[u(3)]))
            # `paint_text` neither wraps nor shrinks: each letter is taken for a little less than half as wide as it is high.
            size = min(u(20), wide / max(3, len(said(words))) * 2.2, (plate - bar - u(3)) * 0.98)
            paint_text(self._drawing, words, x + wide / 2, self.y + bar + u(3) + (plate - bar - u(3)) / 2, size, tint)
            if slot is not None:
                paint_contrast(self._drawing, x + u(3), self.y + u(3), wide - u(6), bar, slot.contrast)


class TableTile(Pressable):
    """A reader as a plate that opens it."""

    def __init__(self, row: TableRow, do: Callable[[], object], **rest: Any) -> None:
        """`do` is called on release."""
        self._row = row
        self.token = Token(row.name, row.colour, row.shape)
        self.name = Words(row.name, SMALL, bold=True, tint=IVORY, least=15, shorten=True, shorten_from="right", max_lines=1)
        self.state_words = Words("", 20, least=15, shorten=True, shorten_from="right", max_lines=1)
        self.link = Words("", 18, tint=SAND, least=15)
        self.strip = ProbeStrip()
        super().__init__(do, **rest)
        for child in (self.token, self.name, self.state_words, self.link, self.strip):
            self.add_widget(child)

    def show(self, row: TableRow, cards: Mapping[int, CardPicture]) -> None:
        """The same seat, later."""
        self._row = row
        self.token.show(row.name, row.colour, row.shape)
        self.name.text = f"{row.seat}  {row.name}"
        self.state_words.text, self.state_words.color = brief_state(row), state_tint(row)
        self.link.text = one_line(row)
        self.strip.show(row, cards)
        self.draw()

    def tints(self) -> tuple[Rgba, Rgba]:
        """A reader that wants a hand is told from the others."""
        return (NIGHT, WARNING) if self._row.remedy else super().tints()

    def place(self) -> None:
        """Sign, name and state left, slots right, the link below."""
        pad, link = u(6), u(22)
        high = self.height - link - u(5)
        low = self.y + link + u(2)
        strip = self.width * 0.46
        side = min(high, u(44))
        self.token.pos, self.token.size = (self.x + pad, low + (high - side) / 2), (side, side)
        left = self.x + 2 * pad + side
        width = max(1, self.x + self.width - strip - 2 * pad - left)
        self.name.pos, self.name.size = (left, low + high * 0.5), (width, high * 0.5)
        self.state_words.pos, self.state_words.size = (left, low), (width, high * 0.5)
        self.strip.pos, self.strip.size = (self.x + self.width - strip - pad, low + u(1)), (strip, max(1, high - u(2)))
        self.link.pos, self.link.size = (self.x + pad, self.y + u(2)), (max(1, self.width - 2 * pad), link)
