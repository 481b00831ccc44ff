"""Words on the screen: a label that wraps, shrinks if it must, and never exceeds its box.

Kivy by itself cuts off what does not fit. Measuring is expensive, so measures are cached.
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

from companion.ui.i18n import min_letter_size, translated
from companion.ui.letters import extents
from companion.ui.theme import BODY, BOLD_FONT, IVORY, SMALL, TEXT_FONT, Rgba, letter_scale, u
from companion.words import Text

_Value = TypeVar("_Value")

SHORTENED: Final = 2
"""Pixels that Kivy keeps free beside a text that may be shortened."""


NEARLY: Final = 0.8
"""Letters may be so much smaller if that avoids a second line with a word or two."""
FADED: Final = (1.0, 1.0, 1.0, 0.3)
"""The tint of words on a disabled widget."""
READABLE: Final = 18
"""Pixels of the smallest letters that are readable from a metre."""


class LabelField(Generic[_Value]):
    """A field of words: another value has them drawn before the next frame."""

    def __set_name__(self, owner: type[Label], name: str) -> None:
        """Store the value under the name of the field, with an underscore before it."""
        self._name = f"_{name}"

    def __get__(self, words: Label, owner: type[Label]) -> _Value:
        value: _Value = getattr(words, self._name)
        return value

    def __set__(self, words: Label, value: _Value) -> None:
        if getattr(words, self._name, None) != value:
            setattr(words, self._name, value)
            words.draw_soon()


class Label(Widget):
    """A text in a box; it wraps, and shrinks down to `least` if it would not fit.

    Set `text` to a `Text` or plain words: reading it gives English, and it is drawn in the language
    of the screen.

    Kivy's own label binds some forty properties to each piece of text, which takes twenty times as
    long as the rest of a widget. This one draws with Kivy's text engine, too, and keeps its
    parameters as plain values.
    """

    LEADING: ClassVar[float] = 0.92
    """Height of a line as a share of the font's own."""
    ENGINE: ClassVar[type[LabelBase]] = Letters
    """The engine that lays letters out and draws them."""

    font_size = LabelField[float]()
    """The size of its letters in pixels."""
    color = LabelField[Rgba]()
    """The tint of its letters."""
    disabled_color = LabelField[Rgba]()
    """The tint of its letters while it is disabled."""
    halign = LabelField[str]()
    """Position of its lines: left, center or right."""
    valign = LabelField[str]()
    """Position of its lines: top, middle or bottom."""
    text_size = LabelField[tuple[float | None, float | None]]()
    """Width in pixels to which it is wrapped, and greatest height, or None."""

    def apply_class_lang_rules(self, *_: Any, **__: Any) -> None:
        """Take no rule of a style: Kivy's own has one for its class of this name."""

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
        in_line: bool = False,
        sparing: bool = False,
        cut: str = "",
        **rest: Any,
    ) -> None:
        """Make the words; sizes are those of `companion.ui.theme`.

        Args:
            text: What they say.
            size: Largest letters.
            bold: Whether letters are bold.
            tint: Tint of the letters.
            align: left, center or right.
            upright: top, middle or bottom.
            least: Smallest letters.
            in_line: Whether letters shrink before they take a second line.
            sparing: Whether letters shrink a little before a second line has only a word or two.
            cut: Where it has dots if it does not fit in one line, center or right; "" if it wraps.
            rest: Arguments of a Kivy widget.
        """
        self.source: Text | str = text
        """Its words, for drawing or measuring them elsewhere."""
        self.in_line, self._sparing = in_line, sparing
        # Letters that are readable from a metre in English are so in every language.
        self._least = max(u(min_letter_size(min(least, size))), min(u(min(least, size)), READABLE))
        self._most, self._limit = round(u(size) * letter_scale()), inf
        self.font_name = BOLD_FONT if bold else TEXT_FONT
        self.cut = cut
        """Where it has dots if it does not fit in one line; "" if it wraps."""
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
        self.bind(pos=self._show_letters, size=self._resize, disabled=self.draw_soon)
        self._fit()

    @property
    def text(self) -> str:
        """Return what it says, in English."""
        return str(self.source)

    @text.setter
    def text(self, words: Text | str) -> None:
        if words != self.source:
            self.source = words
            self._fit()
            self.draw_soon()

    @property
    def bold(self) -> bool:
        """Return whether its letters are bold."""
        return self.font_name == BOLD_FONT

    @bold.setter
    def bold(self, bold: bool) -> None:
        if bold != self.bold:
            self.font_name = BOLD_FONT if bold else TEXT_FONT
            self._fit()
            self.draw_soon()

    def _resize(self, *_: object) -> None:
        self._fit()
        self._show_letters()

    def draw(self, *_: object) -> None:
        """Draw the letters now, in the language of the screen, not only before the next frame."""
        drawn = self._markup()
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
                shorten=bool(self.cut),
                shorten_from=self.cut,
                max_lines=1 if self.cut else 0,
            )
            label.text, label.text_size = drawn, self.text_size
            label.refresh()
            self.texture = label.texture
            assert self.texture is not None
            self.texture_size = self.texture.size
        # Painting again into the same texture is shown only if the canvas notices a change.
        self._letters.texture = None
        self._letters.texture = self.texture
        self._show_letters()

    def _markup(self) -> str:
        """Return what the engine lays out; a subclass adds markup."""
        return self.plain()

    def _show_letters(self, *_: object) -> None:
        """Show the drawn letters, in the middle of the box and on whole pixels."""
        (x, y), (width, height) = self.center, self.texture_size
        self._letters.pos = (int(x - width / 2), int(y - height / 2))
        self._letters.size = (width, height)

    def _fit(self) -> None:
        """Choose the largest letters that fit; the box cuts what does not fit even then."""
        # Without a layout yet: measuring now would only delay the first frame.
        if min(self.size) <= 1:
            return
        sizes = _sizes(max(self._least, min(self._most, self._limit)), self._least)
        if self.in_line:
            sizes = tuple(size for size in sizes if self.line_width(size) <= self.width) or sizes
        # Mostly the largest fit. Otherwise by bisection: smaller letters fit wherever larger ones
        # do, and the smallest are taken in any case.
        if self._fits(sizes[0]):
            fitting = 0
        elif len(sizes) > 1:
            fitting = bisect_left(sizes, True, 1, len(sizes) - 1, key=self._fits)
        else:
            fitting = 0
        size = sizes[fitting]
        if self._sparing and self.width < self.line_width(size) <= self.width / NEARLY:
            # A little less, if one line is enough then.
            least = NEARLY * size
            size = next(
                (
                    smaller
                    for smaller in sizes[fitting:]
                    if smaller >= least and self.line_width(smaller) <= self.width
                ),
                size,
            )
        self.font_size = size
        # With a fixed height, Kivy lays centred paragraphs out from their middle and may lose one
        # that would have fitted.
        free = self.valign == "middle" and self._fits(size)
        self.text_size = (self.width, None if free else self.height)

    def limit(self, size: float) -> None:
        """Limit the letters to a size in pixels; `inf` for as large as there is room."""
        self._limit = size
        self._fit()

    def plain(self) -> str:
        """Return the letters to measure, in the language of the screen, without markup."""
        return translated(self.source)

    def min_width(self) -> float:
        """Return the width in pixels for the longest word in the smallest letters."""
        return self.widest_word(self._least)

    def line_width(self, size: float) -> float:
        """Return the width in pixels of all its words in one line, in letters of `size` pixels."""
        return _measure(self.plain(), size, self.font_name)[0] if "\n" not in self.plain() else 0.0

    def least_line(self) -> float:
        """Return the width in pixels of all its words in one line, in the smallest letters."""
        return self.line_width(self._least)

    def full_line(self) -> float:
        """Return the width in pixels of all its words in one line, in the largest letters."""
        return self.line_width(self._most)

    def widest_word(self, size: float) -> float:
        """Return the width in pixels of its longest word in letters of a size in pixels."""
        return _widest(self.plain(), size, self.font_name)

    def _fits(self, size: float) -> bool:
        """Return whether the wrapped text fits the height, and each word the width."""
        (width, height), text, font = self.size, self.plain(), self.font_name
        if self.cut:
            # Kivy leaves so much free if it shortens: letters that only just fitted would end in
            # dots.
            width -= SHORTENED
        # Unwrapped first: most texts have one line, and then its measure holds for every width.
        across, needed = _measure(text, size, font, None, self.LEADING)
        if across <= width:
            return needed <= height
        # Words first: Kivy would take apart one that is wider than its line and measure it letter
        # by letter.
        if _widest(text, size, font) > width:
            return False
        return _measure(text, size, font, width, self.LEADING)[1] <= height


