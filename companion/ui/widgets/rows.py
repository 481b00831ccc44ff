"""The row of a list: signs and texts in rows and columns on a plate; findings; large letters.

A row is a value that knows its height: its plate is made when it comes into sight, and a list keeps
the plate of a row that is equal to the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Protocol, TypeAlias

from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.uix.widget import Widget

from companion.named_tuples import NamedTuple
from companion.session.choices import DoctorRow
from companion.session.messages import Message
from companion.ui.layout import Area
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
    letter_scale,
    u,
)
from companion.ui.widgets.badge import paint_token
from companion.ui.widgets.fingers import Pressing
from companion.ui.widgets.label import SHORTENED, Label, measure, text_height
from companion.ui.widgets.panel import Plate, add_all, place_widget
from companion.ui.widgets.scroll_list import ScrollList, ScrollRow
from companion.ui.widgets.sentence import Sentence
from companion.words import Text, text

PAD, GAP, ASIDE = 8, 3, 104
"""Room around the parts of a row and between those side by side; between those one below the other;
and width of the words beside a title, as on the seven-inch panel."""


SPARE: Final = SHORTENED + 1
"""Pixels beyond its letters that a line needs in which it may have dots."""


class Lead(Protocol):
    """A sign in a row."""

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
    """One of `companion.ui.paint.SYMBOLS` in a tint, as it looks on a plate."""

    symbol: str
    tint: Rgba
    plate: Rgba = PANEL

    def paint(self, onto: InstructionGroup, x: float, y: float, side: float) -> None:
        paint_symbol(onto, self.symbol, x, y, side, self.tint, self.plate)


class RowSign(NamedTuple):
    """A sign as a part of a row; without a lead its room stays free."""

    lead: Lead | None
    side: int
    """As on the seven-inch panel."""
    width: int = 0
    """The width that it takes, as on the seven-inch panel; 0: its side."""
    weight: float = 0.0
    """It takes none of what others leave."""

    def fixed_width(self) -> float | None:
        """Return its width in pixels."""
        return u(self.width or self.side)

    def needed_width(self) -> float:
        """Return its width in pixels."""
        return u(self.width or self.side)

    def height(self, width: float) -> float:
        """Return its height in pixels."""
        return _px(self.side)

    def place(self, area: Area) -> Iterator[tuple[RowSign | RowText, Area]]:
        """Yield it with its square, in the middle of an area."""
        side = min(_px(self.side), area.height)
        left, low = area.x + (area.width - side) / 2, area.y + (area.height - side) / 2
        yield self, Area(left, low, side, side)


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
    wrapped: int = 0
    """The size of letters in which its lines are counted if one is not enough; 0: `size`. It has
    room for so many lines of `size`, and is in the largest letters that need no more."""
    align: str = "left"
    cut: str = ""
    """Where it has dots if it does not fit in one line, center or right; "" if it wraps."""
    width: float = 0
    """Its width beside others, as on the seven-inch panel; 0: what others leave; `FIT`: that of its
    words."""
    weight: float = 1.0
    """Its share of what others leave."""
    least: int = 0
    """The width at which it may have dots, as on the seven-inch panel; 0: it needs none."""

    def _font(self) -> tuple[str, float]:
        """Return its font, and the height of a line as a share of the font's own."""
        if self.names is not None:
            return BOLD_FONT, Sentence.LEADING
        return BOLD_FONT if self.bold else TEXT_FONT, Label.LEADING

    def line(self) -> tuple[float, float]:
        """Return its width and height in pixels in one line."""
        font, leading = self._font()
        return measure(self.words, round(u(self.size) * letter_scale()), font, None, leading)

    def fixed_width(self) -> float | None:
        """Return its width in pixels, None for its share of what others leave."""
        return self.line()[0] + SPARE if self.width == FIT else _fixed_width(self.width)

    def needed_width(self) -> float:
        """Return the width in pixels that it needs in one line."""
        if self.width > 0:
            return u(self.width)
        line = self.line()[0]
        return (min(line, u(self.least)) if self.least else line) + SPARE

    def height(self, width: float) -> float:
        """Return its height in pixels in so many pixels of width."""
        font, leading = self._font()
        if self.cut:
            return self.line()[1]
        if self.wrapped and self.line()[0] > width:
            lines = text_height(self.words, self.wrapped, width, font, leading)
            return lines * self.size / self.wrapped
        return text_height(self.words, self.size, width, font, leading)

    def place(self, area: Area) -> Iterator[tuple[RowSign | RowText, Area]]:
        """Yield it with its area."""
        yield self, area

    def widget(self) -> Label:
        if self.names is not None:
            sentence = Sentence(self.size, tint=self.tint, least=18)
            sentence.say(self.words, self.names)
            return sentence
        return Label(
            self.words,
            self.size,
            bold=self.bold,
            tint=self.tint,
            align=self.align,
            least=18,
            cut=self.cut,
        )


FIT: Final = -1.0
"""The width of a text that is as wide as its words."""


