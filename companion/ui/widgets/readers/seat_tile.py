"""One seat among all, as a plate: its sign, a line of words, and parts of the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.uix.widget import Widget

from companion.session.messages import Message
from companion.session.view import SeatSign
from companion.ui.layout import arrange, centre, hbox, leave_empty, vbox, with_padding, with_size
from companion.ui.theme import IVORY, SMALL, Rgba, u
from companion.ui.widgets.badge import Token
from companion.ui.widgets.button import Pressable
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import add_all
from companion.words import Text

LINE: Final = 34
"""Greatest height of a line of words, as on the seven-inch panel."""
SECOND: Final = 20
"""Size of the letters of the second line, as on the seven-inch panel."""


class SeatTile(Pressable):
    """A plate to touch: the piece's sign, its name over a line of words, `aside` and `foot`.

    `aside` is on the right, `foot` below. A subclass calls `update` whenever its seat is shown, and
    returns the size of `aside` in `aside_size`.
    """

    token_most: int = 46
    """Greatest side of the piece's sign, as on the seven-inch panel."""
    foot_height: int = 0
    """Height of the foot, as on the seven-inch panel; 0 without one."""

    def __init__(
        self,
        sign: SeatSign,
        do: Callable[..., object],
        message: Message | None = None,
        *,
        aside: Widget | None = None,
        foot: Widget | None = None,
        size: int = SMALL,
        second: int = SECOND,
        least: int = 15,
        cut: bool = False,
        **rest: Any,
    ) -> None:
        """Make the plate.

        A name that is too long is always cut off with dots, since the sign identifies the piece.

        Args:
            sign: The sign of its piece.
            do: Called on release, with the message if there is one.
            message: What `do` gets.
            aside: The part on the right.
            foot: The part below.
            size: Size of the name's letters.
            second: Size of the second line's letters.
            least: Smallest letters of the second line.
            cut: Whether the second line is cut off, too; otherwise it wraps.
            rest: Arguments of a Kivy widget.
        """
        self.token = Token(*sign)
        self.name = Label("", size, bold=True, least=15 if size <= SMALL else SMALL, cut="right")
        self.words = Label("", second, least=least, cut="right" if cut else "")
        self.aside, self.foot = aside, foot
        super().__init__(do, message, **rest)
        add_all(
            self,
            self.token,
            self.name,
            self.words,
            *(child for child in (aside, foot) if child is not None),
        )

    def update(
        self, sign: SeatSign, name: Text | str, words: Text | str, tint: Rgba, ink: Rgba = IVORY
    ) -> None:
        """Show the same seat, later: its piece and both lines, the name in the tint `ink`."""
        self.token.show(*sign)
        self.name.text, self.name.color, self.words.text, self.words.color = name, ink, words, tint
        self.draw()

    def aside_size(self, width: float, height: float) -> tuple[float, float]:
        """Return the size of `aside` on a plate with so much room, all in pixels."""
        return 0, 0

    def place(self) -> None:
        """Place sign and words on the left, `aside` on the right, the foot below all of them."""
        pad, foot = u(6), u(self.foot_height) if self.foot_height else 0
        below = foot + pad * 0.75 if foot else pad / 2
        high = self.height - pad / 2 - below
        side, line = min(high, u(self.token_most)), min(high / 2, u(LINE))
        wide, tall = self.aside_size(self.width - 2 * pad, high)
        words = vbox(
            leave_empty, with_size(self.name, line), with_size(self.words, line), leave_empty, gap=0
        )
        aside = None if self.aside is None else with_size(centre(self.aside, wide, tall), wide)
        row = hbox(with_size(self.token, side), words, aside, gap=pad)
        rest = None if self.foot is None else with_size(self.foot, foot)
        column = vbox(with_size(row, high), rest, gap=below - foot - pad / 2)
        arrange(with_padding(column, pad, pad / 2), self)
