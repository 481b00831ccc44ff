"""The settings of this screen: a list with the language first, beside the choices of one."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.session.pages.deck import GroupsPage
from companion.session.view import View
from companion.ui.screens.base import Screen, body_of
from companion.ui.widgets.choice_groups import SettingColumns


class LanguageScreen(Screen):
    gives_way = True

    def make(self, view: View) -> Widget:
        """Make an empty list."""
        self.settings = SettingColumns(self.choose)
        return self.settings

    def show(self, view: View) -> None:
        """Show what is chosen now."""
        self.settings.show(body_of(view, GroupsPage).groups, {})


SCREEN = LanguageScreen
