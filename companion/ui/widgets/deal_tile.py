"""One seat before the deal: who it is, what hands must do at its reader, or that it is done.

The readers are watched meanwhile: the tile changes as soon as a card was taken out, and nobody need touch the screen.
"""
from __future__ import annotations

from typing import Any

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.session.view import DealRow
from companion.ui.paint import paint_symbol
from companion.ui.symbols import SYMBOLS
from companion.ui.theme import GOOD, HEADING, IVORY, LARGE, PANEL, RAISED, SEAM, WARNING, u
from companion.ui.widgets.badge import Token
from companion.ui.widgets.deal_slots import DealSlots
from companion.ui.widgets.panel import Plate
from companion.ui.widgets.text import Words

NARROW = 520
"""The width below which everything stands closer, as on the seven-inch panel."""
LONGEST = 44
"""Letters beyond which a sentence has to be said in fewer words where it is narrow."""


def brief_words(row: DealRow) -> str:
    """What hands must do, in as few words as can be: "Take out 1, 2 · put 490 back into 3"."""
    parts = [f"take out {', '.join(map(str, row.take))}"] * bool(row.take)
    named = [(slot, str(card.priority) if card is not None else "yours") for slot, card in row.put]
    parts += [f"put {', '.join(f'{name} back into {slot}' for slot, name in named)}"] * bool(named)
    words = " · ".join(parts) or row.words
    return words[:1].upper() + words[1:]


class DealTile(Widget):
    """A seat as a plate: its sign and name, what to do in words, its five slots, a tick once it is done.

    Done is a row without words (`DealRow.words`), which can be undone again by a hand at the reader.
    """

    def __init__(self, row: DealRow, **rest: Any) -> None:
        """Further arguments are those of a Kivy widget."""
        super().__init__(**rest)
        self._row, self._plate, self._tick = row, Plate(PANEL), InstructionGroup()
        self.canvas.add(self._plate)
        self.token = Token(row.name, row.colour, row.shape)
        self.name = Words(row.name, HEADING, bold=True, least=15, shorten=True, shorten_from="right", max_lines=1)
        self.words = Words("", LARGE, bold=True, least=15)
        self.slots = DealSlots(row)
        for child in (self.token, self.name, self.words, self.slots):
            self.add_widget(child)
        self.canvas.after.add(self._tick)
        self.bind(pos=self._place, size=self._place)
        self.show(row)

    def show(self, row: DealRow) -> None:
        """The same seat, later."""
        self._row = row
        self.token.show(row.name, row.colour, row.shape)
        self.name.text = row.name
        self.words.color = IVORY if row.words else GOOD
        self.slots.show(row)
        self._plate.tint(RAISED if row.words else PANEL, WARNING if row.words else SEAM)
        self._place()

    def _place(self, *_: Any) -> None:
        """Who on the left, the slots on the right, the words between them; the tick stands before them once all is done."""
        self._plate.place(*self.pos, *self.size)
        pad, narrow = u(8), self.width < u(NARROW)
        # Which words fit depends on the width, so that they are chosen here and not in `show`.
        long = narrow and len(self._row.words) > LONGEST
        self.words.text = (brief_words(self._row) if long else self._row.words) or "Done"
        left = self._place_who(pad, narrow)
        strip = min(self.width * (0.34 if narrow else 0.4), self.height * 3.2)
        right = self.x + self.width - pad - strip
        self.slots.pos, self.slots.size = (right, self.y + u(5)), (strip, max(1, self.height - u(10)))
        side = 0 if self._row.words else min(u(34), self.height * 0.5)
        self._tick.clear()
        if side:
            paint_symbol(self._tick, SYMBOLS["tick"], left, self.y + (self.height - side) / 2, side, GOOD, PANEL)
            left += side + pad
        self.words.pos, self.words.size = (left, self.y + u(3)), (max(1, right - left - pad), max(1, self.height - u(6)))

    def _place_who(self, pad: float, narrow: bool) -> float:
        """Sign and name, below each other where it is narrow; the x that is left for the rest."""
        name = u(24 if narrow else 34)
        if not narrow:
            side = min(self.height - pad, u(64))
            self.token.pos, self.token.size = (self.x + pad, self.y + (self.height - side) / 2), (side, side)
            self.name.pos, self.name.size = (self.x + 2 * pad + side, self.y + (self.height - name) / 2), (u(120), name)
            return self.x + 3 * pad + side + u(120)
        wide, side = u(88), max(1.0, min(self.height - name - pad, u(64)))
        self.name.pos, self.name.size = (self.x + pad, self.y + u(2)), (wide, name)
        self.token.pos, self.token.size = (self.x + pad + (wide - side) / 2, self.y + name + u(3)), (side, side)
        return self.x + 2 * pad + wide