class Stacked(NamedTuple):
    """Parts of a row, one below the other."""

    parts: tuple[RowPart, ...]
    gap: float = GAP
    """Pixels between them, as on the seven-inch panel; below 0 their boxes overlap."""
    width: float = 0
    """Its width beside others, as on the seven-inch panel; 0: what others leave."""
    weight: float = 1.0
    """Its share of what others leave."""

    def fixed_width(self) -> float | None:
        """Return its width in pixels, None for its share of what others leave."""
        return _fixed_width(self.width)

    def needed_width(self) -> float:
        """Return the width in pixels of the widest part in one line."""
        return max(part.needed_width() for part in self.parts)

    def height(self, width: float) -> float:
        """Return the height in pixels of all parts."""
        heights = [part.height(width) for part in self.parts]
        return max(0.0, sum(heights) + _px(self.gap) * (len(heights) - 1))

    def place(self, area: Area) -> Iterator[tuple[RowSign | RowText, Area]]:
        """Yield all leaves with their areas, in the middle of an area, less high in a low one."""
        needed = self.height(area.width)
        share = min(1.0, area.height / needed) if needed else 1.0
        top = area.y + (area.height + needed * share) / 2
        for part in self.parts:
            high = part.height(area.width) * share
            top -= high
            yield from part.place(Area(area.x, top, area.width, high))
            top -= _px(self.gap) * share


class Beside(NamedTuple):
    """Parts of a row, side by side."""

    parts: tuple[RowPart, ...]
    gap: float = PAD
    """Pixels between them, as on the seven-inch panel."""
    at_top: bool = False
    """Whether they begin at the same height; otherwise their middles do."""
    weight: float = 1.0

    def fixed_width(self) -> float | None:
        """Return None: it takes its share of what others leave."""
        return None

    def needed_width(self) -> float:
        """Return the width in pixels that all parts need in one line."""
        gaps = _px(self.gap) * (len(self.parts) - 1)
        return gaps + sum(part.needed_width() for part in self.parts)

    def widths(self, width: float) -> list[float]:
        """Return the widths of the parts in so many pixels.

        A text that may be cut and has a fixed width gives way to those that take what is left.
        """
        fixed = [part.fixed_width() for part in self.parts]
        spare, weights, cut_at = width - _px(self.gap) * (len(fixed) - 1), 0.0, -1
        for at, (part, one) in enumerate(zip(self.parts, fixed, strict=True)):
            if one is None:
                weights += part.weight
                continue
            spare -= one
            if isinstance(part, RowText) and part.cut:
                cut_at = at
        if cut_at >= 0:
            sharing = (part for part, one in zip(self.parts, fixed, strict=True) if one is None)
            needed = sum(one.line()[0] for one in sharing if isinstance(one, RowText))
            lacking = max(0.0, needed + SPARE - spare)
            fixed[cut_at], spare = (fixed[cut_at] or 0.0) - lacking, spare + lacking
        return [
            max(1.0, spare * part.weight / weights if one is None else one)
            for part, one in zip(self.parts, fixed, strict=True)
        ]

    def height(self, width: float) -> float:
        """Return the height in pixels of the highest part."""
        widths = self.widths(width)
        return max([part.height(wide) for part, wide in zip(self.parts, widths, strict=True)])

    def place(self, area: Area) -> Iterator[tuple[RowSign | RowText, Area]]:
        """Yield all leaves with their areas, in the middle of an area."""
        whole = min(area.height, self.height(area.width))
        low, left = area.y + (area.height - whole) / 2, area.x
        for part, wide in zip(self.parts, self.widths(area.width), strict=True):
            high = min(whole, part.height(wide))
            below = (whole - high) / (1 if self.at_top else 2)
            yield from part.place(Area(left, low + below, wide, high))
            left += wide + _px(self.gap)


RowPart: TypeAlias = RowSign | RowText | Stacked | Beside


def _leaves(part: RowPart) -> Iterator[RowSign | RowText]:
    """Yield the signs and texts of a part in the order in which it places them."""
    if isinstance(part, Stacked | Beside):
        for one in part.parts:
            yield from _leaves(one)
    else:
        yield part


def _fixed_width(width: float) -> float | None:
    return u(width) if width else None


def _px(size: float) -> float:
    """Return pixels, also for 0 and less, of which `u` would make one."""
    return u(size) if size > 0 else -u(-size) if size else 0.0


def with_signs(texts: tuple[RowPart, ...], leads: tuple[Lead, ...] = (), side: int = 0) -> RowPart:
    """Return texts one below the other, after signs one below the other.

    Signs are beside a single text in the middle, or beside several at the top.

    Args:
        texts: The texts.
        leads: The signs.
        side: Side of the signs, as on the seven-inch panel: kept free without a sign.
    """
    words = texts[0] if len(texts) == 1 else Stacked(texts)
    if not side:
        return words
    signs = tuple(RowSign(lead, side) for lead in leads or (None,))
    column = signs[0] if len(signs) == 1 else Stacked(signs, PAD / 2, side)
    return Beside((column, words), at_top=len(texts) > 1)


