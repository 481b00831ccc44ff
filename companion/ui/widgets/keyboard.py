"""Keys on the screen: a keyboard for names with variants of held keys, and a keypad for a PIN.

Without a desktop there is no keyboard of the system, and Kivy's text fields need one: here a name
is words and keys.

The finger that holds it can slide onto one of them and lift, as on a phone, or lift immediately for
another touch to take one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from kivy.clock import Clock
from kivy.input import MotionEvent
from kivy.uix.widget import Widget

from companion.letters import clusters
from companion.names import name_refusal, tidied
from companion.session.lobby.setup import LENGTH_OF_PIN, LONGEST_NAME
from companion.session.view import TimerPicture
from companion.ui.keys import DELETE, ESCAPE
from companion.ui.layout import Area, arrange, grid
from companion.ui.paint import paint_plate
from companion.ui.theme import (
    BODY,
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    HEADING,
    HEADLINE,
    IVORY,
    LARGE,
    NIGHT,
    RAISED,
    SAND,
    SMALL,
    WARNING,
    is_landscape,
    u,
)
from companion.ui.widgets.alphabets import ALPHABETS, Alphabet, alphabet_of, small
from companion.ui.widgets.badge import NamedSign
from companion.ui.widgets.button import PLAIN, PRIMARY, QUIET, PushButton
from companion.ui.widgets.fingers import is_gone
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import (
    ColumnBox,
    Panel,
    Plate,
    RowBox,
    add_all,
    place_widget,
    toggle_child,
)
from companion.ui.widgets.timers import seconds_left
from companion.words import NOTHING, Text, text

HELD: Final = 0.4
"""Seconds for which a key is held: longer than a tap, and as usual on phones."""
SIDE, GAP = 56, 5
"""Width and height of a variant, and the room between two of them and around all, as on the
seven-inch panel."""


class Variants(Widget):
    """The variants of a held key, on a plate over or under it."""

    def __init__(
        self, letters: str, key: Widget, room: Widget, take: Callable[[str], object]
    ) -> None:
        """Stay inside `room` from side to side; call `take` with a letter, or "" for none."""
        super().__init__()
        self._key, self._take = key, take
        self._plate = Plate(RAISED, BRASS, width=2.5)
        self.canvas.add(self._plate)
        self.letters = {
            letter: PushButton(letter, partial(take, letter), kind=PLAIN, size=HEADING)
            for letter in letters
        }
        for button in self.letters.values():
            self.add_widget(button)
        # Above the key, or below if there is no room, as near its middle as possible.
        side, gap = u(SIDE), u(GAP)
        rows = -(-len(self.letters) // max(1, int((room.width - gap) // (side + gap))))
        columns = -(-len(self.letters) // rows)
        width, height = columns * (side + gap) + gap, rows * (side + gap) + gap
        if room.width - width < side + gap:
            # Not even a narrow strip of the content below remains visible beside it.
            width = room.width
        x = min(max(room.x, self._key.center_x - width / 2), room.x + room.width - width)
        above = self._key.y + self._key.height + gap
        window = self._key.get_root_window()
        fits = window is None or above + height <= window.height
        place_widget(self, x, above if fits else self._key.y - gap - height, width, height)
        self._plate.place(*self.pos, *self.size)
        arrange(
            grid([*self.letters.values()], columns, gap=gap),
            Area(x + gap, self.y + gap, width - 2 * gap, height - 2 * gap),
        )

    def lead(self, place: tuple[float, float]) -> None:
        """Show which letter the finger that still holds the key would take."""
        for button in self.letters.values():
            button.state = "down" if button.collide_point(*place) else "normal"

    def lift(self, place: tuple[float, float]) -> None:
        """Take the letter under the finger, stay if the finger is on the key, or close."""
        letter = next(
            (letter for letter, button in self.letters.items() if button.collide_point(*place)), ""
        )
        if letter or not self._key.collide_point(*place):
            self._take(letter)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Handle every finger: one beside the letters takes none."""
        if not self.collide_point(*touch.pos):
            self._take("")
        else:
            super().on_touch_down(touch)
        return True


