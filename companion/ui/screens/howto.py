"""The page that explains the game: a list of facts, and a code for the rules on phones."""

from __future__ import annotations

from typing import Any, Final

from kivy.uix.widget import Widget

from companion.session.pages.howto import HowtoPage
from companion.session.view import View
from companion.ui.layout import arrange, split, vbox, with_size
from companion.ui.screens.base import Screen, body_of
from companion.ui.screens.facts import fact_row
from companion.ui.theme import BODY, BOLD_FONT, BRASS_LIGHT, SMALL, u
from companion.ui.widgets.label import Label, text_height
from companion.ui.widgets.panel import add_all, toggle_child
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.squares import QrCode, squares_of
from companion.words import text

SHARE: Final = 0.4
"""Share of the width for the code, or of the height of an upright screen."""


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


class HowtoPanel(Widget):
    """The list, and the code beside or below it."""

    def __init__(self) -> None:
        super().__init__()
        self.scroll_list, self.link = ScrollList(gap=5), RulesLink()
        self._listed = self._linked = False
        self.bind(pos=self._place, size=self._place)

    def show(self, page: HowtoPage) -> None:
        """Show a page; the list keeps its position."""
        self._listed, self._linked = bool(page.rows), bool(page.link)
        toggle_child(self, self.scroll_list, self._listed)
        toggle_child(self, self.link, self._linked)
        self.scroll_list.show([*map(fact_row, page.rows)], self.scroll_list.offset)
        self.link.show(page.link, page.typed)
        self._place()

    def _place(self, *_: Any) -> None:
        if self._listed and self._linked:
            arrange(split(self.scroll_list, self.link, 1 - SHARE), self)
        elif self._listed or self._linked:
            arrange(self.scroll_list if self._listed else self.link, self)


class HowtoScreen(Screen):
    """One panel over the whole page."""

    def make(self, view: View) -> Widget:
        self.panel = HowtoPanel()
        self.scroll_list = self.panel.scroll_list
        return self.panel

    def show(self, view: View) -> None:
        self.panel.show(body_of(view, HowtoPage))


SCREEN = HowtoScreen
