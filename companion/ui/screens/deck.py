"""A deck that is written: groups of choices over the whole page, and the keyboard over them while a name is typed.

The screen knows nothing of what can be chosen: every choice carries the message that touching it sends.
"""

from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget

from companion.session.pages.deck import AskName, GiveName, GroupsPage, Naming
from companion.session.view import View
from companion.ui.screens.base import Screen, Send, body_of
from companion.ui.widgets.choice_groups import GroupRows
from companion.ui.widgets.panel import put
from companion.ui.widgets.roll import Roll


class GroupsScreen(Screen):
    """Groups that can be rolled; each of the places that they are about is found again as it was rolled."""

    gives_way = True

    def __init__(self, send: Send, view: View) -> None:
        """As a screen."""
        self.groups = GroupRows(self.choose)
        self._where, self._rolled = "", dict[str, float]()
        self._naming: Naming | None = None
        self.over: Widget | None = None
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
        self._type(page.naming)

    def _type(self, naming: Naming | None) -> None:
        """Lay the keyboard over the page, or take it away."""
        if naming == self._naming:
            return
        self._naming = naming
        self.over = None if naming is None else self._keyboard(naming)
        # What lies below is taken out: Kivy would hand it every touch that nothing above takes.
        self.clear_widgets()
        for child in (
            (self.header, self.content, self.footer) if self.over is None else (self.over,)
        ):
            self.add_widget(child)

    def update(self, view: View) -> None:
        """As a screen; the time goes on over the keyboard too."""
        super().update(view)
        if self.name_page is not None:
            self.name_page.show_time(view.time)

    def _keyboard(self, naming: Naming) -> Widget:
        # It is rarely wanted; the page comes quicker without it.
        from companion.ui.widgets.keyboard import NamePage

        return NamePage(
            naming.name,
            naming.name,
            lambda name: self.send(GiveName(name)),
            lambda: self.send(AskName(False)),
            naming.longest,
            naming.title,
        )

    def arrange(self, *_: Any) -> None:
        """As a screen; over everything the keyboard."""
        super().arrange()
        if self.over is not None:
            put(self.over, self.x, self.y, self.width, self.height)


SCREEN = GroupsScreen
