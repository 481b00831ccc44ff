"""Badges: who is meant, by colour, shape, initial and name at once.

`paint_token` is for drawings of one widget, Token and Badge stand as widgets of their own; nobody is told from another by colour alone.
"""
from __future__ import annotations

from typing import Any

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.content.livery import LETTER_AT, OUTLINES
from companion.ui.paint import SYMBOLS, paint_outline, paint_symbol, paint_text
from companion.ui.theme import BODY, BRASS, INK, LIVERY, NIGHT, Rgba, u
from companion.ui.widgets.panel import Row, fill
from companion.ui.widgets.text import READABLE, Words


def initial(name: str) -> str:
    """The letter that stands for a name, "" for an empty one."""
    return name[:1].upper()


def letter_size(size: float, share: float) -> float:
    """The size of the initial on a sign of `size` pixels with room for this share of it: to be read from a metre where half the sign is enough for that."""
    return max(size * share, min(u(READABLE), size * 0.5))


def paint_token(onto: InstructionGroup, name: str, colour: str, shape: str, x: float, y: float, size: float) -> None:
    """Paint a piece's sign into the square of `size` pixels at (x, y): its shape in its colour with a dark edge and its initial.

    Colour and shape are names of `companion.content.livery`; KeyError for any other.
    """
    # The middle of a triangle or a star is not where a letter has most room.
    height, share = LETTER_AT.get(shape, (0.5, 0.62))
    paint_outline(onto, OUTLINES[shape], x, y, size, LIVERY[colour], NIGHT, max(1.5, size / 16))
    paint_text(onto, initial(name), x + size / 2, y + size * height, letter_size(size, share), INK)


class Token(Widget):
    """A piece's sign alone, square, as large as its box allows and in the middle of it."""

    def __init__(self, name: str, colour: str, shape: str, **rest: Any) -> None:
        """Name, and colour and shape as in `companion.content.livery`; further arguments are those of a Kivy widget."""
        super().__init__(**rest)
        self._facts = (name, colour, shape)
        self.bind(pos=self._draw, size=self._draw)

    def show(self, name: str, colour: str, shape: str) -> None:
        """Another piece."""
        if (name, colour, shape) != self._facts:
            self._facts = (name, colour, shape)
            self._draw()

    def _draw(self, *_: Any) -> None:
        """In the middle of its box: a sign is square, whatever its box is."""
        self.canvas.clear()
        size = min(self.size)
        paint_token(self.canvas, *self._facts, self.x + (self.width - size) / 2, self.y + (self.height - size) / 2, size)


class NamedSign(Row):
    """A piece's sign and its name; long names shrink and are cut with dots."""

    def __init__(self, name: str, colour: str, shape: str, *, size: int = BODY, side: float = 34, **rest: Any) -> None:
        """`size` of the letters, `side` of the sign as on the seven-inch panel; further arguments are those of a Row."""
        super().__init__(gap=6, **rest)
        self.token = Token(name, colour, shape, size_hint_x=None, width=u(side))
        self.words = Words(name, size, bold=True, shorten=True, shorten_from="right", max_lines=1)
        fill(self, self.token, self.words)

    def show(self, name: str, colour: str, shape: str) -> None:
        """Another piece."""
        self.token.show(name, colour, shape)
        self.words.text = name


class Sign(Widget):
    """A symbol alone (a name of `companion.ui.paint.SYMBOLS`), in one tint."""

    def __init__(self, name: str, tint: Rgba = BRASS, ground: Rgba = NIGHT, **rest: Any) -> None:
        """Make it; further arguments are those of a Kivy widget."""
        super().__init__(**rest)
        self._name, self._tint, self._ground = name, tint, ground
        self.bind(pos=self._draw, size=self._draw)

    def show(self, name: str, tint: Rgba) -> None:
        """Another symbol in another tint."""
        if (name, tint) != (self._name, self._tint):
            self._name, self._tint = name, tint
            self._draw()

    def _draw(self, *_: Any) -> None:
        """In the middle of its box: a symbol is square, whatever its box is."""
        self.canvas.clear()
        side = min(self.size)
        x, y = self.x + (self.width - side) / 2, self.y + (self.height - side) / 2
        paint_symbol(self.canvas, self._name, x, y, side, self._tint, self._ground)
