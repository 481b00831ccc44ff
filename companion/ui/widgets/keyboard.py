"""Keys on the screen: a keyboard for names, and a keypad for the PIN of a seat. The table has no other.

Without a desktop there is no keyboard of the system's either, and Kivy's own text fields want one; so a name is words and keys here.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.session.lobby.setup import LENGTH_OF_PIN, LONGEST_NAME
from companion.ui.theme import BODY, BRASS, HEADING, HEADLINE, IVORY, LARGE, NIGHT, SAND, SMALL, WARNING, lying, u
from companion.ui.widgets.badge import NamedSign
from companion.ui.widgets.button import PLAIN, PRIMARY, QUIET, PushButton
from companion.ui.widgets.panel import Column, Panel, Row, Spacer, fill
from companion.ui.widgets.text import Words
from companion.words import text

LETTERS: Final = ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM-")
SIGNS: Final = ("1234567890", "ÄÖÜÆØÅÉÈÊË", "ÁÍÓÚÑÇŁŠŽ'")
UPRIGHT_LETTERS: Final = ("ABCDEFG", "HIJKLMN", "OPQRSTU", "VWXYZ-")
UPRIGHT_SIGNS: Final = ("12345678", "90ÄÖÜÆØÅ", "ÉÈÊËÁÍÓÚ", "ÑÇŁŠŽ'")
"""Narrow windows have seven letters in a row, in the order of the alphabet, or eight signs, so that no key is too small to be hit.

