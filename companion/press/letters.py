"""Words on paper: the typeface, the width of a line, and paragraphs as blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final, Protocol

from companion.content.fonts import (
    BOLD_FONT_FILE,
    SECOND_BOLD_FONT_FILE,
    SECOND_TEXT_FONT_FILE,
    TEXT_FONT_FILE,
)
from companion.errors import PressError
from companion.letters import runs
from companion.named_tuples import NamedTuple
from companion.press.marks import CAPITALS, MIDDLE, RIGHT, Mark, MarkGroup, Stroke, TextLine
from companion.press.paper import BRASS_DARK, GREY, INK

TEXT, BOLD = "Barlow Condensed Medium", "Barlow Condensed Bold"
FILES: Final = {TEXT: TEXT_FONT_FILE, BOLD: BOLD_FONT_FILE}
SECOND_TEXT, SECOND_BOLD = "Roboto Condensed Regular", "Roboto Condensed Bold"
SECOND_FILES: Final = {SECOND_TEXT: SECOND_TEXT_FONT_FILE, SECOND_BOLD: SECOND_BOLD_FONT_FILE}


class _Metrics(Protocol):
    """The part of the PDF library that measures words."""

    def stringWidth(self, text: str, fontName: str, fontSize: float) -> float: ...


@cache
def _library() -> _Metrics:
    """Return the font part of the PDF library, with our fonts; PressError if one is missing.

    Once in a process, since reading the fonts takes time.
    """
    try:
        from reportlab.pdfbase import pdfmetrics
    except ImportError as fault:
        raise PressError(
            f"printing needs the library reportlab ({fault}): install it with pip install"
            " 'clockwork-derby[print]'"
        ) from None
    for name, file in FILES.items():
        _register(name, file)
    metrics: _Metrics = pdfmetrics
    return metrics


def _register(name: str, file: Path) -> None:
    """Make a font known to the PDF library; PressError names a missing one."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    try:
        pdfmetrics.registerFont(TTFont(name, str(file)))
    except (OSError, TTFError):
        where = f"{file.parent.parent.name}/{file.parent.name}"
        raise PressError(
            f"the font {file.name} is missing in companion/{where}, or no font: install"
            " clockwork-derby again (make setup)"
        ) from None


@cache
def _second(name: str) -> str:
    """Return the name of a second font, loaded for the first word that needs it."""
    _register(name, SECOND_FILES[name])
    return name


def need_fonts() -> None:
    """Raise PressError if the library or a font is missing, with what to do."""
    _library()


def split_by_font(text: str, bold: bool) -> tuple[tuple[str, str], ...]:
    """Return a line of words in pieces with their fonts; PressError for a missing font."""
    _library()
    first, second = (BOLD, SECOND_BOLD) if bold else (TEXT, SECOND_TEXT)
    return tuple((run.text, _second(second) if run.second else first) for run in runs(text))


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return the width of a line of words in millimetres; PressError for a missing font.

    `size` is that of the letters in millimetres, as everywhere here.
    """
    metrics = _library()
    return float(
        sum(metrics.stringWidth(piece, font, size) for piece, font in split_by_font(text, bold))
    )


def fitting_size(text: str, size: float, width: float, bold: bool = False) -> float:
    """Return the size, at most `size`, at which a line of words fits `width`."""
    return min(size, size * width / max(0.01, text_width(text, size, bold)))


def wrap_text(text: str, size: float, width: float) -> tuple[str, ...]:
    """Break a text into lines of at most `width` millimetres; a longer word has its own line."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def draw_lines(
    lines: Iterable[str], left: float, top: float, size: float, step: float, colour: str = INK
) -> tuple[TextLine, ...]:
    """Draw lines of words below each other, `step` apart, the first one at height `top`."""
    return tuple(
        TextLine(line, left, top - step * number, size, colour) for number, line in enumerate(lines)
    )


def draw_paragraphs(
    paragraphs: Iterable[str],
    left: float,
    top: float,
    width: float,
    size: float,
    step: float,
    gap: float,
    colour: str = INK,
) -> tuple[TextLine, ...]:
    """Draw paragraphs as `draw_lines` does, broken to a width, with a further `gap` between."""
    marks: list[TextLine] = []
    for paragraph in paragraphs:
        lines = wrap_text(paragraph, size, width)
        marks += draw_lines(lines, left, top, size, step, colour)
        top -= step * len(lines) + gap
    return tuple(marks)


