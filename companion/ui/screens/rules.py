"""Setup, page 4: the settings [3], every value explained, the usual ones marked.

The engine's options bring titles, values and meanings; only their layout is here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.named_tuples import NamedTuple
from companion.session.pages.rules import RulesPage
from companion.session.view import View
from companion.settings import Option, OptionValue
from companion.ui.paint import paint_fitting, paint_plate
from companion.ui.screens.base import Screen, body_of
from companion.ui.theme import (
    BODY,
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    INK,
    IVORY,
    LARGE,
    RAISED,
    SAND,
    SEAM,
    SMALL,
    is_landscape,
    u,
)
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import Label, text_height
from companion.ui.widgets.panel import ColumnBox, Panel, RowBox, add_all
from companion.ui.widgets.rows import Beside, ListRow, RowSign, RowText, Stacked, SymbolLead
from companion.ui.widgets.scroll_list import ScrollList
from companion.words import text

USUAL: Final = text("usual")
"""The mark of the default among the values of a setting; the list marks changed settings
instead."""


HIGH, VALUE, MARK, MOST = 48, 80, 62, 7
"""Heights of a setting and of a value with words and width of the mark, as on the seven-inch panel;
number of settings in sight in an upright window."""


class UsualMark(NamedTuple):
    """A word on a small rounded plate, which marks the default among the values of a setting."""

    def paint(self, onto: InstructionGroup, x: float, y: float, side: float) -> None:
        """Paint it around the middle of the square."""
        wide, middle = u(MARK), x + side / 2
        paint_plate(onto, middle - wide / 2, y, wide, side, BRASS_DARK, side / 2)
        paint_fitting(onto, USUAL, middle, y + side / 2, u(18), wide - u(12), IVORY)


def setting_row(option: Option, word: str, opened: bool, send: Callable[[str], object]) -> ListRow:
    """Return a setting as a row: its title, and the chosen value with a mark if it is changed.

    Args:
        option: The setting.
        word: The word of the chosen value.
        opened: Whether its values are shown beside the list.
        send: Called with the key of the setting on a touch.
    """
    ink, tint = (INK, INK) if opened else (IVORY, BRASS_LIGHT)
    is_usual = word == option.default
    size = BODY if is_usual else SMALL
    value = RowText(option.choice(word).label, size, tint, bold=True, align="right", wrapped=18)
    changed = RowText(text("changed"), 18, tint, align="right")
    return ListRow(
        Beside(
            (
                RowText(option.title, BODY, ink, bold=True, wrapped=18, weight=0.54),
                Stacked((value,) if is_usual else (value, changed), 0, weight=0.46),
                RowSign(SymbolLead("next", INK, BRASS) if opened else None, 20),
            )
        ),
        (10, 0),
        *((BRASS, BRASS_LIGHT) if opened else (RAISED, SEAM)),
        fixed=HIGH,
        send=send,
        message=option.key,
    )


def value_row(option: Option, choice: OptionValue, chosen: bool, send: Send) -> ListRow:
    """Return a value of a setting as a row: a tick if it is chosen, label, meaning and mark."""
    ink, tint = (INK, INK) if chosen else (IVORY, SAND)
    usual = (RowSign(UsualMark(), 28, MARK),) if choice.word == option.default else ()
    width = 100 if is_landscape() else 84
    return ListRow(
        Beside(
            (
                RowSign(SymbolLead("tick", INK, BRASS) if chosen else None, 24),
                RowText(choice.label, LARGE, ink, bold=True, width=width),
                RowText(choice.meaning, SMALL, tint, wrapped=18),
                *usual,
            )
        ),
        (8, 2),
        *((BRASS, BRASS_LIGHT) if chosen else (RAISED, SEAM)),
        # A value without words is less high.
        fixed=VALUE if choice.meaning else HIGH,
        send=send,
        message=RulesPage.said(option.key, choice.word),
    )


class RulesScreen(Screen):
    """All settings in a list that scrolls; beside or below it the values of the chosen setting.

    The open setting is known to this screen only; the session decides the values [3].
    """

    def __init__(self, send: Send, view: View) -> None:
        """Open the first setting."""
        self.opened = body_of(view, RulesPage).rows[0][0].key
        self.rows: dict[str, ListRow] = {}
        """The settings by their keys."""
        self.values: dict[str, ListRow] = {}
        """The values of the open setting by their words."""
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
        self.rows = {
            option.key: setting_row(option, word, option.key == self.opened, self.open)
            for option, word in rows
        }
        self.settings.show(tuple(self.rows.values()), self.settings.offset)
        for option, word in rows:
            if option.key == self.opened:
                self._show_values(option, word)

    def open(self, key: str) -> None:
        """Show the values of a setting."""
        self.opened = key
        self.show(self.view)

    def _show_values(self, option: Option, word: str) -> None:
        """Show the values of the open setting, and mark the chosen one."""
        self.values = {
            choice.word: value_row(option, choice, choice.word == word, self.send)
            for choice in option.choices
        }
        is_new = option.key != self._paneled
        self.choices.show(tuple(self.values.values()), 0.0 if is_new else self.choices.offset)
        if not is_new:
            return
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
        add_all(self.panel, *([title] if is_landscape() else []), about, self.choices)
        # Of many values the chosen one is in sight.
        self.choices.reach(self.values[word])


SCREEN = RulesScreen
