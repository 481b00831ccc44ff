"""Badges: the sign of a piece by colour, shape, initial and name together.

`paint_token` is for drawings of one widget, Token and Badge are widgets. Pieces never differ by
colour alone.
"""

from __future__ import annotations

from typing import Any

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.content.livery import LETTER_AT, OUTLINES
from companion.names import initial
from companion.session.view import SeatSign
from companion.ui.layout import LinearLayout, arrange, hbox, vbox, with_size
from companion.ui.paint import paint_outline, paint_symbol, paint_text
from companion.ui.theme import BODY, BOLD_FONT, BRASS, INK, LIVERY, NIGHT, SMALL, Rgba, u
from companion.ui.widgets.label import READABLE, SHORTENED, Label, measure
from companion.ui.widgets.panel import RowBox, add_all, toggle_child
from companion.words import NOTHING, Text, text, verbatim


def letter_size(size: float, share: float) -> float:
    """Return the size of the initial on a sign of `size` pixels with room for this share of it.

    It is readable from a metre if half of the sign is enough for that.
    """
    return max(size * share, min(u(READABLE), size * 0.5))


def paint_token(
    onto: InstructionGroup, name: str, colour: str, shape: str, x: float, y: float, size: float
) -> None:
    """Paint a piece's sign into the square of `size` pixels at (x, y).

    The sign is its shape in its colour with a dark edge and its initial. Colour and shape are names
    of `companion.content.livery`.

    Raises:
        KeyError: Colour or shape is unknown.
    """
    # A letter does not have most room in the middle of a triangle or a star.
    height, share = LETTER_AT.get(shape, (0.5, 0.62))
    paint_outline(onto, OUTLINES[shape], x, y, size, LIVERY[colour], INK, max(1.5, size / 16))
    paint_text(onto, initial(name), x + size / 2, y + size * height, letter_size(size, share), INK)


class Token(Widget):
    """A piece's sign alone, square, as large as its box allows and in the middle of it."""

    def __init__(self, name: str, colour: str, shape: str, **rest: Any) -> None:
        """Take colour and shape from `companion.content.livery`."""
        super().__init__(**rest)
        self._facts = (name, colour, shape)
        self.bind(pos=self._draw, size=self._draw)

    def show(self, name: str, colour: str, shape: str) -> None:
        if (name, colour, shape) != self._facts:
            self._facts = (name, colour, shape)
            self._draw()

    def _draw(self, *_: Any) -> None:
        """Draw the sign in the middle of its box."""
        self.canvas.clear()
        size = min(self.size)
        paint_token(
            self.canvas,
            *self._facts,
            self.x + (self.width - size) / 2,
            self.y + (self.height - size) / 2,
            size,
        )


class NamedSign(RowBox):
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
        """Make the sign; `size`, `least` and `side` are as on the seven-inch panel.

        `size` and `least` are those of the letters, `side` that of the sign.
        """
        super().__init__(gap=6, **rest)
        self.token = Token(name, colour, shape, size_hint_x=None, width=u(side))
        self.words = Label(name, size, bold=True, least=least, cut="right")
        add_all(self, self.token, self.words)

    def show(self, name: str, colour: str, shape: str) -> None:
        self.token.show(name, colour, shape)
        self.words.text = name

    def least_width(self) -> float:
        """Return the width in pixels of both in the smallest letters."""
        return float(self.token.width + self.spacing + self.words.least_line() + 2 * SHORTENED)


class DriverSign(Widget):
    """The sign of a player, and the sign of the piece or of the other player, both with names.

    The second one is below the first, or beside it in a box more than `FLAT` times as wide as high.
    Without a second one the first is alone.
    """

    FLAT = 6.0

    def __init__(
        self,
        seat: SeatSign,
        drives: SeatSign | None,
        passes: SeatSign | None = None,
        *,
        size: int = BODY,
        **rest: Any,
    ) -> None:
        """Make the sign.

        Args:
            seat: The player.
            drives: The piece that the seat plays.
            passes: The player of the seat's cards.
            size: Size of the letters.
            rest: Arguments of a Kivy widget.
        """
        super().__init__(**rest)
        self.own, self.other = Token(*seat), Token(*seat)
        self.name, self.words = (
            Label("", size, bold=True, least=18, cut="right") for _ in range(2)
        )
        self._drives: SeatSign | None = None
        self._said: Text = NOTHING
        add_all(self, self.own, self.name)
        self.bind(pos=self._place, size=self._place)
        self.show(seat, drives, passes)

    def show(self, seat: SeatSign, drives: SeatSign | None, passes: SeatSign | None = None) -> None:
        """Show another seat, or another piece."""
        self.own.show(*seat)
        self.name.text, self._drives = seat.name, drives or passes
        if self._drives is not None:
            self.other.show(*self._drives)
            if drives is not None:
                self._said = text("drives {piece}", piece=drives.name)
            else:
                self._said = text("{piece} plays", piece=self._drives.name)
        for widget in (self.other, self.words):
            toggle_child(self, widget, self._drives is not None)
        self._place()

    def needed_width(self) -> float:
        """Return the width in pixels in which a single name has room beside its sign."""
        alone = self._drives is None
        return u(46) + u(6) + self.name.full_line() + 2 * SHORTENED if alone else float("inf")

    def _place(self, *_: Any) -> None:
        (width, height), gap = self.size, u(6)

        def signed(token: Token, words: Label, side: float) -> LinearLayout:
            return hbox(with_size(token, side), words, gap=gap)

        if self._drives is None:
            arrange(signed(self.own, self.name, min(height, u(46))), self)
        elif width > height * self.FLAT:
            self.words.text = self._said
            own = with_size(signed(self.own, self.name, height), min(width / 2, u(280)) - gap)
            arrange(hbox(own, signed(self.other, self.words, height), gap=gap), self)
        else:
            # Without room for the verb the signs are below each other.
            narrow = measure(self._said, u(18), BOLD_FONT)[0] > width - height / 2 - gap
            self.words.text = verbatim(self._drives.name) if narrow else self._said
            side = height / 2 - 1
            below = signed(self.other, self.words, side)
            arrange(vbox(signed(self.own, self.name, side), below, gap=0), self)


class Sign(Widget):
    """A symbol alone (a name of `companion.ui.paint.SYMBOLS`), in one tint."""

    def __init__(
        self, name: str, tint: Rgba = BRASS, background: Rgba = NIGHT, **rest: Any
    ) -> None:
        super().__init__(**rest)
        self._name, self._tint, self._background = name, tint, background
        self.bind(pos=self._draw, size=self._draw)

    def show(self, name: str, tint: Rgba) -> None:
        """Show another symbol in another tint."""
        if (name, tint) != (self._name, self._tint):
            self._name, self._tint = name, tint
            self._draw()

    def _draw(self, *_: Any) -> None:
        """Draw the symbol in the middle of its box."""
        self.canvas.clear()
        side = min(self.size)
        x, y = self.x + (self.width - side) / 2, self.y + (self.height - side) / 2
        paint_symbol(self.canvas, self._name, x, y, side, self._tint, self._background)
