"""One choice to touch: large with an explanation, small as a chip, or a sign alone.

A blocked choice is flat and says why. Heights are asked for before the layout, so `needed_height`
and `place` must agree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, TypeAlias

from kivy.uix.widget import Widget

from companion.session.choices import Choice
from companion.ui.layout import (
    Area,
    arrange,
    centre,
    hbox,
    leave_empty,
    vbox,
    with_padding,
    with_size,
)
from companion.ui.paint import SYMBOLS
from companion.ui.theme import (
    BODY,
    BOLD_FONT,
    INK,
    LARGE,
    NIGHT,
    RAISED,
    SAND,
    SMALL,
    TOUCH,
    WARNING,
    Rgba,
    u,
)
from companion.ui.widgets.badge import Token
from companion.ui.widgets.button import Pressable
from companion.ui.widgets.label import Label, measure, text_height
from companion.ui.widgets.long_press import BarPress
from companion.ui.widgets.panel import add_all, place_widget
from companion.ui.widgets.sentence import Sentence
from companion.words import Text

Say: TypeAlias = Callable[[Choice], object]
"""Gets a touched choice, even if it is blocked."""
Signs: TypeAlias = Mapping[int, tuple[str, str, str]]
"""Name, colour and shape of every piece, by seat."""
ABOUT: Final = 19
"""Size of the letters of an explanation."""
CHIP: Final = 54
"""Height of a chip, as on the seven-inch panel."""
PAD, SIDE = 9, 30
"""Room around, and the side of a sign or symbol, as on the seven-inch panel."""
TILE_SIGN, TILE_PAD, WRENCH = 21, 3, 16
"""Sides of a piece's sign and of the wrench on a tile, and the room beside them, as on the
seven-inch panel."""
NARROW: Final = 300
"""Width below which the explanation is below the symbol, as on the seven-inch panel."""


class ChoicePlate(Pressable):
    """A choice on a plate; a subclass lays out its content in `place`.

    A blocked one is flat but can be touched: `say` then tells why it is blocked.
    """

    def __init__(self, choice: Choice, signs: Signs, say: Say, **rest: Any) -> None:
        """Call `say` on release."""
        self.choice = choice
        facts = signs.get(choice.sign) if choice.sign is not None else None
        self.token = Token(*facts) if facts is not None else None
        super().__init__(say, choice, **rest)
        self.chosen = choice.chosen
        if self.token is not None:
            self.add_widget(self.token)

    @property
    def is_blocked(self) -> bool:
        """Return whether a touch only tells the reason."""
        return bool(self.choice.blocked)

    @property
    def ink(self) -> Rgba:
        """Return the tint of its words."""
        return SAND if self.is_blocked and not self.chosen else super().ink

    def needed_height(self, width: float) -> float:
        """Return the height in pixels at a width in pixels."""
        return u(CHIP)

    def widget(self) -> Widget:
        """Return the plate itself, as the row of a list."""
        return self

    def tints(self) -> tuple[Rgba, Rgba]:
        """Return the tints, flat ones if it is blocked."""
        return (NIGHT, RAISED) if self.is_blocked and not self.chosen else super().tints()


class OptionPlate(ChoicePlate):
    """A large choice: symbol or sign, its label, and below its explanation or the reason."""

    def __init__(self, choice: Choice, signs: Signs, say: Say, **rest: Any) -> None:
        self.label = Label(choice.label, LARGE, bold=True, least=20)
        self.about = Label(choice.blocked or choice.about, SMALL, least=17)
        super().__init__(choice, signs, say, **rest)
        add_all(self, self.label, self.about)

    def _lead(self) -> float:
        """Return the width of symbol or sign on the left."""
        return u(SIDE + PAD) if self.token is not None or self.choice.symbol in SYMBOLS else 0

    def _inner(self, width: float) -> float:
        """Return the width of the label."""
        return width - 2 * u(PAD) - self._lead() - (u(SIDE) if self.choice.chosen else 0)

    def _explanation_width(self, width: float) -> float:
        """Return the width of the explanation: below a symbol in little room, else beside it."""
        return width - 2 * u(PAD) if width < u(NARROW) else self._inner(width)

    def _label_height(self, width: float) -> float:
        """Return the height of the label: one line if possible, else those of small letters."""
        inner = self._inner(width)
        alone = measure(self.label.source, u(SMALL), BOLD_FONT)[0] <= inner
        return max(
            u(LARGE) * 1.16 if alone else text_height(self.label.source, SMALL, inner, BOLD_FONT),
            u(SIDE) if self._lead() else 0,
        )

    def least_width(self) -> float:
        """Return the width in pixels for the longest word of its label in small letters."""
        longest = self.label.widest_word(u(20))
        return longest + 2 * u(PAD) + self._lead() + (u(SIDE) if self.choice.chosen else 0)

    def needed_height(self, width: float) -> float:
        """Return the height in pixels for all its words."""
        # Computed with letters smaller than the words may be: these shrink rather than push other
        # choices out of sight.
        about = text_height(self.about.source, ABOUT, self._explanation_width(width))
        return max(u(TOUCH), self._label_height(width) + about + u(PAD) * (1.4 if about else 1))

    def place(self) -> None:
        """Place symbol, label, explanation, and a tick on the chosen one."""
        pad, side, lead, inner = u(PAD), u(SIDE), self._lead(), self._inner(self.width)
        high, about_width = self._label_height(self.width), self._explanation_width(self.width)
        low = (self.height - high) / 2 if not self.about.text else self.height - high - pad * 0.6
        middle = self.y + (low + high / 2 if about_width > inner else self.height / 2)
        if self.token is not None:
            place_widget(self.token, self.x + pad, middle - side / 2, side, side)
        elif lead:
            self.mark(self.choice.symbol, Area(self.x + pad, middle - side / 2, side, side))
        if self.chosen:
            tick = u(24)
            right = self.x + self.width - pad
            self.mark("tick", Area(right - tick, middle - tick / 2, tick, tick))
        place_widget(self.label, self.x + pad + lead, self.y + low, inner, high)
        left = self.x + pad + (lead if about_width <= inner else 0)
        place_widget(self.about, left, self.y + pad * 0.6, about_width, low - pad * 0.4)
        self.label.color = self.ink
        self.about.color = WARNING if self.is_blocked else INK if self.ink == INK else SAND


class ChipPlate(ChoicePlate):
    """A small choice: a word with a piece's sign beside it, or above it if it is narrow."""

    def __init__(
        self,
        choice: Choice,
        signs: Signs,
        say: Say,
        *,
        stacked: bool = False,
        word: Text | str | None = None,
        **rest: Any,
    ) -> None:
        """Make the chip; `stacked` puts the sign above the word, `word` replaces the label."""
        self._stacked = stacked
        text = choice.label if word is None else word
        # A name may be cut off, since its sign identifies the piece; other words wrap.
        cut = "right" if choice.sign in signs else ""
        self.label = Label(
            text, SMALL if stacked else BODY, bold=True, align="center", least=16, cut=cut
        )
        super().__init__(choice, signs, say, **rest)
        self.add_widget(self.label)

    def place(self) -> None:
        """Place sign or symbol, word, and a tick in the upper corner of the chosen one."""
        pad, side, symbol = u(5), u(28), self.choice.symbol
        if self.token is not None and self._stacked:
            label = with_size(self.label, u(24)), with_size(leave_empty, u(1))
            stack = vbox(
                with_size(leave_empty, pad),
                self.token,
                with_size(leave_empty, 0.6 * pad - u(1)),
                *label,
                gap=0,
            )
            arrange(with_padding(stack, pad, 0), self)
        else:
            is_marked = self.token is None and symbol in SYMBOLS
            if is_marked:
                left = pad if self.label.text else (self.width - side) / 2
                self.mark(symbol, Area(self.x + left, self.y, side, self.height))
            lead = with_size(leave_empty if is_marked else self.token, side)
            arrange(with_padding(hbox(lead, self.label, gap=pad), pad, 0), self)
        self.label.color = self.ink
        if self.chosen:
            side = u(20)
            right, top = self.x + self.width - u(1), self.y + self.height - u(1)
            self.mark("tick", Area(right - side, top - side, side, side))