Both pages have four rows, so that the row below them stays where it is.
"""
ERASE, SPACE, OTHER = "erase", "space", "other"
ROWS: Final = ("123", "456", "789", "0")
WIPE: Final = "wipe"


class Keyboard(Column):
    """Rows of keys and one below; `typed` is called with a capital letter, a figure or a sign of the keys, ERASE or SPACE."""

    def __init__(self, typed: Callable[[str], object], **rest: Any) -> None:
        """Letters first; further arguments are those of a Column."""
        super().__init__(gap=5, **rest)
        self._pages = (LETTERS, SIGNS) if lying() else (UPRIGHT_LETTERS, UPRIGHT_SIGNS)
        self._typed, self._page = typed, self._pages[0]
        self.keys: dict[str, PushButton] = {}
        self._fill()

    def _fill(self) -> None:
        """The keys of the present page, all made anew."""
        self.clear_widgets()
        self.keys = {}
        widest = max(len(row) for row in self._page)
        for letters in self._page:
            row = Row(gap=4)
            keys = [self._key(letter, letter) for letter in letters]
            # All keys are of one width; a shorter row stands in the middle.
            spare = [Spacer() for _ in range(2)] if len(letters) < widest else []
            for space in spare:
                space.size_hint_x = (widest - len(letters)) / 2
            fill(row, *spare[:1], *keys, *spare[1:])
            self.add_widget(row)
        self.add_widget(self._last_row())

    def _last_row(self) -> Row:
        """The key for the other page, space, and erase, which keep their places on both pages."""
        row = Row(gap=4)
        for key, label, share in ((OTHER, "123 ÄÉ" if self._page is self._pages[0] else "ABC", 1.0), (SPACE, text("space"), 2.2), (ERASE, text("Erase"), 1.0)):
            button = self._key(key, label)
            button.size_hint_x = share
            row.add_widget(button)
        return row

    def _key(self, key: str, label: str) -> PushButton:
        self.keys[key] = PushButton(label, lambda: self._press(key), kind=QUIET, size=LARGE if len(str(label)) == 1 else SMALL)
        return self.keys[key]

    def _press(self, key: str) -> None:
        """Turn the page, or tell the key."""
        if key == OTHER:
            self._page = self._pages[self._page is self._pages[0]]
            self._fill()
        else:
            self._typed(key)


class NamePage(Panel):
    """A name to be typed: what stands there, what it is usually where that is another one, the keys, and done or not."""

    def __init__(
        self, name: str, usual: str, done: Callable[[str], object], leave: Callable[[], object], longest: int = LONGEST_NAME, **rest: Any,
    ) -> None:
        """Begin with a name; `usual` is the colour's; `done` is called with the new name, `leave` where nothing is to change.

        The new name has 1 to `longest` letters and no spaces at its ends.
        """
        super().__init__(pad=6, rivets=False, **rest)
        self.name, self._fresh, self._done, self._longest = name, True, done, longest
        self.field = Words("", HEADLINE, bold=True, tint=IVORY, align="center", least=HEADING)
        self.left = Words("", SMALL, tint=SAND, align="right", size_hint_x=None, width=u(96), least=16)
        plate = Panel(NIGHT, BRASS, rivets=False, pad=2)
        plate.add_widget(self.field)
        top = Row(size_hint_y=None, height=u(60))
        back = PushButton("", leave, kind=PLAIN, symbol="back", size_hint_x=None, width=u(60))
        fill(top, back, plate, *([self.left] if lying() else []), self._finish())
        self.keyboard = Keyboard(self.type, size_hint_y=1 if lying() else 1.4)
        self.add_widget(top)
        self.offer: PushButton | None = None
        if usual != name:
            self.offer = PushButton(text("As its colour: {usual}", usual=usual), lambda: self.take(usual), kind=PLAIN, size=SMALL, size_hint_y=None, height=u(52))
            self.add_widget(self.offer)
        self.add_widget(self.keyboard)
        if not lying():
            self.add_widget(Spacer())
        self._show()

    def _finish(self) -> PushButton:
        self.finish = PushButton(text("Done"), self._say_done, kind=PRIMARY, symbol="tick", size_hint_x=None, width=u(110))
        return self.finish

    def type(self, key: str) -> None:
        """A key was pressed; the first letter replaces the old name, erasing shortens it."""
        if key == ERASE:
            self.name = self.name[:-1]
        else:
            name = ("" if self._fresh else self.name) + (" " if key == SPACE else key)
            self.name = name.lstrip()[:self._longest]
        self._fresh = False
        self._show()

    def take(self, name: str) -> None:
        """The name that is offered."""
        self.name, self._fresh = name, True
        self._show()

    def _show(self) -> None:
        """The name as it stands, with a bar behind it once a key was pressed; done only where it is not empty."""
        self.field.text = f"{self.name}|" if not self._fresh else self.name
        self.left.text = text("{number} of {all}", number=len(self.name), all=self._longest)
        self.finish.disabled = not self.name.strip()

    def _say_done(self) -> None:
        self._done(self.name.strip())


class Keypad(Column):
    """The ten digits and a key to erase; `typed` is called with a digit or WIPE."""

    def __init__(self, typed: Callable[[str], object], **rest: Any) -> None:
        """Further arguments are those of a Column."""
        super().__init__(gap=6, **rest)
        self.keys: dict[str, PushButton] = {}
        for digits in ROWS:
            row = Row(gap=6)
            for key in digits if len(digits) > 1 else (*digits, WIPE):
                self.keys[key] = PushButton(text("Erase") if key == WIPE else key, lambda key=key: typed(key), kind=QUIET, size=LARGE)
                self.keys[key].size_hint_x = 2 if key == WIPE else 1
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
        self.badge = NamedSign(*who, size=LARGE, side=52)
        self.field = Words("", HEADLINE, bold=True, tint=IVORY, align="center")
        self.words = Words("", BODY, tint=IVORY, align="center", least=16)
        self.leave = PushButton(text("Back") if choosing else text("Not me"), leave, kind=PLAIN, symbol="back", size=BODY, size_hint_x=None, width=u(140))
        self.finish = PushButton(text("Done"), self._say_done, kind=PRIMARY, symbol="tick", size=BODY, size_hint_x=None, width=u(140))
        self.drop = PushButton(text("No PIN"), drop, kind=PLAIN, size=BODY, size_hint_x=None, width=u(140))
        self.keypad = Keypad(self.type)
        self._lay_out(drop is not None)
        self.tell("")

    def _lay_out(self, can_drop: bool) -> None:
        """From the top: who with the way back, what to do, the digits, the keys."""
        head = Row(size_hint_y=None, height=u(60))
        fill(head, self.leave, self.badge, *([self.drop] if can_drop else []), *([self.finish] if self._choosing else []))
        plate = Panel(NIGHT, BRASS, rivets=False, pad=2, size_hint_y=None, height=u(58))
        plate.add_widget(self.field)
        self.words.size_hint_y, self.words.height = None, u(46)
        fill(self, head, self.words, plate, self.keypad)

    def type(self, key: str) -> None:
        """A key was pressed."""
        self.digits = self.digits[:-1] if key == WIPE else (self.digits + key)[:LENGTH_OF_PIN]
        self._show()
        if not self._choosing and len(self.digits) == LENGTH_OF_PIN:
            digits, self.digits = self.digits, ""
            self._done(digits)
            self._show()

    def tell(self, wrong: str) -> None:
        """What is wrong, in a sentence, or what to do."""
        asked = text("Choose four digits. They open this seat until the game is over.") if self._choosing else text("Everybody else looks away. Type your PIN.")
        self.words.text, self.words.color = wrong or asked, WARNING if wrong else IVORY
        self._show()

    def _show(self) -> None:
        """The digits, or as many dots, and dashes for those to come."""
        shown = self.digits if self._choosing else "•" * len(self.digits)
        self.field.text = " ".join([*shown, *"–" * (LENGTH_OF_PIN - len(shown))])
        self.finish.disabled = len(self.digits) < LENGTH_OF_PIN

    def _say_done(self) -> None:
        self._done(self.digits)