def equalize(words: Iterable[Label]) -> None:
    """Give several texts the same letters: the largest that have room in all of them."""
    texts = tuple(words)
    for one in texts:
        one.limit(inf)
    size = min((one.font_size for one in texts if one.text), default=inf)
    for one in texts:
        one.limit(size)


@lru_cache(maxsize=256)
def _sizes(most: float, least: float) -> tuple[float, ...]:
    """Return the sizes of letters to try, each about a 14th smaller than the one before."""
    found = [most]
    while found[-1] > least:
        found.append(max(least, found[-1] - max(1, round(found[-1] / 14))))
    return tuple(found)


def measure(
    text: Text | str,
    size: float,
    font: str = TEXT_FONT,
    width: float | None = None,
    leading: float = 0.92,
) -> tuple[float, float]:
    """Return width and height in pixels of a text in the screen's language.

    It is cached; (0, 0) for an empty text.

    Args:
        text: A text without markup.
        size: Size of the letters in pixels.
        font: Name of the font.
        width: Width to which it is wrapped, if any.
        leading: Height of a line as a share of the font's own.
    """
    return _measure(translated(text), size, font, width, leading)


def _widest(text: str, size: float, font: str) -> float:
    """Return the width in pixels of a text's longest word."""
    return max(
        (_measure(word, size, font)[0] for word in text.replace("\n", " ").split(" ")), default=0.0
    )


@lru_cache(maxsize=16384)
def _measure(
    text: str, size: float, font: str = TEXT_FONT, width: float | None = None, leading: float = 0.92
) -> tuple[float, float]:
    """Return width and height in pixels of a text as it is drawn, in any language."""
    if width is None and text and "\n" not in text:
        # Without layout, which would give the same for a single line.
        return extents(font, size)(text)
    label = Letters(
        text=text, font_size=size, font_name=font, text_size=(width, None), line_height=leading
    )
    # Kivy does this before it measures; the rest of its `refresh` would also paint a picture that
    # nobody sees.
    label.resolve_font_name()
    across, up = label.render()
    return across, up


def text_height(
    text: Text | str,
    size: float,
    width: float,
    font: str = TEXT_FONT,
    leading: float = Label.LEADING,
) -> float:
    """Return the height in pixels of a text wrapped to a width in pixels; 0 for none.

    The letters have a size as on the seven-inch panel.
    """
    drawn = round(u(size) * letter_scale())
    return measure(text, drawn, font, max(1.0, width), leading)[1] if text else 0.0
