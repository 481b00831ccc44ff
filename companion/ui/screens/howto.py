"""The page that explains the game: a list of facts, and a code for the rules on phones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.uix.widget import Widget

from companion.session.pages.howto import HowtoPage
from companion.session.view import View
from companion.ui.layout import arrange, split, vbox, with_size
from companion.ui.screens.base import Screen, body_of
from companion.ui.screens.facts import fact_row
from companion.ui.theme import BODY, BOLD_FONT, BRASS_LIGHT, SMALL, u
from companion.ui.widgets.label import Label, text_height
from companion.ui.widgets.panel import add_all, toggle_child
from companion.ui.widgets.rows import ListRow
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.squares import QrCode, squares_of
from companion.words import text


class RulesLink(Widget):
    """The address of the rules as a code for a camera, and as text."""

    def __init__(self) -> None:
        super().__init__()
        self.title = Label(
            text("The rules in full, on a phone"), BODY, bold=True, tint=BRASS_LIGHT, align="center"
        )
        self.code = QrCode()
        self.typed = Label("", SMALL, align="center")
        add_all(self, self.title, self.code, self.typed)
        self.bind(pos=self._place, size=self._place)

    def show(self, link: str, typed: str) -> None:
        """Show the address of a page, and the shorter one to type."""
        self.typed.text = typed
        self.code.show(link if link and squares_of(link) else "")
        self._place()

    def _place(self, *_: Any) -> None:
        title = text_height(self.title.source, BODY, self.width, BOLD_FONT)
        typed = text_height(self.typed.source, SMALL, self.width)
        arrange(
            vbox(with_size(self.title, title), self.code, with_size(self.typed, typed), gap=u(4)),
            self,
        )


class ListAndLink(Widget):
    """A list, and the code beside or below it; either may be missing."""

    def __init__(self, share: float) -> None:
        """Take the share of the width for the code, or of the height of an upright screen."""
        super().__init__()
        self._share = share
        self.scroll_list, self.link = ScrollList(gap=5), RulesLink()
        self.sought: ListRow | None = None
        """The row that comes into sight."""
        self.bind(pos=self._place, size=self._place)

    def show(self, rows: Sequence[ListRow], offset: float, link: str, typed: str) -> None:
        """Show rows from an offset on, and the address of a page with the shorter one to type."""
        toggle_child(self, self.scroll_list, bool(rows))
        toggle_child(self, self.link, bool(link))
        self.link.show(link, typed)
        self.scroll_list.show(rows, offset)
        self._place()

    def _place(self, *_: Any) -> None:
        if self.scroll_list.parent is None or self.link.parent is None:
            for part in (self.scroll_list, self.link):
                if part.parent is not None:
                    arrange(part, self)
        else:
            arrange(split(self.scroll_list, self.link, 1 - self._share), self)
        if self.sought is not None:
            self.scroll_list.reach(self.sought)


class HowtoScreen(Screen):
    """One panel over the whole page."""

    def make(self, view: View) -> Widget:
        self.panel = ListAndLink(0.4)
        self.scroll_list = self.panel.scroll_list
        return self.panel

    def show(self, view: View) -> None:
        """Show a page; the list keeps its position."""
        page = body_of(view, HowtoPage)
        rows = [*map(fact_row, page.rows)]
        self.panel.show(rows, self.scroll_list.offset, page.link, page.typed)


SCREEN = HowtoScreen
