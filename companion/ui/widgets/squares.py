"""A QR code for a phone's camera: black squares on white paper, as large as whole pixels allow."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from math import ceil
from typing import Any, Final

from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

QUIET: Final = 4
"""Squares of bare paper that must be on each side."""
LEAST: Final = 2
"""Pixels of the smallest square that a camera reads off a panel."""


@lru_cache(maxsize=16)
def squares_of(content: str) -> tuple[tuple[bool, ...], ...]:
    """Return the rows of a QR code from the top, True for black, without the paper around.

    () if the library that makes it is not installed.
    """
    try:
        import segno
    except ImportError:
        return ()
    # The middle level tolerates a scratch on the glass, and is no larger for an address than the
    # lowest.
    return tuple(
        tuple(bool(square) for square in row)
        for row in segno.make(content, error="m", micro=False, boost_error=False).matrix
    )


class QrCode(Widget):
    """One code; `show` sets it."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(**rest)
        self._content = ""
        self.bind(pos=self._draw, size=self._draw)

    def show(self, content: str) -> None:
        """Show another code, or "" for none."""
        if content != self._content:
            self._content = content
            self._draw()

    @property
    def side(self) -> float:
        """Return the width of the paper in pixels."""
        rows = squares_of(self._content) if self._content else ()
        return (len(rows) + 2 * QUIET) * self._pitch(len(rows)) if rows else 0.0

    def _pitch(self, count: int) -> int:
        """Return the pixels of one square: whole ones, or a camera would see stripes."""
        return max(LEAST, int(min(self.size) // (count + 2 * QUIET)))

    def _draw(self, *_: Any) -> None:
        """Draw paper in the middle, and adjacent squares of each row as one rectangle."""
        self.canvas.clear()
        rows = squares_of(self._content) if self._content else ()
        if not rows:
            return
        pitch, side = self._pitch(len(rows)), self.side
        left, top = ceil(self.x + (self.width - side) / 2), ceil(self.y + (self.height + side) / 2)
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(pos=(left, top - side), size=(side, side))
            Color(0, 0, 0, 1)
            for down, row in enumerate(rows):
                for black, places in groupby(range(len(row)), row.__getitem__):
                    run = [*places]
                    if black:
                        across = left + (QUIET + run[0]) * pitch
                        below = top - (QUIET + down + 1) * pitch
                        Rectangle(pos=(across, below), size=(len(run) * pitch, pitch))
