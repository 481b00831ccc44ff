"""Letters as they are measured and drawn: each by a font that has it, and how long a piece of text is in a font is asked once.

To lay out a paragraph Kivy measures every line again with each word that is added, for every width and size that is tried, and there a sixth of
the time of a page went. It has a door for remembering, `get_cached_extents`, behind which nothing is remembered.

Words with letters that a font lacks are drawn by its second font (`companion.letters`). This is done where Kivy hands letters to its text engine, below
markup and layout: so it holds for every label, and a name such as "[b]" needs no care.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from kivy.core.text import Label as Letters
from kivy.core.text import LabelBase

from companion.letters import Run, runs
from companion.ui.theme import SECOND_FONT

PIECES: Final = 4096
"""How many pieces of text are remembered for a font and size; then it begins anew with this one."""
FONTS: Final = 128
"""How many fonts and sizes are remembered; then it begins anew with all."""


class _Extents(dict[str, tuple[int, int]]):
    """Width and height in pixels of pieces of text in one font and size, measured when they are first asked for."""

    def __init__(self, letters: Any) -> None:
        """`letters` is a label of that font and size which nobody changes."""
        super().__init__()
        self._letters = letters

    def __missing__(self, piece: str) -> tuple[int, int]:
        if len(self) >= PIECES:
            self.clear()
        found: tuple[int, int] = self._letters.get_extents(piece)
        self[piece] = found
        return found


_known: Final[dict[tuple[str, object], _Extents]] = {}


def _remembering(label: Any) -> Callable[[str], tuple[int, int]]:
    """Measures pieces of text in the font that a label has now."""
    font = label._get_font_id(), label.options["outline_width"]
    if font not in _known:
        if len(_known) >= FONTS:
            _known.clear()
        letters = Letters()
        letters.options.update(label.options)
        _known[font] = _Extents(letters)
    return _known[font].__getitem__


@lru_cache(maxsize=FONTS)
def extents(font: str, size: float) -> Callable[[str], tuple[int, int]]:
    """Measures pieces of text in a font by its name, in letters of a size in pixels: width and height in pixels."""
    letters = Letters(font_size=size, font_name=font)
    letters.resolve_font_name()
    return _Extents(letters).__getitem__


_HYPHENS: Final = re.compile("(?<=-)(?=-)")
_measure, _draw = Letters.get_extents, Letters._render_text
FONT: Final = "font_name_r"
"""The option by which a label of Kivy names the file of its font."""


def _in_second(label: Any, do: Callable[..., Any], *arguments: Any) -> Any:
    """Call a method of a label as if it was set in the second font."""
    first = label.options[FONT]
    label.options[FONT] = SECOND_FONT[first]
    try:
        return do(label, *arguments)
    finally:
        label.options[FONT] = first


def _runs(label: Any, piece: str) -> tuple[Run, ...]:
    """Return a piece of text as it is drawn; other fonts than ours draw everything themselves.

    Two hyphens, as before the options of a command, are apart: Barlow Condensed joins them to one dash, which nobody can type.
    """
    if label.options[FONT] not in SECOND_FONT:
        return (Run(piece, False),)
    found = (Run(piece, False),) if piece.isascii() else runs(piece)
    if "--" not in piece:
        return found
    return tuple(run._replace(text=part) for run in found for part in _HYPHENS.split(run.text))


def _measured_by_run(label: Any, piece: str) -> tuple[int, int]:
    """Return width and height of a piece of text, whose lines are as high as those of the first font."""
    first, *others = _runs(label, piece)
    if not others and not first.second:
        width, height = _measure(label, first.text)
        return width, height
    widths = (
        _in_second(label, _measure, run.text)[0] if run.second else _measure(label, run.text)[0]
        for run in (first, *others)
    )
    return sum(widths), _measure(label, "")[1]


def _draw_by_run(label: Any, piece: str, x: int, y: int) -> None:
    """Draw a piece of text, all of it on one line."""
    first, *others = _runs(label, piece)
    if not others and not first.second:
        _draw(label, first.text, x, y)
        return
    for run in (first, *others):
        if run.second:
            down = label.get_ascent() - _in_second(label, Letters.get_ascent)
            _in_second(label, _draw, run.text, x, y + down)
            x += _in_second(label, _measure, run.text)[0]
        else:
            _draw(label, run.text, x, y)
            x += _measure(label, run.text)[0]


# For every label of Kivy: those that widgets make for themselves, and those with markup.
LabelBase.get_cached_extents = _remembering
Letters.get_extents, Letters._render_text = _measured_by_run, _draw_by_run
