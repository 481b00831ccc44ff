"""Four digits on the screen: the PIN of a seat, chosen at the setup or typed before its cards are shown."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.session.setup import LENGTH_OF_PIN
from companion.ui.theme import BODY, BRASS, HEADLINE, IVORY, LARGE, NIGHT, WARNING, u
from companion.ui.widgets.badge import Badge
from companion.ui.widgets.button import PLAIN, PRIMARY, QUIET, PushButton
from companion.ui.widgets.panel import Column, Panel, Row
from companion.ui.widgets.text import Words

ROWS: Final = ("123", "456", "789", "0")
ERASE: Final = "Erase"


class Keypad(Column):
    """The ten digits and a key to erase; `typed` is called with a digit or ERASE."""

    def __init__(self, typed: Callable[[str], object], **rest: Any) -> None:
        """Further arguments are those of a Column."""
        super().__init__(gap=6, **rest)
        self.keys: dict[str, PushButton] = {}
        for digits in ROWS:
            row = Row(gap=6)
            for key in digits if len(digits) > 1 else (*digits, ERASE):
                self.keys[key] = PushButton(key, lambda key=key: typed(key), kind=QUIET, size=LARGE)
                self.keys[key].size_hint_x = 2 if key == ERASE else 1
                row.add_widget(self.keys[key])
            self.add_widget(row)


class PinPage(Panel):
    """Whose PIN, what stands there so far, the keys. `done` is called with four digits, `leave` where nothing is to change.

    With `choosing` the digits are shown and confirmed, and `drop`, if there is a PIN, takes it away; else they are covered, and the fourth says it.
    """

    def __init__(
        self, who: tuple[str, str, str], done: Callable[[str], object], leave: Callable[[], object], *, choosing: bool = False,
        drop: Callable[[], object] | None = None, **rest: Any,
    ) -> None:
        """`who` are name, colour and shape; further arguments are those of a Panel."""
        super().__init__(pad=8, rivets=False, **rest)
        self.digits, self._done, self._choosing = "", done, choosing
        self.badge = Badge(*who, size=LARGE, side=52)
        self.field = Words("", HEADLINE, bold=True, tint=IVORY, align="center")
        self.words = Words("", BODY, tint=IVORY, align="center", least=16)
        self.leave = PushButton("Back" if choosing else "Not me", leave, kind=PLAIN, symbol="back", size=BODY, size_hint_x=None, width=u(140))
        self.finish = PushButton("Done", self._say_done, kind=PRIMARY, symbol="tick", size=BODY, size_hint_x=None, width=u(140))
        self.drop = PushButton("No PIN", drop, kind=PLAIN, size=BODY, size_hint_x=None, width=u(140))
        self.keypad = Keypad(self.type)
        self._lay_out(drop is not None)
        self.tell("")

    def _lay_out(self, can_drop: bool) -> None:
        """From the top: who with the way back, what to do, the digits, the keys."""
        head = Row(size_hint_y=None, height=u(60))
        for child in (self.leave, self.badge, *([self.drop] if can_drop else []), *([self.finish] if self._choosing else [])):
            head.add_widget(child)
        plate = Panel(NIGHT, BRASS, rivets=False, pad=2, size_hint_y=None, height=u(58))
        plate.add_widget(self.field)
        self.words.size_hint_y, self.words.height = None, u(46)
        for child in (head, self.words, plate, self.keypad):
            self.add_widget(child)

    def type(self, key: str) -> None:
        """A key was pressed."""
        self.digits = self.digits[:-1] if key == ERASE else (self.digits + key)[:LENGTH_OF_PIN]
        self._show()
        if not self._choosing and len(self.digits) == LENGTH_OF_PIN:
            digits, self.digits = self.digits, ""
            self._done(digits)
            self._show()

    def tell(self, wrong: str) -> None:
        """What is wrong, in a sentence, or what to do."""
        asked = "Choose four digits. They open this seat until the race is over." if self._choosing else "Everybody else looks away. Type your PIN."
        self.words.text, self.words.color = wrong or asked, WARNING if wrong else IVORY
        self._show()

    def _show(self) -> None:
        """The digits, or as many dots, and dashes for those to come."""
        shown = self.digits if self._choosing else "•" * len(self.digits)
        self.field.text = " ".join([*shown, *"–" * (LENGTH_OF_PIN - len(shown))])
        self.finish.disabled = len(self.digits) < LENGTH_OF_PIN

    def _say_done(self) -> None:
        self._done(self.digits)
