"""Measure and draw letters: each by a font that has it, and each measure only once.

To lay out a paragraph Kivy measures every line again with each added word, for every width and size
that is tried, which took a sixth of the time of a page. Its hook for a cache, `get_cached_extents`,
caches nothing.

Words with letters that a font lacks are drawn in its second font (`companion.letters`). This
happens where Kivy passes letters to its text engine, below markup and layout: so it holds for every
label, and a name such as "[b]" needs no care.
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
"""Pieces of text that are cached for a font and size; beyond that its cache is emptied."""
FONTS: Final = 128
"""Fonts and sizes that are cached; beyond that all caches are emptied."""


class _Extents(dict[str, tuple[int, int]]):
    """Width and height in pixels of pieces of text in one font and size, measured on demand."""

    def __init__(self, letters: Any) -> None:
        """Measure with `letters`, a label of that font and size that nobody changes."""
        super().__init__()
        self._letters = letters

    def __missing__(self, piece: str) -> tuple[int, int]:
        if len(self) >= PIECES:
            self.clear()
        found: tuple[int, int] = self._letters.get_extents(piece)
        self[piece] = found
        return found


_known: Final[dict[tuple[str, object], _Extents]] = {}


def _cached_measure(label: Any) -> Callable[[str], tuple[int, int]]:
    """Return a function that measures pieces of text in the current font of a label."""
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
    """Return a function that measures text in a named font, with letters of `size` pixels.

    It returns width and height in pixels.
    """
    letters = Letters(font_size=size, font_name=font)
    letters.resolve_font_name()
    return _Extents(letters).__getitem__


_HYPHENS: Final = re.compile("(?<=-)(?=-)")
_measure, _draw = Letters.get_extents, Letters._render_text
FONT: Final = "font_name_r"
"""Kivy's option of a label for the file of its font."""


def _in_second(label: Any, do: Callable[..., Any], *arguments: Any) -> Any:
    """Call a method of a label as if it was set in the second font."""
    first = label.options[FONT]
    label.options[FONT] = SECOND_FONT[first]
    try:
        return do(label, *arguments)
    finally:
        label.options[FONT] = first


def _runs(label: Any, piece: str) -> tuple[Run, ...]:
    """Return the runs in which a piece of text is drawn; other fonts than ours have one.

    Two hyphens, as before the options of a command, are separated: Barlow Condensed joins them to
    one dash, which nobody can type.
    """
    if label.options[FONT] not in SECOND_FONT:
        return (Run(piece, False),)
    found = (Run(piece, False),) if piece.isascii() else runs(piece)
    if "--" not in piece:
        return found
    return tuple(run._replace(text=part) for run in found for part in _HYPHENS.split(run.text))


def _measured_by_run(label: Any, piece: str) -> tuple[int, int]:
    """Return width and height of a piece of text; its lines are as high as in the first font."""
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
LabelBase.get_cached_extents = _cached_measure
Letters.get_extents, Letters._render_text = _measured_by_run, _draw_by_run
