"""Setup, page 4: the settings [3], every value explained, the usual ones marked.

The engine's options bring titles, values and meanings; only their layout is here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from kivy.graphics import Color, RoundedRectangle
from kivy.uix.widget import Widget

from companion.named_tuples import NamedTuple
from companion.session.pages.rules import RulesPage
from companion.session.view import View
from companion.settings import Option, OptionValue
from companion.ui.layout import (
    Area,
    arrange,
    centre,
    hbox,
    leave_empty,
    vbox,
    with_padding,
    with_size,
    with_weight,
)
from companion.ui.paint import paint_symbol
from companion.ui.screens.base import Screen, Send, body_of
from companion.ui.theme import (
    BODY,
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    INK,
    IVORY,
    LARGE,
    SAND,
    SMALL,
    Rgba,
    is_landscape,
    u,
)
from companion.ui.widgets.button import Pressable
from companion.ui.widgets.label import Label, text_height
from companion.ui.widgets.panel import ColumnBox, Panel, RowBox, add_all
from companion.ui.widgets.scroll_list import ScrollList
from companion.words import Text, text

USUAL: Final = text("usual")
"""The mark of the default among the values of a setting; the list marks changed settings
instead."""


HIGH, VALUE, MOST = 48, 80, 7
"""Heights of a setting and of a value with words, and the number of settings in sight in an upright
window, as on the seven-inch panel."""


class SettingRow(Pressable):
    """One setting of the list: its title, its value, and whether that is the usual one."""

    def __init__(self, option: Option, do: Callable[[], object], **rest: Any) -> None:
        """Call `do` on a touch."""
        super().__init__(do, **rest)
        self._option, self._usual = option, True
        self.title = Label(option.title, BODY, bold=True, least=18)
        self.value = Label("", BODY, bold=True, align="right", least=18)
        self.changed = Label(text("changed"), SMALL, align="right", least=16)
        add_all(self, self.title, self.value, self.changed)

    def show(self, word: str, opened: bool) -> None:
        """Show the chosen value by its word, and whether the values are shown beside the list."""
        self.value.text = self._option.choice(word).label
        self._usual = word == self._option.default
        self.chosen = opened
        self.draw()

    def place(self) -> None:
        """Place the title left, the value right with its mark, an arrow if its values are shown."""
        pad, side = u(10), u(20)
        line = self.height if self._usual else self.height * 0.58
        self.sign.clear()

        def arrow(area: Area) -> None:
            if self.chosen:
                low = area.y + (area.height - side) / 2
                paint_symbol(self.sign, "next", area.x + pad / 2, low, side, INK, BRASS)

        value = vbox(with_size(self.value, line), self.changed, gap=0)
        # A gap is between title and value.
        words = hbox(
            with_weight(self.title, 0.52),
            with_weight(leave_empty, 0.02),
            with_weight(value, 0.44),
            with_weight(leave_empty, 0.02),
            gap=0,
        )
        arrange(with_padding(hbox(words, with_size(arrow, side), gap=0), pad, 0), self)
        self.title.color = INK if self.chosen else IVORY
        self.value.color = self.changed.color = INK if self.chosen else BRASS_LIGHT
        self.changed.opacity = 0 if self._usual else 1


class ValueRow(Pressable):
    """One value of a setting: label, meaning, a tick if chosen, a mark if it is the usual one."""

    def __init__(
        self, choice: OptionValue, usual: bool, do: Callable[[], object], **rest: Any
    ) -> None:
        """Call `do` on a touch."""
        super().__init__(do, **rest)
        self.label = Label(choice.label, LARGE, bold=True, least=20)
        self.meaning = Label(choice.meaning, SMALL, least=18)
        self.mark = Chip(USUAL, BRASS_DARK, IVORY, size=18) if usual else None
        add_all(self, self.label, self.meaning, *([self.mark] if self.mark is not None else []))

    def place(self) -> None:
        """Place tick, label, meaning and mark."""
        pad, side, name, chip = u(8), u(24), u(100 if is_landscape() else 84), u(62)
        self.sign.clear()

        def tick(area: Area) -> None:
            if self.chosen:
                low = area.y + (area.height - side) / 2
                paint_symbol(self.sign, "tick", area.x, low, side, INK, BRASS)

        row = hbox(
            with_size(tick, side),
            with_size(self.label, name),
            with_padding(self.meaning, 0, u(2)),
            None if self.mark is None else with_size(centre(self.mark, chip, u(28)), chip),
            gap=pad,
        )
        arrange(with_padding(row, pad, 0), self)
        self.label.color = INK if self.chosen else IVORY
        self.meaning.color = INK if self.chosen else SAND


class Chip(Widget):
    """A short word or number on a small rounded plate, such as "LOCKED"."""

    def __init__(
        self, text: Text | str, face: Rgba, tint: Rgba = INK, *, size: int = SMALL, **rest: Any
    ) -> None:
        """Take word, tints of plate and letters, and their size as on the seven-inch panel."""
        super().__init__(**rest)
        self._face = Color(*face)
        self._shape = RoundedRectangle()
        self.canvas.add(self._face)
        self.canvas.add(self._shape)
        self.words = Label(text, size, bold=True, tint=tint, align="center")
        self.add_widget(self.words)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: Any) -> None:
        """Place the plate, and the word with a little room at both round ends."""
        # Half the height makes both ends round at any width.
        self._shape.pos, self._shape.size, self._shape.radius = (
            self.pos,
            self.size,
            [self.height / 2],
        )
        arrange(with_padding(self.words, u(6), 0), self)


class FixedRow(NamedTuple):
    """A row of a scroll list that exists already, with its height in pixels."""

    row: Widget
    high: float

    def needed_height(self, width: float) -> float:
        """Return the height, the same at any width."""
        return self.high

    def widget(self) -> Widget:
        """Return the row itself."""
        return self.row


class RulesScreen(Screen):
    """All settings in a list that scrolls; beside or below it the values of the chosen setting.

    The open setting is known to this screen only; the session decides the values [3].
    """

    def __init__(self, send: Send, view: View) -> None:
        """Open the first setting."""
        self.opened = body_of(view, RulesPage).rows[0][0].key
        self.values: dict[str, ValueRow] = {}
        self.rows: dict[str, SettingRow] = {}
        self.listed: dict[str, FixedRow] = {}
        super().__init__(send, view)

    def make(self, view: View) -> Widget:
        """Make the list and the panel for the values."""
        self.settings = ScrollList(
            gap=1,
            **(
                {"size_hint_x": 0.56}
                if is_landscape()
                else {"size_hint_y": None, "height": u(MOST * (HIGH + 1))}
            ),
        )
        self.panel, self._paneled = Panel(pad=8), ""
        self.choices = ScrollList()
        content = (RowBox if is_landscape() else ColumnBox)()
        add_all(content, self.settings, self.panel)
        return content

    def show(self, view: View) -> None:
        """Show other values; a setting may come or go with them."""
        rows = body_of(view, RulesPage).rows
        keys = [option.key for option, _ in rows]
        if list(self.rows) != keys:
            self.rows = {
                option.key: self.rows.get(option.key)
                or SettingRow(option, partial(self.open, option.key))
                for option, _ in rows
            }
            self.listed = {key: FixedRow(row, u(HIGH)) for key, row in self.rows.items()}
            self.settings.show(tuple(self.listed.values()), self.settings.offset)
        for option, word in rows:
            self.rows[option.key].show(word, option.key == self.opened)
            if option.key == self.opened:
                self._show_values(option, word)

    def open(self, key: str) -> None:
        """Show the values of a setting."""
        self.opened = key
        self.show(self.view)

    def _show_values(self, option: Option, word: str) -> None:
        """Show the values of the open setting, made again for another one, and mark the chosen."""
        if option.key != self._paneled:
            self._paneled = option.key
            self.panel.clear_widgets()
            title = Label(
                option.title, LARGE, bold=True, tint=BRASS_LIGHT, size_hint_y=None, height=u(30)
            )
            about = Label(option.about, SMALL, tint=SAND, size_hint_y=None, least=18)

            def stretch(_: Widget, width: float) -> None:
                """Make the explanation as high as it needs at its width."""
                about.height = text_height(option.about, SMALL, max(1.0, width)) + u(6)

            about.bind(width=stretch)
            self.values = {
                choice.word: ValueRow(
                    choice,
                    choice.word == option.default,
                    partial(self.send, RulesPage.said(option.key, choice.word)),
                )
                for choice in option.choices
            }
            # A value without words is less high.
            rows = {
                choice.word: FixedRow(
                    self.values[choice.word], u(VALUE if choice.meaning else HIGH)
                )
                for choice in option.choices
            }
            self.choices.show(tuple(rows.values()), 0)
            add_all(self.panel, *([title] if is_landscape() else []), about, self.choices)
            # Of many values the chosen one is in sight.
            self.choices.reach(rows[word])
        for value, row in self.values.items():
            row.choose(value == word)


SCREEN = RulesScreen
