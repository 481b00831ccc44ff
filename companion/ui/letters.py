"""Letters as they are measured and drawn: how long a piece of text is in a font is asked once, however often lines are broken.

To lay out a paragraph Kivy measures every line again with each word that is added, for every width and size that is tried, and there a sixth of
the time of a page went. It has a door for remembering, `get_cached_extents`, behind which nothing is remembered.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from kivy.core.text import Label as Letters
from kivy.core.text import LabelBase

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


# For every label of Kivy: those that widgets make for themselves, and those with markup.
LabelBase.get_cached_extents = _remembering
