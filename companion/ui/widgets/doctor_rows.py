"""What the doctor has found: rows of a list that rolls, each with its state as symbol and tint, what was found, and what to do about it.

`Found` is the row of a `Roll`, which knows its height; `FoundPlate` is made from it only when it comes into sight.
"""
from __future__ import annotations

from typing import Any, Final, NamedTuple

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.session.view_doctor import DoctorRow
from companion.ui.paint import SYMBOLS, paint_symbol
from companion.ui.theme import BAD, BOLD_FONT, GOOD, IVORY, PANEL, SAND, SEAM, SMALL, TOUCH, WARNING, Rgba, u
from companion.ui.widgets.panel import Plate
from companion.ui.widgets.text import Words, text_height

LOOKS: Final[dict[str, tuple[str, Rgba]]] = {"fine": ("tick", GOOD), "note": ("page", WARNING), "bad": ("wrench", BAD), "": ("clock", SAND)}
"""Symbol and tint of each state; "" is that of the verdict while the checks still look."""
PAD, SIDE = 8, 34
"""Room around the words, and the side of the symbol, as on the seven-inch panel."""
LEAST: Final = 20
"""The size of the letters that tell what to do, likewise."""


class Found(NamedTuple):
    """A finding as a row of the list, with the sizes of its letters, those that say what to do last."""

    row: DoctorRow
    size: int = SMALL
    least: int = LEAST

    @property
    def texts(self) -> tuple[str, str]:
        """What was found under its title, and what to do about it."""
        return f"{self.row.title}: {self.row.words}", self.row.remedy

    def parts(self, width: float) -> tuple[float, float]:
        """The heights in pixels of both texts on a plate so many pixels wide, 0 for one that is empty."""
        inner, (words, remedy) = width - 3 * u(PAD) - u(SIDE), self.texts
        return text_height(words, self.size, inner, BOLD_FONT), text_height(remedy, self.least, inner)

    def wanted(self, width: float) -> float:
        """Its height in pixels: both texts, and at least what a finger needs."""
        return max(u(TOUCH), sum(self.parts(width)) + u(PAD) * 2.5)

    def widget(self) -> Widget:
        """Its plate."""
        return FoundPlate(self)


class FoundPlate(Widget):
    """A finding as it is drawn; what is fine has a quiet rim."""

    def __init__(self, about: Found, **rest: Any) -> None:
        """Further arguments are those of a Kivy widget."""
        super().__init__(**rest)
        self.about = about
        self.look = LOOKS[about.row.state]
        self._plate, self._mark = Plate(PANEL, SEAM if about.row.state == "fine" else self.look[1]), InstructionGroup()
        self.canvas.add(self._plate)
        self.canvas.add(self._mark)
        words, remedy = about.texts
        self.words = Words(words, about.size, bold=True, tint=IVORY, least=18, upright="top")
        self.remedy = Words(remedy, about.least, tint=SAND, least=18, upright="top")
        for child in (self.words, self.remedy):
            self.add_widget(child)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: Any) -> None:
        """Symbol on the left, at the top; the texts beside it."""
        self._plate.place(*self.pos, *self.size)
        pad, side = u(PAD), u(SIDE)
        heights = self.about.parts(self.width)
        # A row that is no higher than a finger needs holds its words in its middle.
        top = self.y + self.height - max(pad, (self.height - sum(heights) - pad / 2) / 2)
        self._mark.clear()
        name, tint = self.look
        paint_symbol(self._mark, SYMBOLS[name], self.x + pad, self.y + self.height - pad - side, side, tint, PANEL)
        left = self.x + 2 * pad + side
        for widget, high in zip((self.words, self.remedy), heights, strict=True):
            top -= high
            widget.pos, widget.size = (left, top), (max(1, self.x + self.width - pad - left), max(1, high))
            top -= pad / 2
