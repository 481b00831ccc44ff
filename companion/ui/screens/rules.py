"""Setup, page 4: the six settings, every value explained, the usual ones marked."""
from __future__ import annotations

from kivy.uix.widget import Widget

from companion.engine.rules import Option
from companion.session.messages import SetRule
from companion.session.view import View
from companion.session.view_setup import RulesPage
from companion.ui.screens.base import Screen, Send
from companion.ui.theme import BODY, BRASS_LIGHT, LARGE, SAND, lying, u
from companion.ui.widgets.panel import Column, Panel, Row
from companion.ui.widgets.setting_rows import SettingRow, ValueRow
from companion.ui.widgets.text import Words


class RulesScreen(Screen):
    """All settings in a list; beside it (upright: below) the values of the one that was touched.

    Which setting lies open is known to this screen alone; what is chosen is the session's word (section 3).
    """

    def __init__(self, send: Send, view: View) -> None:
        """As a screen; the first setting lies open."""
        assert isinstance(view.body, RulesPage)
        self.opened = view.body.rows[0][0].key
        self.values: dict[str, ValueRow] = {}
        super().__init__(send, view)

    def make(self, view: View) -> Widget:
        """The list and the panel for the values."""
        assert isinstance(view.body, RulesPage)
        self.rows = {option.key: SettingRow(option, lambda key=option.key: self.open(key)) for option, _ in view.body.rows}
        settings = Column(gap=4, size_hint=(0.56, 1) if lying() else (1, None), height=u(314))
        for row in self.rows.values():
            settings.add_widget(row)
        self.panel, self._paneled = Panel(pad=8), ""
        content = (Row if lying() else Column)()
        for child in (settings, self.panel):
            content.add_widget(child)
        return content

    def show(self, view: View) -> None:
        """Other values are chosen."""
        assert isinstance(view.body, RulesPage)
        for option, word in view.body.rows:
            self.rows[option.key].show(word, option.key == self.opened)
            if option.key == self.opened:
                self._show_values(option, word)

    def open(self, key: str) -> None:
        """Show the values of a setting."""
        self.opened = key
        self.show(self.view)

    def _show_values(self, option: Option, word: str) -> None:
        if option.key != self._paneled:
            self._paneled = option.key
            self._fill(option)
        for choice in option.choices:
            self.values[choice.word].choose(choice.word == word)

    def _fill(self, option: Option) -> None:
        self.panel.clear_widgets()
        if lying():
            self.panel.add_widget(Words(option.title, LARGE, bold=True, tint=BRASS_LIGHT, size_hint_y=None, height=u(30)))
        self.panel.add_widget(Words(option.about, BODY, tint=SAND, size_hint_y=None, height=u(30 if lying() else 46), least=18))
        self.values = {
            choice.word: ValueRow(choice, choice.word == option.default, lambda word=choice.word: self.send(SetRule(option.key, word)), size_hint_max_y=u(84))
            for choice in option.choices
        }
        for row in self.values.values():
            self.panel.add_widget(row)
        # The rows have a greatest height: this takes what they leave, so that they stand at the top and not apart.
        self.panel.add_widget(Widget(size_hint_y=0.001))
