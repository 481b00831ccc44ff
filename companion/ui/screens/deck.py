"""A deck that is written: groups of choices over the whole page, and the keyboard over them while a name is typed.

The screen knows nothing of what can be chosen: every choice carries the message that touching it sends.
"""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.session.pages.deck import AskName, GiveName, GroupsPage
from companion.session.view import View
from companion.ui.screens.base import OverlaidScreen, Send, body_of
from companion.ui.widgets.choice_groups import GroupRows
from companion.ui.widgets.roll import Roll


class GroupsScreen(OverlaidScreen):
    """Groups that can be rolled; each of the places that they are about is found again as it was rolled."""

    gives_way = True

    def __init__(self, send: Send, view: View) -> None:
        """As a screen."""
        self.groups = GroupRows(self.choose)
        self._where, self._rolled = "", dict[str, float]()
        super().__init__(send, view)

    def make(self, view: View) -> Widget:
        """A list to be filled."""
        self.roll = Roll()
        return self.roll

    def show(self, view: View) -> None:
        """Other groups; what has not changed stays, and so does the keyboard."""
        page = body_of(view, GroupsPage)
        if self._where:
            self._rolled[self._where] = self.roll.offset
        self._where = page.where
        rows = self.groups.rows(page.groups, {})
        self.roll.show(rows, self._rolled.get(page.where, 0.0))
        self.type_name(page.naming, GiveName, AskName(False))

    def update(self, view: View) -> None:
        """As a screen; the time goes on over the keyboard too."""
        super().update(view)
        if self.name_page is not None:
            self.name_page.show_time(view.time)


SCREEN = GroupsScreen