class LetterKey(PushButton):
    """A key with a letter; a bar at its foot says that it has variants."""

    def __init__(
        self, letter: str, do: Callable[[], object], variants: str, keyboard: Keyboard, **rest: Any
    ) -> None:
        """Take the variants, "" for none, and the keyboard that shows them."""
        self.variants, self._keyboard = variants, keyboard
        self._offered: Variants | None = None
        super().__init__(letter, do, kind=QUIET, size=LARGE, **rest)

    def on_press(self) -> None:
        """Start the time until the variants."""
        super().on_press()
        self._offered = None
        if self.variants:
            Clock.schedule_once(self._offer, HELD)

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Stop holding the key if the finger slides off; with variants shown, mark one of them."""
        if touch.grab_current is self:
            if self._offered is not None:
                self._offered.lead(touch.pos)
            elif not self.collide_point(*touch.pos):
                Clock.unschedule(self._offer)
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Take a variant, or type the letter if none was shown."""
        if touch.grab_current is self:
            Clock.unschedule(self._offer)
            if is_gone(self):
                self._offered = None
            if self._offered is not None:
                # A held key types nothing by itself.
                self._dropped = True
                offered, self._offered = self._offered, None
                offered.lift(touch.pos)
        return bool(super().on_touch_up(touch))

    def _offer(self, _: float) -> None:
        # Its page may have been removed under the finger.
        if self.state == "down" and not is_gone(self):
            self._offered = self._keyboard.offer(self)

    def _draw(self, *_: Any) -> None:
        """Draw the key and the bar."""
        super()._draw()
        if self.variants:
            paint_plate(
                self._sign,
                self.x + self.width * 0.36,
                self.y + u(4),
                self.width * 0.28,
                u(3),
                BRASS_DARK,
                u(1),
            )


SIGNS: Final = ("1234567890", "ÄÖÜÆØÅÉÈÊË", "ÁÍÓÚÑÇŁŠŽ'")
UPRIGHT_SIGNS: Final = ("12345678", "90ÄÖÜÆØÅ", "ÉÈÊËÁÍÓÚ", "ÑÇŁŠŽ'-")
"""The page with digits: narrow windows have eight characters in a row, so that every key is large
enough."""
FIGURE_ROW: Final = "1234567890"
"""The row above three rows of letters in upright windows.

All pages have as many rows with it, so that the row below them stays in place.
"""
TALLEST: Final = 92
"""Greatest height of a key, as on the seven-inch panel."""
FIGURES: Final = "123 ÄÉ"
ERASE, SPACE, OTHER, ALPHABET, SHIFT = "erase", "space", "other", "alphabet", "shift"
BEGINS: Final = (" ", "-")
"""Characters before a capital letter in a name."""
ROWS: Final = ("123", "456", "789", "0")
WIPE: Final = "wipe"
HINT: Final = text("Hold a key with a bar to see more letters like it.")