def draw_centred(
    text: str, x: float, y: float, size: float, colour: str, bold: bool = True
) -> TextLine:
    """Draw a line of words whose capitals are centred on a point."""
    return TextLine(text, x, y - size * CAPITALS / 2, size, colour, bold, MIDDLE)


SIZE: Final = 3.5
"""The size of the letters of running text."""
LEADING: Final = 1.26
"""The line spacing, as a share of the letters' size."""


class Block(NamedTuple):
    """Marks below y 0, to the right of x 0, and their total height."""

    marks: tuple[Mark, ...]
    height: float


def stack_blocks(blocks: Iterable[Block], gap: float = 0.0) -> Block:
    """Stack blocks, `gap` millimetres apart."""
    marks: list[Mark] = []
    down = 0.0
    for block in blocks:
        marks.append(MarkGroup(block.marks, 0, -down))
        down += block.height + gap
    return Block(tuple(marks), max(0.0, down - gap))


def flow_blocks(blocks: Iterable[Block], room: float, gap: float = 0.0) -> Iterator[Block]:
    """Stack blocks in as many columns as they need, each at most `room` millimetres high.

    A block higher than the room has its own column, and none is ever split.
    """
    column: list[Block] = []
    for block in blocks:
        if column and stack_blocks((*column, block), gap).height > room:
            yield stack_blocks(column, gap)
            column = []
        column.append(block)
    yield stack_blocks(column, gap)


def place_beside(left: Block, right: Block, across: float) -> Block:
    """Put a second block to the right of one, `across` millimetres from its left side."""
    return Block((*left.marks, MarkGroup(right.marks, across, 0)), max(left.height, right.height))


def heading(words: str, width: float, rule: str = "") -> Block:
    """Draw the heading of a section, with the number of its rules."""
    marks: tuple[Mark, ...] = (
        TextLine(words, 0, -4.2, fitting_size(words, 5, width - 14, True), INK, True),
        Stroke(((0, -5.8), (width, -5.8)), BRASS_DARK, 0.35),
    )
    return Block(
        (*marks, TextLine(rule, width, -4.2, 2.7, GREY, align=RIGHT)) if rule else marks, 8.0
    )


class _Word(NamedTuple):
    """A word of a paragraph with its looks."""

    text: str
    size: float
    colour: str
    bold: bool

    @property
    def width(self) -> float:
        return text_width(self.text, self.size, self.bold)


def text(
    words: str, width: float, lead: str = "", rule: str = "", size: float = SIZE, colour: str = INK
) -> Block:
    """Draw a paragraph: bold first words, the text, and rule numbers in small print at its end.

    `rule` is small and grey at the end, `lead` bold at the beginning; sizes and `width` in
    millimetres.
    """
    pieces = [_Word(word, size, INK, True) for word in lead.split()] + [
        _Word(word, size, colour, False) for word in words.split()
    ]
    if rule:
        # One piece, so that the numbers of one note stay together.
        pieces.append(_Word(rule, size * 0.76, GREY, False))
    lines: list[list[_Word]] = []
    left = 0.0
    for piece in pieces:
        if not lines or piece.width > left:
            lines.append([])
            left = width
        lines[-1].append(piece)
        # The space after a word counts before the next one is tried, even at the end of a line.
        left -= piece.width + _space(piece)
    step = size * LEADING
    marks: list[Mark] = []
    for number, line in enumerate(lines):
        # Neighbours with the same look are joined, so that a line can be copied as people read it.
        joined: list[_Word] = []
        for piece in line:
            if joined and joined[-1][1:] == piece[1:]:
                joined[-1] = piece._replace(text=f"{joined[-1].text} {piece.text}")
            else:
                joined.append(piece)
        across = 0.0
        for piece in joined:
            marks.append(
                TextLine(
                    piece.text,
                    across,
                    -size * 0.86 - step * number,
                    piece.size,
                    piece.colour,
                    piece.bold,
                )
            )
            across += piece.width + _space(piece)
    return Block(tuple(marks), step * len(lines))


def _space(piece: _Word) -> float:
    return text_width(" ", piece.size, piece.bold)
