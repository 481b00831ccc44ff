"""Words on the screen: one kind of label that wraps, shrinks where it must, and never runs out of its box.

By itself Kivy cuts off what does not fit. Measuring is what costs, so that what was measured once is remembered.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache
from math import inf
from typing import Any, ClassVar, Final, Generic, TypeVar

from kivy.clock import Clock
from kivy.core.text import Label as Letters
from kivy.core.text import LabelBase
from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from companion.ui.letters import extents
from companion.ui.speech import least_letters, said
from companion.ui.theme import BODY, BOLD_FONT, IVORY, SMALL, TEXT_FONT, Rgba, u
from companion.words import Text

_Value = TypeVar("_Value")

SHORTENED: Final = 2
"""Pixels that Kivy keeps free beside a text that may be shortened."""


NEARLY: Final = 0.8
"""Letters may be so much smaller if that spares a second line that would hold a word or two."""
FADED: Final = (1.0, 1.0, 1.0, 0.3)
"""The tint of words on what is disabled."""
READABLE: Final = 18
"""Pixels of the smallest letters that are read from a metre."""


class Drawn(Generic[_Value]):
    """A field of words: another value has them drawn before the next frame."""

    def __set_name__(self, owner: type[Words], name: str) -> None:
        """Keep the value under the name of the field, with a line before it."""
        self._name = f"_{name}"

    def __get__(self, words: Words, owner: type[Words]) -> _Value:
        """Return the value."""
        value: _Value = getattr(words, self._name)
        return value

    def __set__(self, words: Words, value: _Value) -> None:
        """Keep another value."""
        if getattr(words, self._name, None) != value:
            setattr(words, self._name, value)
            words.draw_soon()


class Words(Widget):
    """A text of `size` (as in `companion.ui.theme`) in a box; wraps, and shrinks down to `least` if it would not fit.

    `grow=True` gives the widget the height that its text needs instead (for lists that scroll). `align` is left, center or right,
    `upright` top, middle or bottom. Set `text` to a `Text` or plain words: reading it gives English, and it is drawn in the language of the screen.

    Kivy's own label binds some forty properties to each piece of text, which takes twenty times as long as
    the rest of a widget. This one draws with Kivy's text engine, too, and keeps what it draws with as plain values.
    """

    LEADING: ClassVar[float] = 0.92
    """The height of a line as a share of the font's own."""
    ENGINE: ClassVar[type[LabelBase]] = Letters
    """What lays letters out and draws them."""

    font_size = Drawn[float]()
    """The size of its letters in pixels."""
    color = Drawn[Rgba]()
    """The tint of its letters."""
    disabled_color = Drawn[Rgba]()
    """The tint of its letters while it is disabled."""
    halign = Drawn[str]()
    """Where its lines stand: left, center or right."""
    valign = Drawn[str]()
    """Where its lines stand: top, middle or bottom."""
    text_size = Drawn[tuple[float | None, float | None]]()
    """The width in pixels to which it is wrapped, and the height to which it keeps, or None."""

    def __init__(
        self,
        text: Text | str = "",
        size: int = BODY,
        *,
        bold: bool = False,
        tint: Rgba = IVORY,
        align: str = "left",
        upright: str = "middle",
        least: int = SMALL,
        grow: bool = False,
        in_line: bool = False,
        sparing: bool = False,
        shorten: bool = False,
        shorten_from: str = "center",
        max_lines: int = 0,
        **rest: Any,
    ) -> None:
        """Make it; `in_line`: letters shrink before they take a second line, `sparing`: or a little before it would hold a word or two.

        With `shorten` a text that does not fit ends in dots, or has them where `shorten_from` says
        (left, center, right); it has at most `max_lines` lines, 0 for any number. Further arguments are
        those of a Kivy widget.
        """
        self.told: Text | str = text
        """What it says, for drawing or measuring it elsewhere."""
        self.in_line, self._sparing = in_line, sparing
        # What English says in letters that are read from a metre is read from there in every language.
        self._least = max(u(least_letters(min(least, size))), min(u(min(least, size)), READABLE))
        self._most, self._grow, self._limit = u(size), grow, inf
        self.font_name = BOLD_FONT if bold else TEXT_FONT
        self.shorten, self.shorten_from, self.max_lines = shorten, shorten_from, max_lines
        self.texture_size: tuple[int, int] = (0, 0)
        """Width and height in pixels of the letters as they were drawn last."""
        self.draw_soon = Clock.create_trigger(self.draw, -1)
        self.font_size, self.text_size = self._most, (None, None)
        self.color, self.disabled_color, self.halign, self.valign = tint, FADED, align, upright
        self._label: LabelBase | None = None
        self._letters = Rectangle(size=(0, 0))
        super().__init__(**{"size": (1, 1), **rest})
        self.canvas.add(Color(1, 1, 1, 1))
        self.canvas.add(self._letters)
        self.bind(pos=self._put_letters, size=self._resized, disabled=self.draw_soon)
        if grow:
            self.size_hint_y = None
        else:
            self._fit()

    @property
    def text(self) -> str:
        """What it says, in English."""
        return str(self.told)

    @text.setter
    def text(self, words: Text | str) -> None:
        if words != self.told:
            self.told = words
            if not self._grow:
                self._fit()
            self.draw_soon()

    @property
    def bold(self) -> bool:
        """Whether its letters are heavy."""
        return self.font_name == BOLD_FONT

    @bold.setter
    def bold(self, bold: bool) -> None:
        if bold != self.bold:
            self.font_name = BOLD_FONT if bold else TEXT_FONT
            if not self._grow:
                self._fit()
            self.draw_soon()

    def _resized(self, *_: object) -> None:
        if self._grow:
            self.text_size = (self.width, None)
        else:
            self._fit()
        self._put_letters()

    def draw(self, *_: object) -> None:
        """Draw the letters now, in the language of the screen; otherwise that is done before the next frame."""
        drawn = self._lettering()
        if not drawn.strip():
            self.texture, self.texture_size = None, (0, 0)
        else:
            if self._label is None:
                self._label = self.ENGINE()
            label = self._label
            label.options.update(
                font_name=self.font_name,
                font_size=self.font_size,
                color=self.disabled_color if self.disabled else self.color,
                halign=self.halign,
                valign=self.valign,
                line_height=self.LEADING,
                shorten=self.shorten,
                shorten_from=self.shorten_from,
                max_lines=self.max_lines,
            )
            label.text, label.text_size = drawn, self.text_size
            label.refresh()
            self.texture = label.texture
            assert self.texture is not None
            self.texture_size = self.texture.size
        if self._grow:
            self.height = self.texture_size[1]
        # What is painted once more into the same texture is shown only if the canvas notices a change.
        self._letters.texture = None
        self._letters.texture = self.texture
        self._put_letters()

    def _lettering(self) -> str:
        """Return what the engine lays out; a subclass adds markup."""
        return self.plain()

    def _put_letters(self, *_: object) -> None:
        """Show what was drawn of the letters, in the middle of the box and on whole pixels."""
        (x, y), (width, height) = self.center, self.texture_size
        self._letters.pos = (int(x - width / 2), int(y - height / 2))
        self._letters.size = (width, height)

    def _fit(self) -> None:
        """The largest letters with which everything stays inside; the box itself cuts what does not fit even then."""
        # Not laid out yet: to measure now would only delay the first frame.
        if min(self.size) <= 1:
            return
        sizes = _sizes(max(self._least, min(self._most, self._limit)), self._least)
        if self.in_line:
            sizes = tuple(size for size in sizes if self.line_width(size) <= self.width) or sizes
        # Mostly the largest fit. Else by halves: smaller letters fit wherever larger ones do, and the smallest are taken in any case.
        fitting = (
            0
            if self._fits(sizes[0])
            else bisect_left(sizes, True, 1, len(sizes) - 1, key=self._fits)
            if len(sizes) > 1
            else 0
        )
        size = self.font_size = self._in_fewer_lines(sizes[fitting:])
        # With a height to keep to, Kivy lays middling paragraphs out from their middle and may lose one that would have fitted.
        free = self.valign == "middle" and self._fits(size)
        self.text_size = (self.width, None if free else self.height)

    def _in_fewer_lines(self, sizes: tuple[float, ...]) -> float:
        """Return the first of some sizes, or a little less with which one line does instead of two."""
        most = sizes[0]
        if not self._sparing or not self.width < self.line_width(most) <= self.width / NEARLY:
            return most
        return next(
            (
                size
                for size in sizes
                if size >= NEARLY * most and self.line_width(size) <= self.width
            ),
            most,
        )

    def limit(self, size: float) -> None:
        """Let the letters have at most a size in pixels; `inf` for as large as there is room."""
        self._limit = size
        self._fit()

    def plain(self) -> str:
        """The letters by which it is measured, in the language of the screen; a subclass that has markup leaves it out."""
        return said(self.told)

    def wanted_width(self) -> float:
        """The width in pixels below which the longest word is cut off, even in the smallest letters."""
        return self.widest_word(self._least)

    def line_width(self, size: float) -> float:
        """Return the width in pixels of all its words in one line, in letters of a size in pixels."""
        return _measured(self.plain(), size, self.font_name)[0] if "\n" not in self.plain() else 0.0

    def least_line(self) -> float:
        """Return the width in pixels of all its words in one line, in the smallest letters."""
        return self.line_width(self._least)

    def full_line(self) -> float:
        """Return the width in pixels of all its words in one line, in the largest letters."""
        return self.line_width(self._most)

    def widest_word(self, size: float) -> float:
        """The width in pixels of its longest word in letters of a size in pixels."""
        return _widest(self.plain(), size, self.font_name)

    def _fits(self, size: float) -> bool:
        """Whether the text, wrapped to the width, is neither higher than the box nor has a word wider than it."""
        (width, height), text, font = self.size, self.plain(), self.font_name
        if self.shorten:
            # Kivy leaves so much free where it shortens: letters that only just fitted would end in dots.
            width -= SHORTENED
        # Unwrapped first: most texts have one line, and then what was measured holds for every width.
        across, needed = _measured(text, size, font, None, self.LEADING)
        if across <= width:
            return needed <= height
        # Words first: one that is wider than its line Kivy would take apart and measure letter by letter.
        if _widest(text, size, font) > width:
            return False
        return _measured(text, size, font, width, self.LEADING)[1] <= height