class Keyboard(Widget):
    """Rows of keys, and the row of shift, space and erase.

    There is a page of keys for each alphabet and one with digits. A held key offers letters with
    marks over the others.
    """

    def __init__(self, typed: Callable[[str], object], name: str, **rest: Any) -> None:
        """Begin with the alphabet of a name.

        `typed` is called with a letter as on its key, a digit, a character, ERASE or SPACE.
        """
        super().__init__(**rest)
        self._typed, self.alphabet, self._figures = typed, alphabet_of(name), False
        self.capital = True
        self._rows = ColumnBox(gap=5 if is_landscape() else 2)
        self.keys: dict[str, PushButton] = {}
        self.variants: Variants | None = None
        self.add_widget(self._rows)
        self.bind(pos=self._place, size=self._place)
        self._make_keys()

    def offer(self, key: LetterKey) -> Variants:
        """Show the variants of a held key until one is taken or another place is touched."""
        self._close()
        self.variants = Variants(key.variants, key, self, self._take)
        self.add_widget(self.variants)
        return self.variants

    def _take(self, letter: str) -> None:
        """Type a variant; "" for none."""
        self._close()
        if letter:
            self._typed(letter)

    def _close(self) -> None:
        if self.variants is not None:
            self.remove_widget(self.variants)
            self.variants = None

    def _place(self, *_: Any) -> None:
        self._close()
        arrange(self._rows, self)

    def _make_keys(self) -> None:
        """Make the keys of the current page."""
        self._close()
        self._rows.clear_widgets()
        self.keys = {}
        alphabet = self.alphabet
        if is_landscape():
            rows = SIGNS if self._figures else alphabet.landscape
        else:
            rows = UPRIGHT_SIGNS if self._figures else alphabet.portrait
            rows = rows if len(rows) == len(UPRIGHT_SIGNS) else (FIGURE_ROW, *rows)
        widest = max(map(len, rows))
        for letters in rows:
            row = RowBox(gap=4 if is_landscape() else 1)
            # All keys have the same width; a shorter row is centred.
            spare = [Widget() for _ in range(2)] if len(letters) < widest else []
            for space in spare:
                space.size_hint_x = (widest - len(letters)) / 2
            keys = {
                letter: LetterKey(
                    self._in_case(letter),
                    partial(self._press, letter),
                    self._variants(letter),
                    self,
                )
                for letter in letters
            }
            self.keys |= keys
            add_all(row, *spare[:1], *keys.values(), *spare[1:])
            self._rows.add_widget(row)
        # These keep their places on all pages; each shows what it leads to.
        row = RowBox(gap=4)
        other = self.alphabet.label if self._figures else FIGURES
        shift = PushButton(
            "",
            lambda: self._press(SHIFT),
            kind=PRIMARY if self.capital else QUIET,
            symbol="up",
            size=SMALL,
        )
        self.keys[SHIFT] = shift
        row.add_widget(shift)
        for key, label, share in (
            (OTHER, other, 1.0),
            (ALPHABET, self._next_alphabet().label, 1.0),
            (SPACE, text("space"), 1.6),
            (ERASE, text("Erase"), 1.0),
        ):
            button = PushButton(label, partial(self._press, key), kind=QUIET, size=SMALL)
            button.size_hint_x = share
            self.keys[key] = button
            row.add_widget(button)
        self._rows.add_widget(row)

    def _next_alphabet(self) -> Alphabet:
        return ALPHABETS[(ALPHABETS.index(self.alphabet) + 1) % len(ALPHABETS)]

    def _in_case(self, letter: str) -> str:
        """Return a letter of the keys as it is typed now."""
        return letter if self.capital else small(letter)

    def _variants(self, letter: str) -> str:
        """Return the current variants of a key."""
        offered = "" if self._figures else self.alphabet.variants.get(letter, "")
        return "".join(dict.fromkeys(map(self._in_case, offered)))

    def show_case(self, capital: bool) -> None:
        """Show capital letters on the keys, or small ones."""
        if capital == self.capital:
            return
        self.capital = capital
        self.keys[SHIFT].kind = PRIMARY if capital else QUIET
        for letter, key in self.keys.items():
            if isinstance(key, LetterKey):
                key.text, key.variants = self._in_case(letter), self._variants(letter)

    def _press(self, key: str) -> None:
        """Turn to another page of keys, or report the key."""
        if key == SHIFT:
            self.show_case(not self.capital)
        elif key == ALPHABET:
            self.turn()
        elif key == OTHER:
            self._figures = not self._figures
            self._make_keys()
        else:
            self._typed(key if key in (ERASE, SPACE) else self._in_case(key))

    def turn(self) -> None:
        """Turn to the letters of the next alphabet."""
        self.alphabet, self._figures = self._next_alphabet(), False
        self._make_keys()


