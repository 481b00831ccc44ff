"""Buttons: plates for any content, signs alone, and brass buttons with words.

Rank, pressed, chosen, early and disabled differ by shape and symbol too, not by colour alone. The
bridge drops double taps, and `companion.ui.tap_guard` says when a button is too `early`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.graphics import InstructionGroup
from kivy.input import MotionEvent
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.widget import Widget

from companion.named_tuples import NamedTuple
from companion.session.choices import Choice
from companion.session.messages import Message
from companion.signals import Deed
from companion.ui.layout import Area
from companion.ui.paint import paint_plate, paint_symbol
from companion.ui.theme import (
    BAD,
    BODY,
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    INK,
    IVORY,
    LARGE,
    NIGHT,
    PANEL,
    RAISED,
    SAND,
    SEAM,
    SMALL,
    TOUCH,
    Rgba,
    u,
)
from companion.ui.widgets.fingers import Pressing, Send
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import Plate, place_widget
from companion.words import NOTHING, Text

ARROWS: Final = ("next", "back")
"""Signs that only repeat the place of their button: they are omitted before letters become
small."""
PRIMARY, PLAIN, QUIET, DANGER = "primary", "plain", "quiet", "danger"


class Pressable(Pressing, Widget):
    """A tile: a plate that can be touched and chosen; `place` lays out and paints its content.

    A subclass adds its widgets, and paints onto `sign`, which is over them and empty before
    `place`.
    """

    def __init__(
        self, do: Callable[..., object], message: Message | Deed | None = None, **rest: Any
    ) -> None:
        """Call `do` on release, with the message if there is one."""
        self.do, self.message, self.chosen = do, message, False
        self.plate, self.sign = Plate(PANEL), InstructionGroup()
        # A finger that has slid off before it leaves does nothing.
        super().__init__(always_release=False, **rest)
        self.canvas.add(self.plate)
        self.canvas.after.add(self.sign)
        self.bind(pos=self.draw, size=self.draw, state=self.draw)

    def choose(self, chosen: bool) -> None:
        """Set whether it is the chosen one."""
        if chosen != self.chosen:
            self.chosen = chosen
            self.draw()

    def draw(self, *_: Any) -> None:
        """Update tints and places."""
        self.plate.tint(self.plate_tint, self.tints()[1])
        self.plate.place(*self.pos, *self.size)
        self.sign.clear()
        self.place()

    def tints(self) -> tuple[Rgba, Rgba]:
        """Return the plate's face and rim while it is not pressed."""
        return (BRASS, BRASS_LIGHT) if self.chosen else (RAISED, SEAM)

    @property
    def plate_tint(self) -> Rgba:
        """Return the tint of the plate: a finger on any plate is visible."""
        return BRASS_DARK if self.state == "down" else self.tints()[0]

    @property
    def ink(self) -> Rgba:
        """Return the tint of words and symbols on the plate."""
        return INK if self.chosen and self.state != "down" else IVORY

    def mark(self, symbol: str, area: Area, tint: Rgba | None = None) -> None:
        """Paint a symbol in the middle of an area, in the tint of the words if none is given."""
        side = min(area.width, area.height)
        x, y = area.x + (area.width - side) / 2, area.y + (area.height - side) / 2
        paint_symbol(self.sign, symbol, x, y, side, tint or self.ink, self.plate_tint)

    def place(self) -> None:
        """Lay out the content of the plate, which has its place and tints already."""


WORD: Final = 18
"""Size of the letters below a sign, as on the seven-inch panel."""


class SignButton(Pressable):
    """A sign as a button, alone or over a word; a chosen one is on brass with a bar below."""

    def __init__(
        self,
        symbol: str,
        do: Callable[..., object],
        message: Message | Deed | None = None,
        *,
        word: Text = NOTHING,
        **rest: Any,
    ) -> None:
        """Take a symbol of `companion.ui.paint.SYMBOLS`, and a word that says what it does."""
        self._symbol = symbol
        self.word = (
            Label(word, WORD, bold=True, align="center", least=16, in_line=True) if word else None
        )
        super().__init__(do, message, **rest)
        if self.word is not None:
            self.add_widget(self.word)
        self.bind(disabled=self.draw)

    def show(self, symbol: str, word: Text = NOTHING) -> None:
        """Show another sign, over another word if it has one; the same one changes nothing."""
        if symbol != self._symbol:
            self._symbol = symbol
            if self.word is not None:
                self.word.text = word
            self.draw()

    def place(self) -> None:
        """Place the sign in the middle, or over its word."""
        below = u(WORD) * 1.3 if self.word is not None else 0.0
        side = min(self.width, self.height - below) * (0.8 if below else 0.56)
        x, y = self.x + (self.width - side) / 2, self.y + below + (self.height - below - side) / 2
        if self.word is not None:
            place_widget(self.word, self.x + u(2), self.y + u(3), self.width - u(4), below)
        area = Area(x, y + (u(3) if self.chosen else 0), side, side)
        self.mark(self._symbol, area, SEAM if self.disabled and not self.chosen else None)
        if self.chosen:
            paint_plate(
                self.sign,
                self.x + self.width * 0.22,
                self.y + u(5),
                self.width * 0.56,
                u(5),
                NIGHT,
                u(2),
            )


