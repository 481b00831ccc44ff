"""The row of a list: texts on a plate after their signs; findings with remedies; large letters.

A row is a value that knows its height: its plate is made when it comes into sight, and a list keeps
the plate of a row that is equal to the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.named_tuples import NamedTuple
from companion.session.choices import DoctorRow
from companion.session.messages import Message
from companion.ui.paint import paint_symbol
from companion.ui.theme import (
    BAD,
    BODY,
    BOLD_FONT,
    BRASS_DARK,
    BRASS_LIGHT,
    GOOD,
    IVORY,
    PANEL,
    RAISED,
    SAND,
    SEAM,
    SMALL,
    TEXT_FONT,
    TOUCH,
    WARNING,
    Rgba,
    u,
)
from companion.ui.widgets.badge import paint_token
from companion.ui.widgets.fingers import Pressing
from companion.ui.widgets.label import Label, text_height
from companion.ui.widgets.panel import Plate, add_all, place_widget
from companion.ui.widgets.scroll_list import ScrollList, ScrollRow
from companion.ui.widgets.sentence import Sentence
from companion.words import Text, text

PAD, GAP, ASIDE = 8, 3, 104
"""Room around the texts, between them, and for the words beside the first one, as on the seven-inch
panel."""


class Lead(Protocol):
    """A sign before the texts of a row."""

    def paint(self, onto: InstructionGroup, x: float, y: float, side: float) -> None:
        """Paint it into the square of `side` pixels at (x, y)."""


class PieceLead(NamedTuple):
    """The sign of a piece."""

    name: str
    colour: str
    shape: str

    def paint(self, onto: InstructionGroup, x: float, y: float, side: float) -> None:
        paint_token(onto, *self, x, y, side)


class SymbolLead(NamedTuple):
    """One of `companion.ui.paint.SYMBOLS` in a tint."""

    symbol: str
    tint: Rgba

    def paint(self, onto: InstructionGroup, x: float, y: float, side: float) -> None:
        paint_symbol(onto, self.symbol, x, y, side, self.tint, PANEL)


class RowText(NamedTuple):
    """One of the texts of a row."""

    words: Text | str
    size: int = SMALL
    """The size of its letters, as on the seven-inch panel."""
    tint: Rgba = IVORY
    bold: bool = False
    names: Mapping[str, str] | None = None
    """The pieces' names with their colours: they and squares have special tints, and all letters
    are bold. None: plain words."""

    def height(self, width: float) -> float:
        """Return its height in pixels in so many pixels of width."""
        if self.names is not None:
            return text_height(self.words, self.size, width, BOLD_FONT, Sentence.LEADING)
        return text_height(self.words, self.size, width, BOLD_FONT if self.bold else TEXT_FONT)

    def widget(self) -> Label:
        if self.names is None:
            return Label(
                self.words, self.size, bold=self.bold, tint=self.tint, upright="top", least=18
            )
        sentence = Sentence(self.size, tint=self.tint, upright="top", least=18)
        sentence.say(self.words, self.names)
        return sentence


class ListRow(NamedTuple):
    """A row of a list.

    The texts are in the middle of its height. Signs are beside a single text in the middle, or
    beside several at the top.
    """

    texts: tuple[RowText, ...]
    leads: tuple[Lead, ...] = ()
    """Signs, one below the other."""
    side: int = 0
    """Side of the signs, as on the seven-inch panel: kept free without a sign."""
    aside: Text | str = ""
    """A few words at the right of the first text, such as the number of a rule."""
    pad: tuple[int, int] = (PAD, PAD)
    """Room left and right, and above and below."""
    rim: Rgba | None = SEAM
    """The tint of the rim; None: it has no plate."""
    chosen: bool = False
    """Raised, with a bright rim."""
    send: Callable[[Message], object] | None = None
    """Called with the message when it is touched."""
    message: Message | None = None
    about: Any = None
    """The thing that it shows, to find it in a list."""

    def inner(self, width: float) -> float:
        """Return the width for the texts, in pixels."""
        lead = u(self.side) + u(PAD) if self.side else 0
        return max(1.0, width - 2 * _px(self.pad[0]) - lead)

    def heights(self, width: float) -> list[float]:
        """Return the heights of the texts in pixels."""
        inner = self.inner(width)
        return [
            text.height(inner - (0 if at or not self.aside else u(ASIDE)))
            for at, text in enumerate(self.texts)
        ]

    def lead_height(self) -> float:
        """Return the height in pixels of all signs."""
        return len(self.leads) * u(self.side) + max(0, len(self.leads) - 1) * u(PAD) / 2

    def needed_height(self, width: float) -> float:
        """Return the height in pixels; at least that for a finger if it can be touched."""
        high = max(block_height(self.heights(width)), self.lead_height()) + 2 * _px(self.pad[1])
        return max(high, u(TOUCH) if self.message is not None else 0)

    def widget(self) -> ListPlate:
        return ListPlate(self) if self.message is None else ListButton(self)


def block_height(heights: list[float]) -> float:
    """Return the height in pixels of texts one below the other."""
    return sum(heights) + u(GAP) * max(0, len(heights) - 1)


def _px(size: int) -> float:
    """Return pixels, also for 0, of which `u` would make one."""
    return u(size) if size else 0.0


class ListPlate(Widget):
    """A row as it is drawn."""

    def __init__(self, row: ListRow, **rest: Any) -> None:
        super().__init__(**rest)
        self.row, self.texts = row, [text.widget() for text in row.texts]
        self.aside = Label(row.aside, SMALL, tint=SAND, align="right", upright="top", least=18)
        self._plate, self._leads = Plate(PANEL), InstructionGroup()
        if row.rim is not None:
            self.canvas.add(self._plate)
        self.canvas.after.add(self._leads)
        add_all(self, *self.texts, *([self.aside] if row.aside else []))
        self.bind(pos=self.draw, size=self.draw)

    def face(self) -> Rgba:
        """Return the tint of the plate: the chosen one is only raised, to be readable."""
        return RAISED if self.row.chosen else PANEL

    def draw(self, *_: Any) -> None:
        """Place the texts, and the signs beside them."""
        row, across, down = self.row, _px(self.row.pad[0]), _px(self.row.pad[1])
        self._plate.tint(self.face(), BRASS_LIGHT if row.chosen else row.rim or SEAM)
        self._plate.place(*self.pos, *self.size)
        side, inner, heights = _px(row.side), row.inner(self.width), row.heights(self.width)
        left = self.x + self.width - across - inner
        top = self.y + (self.height + block_height(heights)) / 2
        if row.aside:
            place_widget(self.aside, left + inner - u(ASIDE), top - u(BODY), u(ASIDE), u(BODY))
        for at, (words, high) in enumerate(zip(self.texts, heights, strict=True)):
            wide = inner - (u(ASIDE) if row.aside and not at else 0)
            top -= high
            place_widget(words, left, top, wide, high)
            top -= u(GAP)
        self._leads.clear()
        low = self.y + self.height - down
        if len(row.texts) == 1:
            low = self.y + (self.height + row.lead_height()) / 2
        for lead in row.leads:
            low -= side
            lead.paint(self._leads, self.x + across, low, side)
            low -= u(PAD) / 2


class ListButton(Pressing, ListPlate):
    """A row that sends its message when it is touched."""

    def __init__(self, row: ListRow) -> None:
        super().__init__(row=row, always_release=False)
        self.bind(state=self.draw)

    def on_release(self) -> None:
        if self.row.send is not None and self.row.message is not None:
            self.row.send(self.row.message)

    def face(self) -> Rgba:
        """Return another tint while a finger is on it."""
        return BRASS_DARK if self.state == "down" else super().face()


class FittedList(ScrollList):
    """A list in the largest letters that fit all its rows; in the smallest it may scroll."""

    def __init__(self, sizes: tuple[int, ...], gap: float) -> None:
        """Take sizes of the letters, the largest first."""
        super().__init__(gap=gap)
        self._sizes: Final = sizes
        self._make: Callable[[int], tuple[ScrollRow, ...]] = lambda _: ()
        self._least: tuple[ScrollRow, ...] = ()

    def show_rows(self, rows: Callable[[int], tuple[ScrollRow, ...]]) -> None:
        """Show rows, made by `rows` for a size of letters; equal ones change nothing."""
        least = rows(self._sizes[-1])
        if least != self._least:
            self._make, self._least = rows, least
            self._arrange_rows()

    def has_room(self, width: float, height: float) -> bool:
        """Return whether a box of so many pixels shows all rows in the smallest letters."""
        return sum(row.needed_height(width) + self._gap for row in self._least) <= height

    def _arrange_rows(self) -> None:
        self.show(self.first_fitting(self._make(size) for size in self._sizes), 0.0)

    def _resize(self, *_: object) -> None:
        """Choose the letters again for another window."""
        super()._resize()
        if self._least and min(self.size) > 1:
            self._arrange_rows()


LOOKS: Final[dict[str, tuple[str, Rgba]]] = {
    "fine": ("tick", GOOD),
    "note": ("page", WARNING),
    "bad": ("wrench", BAD),
    "": ("clock", SAND),
}
"""Symbol and tint of each state of the doctor's checks; "" is that of the verdict while checks
still run."""
SIDE: Final = 34
"""The side of symbol and sign, as on the seven-inch panel."""
LEAST: Final = 20
"""Size of the letters of a remedy, as on the seven-inch panel."""


def finding_row(
    lead: SymbolLead,
    words: Text | str,
    remedy: Text | str,
    size: int = SMALL,
    least: int = LEAST,
    *,
    quiet: bool = False,
    sign: PieceLead | None = None,
) -> ListRow:
    """Return a finding as a row of a list.

    Args:
        lead: Its symbol.
        words: What was found.
        remedy: What to do.
        size: Size of the letters of the finding.
        least: Size of the letters of the remedy.
        quiet: Whether all is fine, so that it has no rim.
        sign: The piece whose reader it is about.
    """
    texts = (RowText(words, size, bold=True), RowText(remedy, least, SAND))
    return ListRow(
        texts if remedy else texts[:1],
        (lead,) if sign is None else (sign, lead),
        SIDE,
        rim=SEAM if quiet else lead.tint,
    )


def check_row(row: DoctorRow, size: int = SMALL, least: int = LEAST) -> ListRow:
    """Return the finding of one of the doctor's checks, under its title."""
    return finding_row(
        SymbolLead(*LOOKS[row.state]),
        text("{title}: {words}", title=row.title, words=row.words),
        row.remedy,
        size,
        least,
        quiet=row.state == "fine",
    )