class TilePlate(ChoicePlate):
    """A sentence to correct: the sign of its piece before it, a wrench behind it."""

    def __init__(self, choice: Choice, signs: Signs, say: Say, **rest: Any) -> None:
        self.sentence = Sentence(BODY, least=18)
        self.sentence.say(choice.label, {name: colour for name, colour, _ in signs.values()})
        super().__init__(choice, signs, say, **rest)
        self.add_widget(self.sentence)

    def _sides(self) -> tuple[float, float]:
        """Return the widths of sign and wrench, with the room beside them."""
        return u(TILE_SIGN + 2 * TILE_PAD) if self.token is not None else u(TILE_PAD), u(
            WRENCH + 2 * TILE_PAD
        )

    def least_width(self) -> float:
        """Return the width in pixels for its longest word in small letters."""
        return self.sentence.widest_word(u(18)) + sum(self._sides()) + u(2)

    def needed_height(self, width: float) -> float:
        """Return the height in pixels for its words in small letters, at least that of a target."""
        return max(
            u(TOUCH),
            text_height(
                self.sentence.plain(), 18, width - sum(self._sides()), BOLD_FONT, Sentence.LEADING
            )
            + u(2 * TILE_PAD),
        )

    def place(self) -> None:
        """Place sign, sentence and wrench."""
        left, right = self._sides()
        side = u(TILE_SIGN)
        token = leave_empty if self.token is None else centre(self.token, side, side)
        words = with_padding(self.sentence, 0, u(1))
        wrench = with_padding(partial(self.mark, "wrench"), u(TILE_PAD), 0)
        arrange(hbox(with_size(token, left), words, with_size(wrench, right), gap=0), self)


class SymbolPlate(ChoicePlate):
    """Less or more: a symbol alone."""

    def __init__(self, choice: Choice, symbol: str, say: Say, **rest: Any) -> None:
        """Take a symbol of `companion.ui.paint.SYMBOLS`."""
        self._symbol = symbol
        super().__init__(choice, {}, say, **rest)

    def place(self) -> None:
        """Draw the symbol in the middle."""
        arrange(centre(partial(self.mark, self._symbol), u(34), u(34)), self)


class LongPressOption(BarPress, OptionPlate):
    """A large choice to hold."""