class _ButtonStyle(NamedTuple):
    """The tints of one state: face, rim, words."""

    face: Rgba
    rim: Rgba
    words: Rgba


_LOOKS: Final = {
    PRIMARY: _ButtonStyle(BRASS, BRASS_LIGHT, INK),
    PLAIN: _ButtonStyle(RAISED, BRASS, IVORY),
    QUIET: _ButtonStyle(PANEL, SEAM, IVORY),
    DANGER: _ButtonStyle(RAISED, BAD, BAD),
}
_PRESSED = _ButtonStyle(BRASS_DARK, BRASS_LIGHT, IVORY)
_CHOSEN = _ButtonStyle(BRASS, BRASS_LIGHT, INK)
_DISABLED = _ButtonStyle(NIGHT, RAISED, SAND)
_EARLY = _ButtonStyle(PANEL, BRASS_DARK, SAND)


class PushButton(Pressing, Widget):
    """A button with words, a symbol of `companion.ui.paint.SYMBOLS`, or both.

    A `disabled` button has no face. Just after its page has changed, a button is `early`: no finger
    presses it, and each touch calls `early_touch`. So does a finger that was already on it, when it
    is lifted.
    """

    symbol = StringProperty("")
    """The name of its symbol, "" for none."""
    chosen = BooleanProperty(False)
    """Whether it is the chosen one: then it is filled and has a tick."""
    inset: int = 0
    """Room above and below its words, as on the seven-inch panel."""
    noted: float = 0.56
    """Share of its height for its second line, which is usually longer than the first."""

    def __init__(
        self,
        text: Text | str = "",
        do: Callable[..., object] | None = None,
        message: Message | Deed | None = None,
        *,
        kind: str = PLAIN,
        symbol: str = "",
        size: int = LARGE,
        chosen: bool = False,
        trailing: bool = False,
        in_line: bool = False,
        **rest: Any,
    ) -> None:
        """Make the button.

        Args:
            text: Its words.
            do: Called on release, unless the finger has slid off.
            message: What `do` is called with; None: nothing.
            kind: PRIMARY (the main action), PLAIN, QUIET or DANGER.
            symbol: Name of its symbol, "" for none.
            size: Size of the letters.
            chosen: Whether it is the chosen one of several.
            trailing: Whether the symbol is right of the words.
            in_line: Whether letters shrink, and the symbol goes, before words take a second line.
            rest: Arguments of a Kivy widget. A fixed height is at least TOUCH.
        """
        self._kind, self._trailing = kind, trailing
        self._plate, self._sign = Plate(PANEL), InstructionGroup()
        super().__init__(always_release=False, symbol=symbol, chosen=chosen, **rest)
        self.do, self.message = do, message
        self._early, self._dropped = False, False
        self.early_touch: Callable[[], object] = lambda: None
        self.canvas.add(self._plate)
        self.words = Label(text, size, bold=True, align="center", least=18, in_line=in_line)
        self.add_widget(self.words)
        self._note: Label | None = None
        self.canvas.after.add(self._sign)
        if self.size_hint_y is None and self.height < u(TOUCH):
            self.height = u(TOUCH)
        self.bind(
            pos=self._draw,
            size=self._draw,
            state=self._draw,
            disabled=self._draw,
            symbol=self._draw,
            chosen=self._draw,
        )
        self._draw()

    @property
    def text(self) -> str:
        return str(self.words.text)

    @text.setter
    def text(self, text: Text | str) -> None:
        if text != self.words.source:
            self.words.text = text
            self._draw()

    def needed_width(self) -> float:
        """Return the width in pixels for its words in one line in their largest letters."""
        return self.words.full_line() + 2 * u(10) + (u(36) if self.symbol else 0)

    @property
    def note(self) -> str:
        """Return its second line, "" for none."""
        return str(self._note.text) if self._note is not None else ""

    @note.setter
    def note(self, note: Text | str) -> None:
        """Set its second line."""
        if note == (self._note.source if self._note is not None else ""):
            return
        if self._note is None:
            self._note = Label(
                "",
                BODY,
                bold=True,
                align="center",
                least=18,
                cut="right",
            )
            self.add_widget(self._note)
        self._note.text = note
        self._draw()

    @property
    def early(self) -> bool:
        """Return whether it is not ready yet."""
        return self._early

    @early.setter
    def early(self, early: bool) -> None:
        """Set whether it is not ready yet."""
        # A finger from before belongs to the page before.
        self._dropped = self._dropped or early
        if early != self._early:
            self._early = early
            self._draw()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Report a finger that comes too early."""
        if self._early and not self.disabled and self.collide_point(*touch.pos):
            self.early_touch()
            return True
        return bool(super().on_touch_down(touch))

    def on_press(self) -> None:
        """Note a finger that came while it was ready."""
        self._dropped = False

    def on_release(self) -> None:
        """Act, or call `early_touch` if the button was early while the finger was on it."""
        if self._dropped:
            self.early_touch()
        else:
            self.act()

    def _style(self) -> _ButtonStyle:
        """Return the tints of its state, in this order: disabled, early, pressed, chosen, rank."""
        if self.disabled:
            return _DISABLED
        if self._early:
            return _EARLY
        if self.state == "down":
            return _PRESSED
        return _CHOSEN if self.chosen else _LOOKS[self._kind]

    @property
    def kind(self) -> str:
        return self._kind

    @kind.setter
    def kind(self, kind: str) -> None:
        if kind != self._kind:
            self._kind = kind
            self._draw()

    def _draw(self, *_: Any) -> None:
        """Draw tints, plate, words and sign; a pressed button sinks, too."""
        style = self._style()
        sunk = u(2) if self.state == "down" and not self.disabled and not self._early else 0
        self._plate.tint(style.face, style.rim)
        self._plate.place(self.x, self.y - sunk, self.width, self.height)
        # Kivy disables the children of a disabled widget, and labels have a different tint for
        # that.
        self.words.color = self.words.disabled_color = style.words
        sign = "tick" if self.chosen else "clock" if self._early else self.symbol
        side = min(u(30), self.height * (0.4 if self.note else 0.5)) if sign else 0
        room = self.width - 2 * u(10)
        wanted = self.words.least_line() if self.words.in_line else self.words.min_width()
        if self.words.in_line and sign in ARROWS:
            wanted = min(self.words.line_width(u(BODY)), self.words.full_line())
        if sign and not self.chosen and room - side - u(6) < wanted and room > side + u(6) + 1:
            # In some languages the words leave no room for it.
            sign, side = "", 0
        self._place_words(side, sunk)
        self._sign.clear()
        if sign:
            # At its end of the words, or in the middle without words.
            x = self.x + u(12)
            if not self.words.text:
                x = self.x + (self.width - side) / 2
            elif self._trailing and not self.chosen:
                x = self.x + self.width - side - u(12)
            low = self.height * self.noted if self.note else 0
            paint_symbol(
                self._sign,
                sign,
                x,
                self.y + low + (self.height - low - side) / 2 - sunk,
                side,
                style.words,
                style.face,
            )

    def _place_words(self, side: float, sunk: float) -> None:
        """Place the words beside a sign of `side` pixels, moved down by `sunk` pixels."""
        pad, room = u(10), side + u(6) if side else 0
        # The tick of a chosen button is on the left, even if its symbol trails.
        left = self.x + pad + (0 if self._trailing and not self.chosen else room)
        wide, low = (
            max(1, self.width - 2 * pad - room),
            self.height * self.noted if self.note else 0,
        )
        free = u(self.inset) if self.inset else 0.0
        place_widget(
            self.words,
            left,
            self.y - sunk + low + free,
            wide,
            max(1.0, self.height - low - 2 * free),
        )
        if self._note is not None:
            self._note.color = self._note.disabled_color = self.words.color
            # Below the sign, too: the second line is the longer one.
            place_widget(
                self._note, self.x + u(6), self.y - sunk + u(1), self.width - 2 * u(6), low
            )


class ChoiceButton(PushButton):
    """One of several choices: a plain button whose words may wrap and be small."""

    def __init__(
        self,
        text: Text | str,
        do: Callable[..., object] | None = None,
        message: Message | Deed | None = None,
        *,
        size: int = SMALL,
        **rest: Any,
    ) -> None:
        super().__init__(text, do, message, kind=QUIET, size=size, **rest)


class OfferButton(PushButton):
    """A button for a choice of the view; a touch sends its message."""

    def __init__(self, send: Send, **rest: Any) -> None:
        """Make it without a choice."""
        self._send = send
        self.choice: Choice | None = None
        super().__init__(**rest)

    def offer(self, choice: Choice | None) -> None:
        """Offer another choice; with None a finger that is still on it does nothing."""
        self.choice, self.do = choice, None
        if choice is not None:
            self.do, self.message = self._send, choice.message
            self.text, self.disabled, self.chosen = (
                choice.label,
                bool(choice.blocked),
                choice.chosen,
            )
