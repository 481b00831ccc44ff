"""Badges: who is meant, by colour, shape, initial and name at once.

`paint_token` is for drawings of one widget, Token and Badge stand as widgets of their own; nobody is told from another by colour alone.
"""
from __future__ import annotations

from typing import Any

from kivy.graphics import Color, InstructionGroup, RoundedRectangle
from kivy.uix.widget import Widget

from companion.content.livery import LETTER_AT, OUTLINES
from companion.ui.paint import paint_outline, paint_text
from companion.ui.theme import BODY, INK, LIVERY, NIGHT, SMALL, Rgba, u
from companion.ui.widgets.panel import Row
from companion.ui.widgets.text import Words

def initial(name: str) -> str:
    """The letter that stands for a name, "" for an empty one."""
    return name[:1].upper()


def paint_token(onto: InstructionGroup, name: str, colour: str, shape: str, x: float, y: float, size: float) -> None:
    """Paint a clank's sign into the square of `size` pixels at (x, y): its shape in its colour with a dark edge and its initial.

    Colour and shape are names of `companion.content.livery`; KeyError for any other.
    """
    # The middle of a triangle or a star is not where a letter has most room.
    height, share = LETTER_AT.get(shape, (0.5, 0.62))
    paint_outline(onto, OUTLINES[shape], x, y, size, LIVERY[colour], NIGHT, max(1.5, size / 16))
    paint_text(onto, initial(name), x + size / 2, y + size * height, size * share, INK)


class Token(Widget):
    """A clank's sign alone, square, as large as its box allows and in the middle of it."""

    def __init__(self, name: str, colour: str, shape: str, **rest: Any) -> None:
        """Name, and colour and shape as in `companion.content.livery`; further arguments are those of a Kivy widget."""
        super().__init__(**rest)
        self._facts = (name, colour, shape)
        self.bind(pos=self._draw, size=self._draw)

    def show(self, name: str, colour: str, shape: str) -> None:
        """Another clank."""
        if (name, colour, shape) != self._facts:
            self._facts = (name, colour, shape)
            self._draw()

    def _draw(self, *_: Any) -> None:
        """In the middle of its box: a sign is square, whatever its box is."""
        self.canvas.clear()
        size = min(self.size)
        paint_token(self.canvas, *self._facts, self.x + (self.width - size) / 2, self.y + (self.height - size) / 2, size)


class Badge(Row):
    """A clank's sign and its name; long names shrink and are cut with dots."""

    def __init__(self, name: str, colour: str, shape: str, *, size: int = BODY, side: float = 34, **rest: Any) -> None:
        """`size` of the letters, `side` of the sign as on the seven-inch panel; further arguments are those of a Row."""
        super().__init__(gap=6, **rest)
        self.token = Token(name, colour, shape, size_hint_x=None, width=u(side))
        self.words = Words(name, size, bold=True, shorten=True, shorten_from="right", max_lines=1)
        self.add_widget(self.token)
        self.add_widget(self.words)

    def show(self, name: str, colour: str, shape: str) -> None:
        """Another clank."""
        self.token.show(name, colour, shape)
        self.words.text = name


class Chip(Widget):
    """A short word or number on a small rounded plate, such as "LOCKED"."""

    def __init__(self, text: str, face: Rgba, tint: Rgba = INK, *, size: int = SMALL, **rest: Any) -> None:
        """The word, the tints of plate and letters, the size of the letters as on the seven-inch panel; it fills the box it is given."""
        super().__init__(**rest)
        self._face = Color(*face)
        self._shape = RoundedRectangle()
        self.canvas.add(self._face)
        self.canvas.add(self._shape)
        self.words = Words(text, size, bold=True, tint=tint, align="center")
        self.add_widget(self.words)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: Any) -> None:
        """The plate over all, the word with a little room at both round ends."""
        # Half the height makes both ends round, whatever the width.
        self._shape.pos, self._shape.size, self._shape.radius = self.pos, self.size, [self.height / 2]
        self.words.pos, self.words.size = (self.x + u(6), self.y), (max(1, self.width - u(12)), self.height)
