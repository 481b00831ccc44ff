"""What an acceptance run has found: a list that rolls, each finding with its reader's sign and what to do about it.

`Finding` is the row of a `Roll`, which knows its height; `FindingPlate` is made from it only when it comes into sight.
"""
from __future__ import annotations

from typing import Any, Final, NamedTuple

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.session.view_certify import CertifyLine, CertifySeat
from companion.ui.paint import SYMBOLS, paint_symbol
from companion.ui.theme import BAD, BOLD_FONT, IVORY, PANEL, SAND, SMALL, TOUCH, WARNING, u
from companion.ui.widgets.badge import Token
from companion.ui.widgets.panel import Plate
from companion.ui.widgets.text import Words, text_height

PAD, SIDE = 8, 34
"""Room around the words, and the side of sign and mark, as on the seven-inch panel."""
LEAST: Final = 20
"""The size of the letters that tell what to do, likewise."""


class Finding(NamedTuple):
    """A finding as a row of the list; `seat` is the reader that it is about."""

    line: CertifyLine
    seat: CertifySeat

    def parts(self, width: float) -> tuple[float, float]:
        """The heights in pixels of what was found and of what to do (0 for nothing), on a plate so many pixels wide."""
        inner = width - 3 * u(PAD) - u(SIDE)
        return text_height(self.line.words, SMALL, inner, BOLD_FONT), text_height(self.line.repair, LEAST, inner)

    def wanted(self, width: float) -> float:
        """Its height in pixels: both texts, but at least sign and mark below each other, and what a finger needs."""
        return max(u(TOUCH), 2 * u(SIDE) + 2.5 * u(PAD), sum(self.parts(width)) + u(PAD) * 2.5)

    def widget(self) -> Widget:
        """Its plate."""
        return FindingPlate(self)


class FindingPlate(Widget):
    """A finding as it is drawn: whose reader, how grave (a wrench where the table fails for it, else a page), what, and what to do."""

    def __init__(self, about: Finding, **rest: Any) -> None:
        """Further arguments are those of a Kivy widget."""
        super().__init__(**rest)
        self.about = about
        self._plate, self._mark = Plate(PANEL, BAD if about.line.grave else WARNING), InstructionGroup()
        self.canvas.add(self._plate)
        self.canvas.add(self._mark)
        self.token = Token(about.seat.name, about.seat.colour, about.seat.shape)
        self.words = Words(about.line.words, SMALL, bold=True, tint=IVORY, least=18, upright="top")
        self.repair = Words(about.line.repair, LEAST, tint=SAND, least=18, upright="top")
        for child in (self.token, self.words, self.repair):
            self.add_widget(child)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: Any) -> None:
        """Sign and mark below each other on the left, the texts beside them from the top."""
        self._plate.place(*self.pos, *self.size)
        pad, side = u(PAD), u(SIDE)
        top = self.y + self.height - pad
        self.token.pos, self.token.size = (self.x + pad, top - side), (side, side)
        self._mark.clear()
        name, tint = ("wrench", BAD) if self.about.line.grave else ("page", WARNING)
        paint_symbol(self._mark, SYMBOLS[name], self.x + pad, top - 2 * side - pad / 2, side, tint, PANEL)
        left = self.x + 2 * pad + side
        for widget, high in zip((self.words, self.repair), self.about.parts(self.width), strict=True):
            top -= high
            widget.pos, widget.size = (left, top), (max(1, self.x + self.width - pad - left), max(1, high))
            top -= pad / 2
