"""The rows of the history: heads of sections, and what happened, one plate for each; the chosen one says why.

A turn can have two hundred rows: `Head` and `Happening` only know their heights, and what is drawn is made when it comes into sight.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from companion.session.view_menu import HistoryRow
from companion.ui.paint import paint_symbol
from companion.ui.symbols import SYMBOLS
from companion.ui.theme import BOLD_FONT, BRASS, BRASS_DARK, BRASS_LIGHT, PANEL, RAISED, SAND, SEAM, SMALL, TOUCH, Rgba, u
from companion.ui.widgets.badge import Token
from companion.ui.widgets.choice_plate import Signs, text_height
from companion.ui.widgets.pressable import Pressable
from companion.ui.widgets.sentence import Sentence
from companion.ui.widgets.text import Words

PAD, SIDE = 8, 30
"""Room around the words, and the side of a sign, as on the seven-inch panel."""
HEAD: Final = 30
"""Height of the head of a section, likewise."""


class Head:
    """The head of a section, such as a register."""

    def __init__(self, text: str) -> None:
        """What it says."""
        self.text = text

    def wanted(self, width: float) -> float:
        """One line."""
        return u(HEAD)

    def widget(self) -> Widget:
        """The words with a line behind them."""
        return HeadPlate(self.text)


class HeadPlate(Widget):
    """The head of a section as it is drawn."""

    def __init__(self, text: str, **rest: Any) -> None:
        """Further arguments are those of a Kivy widget."""
        super().__init__(**rest)
        self.words = Words(text, SMALL, bold=True, tint=BRASS_LIGHT, least=18)
        self._line = Rectangle()
        self.canvas.add(Color(*SEAM))
        self.canvas.add(self._line)
        self.add_widget(self.words)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: Any) -> None:
        self._line.pos, self._line.size = (self.x, self.y), (self.width, u(2))
        self.words.pos, self.words.size = (self.x, self.y + u(2)), (self.width, max(1, self.height - u(2)))


class Happening:
    """One thing that happened, as a row of the list."""

    def __init__(self, row: HistoryRow, chosen: bool, signs: Signs, do: Callable[[], object]) -> None:
        """`do` is called when it is touched."""
        self.row, self.chosen, self._signs, self._do = row, chosen, signs, do
        self._why = f"{row.rule}  {row.why}".strip()

    def fits(self, row: HistoryRow, chosen: bool, signs: Signs) -> bool:
        """Whether it is the same as it would be made for this; the list then keeps it, and its plate with it."""
        return (row, chosen, signs) == (self.row, self.chosen, self._signs)

    @property
    def names(self) -> Mapping[str, str]:
        """The clanks' names with their colours."""
        return {name: colour for name, colour, _ in self._signs.values()}

    @property
    def sign(self) -> tuple[str, str, str] | None:
        """Name, colour and shape of the clank that it concerns first, None where it concerns nobody."""
        return self._signs.get(self.row.seat) if self.row.seat is not None else None

    def texts(self, width: float) -> list[tuple[str, str, float]]:
        """The texts below each other as (which, text, height in pixels): what happened, who changed it, and why when it is chosen."""
        inner = width - 2 * u(PAD) - u(SIDE + PAD)
        told = text_height(self.row.words, SMALL, inner, BOLD_FONT, Sentence.LEADING)
        found = [("words", self.row.words, told)]
        if self.row.note:
            found.append(("note", self.row.note, text_height(self.row.note, 20, inner)))
        if self.chosen and self._why:
            found.append(("why", self._why, text_height(self._why, SMALL, inner) + u(4)))
        return found

    def wanted(self, width: float) -> float:
        """The height in pixels of all texts, at least what a finger needs."""
        return max(u(TOUCH), sum(height for _, _, height in self.texts(width)) + u(PAD) * 1.5)

    def widget(self) -> Widget:
        """Its plate."""
        return HappeningPlate(self, self._do)


class HappeningPlate(Pressable):
    """One thing that happened as it is drawn: sign, words, a hand where people changed something, and why when it is chosen."""

    def __init__(self, about: Happening, do: Callable[[], object], **rest: Any) -> None:
        """`do` is called on release."""
        self.about = about
        self.token = Token(*about.sign) if about.sign is not None else None
        self.words = Sentence(SMALL, least=18, upright="top")
        self.words.say(about.row.words, about.names)
        self.note = Words(about.row.note, 20, tint=BRASS_LIGHT, least=17, upright="top")
        self.why = Words(about._why if about.chosen else "", SMALL, tint=SAND, least=18, upright="top")
        super().__init__(do, **rest)
        self.chosen = about.chosen
        for child in (self.token, self.words, self.note, self.why):
            if child is not None:
                self.add_widget(child)

    def tints(self) -> tuple[Rgba, Rgba]:
        """The chosen one is raised and has a bright rim; its words keep their tints."""
        return self._ground, BRASS if self.chosen else SEAM if self.about.row.by_hand else RAISED

    @property
    def _ground(self) -> Rgba:
        return BRASS_DARK if self.state == "down" else RAISED if self.chosen else PANEL

    def place(self) -> None:
        """Sign left, the texts from top to bottom."""
        pad, side = u(PAD), u(SIDE)
        left, top = self.x + 2 * pad + side, self.y + self.height - pad * 0.75
        self.sign.clear()
        texts = self.about.texts(self.width)
        # A row that is no higher than a finger needs holds its words in its middle.
        spare = (self.height - pad * 1.5 - sum(height for _, _, height in texts)) / 2
        top -= max(0.0, spare)
        for name, _, height in texts:
            top -= height
            widget: Widget = {"words": self.words, "note": self.note, "why": self.why}[name]
            widget.pos, widget.size = (left, top), (max(1, self.x + self.width - pad - left), max(1, height))
        lead = self.y + self.height - pad - side if len(texts) > 1 else self.y + (self.height - side) / 2
        if self.token is not None:
            self.token.pos, self.token.size = (self.x + pad, lead), (side, side)
        if self.about.row.by_hand:
            low = lead if self.token is None else lead - side - u(4)
            paint_symbol(self.sign, SYMBOLS["hand"], self.x + pad, max(self.y + u(4), low), side, BRASS_LIGHT, self._ground)