def titled(title: Text | str, aside: Text | str) -> RowPart:
    """Return a title, with a few words at the right end such as the number of a rule."""
    words = RowText(title, BODY, BRASS_LIGHT, bold=True)
    number = RowText(aside, 20, SAND, align="right", width=ASIDE)
    return Beside((words, number), gap=0, at_top=True) if aside else words


class ListRow(NamedTuple):
    """A row of a list."""

    content: RowPart
    """Signs and texts in rows and columns, in the middle of its height."""
    pad: tuple[float, float] = (PAD, PAD)
    """Room left and right, and above and below."""
    face: Rgba = PANEL
    """The tint of its plate."""
    rim: Rgba | None = SEAM
    """The tint of the rim; None: it has no plate."""
    chosen: bool = False
    """Raised, with a bright rim."""
    ruled: bool = False
    """Whether a line is below it."""
    least: int = TOUCH
    """Its least height if it can be touched, as on the seven-inch panel."""
    fixed: int = 0
    """Its height if that does not depend on its content, as on the seven-inch panel."""
    send: Callable[[Any], object] | None = None
    """Called with the message when it is touched; it takes the class of that message."""
    message: Message | None = None
    about: Any = None
    """The thing that it shows, to find it in a list."""

    @property
    def leaves(self) -> list[RowSign | RowText]:
        """Return its signs and texts from the left to the right, each column from the top."""
        return list(_leaves(self.content))

    @property
    def texts(self) -> list[RowText]:
        """Return its texts, in the same order."""
        return [leaf for leaf in self.leaves if isinstance(leaf, RowText)]

    def inner(self, width: float) -> float:
        """Return the width for the content, in pixels."""
        return max(1.0, width - 2 * _px(self.pad[0]))

    def needed_height(self, width: float) -> float:
        """Return the height in pixels; at least that for a finger if it can be touched."""
        if self.fixed:
            return u(self.fixed)
        high = self.content.height(self.inner(width)) + 2 * _px(self.pad[1])
        return max(high, u(self.least) if self.message is not None else 0)

    def widget(self) -> ListPlate:
        return ListPlate(self) if self.message is None else ListButton(self)


def head_row(words: Text | str, high: int, *, ruled: bool = False, about: Any = None) -> ListRow:
    """Return the head of a section as a row, `high` as on the seven-inch panel."""
    head = RowText(words, SMALL, BRASS_LIGHT, bold=True)
    return ListRow(head, (0, 0), rim=None, ruled=ruled, fixed=high, about=about)


class ListPlate(Widget):
    """A row as it is drawn."""

    def __init__(self, row: ListRow, **rest: Any) -> None:
        super().__init__(**rest)
        self.row = row
        self.texts = [text.widget() for text in row.texts]
        self._plate, self._leads = Plate(row.face), InstructionGroup()
        self._places: tuple[tuple[RowSign | RowText, Area], ...] = ()
        self._placed_for = (0.0, 0.0)
        if row.rim is not None:
            self.canvas.add(self._plate)
        self.canvas.after.add(self._leads)
        add_all(self, *self.texts)
        self.bind(pos=self.draw, size=self.draw)

    def face(self) -> Rgba:
        """Return the tint of the plate: the chosen one is only raised, to be readable."""
        return RAISED if self.row.chosen else self.row.face

    def draw(self, *_: Any) -> None:
        """Place the texts, and paint the signs."""
        row, (across, down), (x, y) = self.row, map(_px, self.row.pad), self.pos
        self._plate.tint(self.face(), BRASS_LIGHT if row.chosen else row.rim or SEAM)
        self._plate.place(*self.pos, *self.size)
        if (self.width, self.height) != self._placed_for:
            # A row that only moves, as in a list that scrolls, keeps its layout.
            self._placed_for = (self.width, self.height)
            inner = Area(across, down, row.inner(self.width), self.height - 2 * down)
            self._places = tuple(row.content.place(inner))
        widgets = iter(self.texts)
        self._leads.clear()
        for leaf, area in self._places:
            if isinstance(leaf, RowText):
                place_widget(next(widgets), x + area.x, y + area.y, area.width, area.height)
            elif leaf.lead is not None:
                leaf.lead.paint(self._leads, x + area.x, y + area.y, area.height)
        if row.ruled:
            self._leads.add(Color(*SEAM))
            self._leads.add(Rectangle(pos=(x, y), size=(self.width, u(2))))


class ListButton(Pressing, ListPlate):
    """A row that sends its message when it is touched."""

    def __init__(self, row: ListRow, **rest: Any) -> None:
        self.do, self.message = row.send, row.message
        super().__init__(row=row, always_release=False, **rest)
        self.bind(state=self.draw)

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
    leads = (lead,) if sign is None else (sign, lead)
    return ListRow(
        with_signs(texts if remedy else texts[:1], leads, SIDE),
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
