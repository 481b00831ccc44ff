"""A code that a phone's camera reads: black squares on white paper, as large as whole pixels allow; and what stands in its place where it cannot be made."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import Any, Final

from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

QUIET: Final = 4
"""Squares of bare paper that must lie on each side."""
LEAST: Final = 2
"""Pixels of the smallest square that a camera reads off a panel."""


@lru_cache(maxsize=16)
def squares_of(told: str) -> tuple[tuple[bool, ...], ...]:
    """The rows of a QR code from the top, True for black, without the paper around; () where the library that makes it is not installed."""
    try:
        import segno
    except ImportError:
        return ()
    # The middle level bears a scratch on the glass, and is no larger for an address than the lowest.
    return tuple(
        tuple(bool(square) for square in row)
        for row in segno.make(told, error="m", micro=False, boost_error=False).matrix
    )


class Squares(Widget):
    """One code; `show` says which."""

    def __init__(self, **rest: Any) -> None:
        """Nothing is drawn yet; further arguments are those of a Kivy widget."""
        super().__init__(**rest)
        self._told = ""
        self.bind(pos=self._draw, size=self._draw)

    def show(self, told: str) -> None:
        """Another code, or "" for none."""
        if told != self._told:
            self._told = told
            self._draw()

    @property
    def side(self) -> float:
        """How many pixels wide the paper is."""
        rows = squares_of(self._told) if self._told else ()
        return (len(rows) + 2 * QUIET) * self._pitch(len(rows)) if rows else 0.0

    def _pitch(self, count: int) -> int:
        """Pixels of one square: whole ones, or a camera sees stripes."""
        return max(LEAST, int(min(self.size) // (count + 2 * QUIET)))

    def _draw(self, *_: Any) -> None:
        """Paper in the middle of the room, and the squares of each row that lie side by side as one rectangle."""
        self.canvas.clear()
        rows = squares_of(self._told) if self._told else ()
        if not rows:
            return
        pitch, side = self._pitch(len(rows)), self.side
        left, top = ceil(self.x + (self.width - side) / 2), ceil(self.y + (self.height + side) / 2)
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(pos=(left, top - side), size=(side, side))
            Color(0, 0, 0, 1)
            for down, row in enumerate(rows):
                for start, length in _runs(row):
                    across = left + (QUIET + start) * pitch
                    Rectangle(
                        pos=(across, top - (QUIET + down + 1) * pitch), size=(length * pitch, pitch)
                    )


def _runs(row: tuple[bool, ...]) -> list[tuple[int, int]]:
    """Where black squares lie side by side: the first of them, and how many."""
    found: list[tuple[int, int]] = []
    for place, black in enumerate(row):
        if black and found and sum(found[-1]) == place:
            found[-1] = found[-1][0], found[-1][1] + 1
        elif black:
            found.append((place, 1))
    return found
