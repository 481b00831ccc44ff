"""One slot of a touch reader as it is drawn: its number, its lock light, its bed for a card, and what is wrong with it.

Locked slots [6.3] have a red rim, a padlock on the lamp and, where there is room, a word: nobody need tell red from brass.
"""
from __future__ import annotations

from typing import Any

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.session.view import SlotPicture
from companion.ui.paint import SYMBOLS, paint_symbol, paint_text
from companion.ui.theme import BRASS, BRASS_LIGHT, INK, IVORY, LAMP, NIGHT, PANEL, RAISED, SEAM, SMALL, WARNING, Rgba, u
from companion.ui.widgets.card import paint_back
from companion.ui.widgets.lamp import Lamps
from companion.ui.widgets.panel import Plate
from companion.ui.widgets.reader_desk import LAMP as STRIP
from companion.ui.widgets.text import Words

PLAIN, NEXT, AIMED = "plain", "next", "aimed"
"""A slot as such, the one that the next touched card goes to, the one that a dragged card is over."""


class SlotBed(Widget):
    """The bed of one slot; the card that lies in it is drawn by whoever holds the cards, unless it is covered.

    Covered is one that lies there without a face: the hand is hidden, or it cannot be read.
    """

    def __init__(self, number: int, **rest: Any) -> None:
        """`number` from 1; further arguments are those of a Kivy widget."""
        super().__init__(**rest)
        self._number, self._slot, self._role = number, SlotPicture(None, False, False, ""), PLAIN
        self._plate, self._drawing, self.lamps = Plate(NIGHT, SEAM), InstructionGroup(), Lamps()
        for drawing in (self._plate, self._drawing, self.lamps):
            self.canvas.add(drawing)
        self.fault = Words("", SMALL, bold=True, tint=WARNING, align="center", least=16)
        self.bind(pos=self._draw, size=self._draw)

    def show(self, slot: SlotPicture, role: str) -> None:
        """What lies here, and PLAIN, NEXT or AIMED."""
        if (slot, role) == (self._slot, self._role):
            return
        self._slot, self._role = slot, role
        self.fault.text = slot.fault
        if slot.fault and self.fault.parent is None:
            self.add_widget(self.fault)
        elif not slot.fault and self.fault.parent is not None:
            self.remove_widget(self.fault)
        self._draw()

    def _rim(self) -> Rgba:
        """The tint of its rim: a fault before a lock, a lock before what a card would do."""
        if self._slot.fault:
            return WARNING
        if self._slot.locked:
            return LAMP
        return {PLAIN: SEAM, NEXT: BRASS, AIMED: BRASS_LIGHT}[self._role]

    def _draw(self, *_: Any) -> None:
        """Number and lamp in the strip above, the bed below it, a fault in words at its foot."""
        self._plate.tint({PLAIN: NIGHT, NEXT: PANEL, AIMED: RAISED}[self._role], self._rim())
        self._plate.place(*self.pos, *self.size)
        self._drawing.clear()
        strip = u(STRIP)
        middle, top = self.x + self.width / 2, self.y + self.height
        self.lamps.start()
        self.lamps.put(self.x + self.width - strip * 0.58, top - strip / 2, strip * 0.7, self._slot.lamp)
        paint_text(self._drawing, str(self._number), self.x + strip * 0.5, top - strip / 2, u(24), IVORY)
        # In a narrow slot it would run into number and lamp; the padlock on the lamp says it there.
        if self._slot.locked and self.width > u(100):
            paint_text(self._drawing, "LOCKED", middle - u(2), top - strip / 2, u(17), LAMP)
        self._draw_bed(middle, (self.height - strip) / 2, strip)
        self.fault.pos, self.fault.size = (self.x + u(6), self.y + u(4)), (max(1, self.width - u(12)), u(52))

    def _draw_bed(self, middle: float, up: float, strip: float) -> None:
        """The back of a covered card, or the sign of an empty slot; a fault has its sign in the strip, and words."""
        if self._slot.filled and self._slot.card is None:
            width = min(self.width * 0.6, u(70))
            paint_back(self._drawing, middle - width / 2, self.y + up - width * 0.7, width, width * 1.4)
        elif not self._slot.filled and not self._slot.fault:
            tint = BRASS_LIGHT if self._role != PLAIN else SEAM
            sign = "south" if self._role != PLAIN else "plus"
            side = min(self.width * 0.4, (self.height - strip) * 0.4)
            paint_symbol(self._drawing, SYMBOLS[sign], middle - side / 2, self.y + up - side / 2, side, tint, INK)
        if self._slot.fault:
            side = u(24)
            paint_symbol(self._drawing, SYMBOLS["warning"], middle - side / 2, self.y + self.height - strip / 2 - side / 2, side, WARNING, NIGHT)
