"""Badges: who is meant, by colour, shape, initial and name at once.

`paint_token` is for drawings of one widget, Token and Badge stand as widgets of their own; nobody is told from another by colour alone.
"""

from __future__ import annotations

from typing import Any, Protocol

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.content.livery import LETTER_AT, OUTLINES
from companion.names import initial
from companion.session.view import SeatSign
from companion.ui.paint import paint_outline, paint_symbol, paint_text
from companion.ui.theme import BODY, BOLD_FONT, BRASS, INK, LIVERY, NIGHT, SMALL, Rgba, u
from companion.ui.widgets.panel import Row, fill, keep, put
from companion.ui.widgets.text import READABLE, SHORTENED, Words, measured
from companion.words import NOTHING, Text, text, verbatim


class Signed(Protocol):
    """What has a piece's sign and name."""

    @property
    def name(self) -> str:
        """The name."""

    @property
    def colour(self) -> str:
        """The colour, of `companion.content.livery`."""

    @property
    def shape(self) -> str:
        """The shape, likewise."""


def letter_size(size: float, share: float) -> float:
    """The size of the initial on a sign of `size` pixels with room for this share of it: to be read from a metre where half the sign is enough for that."""
    return max(size * share, min(u(READABLE), size * 0.5))


def paint_token(
    onto: InstructionGroup, name: str, colour: str, shape: str, x: float, y: float, size: float
) -> None:
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
        paint_token(
            self.canvas,
            *self._facts,
            self.x + (self.width - size) / 2,
            self.y + (self.height - size) / 2,
            size,
        )


class NamedSign(Row):
    """A piece's sign and its name; long names shrink and are cut with dots."""

    def __init__(
        self,
        name: str,
        colour: str,
        shape: str,
        *,
        size: int = BODY,
        side: float = 34,
        least: int = SMALL,
        **rest: Any,
    ) -> None:
        """`size` of the letters and the `least`, `side` of the sign as on the seven-inch panel; further arguments are those of a Row."""
        super().__init__(gap=6, **rest)
        self.token = Token(name, colour, shape, size_hint_x=None, width=u(side))
        self.words = Words(
            name, size, bold=True, least=least, shorten=True, shorten_from="right", max_lines=1
        )
        fill(self, self.token, self.words)

    def show(self, name: str, colour: str, shape: str) -> None:
        """Another piece."""
        self.token.show(name, colour, shape)
        self.words.text = name

    def least_width(self) -> float:
        """Return the width in pixels of both in the smallest letters."""
        return float(self.token.width + self.spacing + self.words.least_line() + 2 * SHORTENED)


class DriverSign(Widget):
    """Who plays, and whose piece or who goes on with it: both signs with their names, the second one below or beside the first; without one the first alone.

    A box that is more than `FLAT` times as broad as high has them beside each other.
    """

    FLAT = 6.0

    def __init__(
        self,
        seat: Signed,
        drives: SeatSign | None,
        passes: SeatSign | None = None,
        *,
        size: int = BODY,
        **rest: Any,
    ) -> None:
        """`drives` is the piece that the seat plays, `passes` who plays its cards then; `size` of the letters; further arguments are those of a Kivy widget."""
        super().__init__(**rest)
        self.own, self.other = (
            Token(seat.name, seat.colour, seat.shape),
            Token(seat.name, seat.colour, seat.shape),
        )
        self.name, self.words = (
            Words("", size, bold=True, least=18, shorten=True, shorten_from="right", max_lines=1)
            for _ in range(2)
        )
        self._drives: SeatSign | None = None
        self._said: Text = NOTHING
        fill(self, self.own, self.name)
        self.bind(pos=self._place, size=self._place)
        self.show(seat, drives, passes)

    def show(self, seat: Signed, drives: SeatSign | None, passes: SeatSign | None = None) -> None:
        """Another seat, or another piece."""
        self.own.show(seat.name, seat.colour, seat.shape)
        self.name.text, self._drives = seat.name, drives or passes
        if self._drives is not None:
            self.other.show(*self._drives)
            self._said = (
                text("drives {piece}", piece=drives.name)
                if drives is not None
                else text("{piece} plays", piece=self._drives.name)
            )
        for widget in (self.other, self.words):
            keep(self, widget, self._drives is not None)
        self._place()

    def wanted(self) -> float:
        """Return the width in pixels in which a single name has room beside its sign."""
        alone = self._drives is None
        return u(46) + u(6) + self.name.full_line() + 2 * SHORTENED if alone else float("inf")

    def _place(self, *_: Any) -> None:
        x, y, width, height, gap = *self.pos, *self.size, u(6)
        if self._drives is None:
            self._put(self.own, self.name, x, y, width, min(height, u(46)), height)
        elif width > height * self.FLAT:
            self.words.text = self._said
            half = min(width / 2, u(280))
            self._put(self.own, self.name, x, y, half - gap, height, height)
            self._put(self.other, self.words, x + half, y, width - half, height, height)
        else:
            # Where the verb has no room the signs below each other say it.
            narrow = measured(self._said, u(18), BOLD_FONT)[0] > width - height / 2 - u(6)
            self.words.text = verbatim(self._drives.name) if narrow else self._said
            self._put(self.own, self.name, x, y + height / 2, width, height / 2 - 1, height / 2)
            self._put(self.other, self.words, x, y, width, height / 2 - 1, height / 2)

    @staticmethod
    def _put(
        token: Token, words: Words, x: float, y: float, width: float, side: float, high: float
    ) -> None:
        put(token, x, y + (high - side) / 2, side, side)
        put(words, x + side + u(6), y, max(1.0, width - side - u(6)), high)


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
