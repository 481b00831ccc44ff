"""What was found, by the doctor, in an acceptance run or of updates: rows of a list that rolls, each with what to do about it.

`FindingRow` is the row of a `Roll`, which knows its height; `FindingPlate` is made from it only when it comes into sight.
"""

from __future__ import annotations

from typing import Any, Final

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.named_tuples import NamedTuple
from companion.session.choices import DoctorRow
from companion.ui.paint import paint_symbol
from companion.ui.theme import (
    BAD,
    BOLD_FONT,
    GOOD,
    IVORY,
    PANEL,
    SAND,
    SEAM,
    SMALL,
    TOUCH,
    WARNING,
    Rgba,
    u,
)
from companion.ui.widgets.badge import Token
from companion.ui.widgets.panel import Plate, fill, put
from companion.ui.widgets.text import Words, text_height
from companion.words import Text, text

LOOKS: Final[dict[str, tuple[str, Rgba]]] = {
    "fine": ("tick", GOOD),
    "note": ("page", WARNING),
    "bad": ("wrench", BAD),
    "": ("clock", SAND),
}
"""Symbol and tint of each state of the doctor's checks; "" is that of the verdict while the checks still look."""
PAD, SIDE = 8, 34
"""Room around the words, and the side of symbol and sign, as on the seven-inch panel."""
LEAST: Final = 20
"""The size of the letters that tell what to do, likewise."""


class FindingRow(NamedTuple):
    """A finding as a row of the list: its symbol in a tint, what was found and what to do, with the sizes of both, and whose reader it is about.

    `piece` are name, colour and shape. What is `quiet` is fine, and has no rim of its own.
    """

    symbol: str
    tint: Rgba
    words: Text | str
    remedy: Text | str
    size: int = SMALL
    least: int = LEAST
    quiet: bool = False
    sign: tuple[str, str, str] | None = None

    def parts(self, width: float) -> tuple[float, float]:
        """The heights in pixels of both texts on a plate so many pixels wide, 0 for one that is empty."""
        inner = width - 3 * u(PAD) - u(SIDE)
        return text_height(self.words, self.size, inner, BOLD_FONT), text_height(
            self.remedy, self.least, inner
        )

    def wanted(self, width: float) -> float:
        """Its height in pixels: both texts, and at least sign and symbol below each other, or what a finger needs."""
        signs = 2 * u(SIDE) + 2.5 * u(PAD) if self.sign is not None else 0
        return max(u(TOUCH), signs, sum(self.parts(width)) + u(PAD) * 2.5)

    def widget(self) -> Widget:
        """Its plate."""
        return FindingPlate(self)


def checked(row: DoctorRow, size: int = SMALL, least: int = LEAST) -> FindingRow:
    """What one of the doctor's checks has found, under its title."""
    return FindingRow(
        *LOOKS[row.state],
        text("{title}: {words}", title=row.title, words=row.words),
        row.remedy,
        size,
        least,
        quiet=row.state == "fine",
    )


class FindingPlate(Widget):
    """A finding as it is drawn."""

    def __init__(self, about: FindingRow, **rest: Any) -> None:
        """Further arguments are those of a Kivy widget."""
        super().__init__(**rest)
        self.about = about
        self._plate, self._mark = (
            Plate(PANEL, SEAM if about.quiet else about.tint),
            InstructionGroup(),
        )
        self.canvas.add(self._plate)
        self.canvas.add(self._mark)
        self.token = Token(*about.sign) if about.sign is not None else None
        self.words = Words(about.words, about.size, bold=True, tint=IVORY, least=18, upright="top")
        self.remedy = Words(about.remedy, about.least, tint=SAND, least=18, upright="top")
        fill(self, self.words, self.remedy, *([self.token] if self.token is not None else []))
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: Any) -> None:
        """Sign and symbol below each other on the left, from the top; the texts beside them."""
        self._plate.place(*self.pos, *self.size)
        pad, side, heights = u(PAD), u(SIDE), self.about.parts(self.width)
        left, low = self.x + pad, self.y + self.height - pad - side
        if self.token is not None:
            put(self.token, left, low, side, side)
            low -= side + pad / 2
        self._mark.clear()
        paint_symbol(self._mark, self.about.symbol, left, low, side, self.about.tint, PANEL)
        # A row that is higher than its words holds them in its middle.
        top = self.y + self.height - max(pad, (self.height - sum(heights) - pad / 2) / 2)
        for widget, high in zip((self.words, self.remedy), heights, strict=True):
            top -= high
            put(widget, left + pad + side, top, self.width - 3 * pad - side, high)
            top -= pad / 2