class NamePage(Panel):
    """A name to type: the name, the usual one if it differs, the keys, done or back.

    A real keyboard types as well (`hear_text`, `hear_key`).
    """

    def __init__(
        self,
        name: str,
        usual: str,
        done: Callable[[str], object],
        leave: Callable[[], object],
        longest: int = LONGEST_NAME,
        title: Text = NOTHING,
        **rest: Any,
    ) -> None:
        """Begin with a name; the new one has 1 to `longest` letters and no spaces at its ends.

        Args:
            name: The name so far.
            usual: The name of the colour.
            done: Called with the new name.
            leave: Called if nothing changes.
            longest: Most letters.
            title: What is named.
            rest: Arguments of a Panel.
        """
        super().__init__(pad=6 if is_landscape() else 0, gap=5, rivets=False, **rest)
        self.name, self._fresh, self._done, self._leave, self._longest = (
            name,
            True,
            done,
            leave,
            longest,
        )
        self.field = Label("", HEADLINE, bold=True, tint=IVORY, align="center", least=HEADING)
        self.left = Label(
            "", SMALL, tint=SAND, align="right", size_hint_x=None, width=u(96), least=16
        )
        self.title = Label(
            title,
            SMALL if is_landscape() else LARGE,
            bold=True,
            tint=BRASS_LIGHT,
            least=16,
            in_line=is_landscape(),
        )
        self.words = Label(
            "", SMALL, tint=SAND, align="right" if is_landscape() else "left", least=16
        )
        self.time = Label(
            "", SMALL, bold=True, tint=BRASS_LIGHT, align="right", least=16, in_line=True
        )
        self.time.size_hint_x, self.time.width = None, u(150)
        self._above = RowBox(gap=5, size_hint_y=None, height=u(26 if is_landscape() else 52))
        self.finish = PushButton(
            text("Done"),
            self._say_done,
            kind=PRIMARY,
            symbol="tick",
            size_hint_x=None,
            width=u(110),
        )
        self.offer: PushButton | None = None
        if usual != name:
            self.offer = PushButton(
                text("As its colour: {usual}", usual=usual),
                lambda: self.take(usual),
                kind=PLAIN,
                size=SMALL,
                size_hint_y=None,
                height=u(52),
            )
        self.keyboard = Keyboard(self.type, name)
        self._arrange()
        self._show()

    def _arrange(self) -> None:
        """Place the name between the buttons and the keys below.

        In an upright window the name has its own line, and the keys are at the foot.
        """
        plate = Panel(NIGHT, BRASS, rivets=False, pad=2)
        plate.add_widget(self.field)
        top = RowBox(size_hint_y=None, height=u(60))
        back = PushButton("", self._leave, kind=PLAIN, symbol="back", size_hint_x=None, width=u(60))
        offers = [self.offer] if self.offer is not None else []
        if is_landscape():
            self.title.size_hint_x = 0.7
            add_all(top, back, plate, self.left, self.finish)
            add_all(self, top, self._above, *offers, self.keyboard)
            return
        plate.size_hint_y, plate.height = None, u(88)
        add_all(top, back, self.title, self.finish)
        upper = ColumnBox(gap=6, pad=6)
        add_all(upper, top, plate, self._above, *offers, Widget())
        keys = self.keyboard
        keys.size_hint_y, keys.height = None, u((len(UPRIGHT_SIGNS) + 1) * (TALLEST + 2))
        add_all(self, upper, keys)

    def show_time(self, time: TimerPicture | None) -> None:
        """Show the seconds left for those who choose, while their time runs."""
        self.time.text = seconds_left(time)
        toggle_child(self._above, self.time, bool(self.time.text))

    def type(self, key: str) -> None:
        """Handle a key: the first letter replaces the old name; erasing also removes marks."""
        if key == ERASE:
            self._rename("".join([*clusters(self.name)][:-1]))
        else:
            self.hear_text(" " if key == SPACE else key)

    def hear_text(self, typed: str) -> None:
        """Add what a keyboard has typed; refuse unknown characters with a sentence."""
        name = tidied(f"{'' if self._fresh else self.name}{typed}.")[:-1]
        wrong = name_refusal(typed, max(1, len(typed))) if typed.strip() else NOTHING
        if wrong:
            self._show(wrong)
        else:
            self._rename(name[: self._longest])

    def hear_key(self, key: str) -> None:
        """Handle a key that is no letter."""
        if key == DELETE:
            self.type(ERASE)
        elif key == ESCAPE:
            self._leave()
        elif not self.finish.disabled:
            self._say_done()

    def take(self, name: str) -> None:
        """Take the name that is offered."""
        self.name, self._fresh = name, True
        self._show()

    def _rename(self, name: str) -> None:
        self.name, self._fresh = name, False
        self._show()

    def _show(self, wrong: Text = NOTHING) -> None:
        """Show the name, with a cursor after the first key, and what is wrong.

        Done is enabled if the name is not empty.
        """
        self.field.text = f"{self.name}|" if not self._fresh else self.name
        self.left.text = text("{number} of {all}", number=len(self.name), all=self._longest)
        # A refusal gets all the room.
        self._above.clear_widgets()
        beside = [self.title] if is_landscape() else []
        count = [] if is_landscape() else [self.left]
        add_all(self._above, *([] if wrong else beside), self.words, *([] if wrong else count))
        toggle_child(self._above, self.time, bool(self.time.text))
        self.words.text, self.words.color = wrong or HINT, WARNING if wrong else SAND
        self.finish.disabled = not self.name.strip()
        # The first letter of each word is a capital, the others are small unless people choose.
        self.keyboard.show_case(self._fresh or not self.name or self.name.endswith(BEGINS))

    def _say_done(self) -> None:
        self._done(self.name.strip())


