"""The typeface on paper: its names for the PDF library, and how wide words are."""
from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from companion.content.fonts import BOLD_FONT_FILE, TEXT_FONT_FILE
from companion.errors import PressFault
from companion.press.marks import CAPITALS, MIDDLE, Words

TEXT, BOLD = "Barlow Condensed Medium", "Barlow Condensed Bold"
FILES: Final = {TEXT: TEXT_FONT_FILE, BOLD: BOLD_FONT_FILE}


@cache
def _library() -> object:
    """The part of the PDF library that knows fonts, with ours in it; PressFault where library or font is missing.

    Once in a process, since reading the fonts takes its time.
    """
    try:
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFError, TTFont
    except ImportError as fault:
        raise PressFault(f"printing needs the library reportlab ({fault}): install it with pip install 'clockwork-derby[print]'") from None
    for name, file in FILES.items():
        try:
            pdfmetrics.registerFont(TTFont(name, str(file)))
        except (OSError, TTFError):
            where = f"{Path(file).parent.parent.name}/{Path(file).parent.name}"
            raise PressFault(f"the font {Path(file).name} is missing in companion/{where}, or no font: install clockwork-derby again (make setup)") from None
    return pdfmetrics


def need_fonts() -> None:
    """PressFault names the library or font that is missing and what to do."""
    _library()


def wide(text: str, size: float, bold: bool = False) -> float:
    """How many millimetres wide a line of words is; PressFault where a font is missing.

    `size` is that of the letters in millimetres, as everywhere here.
    """
    return float(_library().stringWidth(text, BOLD if bold else TEXT, size))  # type: ignore[attr-defined]


def fitting(text: str, size: float, width: float, bold: bool = False) -> float:
    """The size, `size` at most, at which a line of words is no wider than `width`."""
    return min(size, size * width / max(0.01, wide(text, size, bold)))


def wrapped(text: str, size: float, width: float, bold: bool = False) -> tuple[str, ...]:
    """A text in lines of at most `width` millimetres, broken between words; a longer word has a line of its own."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and wide(longer, size, bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def centred(text: str, x: float, y: float, size: float, colour: str, bold: bool = True) -> Words:
    """A line of words whose capitals are centred on a point."""
    return Words(text, x, y - size * CAPITALS / 2, size, colour, bold, MIDDLE)
