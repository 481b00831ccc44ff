"""Pages of groups of choices, such as the editor of a deck, with the keyboard for a name.

The screen knows nothing about the choices: each carries the message of its touch.
"""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.session.pages.deck import AskName, GiveName, GroupsPage
from companion.session.view import View
from companion.ui.screens.base import OverlaidScreen, body_of
from companion.ui.widgets.choice_groups import GroupRows
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.scroll_list import ScrollList


class GroupsScreen(OverlaidScreen):
    """Groups that scroll; each of their places keeps its position."""

    gives_way = True

    def __init__(self, send: Send, view: View) -> None:
        self.groups = GroupRows(self.choose)
        self._where, self._rolled = "", dict[str, float]()
        super().__init__(send, view)

    def make(self, view: View) -> Widget:
        """Make an empty list."""
        self.scroll_list = ScrollList()
        return self.scroll_list

    def show(self, view: View) -> None:
        """Show other groups; unchanged ones stay, and so does the keyboard."""
        page = body_of(view, GroupsPage)
        if self._where:
            self._rolled[self._where] = self.scroll_list.offset
        self._where = page.where
        rows = self.groups.rows(page.groups, {})
        self.scroll_list.show(rows, self._rolled.get(page.where, 0.0))
        self.type_name(page.naming, GiveName, AskName(False))

    def update(self, view: View) -> None:
        """Show another view; the time goes on over the keyboard, too."""
        super().update(view)
        if self.name_page is not None:
            self.name_page.show_time(view.time)


SCREEN = GroupsScreen