class Keypad(ColumnBox):
    """The ten digits and a key to erase."""

    def __init__(self, typed: Callable[[str], object], **rest: Any) -> None:
        """Call `typed` with a digit or WIPE."""
        super().__init__(gap=6, **rest)
        self.keys: dict[str, PushButton] = {}
        for digits in ROWS:
            row = RowBox(gap=6)
            for key in digits if len(digits) > 1 else (*digits, WIPE):
                self.keys[key] = PushButton(
                    text("Erase") if key == WIPE else key,
                    partial(typed, key),
                    kind=QUIET,
                    size=LARGE,
                )
                self.keys[key].size_hint_x = 2 if key == WIPE else 1
                row.add_widget(self.keys[key])
            self.add_widget(row)


class PinPage(Panel):
    """A PIN to type: whose it is, the digits so far, the keys.

    If a PIN is chosen, its digits are shown and confirmed; otherwise they are hidden, and the
    fourth ends the input.
    """

    def __init__(
        self,
        who: tuple[str, str, str],
        done: Callable[[str], object],
        leave: Callable[[], object],
        *,
        choosing: bool = False,
        drop: Callable[[], object] | None = None,
        **rest: Any,
    ) -> None:
        """Make the page.

        Args:
            who: Name, colour and shape.
            done: Called with four digits.
            leave: Called if nothing changes.
            choosing: Whether a PIN is chosen.
            drop: Removes the PIN, if there is one.
            rest: Arguments of a Panel.
        """
        super().__init__(pad=8, rivets=False, **rest)
        self.digits, self._done, self._choosing = "", done, choosing
        self.badge = NamedSign(*who, size=LARGE, side=52)
        self.field = Label("", HEADLINE, bold=True, tint=IVORY, align="center")
        self.words = Label("", BODY, tint=IVORY, align="center", least=16)
        self.leave = PushButton(
            text("Back") if choosing else text("Not me"),
            leave,
            kind=PLAIN,
            symbol="back",
            size=BODY,
            size_hint_x=None,
            width=u(140),
        )
        self.finish = PushButton(
            text("Done"),
            self._say_done,
            kind=PRIMARY,
            symbol="tick",
            size=BODY,
            size_hint_x=None,
            width=u(140),
        )
        self.drop = PushButton(
            text("No PIN"), drop, kind=PLAIN, size=BODY, size_hint_x=None, width=u(140)
        )
        self.keypad = Keypad(self.type)
        # From the top: the owner with the way back, what to do, the digits, the keys.
        head = RowBox(size_hint_y=None, height=u(60))
        add_all(
            head,
            self.leave,
            self.badge,
            *([self.drop] if drop is not None else []),
            *([self.finish] if self._choosing else []),
        )
        plate = Panel(NIGHT, BRASS, rivets=False, pad=2, size_hint_y=None, height=u(58))
        plate.add_widget(self.field)
        self.words.size_hint_y, self.words.height = None, u(46)
        add_all(self, head, self.words, plate, self.keypad)
        self.show_words("")

    def type(self, key: str) -> None:
        self.digits = self.digits[:-1] if key == WIPE else (self.digits + key)[:LENGTH_OF_PIN]
        self._show()
        if not self._choosing and len(self.digits) == LENGTH_OF_PIN:
            digits, self.digits = self.digits, ""
            self._done(digits)
            self._show()

    def show_words(self, wrong: Text | str) -> None:
        """Say what is wrong, or what to do."""
        if self._choosing:
            asked = text("Choose four digits. They open this seat until the end of the game.")
        else:
            asked = text("Everybody else: please look away. Type your PIN.")
        self.words.text, self.words.color = wrong or asked, WARNING if wrong else IVORY
        self._show()

    def _show(self) -> None:
        """Show the digits, or as many dots, and dashes for missing ones."""
        shown = self.digits if self._choosing else "•" * len(self.digits)
        self.field.text = " ".join([*shown, *"–" * (LENGTH_OF_PIN - len(shown))])
        self.finish.disabled = len(self.digits) < LENGTH_OF_PIN

    def _say_done(self) -> None:
        self._done(self.digits)
