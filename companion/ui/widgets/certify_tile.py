"""One reader of the acceptance run among all: who it is, how far it is, by colour and by symbol; touched, it is the one that is shown.

The report has smaller ones of its own (`certify_verdict.SeatMark`), since its states are others.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.graphics import Color, InstructionGroup, RoundedRectangle

from companion.session.view_certify import CertifySeat
from companion.ui.paint import paint_symbol
from companion.ui.symbols import SYMBOLS
from companion.ui.theme import BRASS, BRASS_LIGHT, GOOD, NIGHT, PANEL, RAISED, SAND, SEAM, SMALL, WARNING, Rgba, u
from companion.ui.widgets.badge import Token
from companion.ui.widgets.pressable import Pressable
from companion.ui.widgets.text import Words

SIGNS: Final[dict[str, tuple[str, Rgba]]] = {
    "open": ("minus", SAND), "now": ("hand", BRASS_LIGHT), "done": ("tick", GOOD), "gone": ("warning", WARNING),
}
"""The symbol and tint of each state that a reader has while readers are tried, as in `CertifySeat.state`."""


def far_words(seat: CertifySeat) -> str:
    """How far a reader is, in words."""
    if seat.state == "gone":
        return "no answer"
    return "done" if seat.done == seat.steps else f"{seat.done} of {seat.steps}"


class CertifyTile(Pressable):
    """A reader as a plate with a bar that grows with the share of its tasks that are over."""

    def __init__(self, seat: CertifySeat, do: Callable[[], object], **rest: Any) -> None:
        """`do` is called on release."""
        self._seat = seat
        self.token = Token(seat.name, seat.colour, seat.shape)
        self.name = Words("", SMALL, bold=True, least=15, shorten=True, shorten_from="right", max_lines=1)
        self.far = Words("", 20, least=15)
        self._bar = InstructionGroup()
        super().__init__(do, **rest)
        self.canvas.add(self._bar)
        for child in (self.token, self.name, self.far):
            self.add_widget(child)

    def show(self, seat: CertifySeat) -> None:
        """The same reader, later."""
        self._seat = seat
        self.token.show(seat.name, seat.colour, seat.shape)
        self.name.text, self.far.text = f"{seat.seat}  {seat.name}", far_words(seat)
        self.draw()

    def tints(self) -> tuple[Rgba, Rgba]:
        """A reader that is gone has a rim of its own."""
        return RAISED if self.chosen else PANEL, BRASS if self.chosen else WARNING if self._seat.state == "gone" else SEAM

    def place(self) -> None:
        """Sign left, name and how far in the middle, symbol right, the bar below."""
        pad, bar = u(6), u(6)
        name, tint = SIGNS[self._seat.state]
        low, high = self.y + bar + u(8), self.height - bar - u(11)
        side, mark = min(high, u(46)), min(u(32), high * 0.7)
        self.token.pos, self.token.size = (self.x + pad, low + (high - side) / 2), (side, side)
        left, right = self.x + 2 * pad + side, self.x + self.width - pad - mark
        lines = min(high / 2, u(30))
        width, middle = max(1, right - left - pad), low + high / 2
        self.name.pos, self.name.size = (left, middle), (width, lines)
        self.far.pos, self.far.size, self.far.color = (left, middle - lines), (width, lines), tint
        self.sign.clear()
        paint_symbol(self.sign, SYMBOLS[name], right, low + (high - mark) / 2, mark, tint, PANEL)
        self._place_bar(self.x + pad, self.y + u(6), self.width - 2 * pad, bar, tint)

    def _place_bar(self, x: float, y: float, width: float, height: float, tint: Rgba) -> None:
        """The bar in its groove; without a task done there is the groove alone."""
        share = self._seat.done / self._seat.steps if self._seat.steps else 0
        self._bar.clear()
        for part, colour in ((1.0, NIGHT), (share, tint)):
            if part:
                self._bar.add(Color(*colour))
                # Shorter than it is high it could not have round ends.
                self._bar.add(RoundedRectangle(pos=(x, y), size=(max(height, width * part), height), radius=[height / 2]))
