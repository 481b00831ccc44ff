"""All cards on the table as large as possible, and beside them what a touched card does."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.session.pages.where import WherePage
from companion.session.view import View
from companion.ui.layout import arrange, vbox, with_size
from companion.ui.screens.base import Screen, body_of
from companion.ui.screens.facts import fact_row
from companion.ui.theme import u
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.tables import CardTable

SHARE = 0.35
"""Share of the height for words, if there are any."""


class TableAndWords(Widget):
    """The picture above, and below it a list."""

    def __init__(self, tables: CardTable, scroll_list: ScrollList) -> None:
        """Take both, which fill all the room."""
        super().__init__()
        self.tables, self.scroll_list = tables, scroll_list
        self.add_widget(tables)
        self.add_widget(scroll_list)
        self.worded = False
        self.bind(pos=self._place, size=self._place)

    def show(self, worded: bool) -> None:
        """Set whether there is room for words."""
        if worded != self.worded:
            self.worded = worded
            self._place()

    def _place(self, *_: object) -> None:
        low = round(self.height * SHARE) if self.worded else 0
        arrange(vbox(self.tables, with_size(self.scroll_list, low), gap=u(4)), self)


class WhereScreen(Screen):
    """One picture over the whole page."""

    def make(self, view: View) -> Widget:
        """Make picture and list."""
        self.both = TableAndWords(CardTable(self.send), ScrollList(gap=5))
        self._chosen = ""
        return self.both

    def show(self, view: View) -> None:
        """Show the page; another card begins at the top of its words."""
        page = body_of(view, WherePage)
        if view.cards is not None:
            self.both.tables.show(view.cards)
        self.both.show(bool(page.rows))
        offset = self.both.scroll_list.offset if page.chosen == self._chosen else 0.0
        self._chosen = page.chosen
        self.both.scroll_list.show([*map(fact_row, page.rows)], offset)


SCREEN = WhereScreen