def even(words: Iterable[Words]) -> None:
    """Give several texts the same letters: the largest that have room in all of them."""
    texts = tuple(words)
    for one in texts:
        one.limit(inf)
    size = min((one.font_size for one in texts if one.text), default=inf)
    for one in texts:
        one.limit(size)


@lru_cache(maxsize=256)
def _sizes(most: float, least: float) -> tuple[float, ...]:
    """The sizes of letters that are tried, each some 14th smaller than the one before."""
    found = [most]
    while found[-1] > least:
        found.append(max(least, found[-1] - max(1, round(found[-1] / 14))))
    return tuple(found)


def measured(
    text: Text | str,
    size: float,
    font: str = TEXT_FONT,
    width: float | None = None,
    leading: float = 0.92,
) -> tuple[float, float]:
    """Width and height in pixels of a text in the screen's language, its letters of a size in pixels, wrapped to `width` if one is given.

    `text` is without markup; (0, 0) for an empty one. What was measured once is remembered.
    """
    return _measured(said(text), size, font, width, leading)


def _widest(text: str, size: float, font: str) -> float:
    """Return the width in pixels of a text's longest word."""
    return max(
        (_measured(word, size, font)[0] for word in text.replace("\n", " ").split(" ")), default=0.0
    )


@lru_cache(maxsize=16384)
def _measured(
    text: str, size: float, font: str = TEXT_FONT, width: float | None = None, leading: float = 0.92
) -> tuple[float, float]:
    """Width and height in pixels; `text` as it is drawn, so that a change of language needs nothing to be forgotten."""
    if width is None and text and "\n" not in text:
        # Without layout, which for a single line would say the same.
        return extents(font, size)(text)
    label = Letters(
        text=text, font_size=size, font_name=font, text_size=(width, None), line_height=leading
    )
    # What Kivy does before it measures; the rest of its `refresh` would also paint a picture that nobody sees.
    label.resolve_font_name()
    across, up = label.render()
    return across, up


def text_height(
    text: Text | str,
    size: float,
    width: float,
    font: str = TEXT_FONT,
    leading: float = Words.LEADING,
) -> float:
    """The height in pixels of a text with letters of a size as on the seven-inch panel, wrapped to a width in pixels; 0 for none."""
    return measured(text, u(size), font, max(1.0, width), leading)[1] if text else 0.0
